"""Warn of venues that are probably misspelt keys of `venues.yml`."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from acadfolio.model.names import fold
from acadfolio.model.synonyms import CLOSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.bibliography.duplicates import SourcedPublication
    from acadfolio.model.publication import Venue
    from acadfolio.problems import Problems

LIKE_KEY = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+")
MIN_SIMILARITY = 0.9
"""The similarity to a key of a venue that may also be the name of a journal: about one letter differs."""


def check_venue_keys(
    publications: Iterable[SourcedPublication], venues: Mapping[str, Venue], problems: Problems
) -> None:
    """Warn of venues that are similar to a key, and in YAML also of those that only look like a key.

    Most venues are names of journals and no keys.
    """
    names = {fold(name) for venue in venues.values() for name in venue.names if name not in venues} | {""}
    for entry in publications:
        venue = entry.publication.venue
        name = venue.by_language[0][1] if venue else ""
        if name in venues or fold(name) in names:
            continue
        if key := _similar_key(name, venues):
            message = f"`{name}` is not a key of data/venues.yml"
            problems.warn(entry.location, message, f"did you mean `{key}`?", rule="unknown-venue")
        elif LIKE_KEY.fullmatch(name) and entry.is_from_yaml:
            message = f"`{name}` looks like a key, but is not in data/venues.yml"
            hint = "add it there, or write the venue's name here"
            problems.warn(entry.location, message, hint, rule="unknown-venue")


def _similar_key(name: str, venues: Mapping[str, Venue]) -> str:
    """A key that differs in case and symbols, or in a few letters but not in the year; empty without one."""
    for key in venues:
        if _letters(key) == _letters(name):
            return key
    if " " in name:
        return ""
    keys_of_year = [key for key in venues if re.findall(r"\d", key) == re.findall(r"\d", name)]
    cutoff = CLOSE if LIKE_KEY.fullmatch(name) else MIN_SIMILARITY
    return next(iter(get_close_matches(name, keys_of_year, n=1, cutoff=cutoff)), "")


def _letters(name: str) -> str:
    return fold(name).replace(" ", "").replace("_", "")
