"""Report works that are listed twice with different years: only their author can tell whether they are one."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from acadfolio.bibliography.duplicates import VAGUE_KINDS, title_of, year_of
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.model.publication import Author, Publication
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems

NEIGHBOURS = 1
"""So many years may lie between the paper online and the paper in print."""


def check_duplicates(site: Site, problems: Problems) -> None:
    """Warn of works with the same title and authors that are both shown, as their years differ."""
    for first, second in _pairs(site.publications):
        place, other = second.source_location, first.source_location
        where = f"line {other.line}" if other.file == place.file else f"{other.file}:{other.line}"
        years = f"the year {year_of(first)}" if year_of(first) else "no year"
        title = second.title.in_language(site.settings.language)
        message = f"`{title}` has the same title and authors as {where}, which has {years}: both are shown"
        has_years = year_of(first) and year_of(second)
        hint = "give its `doi` and its `arxiv` together in publications.yml" if has_years else "add the year"
        problems.warn(place, message, f"if it is one work, {hint}", rule="duplicate-publication")


def _pairs(publications: Iterable[Publication]) -> list[tuple[Publication, Publication]]:
    by_title: dict[str, list[Publication]] = defaultdict(list)
    for publication in publications:
        if title := title_of(publication):
            by_title[title].append(publication)
    pairs = (pair for of_title in by_title.values() for pair in combinations(of_title, 2))
    return [pair for pair in pairs if _may_be_one(*pair)]


def _name(author: Author) -> tuple[str, str]:
    """The family name and the first initial: more of it one list has, and another has not."""
    parts = parts_of(author)
    return plain(parts.family), plain(parts.given)[:1]


def _may_be_one(one: Publication, other: Publication) -> bool:
    """Whether two of one title may be the same work: a preprint and its article, or one with a wrong year."""
    years = year_of(one), year_of(other)
    if years[0] == years[1]:
        return False  # What told these two apart is in their entries.
    if not (one.authors and other.authors) or _name(one.authors[0]) != _name(other.authors[0]):
        return False
    if one.kind != other.kind:
        return bool({one.kind, other.kind} & VAGUE_KINDS)
    are_near = not (years[0] and years[1]) or abs(years[0] - years[1]) <= NEIGHBOURS
    numbers = [(one.doi.lower(), other.doi.lower()), (one.volume, other.volume), (one.pages, other.pages)]
    return are_near and all(not mine or not theirs or mine == theirs for mine, theirs in numbers)
