"""Publications with their places and the venues of `venues.yml` come in; venues that seem misspelt keys are warned of.

A publication may name any journal: what is no key counts as one only where it is nearly a known one, or looks like one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.model.names import plain
from acadfolio.model.synonyms import CLOSE
from acadfolio.problems import Location
from acadfolio.source.text import line_and_column

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from acadfolio.bibliography.duplicates import Sourced
    from acadfolio.model.publication import Venue
    from acadfolio.problems import Problems

LIKE_KEY = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+")
SAME = 0.9
"""What may be a journal's name, too, is a letter off at most."""


def check_venue_keys(
    publications: Iterable[Sourced], venues: Mapping[str, Venue], root: Path, problems: Problems
) -> None:
    """Warn of each publication whose venue is nearly a key, and once of what looks like a key and is none."""
    unknown: dict[str, list[Sourced]] = {}
    for entry in publications:
        venue = entry.publication.venue
        if venue and (name := venue.by_language[0][1]) not in venues:
            unknown.setdefault(name, []).append(entry)
    if not unknown:
        return
    names, keys = _names(venues), {_letters(key): key for key in venues}
    for name, entries in unknown.items():
        if plain(name) in names:
            continue
        if near := _near(name, keys):
            for entry in entries:
                what = f"`{name}` is no key of data/venues.yml"
                problems.warn(_place(entry, name, root), what, f"did you mean `{near}`?")
        elif LIKE_KEY.fullmatch(name) and entries[0].is_by_hand:
            what = f"`{name}` looks like a key, but data/venues.yml has none such"
            problems.warn(_place(entries[0], name, root), what, "add it there, or write the venue's name here")


def _names(venues: Mapping[str, Venue]) -> frozenset[str]:
    """What venues are called: who writes it means it. A venue without a name has its key there."""
    written = (
        (key, name)
        for key, venue in venues.items()
        for name in [*(name for _, name in venue.name.by_language), venue.abbreviation]
    )
    return frozenset(plain(name) for key, name in written if name and name != key)


def _near(name: str, keys: Mapping[str, str]) -> str:
    """The key that is meant: the same but for its case and signs, or of the same year and a letter or two off.

    `keys` are known by their letters.
    """
    if same := keys.get(_letters(name)):
        return same
    if " " in name:
        return ""
    of_year = [key for key in keys.values() if _digits(key) == _digits(name)]
    if not of_year:
        return ""
    from difflib import get_close_matches  # Only a mistake pays for it.

    cutoff = CLOSE if LIKE_KEY.fullmatch(name) else SAME
    return next(iter(get_close_matches(name, of_year, n=1, cutoff=cutoff)), "")


def _letters(name: str) -> str:
    return plain(name).replace(" ", "").replace("_", "")


def _digits(name: str) -> str:
    return "".join(sign for sign in name if sign.isdigit())


def _place(entry: Sourced, name: str, root: Path) -> Location:
    """Where the entry says so; where it begins, when that is not to be seen."""
    if not entry.is_by_hand:
        return entry.location
    text = (root / entry.location.file).read_text(encoding="utf-8-sig", errors="replace")
    above = re.match(rf"(?:[^\n]*\n){{{entry.location.line - 1}}}", text)
    found = re.compile(rf"""\bvenue["']?:\s+["']?({re.escape(name)})""").search(text, above.end() if above else 0)
    return Location(entry.location.file, *line_and_column(text, found.start(1))) if found else entry.location
