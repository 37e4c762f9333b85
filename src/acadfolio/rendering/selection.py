"""Choose, sort, number and group the entries of a section."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.markdown.markup import escape_markdown
from acadfolio.model.dates import Day, When
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import fold
from acadfolio.model.publication import FORTHCOMING_STATUSES, Publication, date_of, matching_values
from acadfolio.model.section_kinds import section_kind
from acadfolio.model.terms import end_of_term
from acadfolio.model.values import Text
from acadfolio.model.years import FORTHCOMING, UNDATED, YEARS, place_of_year, year_of
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from acadfolio.model.site import SectionSettings, Site
    from acadfolio.problems import Location

Values = tuple[str, ...]
SEVERAL = frozenset({"tags", "categories"})
TITLES = ("title", "course", "name", "degree", "role", "text")
"""The fields with the title of an entry."""


class Group(Struct, frozen=True):
    """Entries with a common value; `title` is None for entries at the top without a heading."""

    title: Text | None
    entries: tuple[Any, ...]
    id: str = ""
    """The anchor of its heading, unique on the page."""
    groups: tuple[Group, ...] = ()
    """The groups within it; they follow its own entries."""
    level: int = 2
    """The level of its heading."""
    year: str = ""
    """The year of its publications, or that they have none, where lists are grouped by year."""

    @property
    def item_level(self) -> int:
        """The level of its entries' headings, if they have headings."""
        return self.level + 1 if self.title else self.level

    @property
    def every(self) -> Iterator[Any]:
        """Its entries and those of the groups within it."""
        yield from self.entries
        for group in self.groups:
            yield from group.every


def on_page(groups: Sequence[Group], years: Sequence[str]) -> tuple[Group, ...]:
    """The groups of these years: of publications, or of publications as templates see them."""
    return tuple(group for group in groups if group.year in years)


class Selection(Struct, frozen=True):
    """The entries that are shown, and those behind "show all"."""

    shown: tuple[Group, ...]
    rest: tuple[Group, ...]
    numbers: Mapping[Location, int] = field(default_factory=dict)
    """The number of each record by its `source_location`, across groups; empty if they are not numbered."""

    @property
    def every(self) -> Iterator[Any]:
        """All entries, repeated if they are in several groups."""
        for group in (*self.shown, *self.rest):
            yield from group.every


def select(entries: Sequence[Struct], filters: Mapping[str, Any], grouping: Grouping) -> Selection:
    """Choose and arrange the entries of a section by its settings.

    `filters` has for each field the value that an entry must have.
    """
    settings = grouping.settings
    chosen = [
        entry
        for entry in entries
        if all(_matches(field_of(entry, key), filters[key]) for key in filters)
    ]
    chosen = in_order_of(chosen, settings.sort, grouping.language)[settings.offset :]
    limit = len(chosen) if settings.limit is None else settings.limit
    selection = Selection(grouping.groups(chosen[:limit]), grouping.groups(chosen[limit:]))
    return Selection(selection.shown, selection.rest, _numbers(selection, settings.numbered))


def field_of(entry: Any, key: str) -> Any:
    """A field's value. A publication may have its year in `year` or in `date`."""
    return entry.when if key in YEARS and isinstance(entry, Publication) else getattr(entry, key)


def _matches(value: Any, wanted: Any) -> bool:
    """Whether a field has the value of a filter, or one of its values, in any language and in any item of a list."""
    if isinstance(wanted, list):
        return any(_matches(value, each) for each in wanted)
    if isinstance(value, tuple):
        return any(_matches(item, wanted) for item in value)
    if isinstance(value, bool | None):
        return isinstance(wanted, bool | None) and bool(value) == bool(wanted)
    return str(wanted) in matching_values(value)


def in_order_of(entries: list[Any], order: str | None, language: str) -> list[Any]:
    """The entries in the order of `sort`; among equals the newest first, then in the order of the file.

    Terms sort only if the order is given: by default, courses stay in the order of the file.
    """
    if order == "file":
        return entries
    if order in {"date", "oldest"} and any(map(_latest_term, entries)):
        with_terms = sorted(
            filter(_latest_term, entries), key=_latest_term, reverse=order == "date"
        )
        return with_terms + [entry for entry in entries if not _latest_term(entry)]
    if order == "oldest":
        return sorted(entries, key=_oldest_first)
    newest_first = sorted(entries, key=_newest_last, reverse=True)
    keys: dict[str, Callable[[Any], Any]] = {
        "title": partial(_title, language=language),
        "author": _family_name,
        "citations": _fewest_citations,
    }
    return sorted(newest_first, key=keys[order]) if order and order in keys else newest_first


def _latest_term(entry: Any) -> tuple[Day, ...]:
    """A sort key: the latest and the earliest term of a course; empty without a term that has a year."""
    days = sorted(filter(None, map(end_of_term, getattr(entry, "terms", ()))))
    return (days[-1], days[0]) if days else ()


def _newest_last(entry: Any) -> tuple[Any, ...]:
    """A sort key: pinned entries, then forthcoming papers without a date, then ranges until now, then the latest."""
    when = date_of(entry)
    is_upcoming = when is None and getattr(entry, "status", "published") in FORTHCOMING_STATUSES
    is_pinned = getattr(entry, "pinned", False)
    return is_pinned, is_upcoming, when is not None, *(when.newest if when is not None else ())


def _oldest_first(entry: Any) -> tuple[Any, ...]:
    """A sort key: pinned entries, then the earliest; entries without a date come last."""
    when = date_of(entry)
    return (
        not getattr(entry, "pinned", False),
        when is None,
        *(when.newest if when is not None else ()),
    )


