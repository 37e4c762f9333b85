"""The publications of a list come in, what the form that searches it offers comes out: values with their counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.model.names import given_first, normal, plain, spellings
from acadfolio.model.publication import Kind
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from acadfolio.citations.papers import Paper
    from acadfolio.model.publication import Author
    from acadfolio.model.site import SectionSettings, Site
    from acadfolio.model.values import Text
    from acadfolio.problems import Location
    from acadfolio.rendering.selection import Selection

FILTERS = ("year", "kind", "venue", "author", "tag", "selected")
"""What a list can be filtered by, in the order of the form."""
KINDS = get_args(Kind)
LONG = {"archive": 20}
"""How many publications a list may have, by its view, before it has a form by itself."""
LONG_ELSEWHERE = 100
FEW = 10
"""So many papers that a line picks out have a form like those of the whole list."""
MOST_CHOICES = 100
"""When a filter has more, values of one publication alone are left to the search box."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Value(NamedTuple):
    """A value that publications have: the filter that offers it, how an address names it, and how a page does."""

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


class Finding(Struct, frozen=True):
    """The form of one list. Its choices are numbered through all filters; a publication names them by their numbers."""

    number: int
    """Which form of its page it is, from 1."""
    filters: tuple[Filter, ...]
    by_paper: Mapping[Location, str]

    @property
    def suffix(self) -> str:
        """What keeps its names apart from those of the page's other forms: nothing for the first one."""
        return str(self.number) if self.number > 1 else ""

    def choices_of(self, paper: Paper) -> str:
        """The numbers of a publication's choices, to base 36."""
        return self.by_paper[paper.record.source_location]


def is_searched(settings: SectionSettings, count: int) -> bool:
    """Whether a list of so many publications has a form: as the site says, else when it is long."""
    if settings.search is not None:
        return settings.search and count > 0
    return count > LONG.get(settings.view or "", LONG_ELSEWHERE)


def for_line(
    settings: SectionSettings, arguments: Mapping[str, Any], filters: Mapping[str, Any], selection: Selection
) -> SectionSettings:
    """The settings of one line: the form that its section asks for is not for a few papers that a line picks out."""
    picks = bool(filters) or "limit" in arguments
    count = sum(1 for group in selection.shown for _ in group.every)
    if picks and count < FEW and "search" not in arguments:
        return replace(settings, search=None if settings.search else settings.search)
    return settings


class Finder:
    """Makes the forms of one site. It knows authors by every spelling, so that each is offered once."""

    def __init__(self, site: Site) -> None:
        self.site, self.language = site, site.settings.language
        self.words = words_for(self.language)
        self.same = {
            spelling: normal(person.name)
            for person in site.people
            for name in (person.name, *person.variants)
            for spelling in spellings(name)
        }
        self.people = {normal(person.name): person.name for person in site.people if not _is_key(person.name)}
        self.authors: dict[str, Value] = {}
        self._own = _value_of(site.profile.name.in_language(self.language))

    def form(self, papers: Sequence[Paper], settings: SectionSettings, number: int) -> Finding:
        """The form of a list of publications."""
        names = settings.groups if settings.group_by == ("kind",) else {}
        values = [tuple(dict.fromkeys(self._values(paper, names))) for paper in papers]
        counts = Counter(value for of_paper in values for value in of_paper)
        offered = {name: _offered(name, counts, len(papers), tuple(names)) for name in FILTERS}
        in_order = [value for of_filter in offered.values() for value in of_filter]
        numbers = {value: _base36(place) for place, value in enumerate(in_order)}
        filters = tuple(
            Filter(name, tuple(Choice(value.value, value.label, counts[value]) for value in of_filter))
            for name, of_filter in offered.items()
            if of_filter
        )
        choices = [" ".join(filter(None, map(numbers.get, of_paper))) for of_paper in values]
        places = [paper.record.source_location for paper in papers]
        return Finding(number, filters, dict(zip(places, choices, strict=True)))

    def _values(self, paper: Paper, kind_names: Mapping[str, Text]) -> Iterator[Value]:
        record, when = paper.record, paper.when
        if when is not None:
            yield Value("year", str(when.year), str(when.year))
        yield Value("kind", record.kind, kind_names.get(record.kind) or self.words[f"kind:{record.kind}"])
        if paper.venue is not None and record.venue is not None:
            yield Value("venue", record.venue.in_language(self.language), paper.venue.name)
        for author, is_mine in zip(record.authors, paper.mine, strict=True):
            if is_mine:
                yield self._own
            elif found := self.authors.get(author.name) or self._author(author):
                yield found
        for tag in record.tags:
            yield Value("tag", tag, tag)
        if record.selected:
            yield Value("selected", "1", self.words["find:selected"])

    def _author(self, author: Author) -> Value | None:
        """One spelling for each author: the first one met, or that of `people.yml`. None for "and others"."""
        if not author.is_person:
            return None
        name = author.name
        person = next((self.same[spelling] for spelling in spellings(name) if spelling in self.same), normal(name))
        found = self.authors[name] = _value_of(self.people.setdefault(person, given_first(name)))
        return found


def _value_of(author: str) -> Value:
    return Value("author", author, author)


def _is_key(name: str) -> bool:
    """Whether this is how al-folio's `coauthors.yml` finds a family name (`Jane doe`): papers spell it."""
    given, _, family = name.rpartition(" ")
    return family.islower() and not given.islower()


def _offered(name: str, counts: Counter[Value], total: int, kind_order: tuple[str, ...]) -> list[Value]:
    """The values of a filter in their order, but for what every publication has."""
    found = [value for value in counts if value.filter == name and counts[value] < total]
    if name == "year":
        return sorted(found, key=lambda value: -int(value.value))
    if name == "kind":
        order = (*kind_order, *KINDS)
        return sorted(found, key=lambda value: order.index(value.value))
    if len(found) > MOST_CHOICES:
        found = [value for value in found if counts[value] > 1]
    return sorted(found, key=lambda value: (-counts[value], plain(value.value), value.value))


def _base36(number: int) -> str:
    digits = DIGITS[number % 36]
    return _base36(number // 36) + digits if number >= len(DIGITS) else digits
