"""Warn of venues in publications that seem to be misspelt keys of `venues.yml`."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from acadfolio.model.names import plain
from acadfolio.model.synonyms import CLOSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.bibliography.duplicates import SourcedPublication
    from acadfolio.model.publication import Venue
    from acadfolio.problems import Problems

LIKE_KEY = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+")
SAME = 0.9
"""How similar a venue that may be a journal's name must be to a key: it may differ in one letter."""


def check_venue_keys(
    publications: Iterable[SourcedPublication], venues: Mapping[str, Venue], problems: Problems
) -> None:
    """Warn of each publication whose venue is nearly a key, and once of a venue that only looks like a key.

    A publication may name any journal: most names are no keys.
    """
    names = {plain(name) for venue in venues.values() for name in _names_of(venue) if name not in venues} | {""}
    reported = set()
    for entry in publications:
        name = _venue_of(entry)
        if name in reported or name in venues or plain(name) in names:
            continue
        if near := _near(name, venues):
            what = f"`{name}` is not a key of data/venues.yml"
            problems.warn(entry.location, what, f"did you mean `{near}`?", rule="unknown-venue")
        elif LIKE_KEY.fullmatch(name) and entry.is_from_yaml:
            reported.add(name)
            what = f"`{name}` looks like a key, but is not in data/venues.yml"
            problems.warn(entry.location, what, "add it there, or write the venue's name here", rule="unknown-venue")


def _venue_of(entry: SourcedPublication) -> str:
    venue = entry.publication.venue
    return venue.by_language[0][1] if venue else ""


def _names_of(venue: Venue) -> list[str]:
    return [*(name for _, name in venue.name.by_language), venue.abbreviation]


def _near(name: str, venues: Mapping[str, Venue]) -> str:
    """The intended key: it differs in case and symbols, or in a letter or two with the same year."""
    for key in venues:
        if _letters(key) == _letters(name):
            return key
    if " " in name:
        return ""
    of_year = [key for key in venues if _digits(key) == _digits(name)]
    cutoff = CLOSE if LIKE_KEY.fullmatch(name) else SAME
    return next(iter(get_close_matches(name, of_year, n=1, cutoff=cutoff)), "")


def _letters(name: str) -> str:
    return plain(name).replace(" ", "").replace("_", "")


def _digits(name: str) -> str:
    return "".join(character for character in name if character.isdigit())
