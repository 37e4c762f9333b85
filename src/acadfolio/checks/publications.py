"""Check for duplicate and other people's publications, and for unexplained author marks."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, combinations
from typing import TYPE_CHECKING

from acadfolio.bibliography.duplicates import VAGUE_KINDS, title_of, year_of
from acadfolio.citations.authors import People
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import fold
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.model.publication import Author, Publication
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems

MAX_YEARS_BETWEEN = 1
"""The years between the online and the printed version of a paper."""
MIN_PUBLICATIONS = 3
"""A person with fewer publications gets no warning that none names them."""
MIN_PUBLICATIONS_OF_FILE = 2
VARIANTS = "add other spellings of your name as `variants` to data/profile.yml"


def check_authors(site: Site, problems: Problems) -> None:
    """Warn if the person of the profile is not an author of any publication, or of any in a bibliography file."""
    people = People(site.profile, site.people)
    with_people = [publication for publication in site.publications if _people(publication)]
    mine = [paper for paper in with_people if any(map(people.is_me, _people(paper)))]
    if mine:
        _check_bibliographies(with_people, mine, problems)
    elif len(with_people) >= MIN_PUBLICATIONS:
        name = site.profile.name.in_language(site.settings.language)
        message = f"`{name}` is not an author of any publication"
        problems.warn(site.profile.source_location, message, VARIANTS, rule="unnamed-author")


def _check_bibliographies(publications: list[Publication], mine: list[Publication], problems: Problems) -> None:
    """Warn of bibliographies of other people, such as the examples of a template."""
    counts = Counter(map(_file_of, publications))
    for file in counts.keys() - set(map(_file_of, mine)):
        if counts[file] >= MIN_PUBLICATIONS_OF_FILE and not file.endswith((".yml", ".yaml")):
            message = f"you are not an author of any of the {counts[file]} works of {file}"
            hint = f"delete the file if it is not yours, or {VARIANTS}"
            problems.warn(Location(file), message, hint, rule="unnamed-author")


def _file_of(publication: Publication) -> str:
    return publication.source_location.file


def check_marks(site: Site, problems: Problems) -> None:
    """Warn once of each author mark that neither the settings nor a page explains."""
    texts = "".join(page.body for page in site.pages) + str(site.settings_of("publications").legend)
    explained = set(site.settings.marks).union(*(author.flags for _, author in _authors(site)))
    for paper, author in _authors(site):
        for mark in author.marks:
            if mark not in explained and mark not in texts:
                explained.add(mark)
                _warn_of_mark(mark, author, paper.source_location, problems)


def _authors(site: Site) -> Iterator[tuple[Publication, Author]]:
    for paper in site.publications:
        for author in paper.authors:
            yield paper, author


def _warn_of_mark(mark: str, author: Author, location: Location, problems: Problems) -> None:
    message = f"the mark `{mark}` of the author `{author.name}` is not explained"
    problems.warn(location, message, f'add `marks: {{"{mark}": …}}` to data/site.yml', rule="unknown-mark")


def _people(publication: Publication) -> tuple[Author, ...]:
    return tuple(chain(*publication.people))


def check_duplicates(site: Site, problems: Problems) -> None:
    """Warn of works with the same title and authors that were not merged, because their years differ."""
    by_title: dict[str, list[Publication]] = defaultdict(list)
    for publication in site.publications:
        by_title[title_of(publication)].append(publication)
    by_title.pop("", None)
    for namesakes in by_title.values():
        for first, second in combinations(namesakes, 2):
            if _may_be_same_work(first, second):
                _warn_of_duplicate(first, second, site.settings.language, problems)


def _warn_of_duplicate(first: Publication, second: Publication, language: str, problems: Problems) -> None:
    place, other = second.source_location, first.source_location
    where = f"line {other.line}" if other.file == place.file else f"{other.file}:{other.line}"
    years = f"the year {year_of(first)}" if year_of(first) else "no year"
    title = second.title.in_language(language)
    message = f"`{title}` has the same title and authors as {where}, which has {years}: both are shown"
    has_years = year_of(first) and year_of(second)
    hint = "give its `doi` and its `arxiv` together in publications.yml" if has_years else "add the year"
    problems.warn(place, message, f"if it is one work, {hint}", rule="duplicate-publication")


def _first_author(publication: Publication) -> tuple[str, str]:
    """The family name and the first initial: lists often abbreviate the rest."""
    if not publication.authors:
        return "", ""
    parts = parts_of(publication.authors[0])
    return fold(parts.family), fold(parts.given)[:1]


def _may_be_same_work(one: Publication, other: Publication) -> bool:
    """Whether two with one title may be the same work: a preprint and its article, or one with a wrong year."""
    if year_of(one) == year_of(other):
        return False  # Works of the same year were merged unless their entries differ.
    if not one.authors or _first_author(one) != _first_author(other):
        return False
    if one.kind != other.kind:
        return bool({one.kind, other.kind} & VAGUE_KINDS)
    years = list(filter(None, (year_of(one), year_of(other))))
    return max(years) - min(years) <= MAX_YEARS_BETWEEN and _have_same_numbers(one, other)


def _have_same_numbers(one: Publication, other: Publication) -> bool:
    """Whether the DOI, volume and pages are equal, as far as both have them."""
    numbers = [(one.doi.lower(), other.doi.lower()), (one.volume, other.volume), (one.pages, other.pages)]
    return all(first == second for first, second in numbers if first and second)
