"""The form that searches a list of publications: its filters, and how many publications have each value."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, get_args

from msgspec import Struct

from acadfolio.model.names import fold, given_first, normal, spellings
from acadfolio.model.publication import Author, Kind
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from acadfolio.citations.papers import Paper
    from acadfolio.model.site import SectionSettings, Site
    from acadfolio.model.values import Text
    from acadfolio.problems import Location

FILTERS = ("year", "kind", "venue", "author", "tag", "selected")
"""The filters of a list, in the order of the form."""
KINDS = get_args(Kind)
LONG = {"archive": 20}
"""How many publications a list may have, by its view, before it has a form by default."""
LONG_ELSEWHERE = 100
MOST_CHOICES = 100
"""With more choices than this, values of a single publication are omitted from the filter."""


class Value(Struct, frozen=True):
    """A value of publications: its filter, its name in a URL, and its label."""

    filter: str
    value: str
    label: Text | str


class Choice(Struct, frozen=True):
    """A value that a filter offers, and how many publications have it."""

    value: str
    label: Text | str
    count: int


class Filter(Struct, frozen=True):
    """One filter of the form."""

    name: str
    choices: tuple[Choice, ...]


class SearchForm(Struct, frozen=True):
    """The form of one list. Its choices are numbered through all filters."""

    number: int
    """Which form of its page it is, from 1."""
    filters: tuple[Filter, ...]
    choices: Mapping[Location, str]
    """The numbers of each publication's choices, by its `source_location`."""

    @property
    def suffix(self) -> str:
        """The suffix that makes its names unique on the page; empty for the first form."""
        return str(self.number) if self.number > 1 else ""

    def choice_numbers(self, paper: Paper) -> str:
        """The numbers of a publication's choices."""
        return self.choices[paper.record.source_location]


def has_search_form(settings: SectionSettings, count: int) -> bool:
    """Whether a list of so many publications has a form: by default if it is long."""
    if settings.search is not None:
        return settings.search and count > 0
    return count > LONG.get(settings.view or "", LONG_ELSEWHERE)


class SearchForms:
    """Makes the forms of one site.

    It recognises authors by every spelling, so that each is offered once.
    """

    def __init__(self, site: Site) -> None:
        self.language = site.settings.language
        self.words = words_for(self.language)
        self.me = _author_value(site.profile.name.in_language(self.language))
        self.people: dict[str, str] = {}
        """The name of each person as the form writes it, by their normalised name."""
        self.normal_names: dict[str, str] = {}
        """The normalised name of each person of `people.yml`, by every spelling."""
        for person in site.people:
            if not _is_key(person.name):
                self.people[normal(person.name)] = person.name
            for name in (person.name, *person.variants):
                self.normal_names |= dict.fromkeys(spellings(name), normal(person.name))

    def form(self, papers: Sequence[Paper], settings: SectionSettings, number: int) -> SearchForm:
        """The form of a list of publications."""
        kind_names = settings.groups if settings.group_by == ("kind",) else {}
        values = [tuple(dict.fromkeys(self._values(paper, kind_names))) for paper in papers]
        counts = Counter(chain.from_iterable(values))
        offered = {name: _offered(name, counts, len(papers), tuple(kind_names)) for name in FILTERS}
        filters = [_filter(name, offered[name], counts) for name in FILTERS if offered[name]]
        numbers = {
            value: str(place) for place, value in enumerate(chain.from_iterable(offered.values()))
        }
        lines = [" ".join(filter(None, map(numbers.get, of_paper))) for of_paper in values]
        places = [paper.record.source_location for paper in papers]
        return SearchForm(number, tuple(filters), dict(zip(places, lines, strict=True)))

    def _values(self, paper: Paper, kind_names: Mapping[str, Text]) -> Iterator[Value]:
        record = paper.record
        if paper.when is not None:
            yield Value("year", str(paper.when.year), str(paper.when.year))
        yield Value(
            "kind", record.kind, kind_names.get(record.kind, self.words[f"kind:{record.kind}"])
        )
        if paper.venue is not None and record.venue is not None:
            yield Value("venue", record.venue.in_language(self.language), paper.venue.name)
        yield from self._authors(paper)
        yield from (Value("tag", tag, tag) for tag in record.tags)
        if record.selected:
            yield Value("selected", "1", self.words["find:selected"])

    def _authors(self, paper: Paper) -> Iterator[Value]:
        for author in paper.authors:
            if author.me:
                yield self.me
            elif author.record and author.is_person:
                yield self.author(author.record)

    def author(self, author: Author) -> Value:
        """One spelling for each author: that of `people.yml`, else the first one found."""
        known = filter(None, map(self.normal_names.get, spellings(author.name)))
        name = next(known, None) or normal(author.name)
        return _author_value(self.people.setdefault(name, given_first(author.name)))


def _filter(name: str, values: list[Value], counts: Counter[Value]) -> Filter:
    return Filter(name, tuple(Choice(value.value, value.label, counts[value]) for value in values))


def _author_value(author: str) -> Value:
    return Value("author", author, author)


def _is_key(name: str) -> bool:
    """Whether this is a key of al-folio's `coauthors.yml` (`Jane doe`), not a name as papers spell it."""
    given, _, family = name.rpartition(" ")
    return family.islower() and not given.islower()


def _offered(
    name: str, counts: Counter[Value], total: int, kind_order: tuple[str, ...]
) -> list[Value]:
    """The values of a filter in their order, without those that every publication has."""
    found = [value for value in counts if value.filter == name and counts[value] < total]
    if name == "year":
        return sorted(found, key=lambda value: -int(value.value))
    if name == "kind":
        order = (*kind_order, *KINDS)
        return sorted(found, key=lambda value: order.index(value.value))
    if len(found) > MOST_CHOICES:
        found = [value for value in found if counts[value] > 1]
    return sorted(found, key=lambda value: (-counts[value], fold(value.value), value.value))
