"""A section's entries and settings come in, the ones to show come out: filtered, sorted, limited and grouped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from acadfolio.records.dates import When
from acadfolio.records.publication import Publication
from acadfolio.records.values import Text
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from msgspec import Struct

    from acadfolio.records.site import SectionSettings


@dataclass(frozen=True, slots=True)
class Group:
    """Entries that share a value; `title` is None for those that stand in front without a heading."""

    title: Text | None
    entries: tuple[Any, ...]
    id: str = ""
    """The anchor of its heading; no other on the page has it."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What is shown at once, and what stands behind "show all"."""

    shown: tuple[Group, ...]
    rest: tuple[Group, ...]


def select(
    entries: Sequence[Struct], settings: SectionSettings, filters: Mapping[str, Any], section: str, language: str
) -> Selection:
    """Choose and arrange a section's entries."""
    wanted = [entry for entry in entries if all(_matches(_field(entry, key), value) for key, value in filters.items())]
    if settings.sort == "date":
        wanted.sort(key=_newest, reverse=True)
    limit = len(wanted) if settings.limit is None else settings.limit
    arranged = (_grouped(part, settings, section, language) for part in (wanted[:limit], wanted[limit:]))
    return Selection(*arranged)


def _field(entry: Any, key: str) -> Any:
    """A field's value. A publication's year and date are one: either may be the one that was written."""
    return entry.when if key in {"date", "year"} and isinstance(entry, Publication) else getattr(entry, key)


def _matches(value: Any, wanted: Any) -> bool:
    """Whether a field holds what a section line asks for, in any language and in any item of a list."""
    if isinstance(value, Text):
        return any(text == str(wanted) for _, text in value.by_language)
    if isinstance(value, When):
        return str(value.year) == str(wanted) or value.isoformat == str(wanted)
    if isinstance(value, tuple):
        return any(_matches(item, wanted) for item in value)
    if isinstance(value, bool) or value is None:
        return bool(value) is bool(wanted) if isinstance(wanted, bool) or wanted is None else False
    return str(value) == str(wanted)


def _newest(entry: Any) -> tuple[Any, ...]:
    """Pinned entries, then what goes on, then the latest. `sort` is stable: equal dates stay as the file has them."""
    when = entry.when if isinstance(entry, Publication) else getattr(entry, "date", None)
    return getattr(entry, "pinned", False), when is not None, *(when.newest if when is not None else ())


def _grouped(entries: list[Any], settings: SectionSettings, section: str, language: str) -> tuple[Group, ...]:
    if not entries:
        return ()
    if not settings.group_by:
        return (Group(None, tuple(entries)),)
    by_value: dict[tuple[str, ...], list[Any]] = {}
    for entry in entries:
        by_value.setdefault(tuple(_value(entry, key, language) for key in settings.group_by), []).append(entry)
    order = _order(by_value, settings)
    return tuple(Group(_title(values, settings, section, language), tuple(by_value[values])) for values in order)


def _order(found: Iterable[tuple[str, ...]], settings: SectionSettings) -> list[tuple[str, ...]]:
    """Entries without a value in front, then the site's `groups`, then the others as they come."""
    named = list(settings.groups)
    return sorted(found, key=lambda values: (any(values), named.index(values[0]) if values[0] in named else len(named)))


def _value(entry: Any, key: str, language: str) -> str:
    value = _field(entry, key)
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, When):
        return str(value.year)
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    return "" if value is None else str(value)


def _title(values: tuple[str, ...], settings: SectionSettings, section: str, language: str) -> Text | None:
    if not any(values):
        return None
    if len(values) == 1 and values[0] in settings.groups:
        return settings.groups[values[0]]
    words = words_for(language)
    given = [
        words[f"kind:{value}"] if section == "publications" and key == "kind" else value
        for key, value in zip(settings.group_by or (), values, strict=True)
        if value
    ]
    between = f" {words['at']} " if settings.group_by == ("role", "institution") else ", "
    return Text.of(between.join(given))
