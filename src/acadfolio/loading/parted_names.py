"""Publications in YAML and those who are known come in; names that a comma parted into two people are reported."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from acadfolio.model.names import MARKS, given_first, normal
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from acadfolio.bibliography.duplicates import Sourced
    from acadfolio.model.profile import Person, Profile
    from acadfolio.model.publication import Author
    from acadfolio.problems import Problems

INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?)+")
"""Nobody is called so: `M.`, `J.-P.`."""


def check_parted_names(
    written: Iterable[Sourced], profile: Profile | None, people: Iterable[Person], root: Path, problems: Problems
) -> None:
    """Warn where `[Bloch, Marc]` is the name of somebody who is known, or `[Bloch, M.]` has initials for a person."""
    known: set[str] = set()
    for entry in written:
        for one, two in (pair for people_of in entry.publication.people for pair in _pairs(people_of)):
            known = known or set(_known(profile, people))
            if turned := _together(one.name, two.name, known):
                place = _place(entry.location, root, one.name, two.name)
                what = f"`{one.name}` and `{two.name}` are two people here"
                name = f'write `["{turned}"]`, or `[{given_first(turned)}]`'
                problems.warn(place, what, f"if that is one name, the comma in it needs quotes: {name}")
                break


def _pairs(people: tuple[Author, ...]) -> Iterator[tuple[Author, Author]]:
    return ((one, two) for one, two in pairwise(people) if one.is_person and two.is_person)


def _together(one: str, two: str, known: set[str]) -> str:
    """The one name that both may be, family name first; empty where nothing says so."""
    if "," in one + two or normal(one) in known or normal(two) in known:
        return ""
    if normal(f"{one}, {two}") in known or (INITIALS.fullmatch(two) and not INITIALS.fullmatch(one)):
        return f"{one}, {two}"
    return f"{two}, {one}" if normal(f"{one} {two}") in known else ""


def _known(profile: Profile | None, people: Iterable[Person]) -> Iterator[str]:
    if profile is not None:
        yield from (normal(name) for _, name in profile.name.by_language)
        yield from map(normal, profile.variants)
    for person in people:
        yield from map(normal, (person.name, *person.variants))


def _place(entry: Location, root: Path, one: str, two: str) -> Location:
    """Where the first name stands in its entry."""
    from acadfolio.source.text import line_and_column  # Only a mistake pays for it.

    text = (root / entry.file).read_text(encoding="utf-8-sig", errors="replace")
    above = sum(len(line) for line in text.splitlines(keepends=True)[: entry.line - 1])
    pattern = re.compile(rf"{re.escape(one)}[\"'{MARKS}]*\s*(?:,|\n\s*-)\s*[\"']?{re.escape(two)}")
    found = pattern.search(text, above)
    return Location(entry.file, *line_and_column(text, found.start())) if found else entry