def _title(entry: Any, language: str) -> str:
    title = next(filter(None, (getattr(entry, name, None) for name in TITLES)), "")
    return fold(title.in_language(language) if isinstance(title, Text) else str(title))


def _family_name(entry: Any) -> tuple[bool, str]:
    """A sort key: the family name of the first author; entries without authors come last."""
    name = fold(parts_of(entry.authors[0]).family) if getattr(entry, "authors", ()) else ""
    return not name, name


def _fewest_citations(entry: Any) -> int:
    """A sort key: the most cited entries first, those without a count last."""
    citations = getattr(entry, "citations", None)
    return -citations.count if citations is not None else 1


def _numbers(selection: Selection, numbered: str) -> dict[Location, int]:
    """Numbers in the order of the page.

    An entry in several groups has the same number in all of them.
    """
    if not numbered:
        return {}
    places = list(dict.fromkeys(entry.source_location for entry in selection.every))
    if numbered == "backwards":
        places.reverse()
    return {place: number for number, place in enumerate(places, 1)}


class Grouping(Struct, frozen=True):
    """How the entries of one list are grouped: by their fields, each group with a heading."""

    settings: SectionSettings
    site: Site
    section: str

    @property
    def language(self) -> str:
        return self.site.settings.language

    @property
    def _has_tag_groups(self) -> bool:
        """Whether groups by tags are as on the page of all tags."""
        return section_kind(self.section).tag_groups

    def groups(self, entries: Sequence[Any]) -> tuple[Group, ...]:
        """The groups, those of the second field inside those of the first.

        Some sections have one heading for all fields.
        """
        fields = self.settings.group_by or ()
        if not entries:
            return ()
        is_joined = fields and section_kind(self.section).joined
        return self._groups(entries, (fields,) if is_joined else tuple((name,) for name in fields))

    def _groups(self, entries: Sequence[Any], levels: tuple[Values, ...]) -> tuple[Group, ...]:
        if not levels:
            return (Group(None, tuple(entries)),)
        fields, deeper = levels[0], levels[1:]
        by_values = self._by_values(entries, fields)
        groups: list[Group] = []
        for values in self._ordered(by_values, fields):
            inner = self._groups(by_values[values], deeper)
            title = self._title(fields, values, by_values[values][0])
            if title is None:
                groups += inner
                continue
            own = (
                inner[0].entries if inner[0].title is None else ()
            )  # They are before the groups within it.
            year = values[0] if fields[0] in YEARS else ""
            groups.append(Group(title, own, groups=inner[1:] if own else inner, year=year))
        return tuple(groups)

    def _by_values(self, entries: Sequence[Any], fields: Values) -> dict[Values, list[Any]]:
        found: dict[Values, list[Any]] = {}
        for entry in entries:
            for values in self._values(entry, fields):
                found.setdefault(values, []).append(entry)
        return found

    def _ordered(self, found: Iterable[Values], fields: Values) -> list[Values]:
        """The order of groups: without a value, the site's `groups`, then years by time, others as they occur."""
        if self._has_tag_groups and fields[0] in SEVERAL:
            found = sorted(found)
        if fields[0] in YEARS and self.settings.sort != "file":
            oldest_first = self.settings.sort == "oldest"
            found = sorted(
                found, key=lambda values: place_of_year(values[0], oldest_first=oldest_first)
            )
        places = {name: place for place, name in enumerate(self.settings.groups)}
        return sorted(found, key=lambda values: (any(values), places.get(values[0], len(places))))

    def _values(self, entry: Any, fields: Values) -> list[Values]:
        """The values by which an entry is grouped; for tags, an entry can be in several groups, and a post in none."""
        if fields[0] not in SEVERAL:
            return [tuple(self._group_value(entry, key) for key in fields)]
        values: list[Values] = [(name,) for name in dict.fromkeys(getattr(entry, fields[0]))]
        return values if values or self._has_tag_groups else [("",)]

    def _group_value(self, entry: Any, key: str) -> str:
        if key in YEARS and isinstance(entry, Publication):
            return year_of(entry)
        return self._value(field_of(entry, key))

    def _value(self, value: Any) -> str:
        if isinstance(value, Text):
            return value.in_language(self.language)
        if isinstance(value, When):
            return str(value.year)
        return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value or "")

    def _title(self, fields: Values, values: Values, entry: Any) -> Text | None:
        if not any(values):
            return None
        if len(values) == 1 and (title := self._known_title(fields[0], values[0])):
            return title
        words = [
            self._word(key, value, entry)
            for key, value in zip(fields, values, strict=True)
            if value
        ]
        separator = (
            f" {words_for(self.language)['at']} " if fields == ("role", "institution") else ", "
        )
        return Text.of(separator.join(words))

    def _known_title(self, key: str, value: str) -> Text | None:
        """The title for a value in the site's `groups` or `venues.yml`."""
        if key in YEARS and value in {FORTHCOMING, UNDATED}:
            return self.settings.groups.get(
                value, Text.of(words_for(self.language)[f"years:{value}"])
            )
        venue = self.site.venues.get(value) if key == "venue" else None
        return self.settings.groups.get(value, venue.name if venue else None)

    def _word(self, key: str, value: str, entry: Any) -> str:
        """The value of an entry as Markdown, in the site's language if it is one of acadfolio's own values."""
        words = words_for(self.language)
        if isinstance(entry, Publication) and key == "kind":
            return words[f"kind:{value}"]
        if key == "status":
            own = self.site.settings.statuses.words.get(value)
            word = own.in_language(self.language) if own else words[value]
            return word[:1].upper() + word[1:]
        if key == "selected":
            return words["find:selected"]
        return value if isinstance(field_of(entry, key), Text) else escape_markdown(value)
