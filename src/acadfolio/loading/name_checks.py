"""Warn of names in publications that seem misspelt: keys of `venues.yml`, and people torn apart by a comma."""

from __future__ import annotations

import re
from difflib import get_close_matches
from itertools import pairwise
from typing import TYPE_CHECKING

from acadfolio.model.names import given_first, normal, plain
from acadfolio.model.synonyms import CLOSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.bibliography.duplicates import Sourced
    from acadfolio.model.profile import Person, Profile
    from acadfolio.model.publication import Author, Venue
    from acadfolio.problems import Problems

LIKE_KEY = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+")
SAME = 0.9
"""How near a venue that may be a journal's name must be to a key: a letter off at most."""


def check_venue_keys(publications: Iterable[Sourced], venues: Mapping[str, Venue], problems: Problems) -> None:
    """Warn of each publication whose venue is nearly a key, and once of what looks like a key and is none.

    A publication may name any journal: most names are no keys.
    """
    names = {plain(name) for venue in venues.values() for name in _names_of(venue) if name not in venues} | {""}
    reported = set()
    for entry in publications:
        name = _venue_of(entry)
        if name in reported or name in venues or plain(name) in names:
            continue
        if near := _near(name, venues):
            what = f"`{name}` is no key of data/venues.yml"
            problems.warn(entry.location, what, f"did you mean `{near}`?", rule="unknown-venue")
        elif LIKE_KEY.fullmatch(name) and entry.is_by_hand:
            reported.add(name)
            what = f"`{name}` looks like a key, but data/venues.yml has none such"
            problems.warn(entry.location, what, "add it there, or write the venue's name here", rule="unknown-venue")


def _venue_of(entry: Sourced) -> str:
    venue = entry.publication.venue
    return venue.by_language[0][1] if venue else ""


def _names_of(venue: Venue) -> list[str]:
    return [*(name for _, name in venue.name.by_language), venue.abbreviation]


def _near(name: str, venues: Mapping[str, Venue]) -> str:
    """The key that is meant: the same but for its case and symbols, or of the same year and a letter or two off."""
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


def check_torn_names(
    written: Iterable[Sourced], profile: Profile | None, people: Iterable[Person], problems: Problems
) -> None:
    """Warn where `[Bloch, Marc]` is the name of somebody who is known, or `[Bloch, M.]` has initials for a person."""
    known = _known_names(profile, people)
    for entry in written:
        for authors in entry.publication.people:
            if torn := _torn(authors, known):
                one, two, whole = torn
                what = f"`{one}` and `{two}` are two people here"
                name = f'write `["{whole}"]`, or `[{given_first(whole)}]`'
                hint = f"if that is one name, the comma in it needs quotes: {name}"
                problems.warn(entry.location, what, hint, rule="torn-name")


def _torn(authors: Iterable[Author], known: set[str]) -> tuple[str, str, str] | None:
    """The first two authors that seem to be one person, and the name of that one."""
    for one, two in pairwise(authors):
        if whole := _joined(one, two, known):
            return one.name, two.name, whole
    return None


def _joined(one: Author, two: Author, known: set[str]) -> str:
    """The one name that both may be, family name first; empty where nothing says so."""
    family_first, family_last = f"{one.name}, {two.name}", f"{two.name}, {one.name}"
    if _are_two_people(one, two) or known.intersection((normal(one.name), normal(two.name))):
        return ""
    if normal(family_first) in known or (_are_initials(two.name) and not _are_initials(one.name)):
        return family_first
    return family_last if normal(family_last) in known else ""


def _are_two_people(one: Author, two: Author) -> bool:
    """Whether each is somebody, or a house, whatever stands beside."""
    are_whole = " " in one.name and " " in two.name
    return are_whole or not (one.is_person and two.is_person) or "," in one.name + two.name


def _are_initials(name: str) -> bool:
    """`M.`, `J.-P.`: nobody is called so."""
    parts = name.replace("-", " ").replace(".", ". ").split()
    return all(part[0].isalpha() and part[1:] == "." for part in parts)


def _known_names(profile: Profile | None, people: Iterable[Person]) -> set[str]:
    names = [name for person in people for name in (person.name, *person.variants)]
    if profile is not None:
        names += [*(name for _, name in profile.name.by_language), *profile.variants]
    return {normal(name) for name in names}
