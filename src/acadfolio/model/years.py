"""The years by which lists of publications are grouped, and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.publication import FORTHCOMING_STATUSES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from acadfolio.model.publication import Publication

YEARS = frozenset({"date", "year"})
"""The fields that group publications by year."""
FORTHCOMING, UNDATED = "forthcoming", "undated"
"""The values of publications without a year, where lists are grouped by year."""
MAX_YEAR = 10_000


def year_of(publication: Publication) -> str:
    """The year of a publication; without one, whether it is forthcoming or undated."""
    if publication.when is not None:
        return str(publication.when.year)
    return FORTHCOMING if publication.status in FORTHCOMING_STATUSES else UNDATED


def place_of_year(year: str, *, oldest_first: bool = False) -> tuple[bool, int]:
    """A sort key: years by time, with forthcoming papers after the latest one, and papers without a year last."""
    if year == UNDATED:
        return True, 0
    number = MAX_YEAR if year == FORTHCOMING else int(year or "0")
    return False, number if oldest_first else -number


def newest_first(years: Iterable[str], names: Collection[str]) -> list[str]:
    """Years in the order of a list of publications: first those to which the site gives `names`."""
    places = {name: place for place, name in enumerate(names)}
    by_time = sorted(years, key=place_of_year)
    return sorted(by_time, key=lambda year: places.get(year, len(places)))
