"""Entries in their order come in, groups of them come out: by their fields, each with a heading and in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.model.dates import When
from acadfolio.model.publication import Publication
from acadfolio.model.values import Text
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from acadfolio.model.publication import Venue
    from acadfolio.model.site import SectionSettings

Values = tuple[str, ...]
YEARS = frozenset({"date", "year"})
JOINED = "teaching"
"""The section whose fields make one heading together: a role at an institution."""


class Group(Struct, frozen=True):
    """Entries that share a value; `title` is None for those that stand in front without a heading."""

    title: Text | None
    entries: tuple[Any, ...]
    id: str = ""
    """The anchor of its heading; no other on the page has it."""
    groups: tuple[Group, ...] = ()
    """The groups within it; they follow its own entries."""
    level: int = 2
    """The level of its heading."""

    @property
    def item_level(self) -> int:
        """The level of its entries' headings, where they have some."""
        return self.level + 1 if self.title else self.level

    @property
    def every(self) -> Iterator[Any]:
        """Its entries and those of the groups within it."""
        yield from self.entries
        for group in self.groups:
            yield from group.every


def field_of(entry: Any, key: str) -> Any:
    """A field's value. A publication's year and date are one: either may be the one that was written."""
    return entry.when if key in YEARS and isinstance(entry, Publication) else getattr(entry, key)


class Grouping(Struct, frozen=True):
    """How the entries of one list are grouped."""

    settings: SectionSettings
    section: str = ""
    language: str = ""
    venues: Mapping[str, Venue] = field(default_factory=dict)
    """Their names, by the keys that publications name."""
    statuses: Mapping[str, Text] = field(default_factory=dict)
    """The site's own words for how far publications have come."""

    def groups(self, entries: Sequence[Any]) -> tuple[Group, ...]:
        """The groups, those of the second field within those of the first. Teaching has one heading of all fields."""
        fields = self.settings.group_by or ()
        if not entries:
            return ()
        is_joined = fields and self.section == JOINED
        return self._groups(entries, (fields,) if is_joined else tuple((name,) for name in fields))

    def _groups(self, entries: Sequence[Any], levels: tuple[Values, ...]) -> tuple[Group, ...]:
        if not levels:
            return (Group(None, tuple(entries)),)
        fields, deeper = levels[0], levels[1:]
        by_values: dict[Values, list[Any]] = {}
        for entry in entries:
            for values in self._values(entry, fields):
                by_values.setdefault(values, []).append(entry)
        found: list[Group] = []
        for values in self._ordered(by_values, fields):
            inner = self._groups(by_values[values], deeper)
            title = self._title(fields, values)
            found += [_around(title, inner)] if title else inner
        return tuple(found)

    def _ordered(self, found: Iterable[Values], fields: Values) -> list[Values]:
        """Entries without a value in front, then the site's `groups`, then years as time goes, others as they come."""
        named = list(self.settings.groups)
        by_year = fields[0] in YEARS and self.settings.sort != "file"
        direction = 1 if self.settings.sort == "oldest" else -1

        def place(values: Values) -> tuple[bool, int, int]:
            first = values[0]
            year = direction * int(first) if by_year and first else 0
            return any(values), named.index(first) if first in named else len(named), year

        is_of_posts = self.section == "posts" and fields == ("tags",)  # As on the page of all tags.
        return sorted(sorted(found) if is_of_posts else found, key=place)

    def _values(self, entry: Any, fields: Values) -> list[Values]:
        """What an entry has; several, where it stands in several groups: one for each of its tags."""
        if fields == ("tags",):
            return [(tag,) for tag in dict.fromkeys(entry.tags)] or [("",)]
        return [tuple(self._value(field_of(entry, key)) for key in fields)]

    def _value(self, value: Any) -> str:
        if isinstance(value, Text):
            return value.in_language(self.language)
        if isinstance(value, When):
            return str(value.year)
        if isinstance(value, tuple):
            return ", ".join(str(item) for item in value)
        return str(value) if value else ""

    def _title(self, fields: Values, values: Values) -> Text | None:
        if not any(values):
            return None
        if len(values) == 1 and values[0] in self.settings.groups:
            return self.settings.groups[values[0]]
        if len(values) == 1 and fields[0] == "venue" and values[0] in self.venues:
            return self.venues[values[0]].name
        words = words_for(self.language)
        given = [self._said(key, value) for key, value in zip(fields, values, strict=True) if value]
        return Text.of((f" {words['at']} " if fields == ("role", "institution") else ", ").join(given))

    def _said(self, key: str, value: str) -> str:
        """A value in the words of the site's language, where it is one that acadfolio gives."""
        words = words_for(self.language)
        if self.section == "publications" and key == "kind":
            return words[f"kind:{value}"]
        if key == "status":
            word = self.statuses[value].in_language(self.language) if value in self.statuses else words[value]
            return word[:1].upper() + word[1:]
        return words["find:selected"] if key == "selected" else value


def _around(title: Text, inner: tuple[Group, ...]) -> Group:
    """A group with others in it; the first of them is its own entries when it has no heading."""
    first = inner[0]
    return Group(title, (), groups=inner) if first.title else Group(title, first.entries, groups=inner[1:])
