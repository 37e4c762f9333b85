"""Report publications that may be out of date, listed twice or somebody else's, and venues without publications."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from difflib import get_close_matches
from itertools import chain, combinations
from typing import TYPE_CHECKING

from acadfolio.bibliography.duplicates import VAGUE_KINDS, title_of, year_of
from acadfolio.citations.authors import People
from acadfolio.model.dates import Day, latest
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import plain
from acadfolio.model.publication import ON_ITS_WAY, Publication
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.model.publication import Author
    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.problems import Problems

YEARS = 2
"""How long a paper may be on its way."""
PREPRINT_SERVERS = re.compile(
    r"10\.(?:48550/|5281/|20944/|2139/ssrn|21203/|26434/|31219/|3123[4-9]/|36227/|22541/|32388/|55458/"
    r"|1101/\d{4}\.\d\d\.\d\d|1101/\d{6}|64898/)",
    re.IGNORECASE,
)
"""DOIs of arXiv, Zenodo, Preprints.org, SSRN, Research Square, ChemRxiv, OSF, TechRxiv, Authorea, bioRxiv, medRxiv."""
NEIGHBOURS = 1
"""So many years may lie between the paper online and the paper in print."""
FEWEST = 3
"""Of so many publications one should name the person."""
FEWEST_OF_A_FILE = 2
NEAR, MISSPELT = 0.6, 0.85
"""How alike two names of a venue are: perhaps the same, and surely the same but for a typing error."""
VARIANTS = "add your other spellings as `variants` to data/profile.yml"


def check_publications(site: Site, problems: Problems) -> None:
    """Warn of preprints that seem to have appeared, and of papers that have been on their way for years."""
    for publication in site.publications:
        title = publication.title.in_language(site.settings.language)
        if is_published_preprint(publication):
            message = f"the preprint `{title}` has the DOI {publication.doi}: is it published now?"
            hint = "write `kind: journal` or `kind: conference`, and its `venue`; `arxiv` leads to the preprint"
            problems.warn(publication.source_location, message, hint, rule="published-preprint")
        elif is_overdue(publication, site.today):
            year = publication.when.year if publication.when else ""
            message = f"`{title}` has been {publication.status} since {year}"
            hint = "if it has appeared, write `status: published`, when and where; else correct its date, or delete it"
            problems.warn(publication.source_location, message, hint, rule="overdue-publication")


def is_published_preprint(publication: Publication) -> bool:
    """Whether something that counts as a preprint has a DOI that no server of preprints gave."""
    is_preprint = publication.kind == "preprint" or publication.status == "preprint"
    return is_preprint and bool(publication.doi) and not PREPRINT_SERVERS.match(publication.doi)


def is_overdue(publication: Publication, today: Day) -> bool:
    """Whether a paper that has not appeared has a date that passed more than two years ago."""
    when = publication.when
    if publication.status not in ON_ITS_WAY or when is None:
        return False
    return latest(when.end or when.start) < Day(today.year - YEARS, today.month, today.day)


def check_authors(site: Site, problems: Problems) -> None:
    """Warn where no publication, or none of a bibliography, names the person of the profile."""
    people = People(site.profile, site.people)
    with_people = [publication for publication in site.publications if _people(publication)]
    mine = [paper for paper in with_people if any(people.is_me(person) for person in _people(paper))]
    if not mine and len(with_people) >= FEWEST:
        name = site.profile.name.in_language(site.settings.language)
        message = f"no publication names you, `{name}`"
        problems.warn(site.profile.source_location, message, VARIANTS, rule="unnamed-author")
    elif mine:
        _check_bibliographies(with_people, mine, problems)


def _check_bibliographies(publications: list[Publication], mine: list[Publication], problems: Problems) -> None:
    """Warn of files with somebody else's works: a starter's example, or a colleague's list."""
    counts = Counter(paper.source_location.file for paper in publications)
    for file in {paper.source_location.file for paper in mine}:
        del counts[file]
    for file, count in counts.items():
        if count >= FEWEST_OF_A_FILE and not file.endswith((".yml", ".yaml")):
            message = f"none of the {count} works of {file} names you"
            hint = f"delete the file if it is not yours, or {VARIANTS}"
            problems.warn(Location(file), message, hint, rule="unnamed-author")


def check_venues(site: Site, problems: Problems) -> None:
    """Warn of the venues of venues.yml that no publication names."""
    if not site.publications:
        return
    written = {_first(text) for paper in site.publications for text in (paper.venue, paper.badge) if text}
    others = {plain(name): name for name in sorted(written) if name not in site.venues}
    for key, venue in site.venues.items():
        if key in written or get_close_matches(plain(key), others, 1, MISSPELT):
            continue  # A misspelt key is reported where it is written.
        names = [name for _, name in venue.name.by_language]
        near = _nearest([*names, venue.abbreviation, key], others)
        hint = f"the nearest: `{near}`; write `venue: {key}` there, or name it alike" if near else "delete it"
        problems.warn(venue.source_location, f"no publication is in `{key}`", hint, rule="unused-venue")


def _people(publication: Publication) -> tuple[Author, ...]:
    return tuple(chain(*publication.people))


def _first(text: Text) -> str:
    return text.by_language[0][1]


def _nearest(names: list[str], others: dict[str, str]) -> str:
    """The venue of a publication that has nearly one of these names."""
    for name in names:
        if near := get_close_matches(plain(name), others, n=1, cutoff=NEAR):
            return others[near[0]]
    return ""


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
    year, other_year = year_of(one), year_of(other)
    if year == other_year or not (one.authors and other.authors):
        return False  # Two works of one year differ in something that their entries say.
    if _name(one.authors[0]) != _name(other.authors[0]):
        return False
    if one.kind != other.kind:
        return bool({one.kind, other.kind} & VAGUE_KINDS)
    are_near = not (year and other_year) or abs(year - other_year) <= NEIGHBOURS
    return are_near and _agree(one, other)


def _agree(one: Publication, other: Publication) -> bool:
    """Whether no number of the two tells them apart."""
    numbers = [(one.doi.lower(), other.doi.lower()), (one.volume, other.volume), (one.pages, other.pages)]
    return all(not mine or not theirs or mine == theirs for mine, theirs in numbers)
