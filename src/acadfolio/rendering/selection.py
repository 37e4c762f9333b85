"""A section's entries and settings come in, the ones to show come out: filtered, sorted, numbered, limited, grouped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.model.dates import When
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import plain
from acadfolio.model.publication import ON_ITS_WAY, Publication
from acadfolio.model.values import Text
from acadfolio.rendering.grouping import Group, Grouping, field_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from acadfolio.problems import Location


TITLES = ("title", "course", "name", "degree", "role", "text")
"""What an entry is called, by what it has."""


class Selection(Struct, frozen=True):
    """What is shown at once, and what stands behind "show all"."""

    shown: tuple[Group, ...]
    rest: tuple[Group, ...]
    numbers: Mapping[Location, int] = field(default_factory=dict)
    """The number of each record by its `source_location`, through all groups; empty where they are not numbered."""


def select(entries: Sequence[Struct], filters: Mapping[str, Any], grouping: Grouping) -> Selection:
    """Choose and arrange a section's entries, as the settings say by which they are grouped."""
    settings = grouping.settings
    wanted = _sorted(chosen(entries, filters), settings.sort, grouping.language)
    limit = len(wanted) if settings.limit is None else settings.limit
    shown, rest = (grouping.groups(part) for part in (wanted[:limit], wanted[limit:]))
    return Selection(shown, rest, _numbers((*shown, *rest), settings.numbered))


def chosen(entries: Sequence[Struct], filters: Mapping[str, Any]) -> list[Struct]:
    """The entries of which every field holds what is asked of it."""
    return [entry for entry in entries if all(_matches(field_of(entry, key), value) for key, value in filters.items())]


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


def _sorted(entries: list[Any], order: str, language: str) -> list[Any]:
    """In the order wanted, the newest first among equals; as in the file what is equal in that too."""
    if order == "file":
        return entries
    if order == "oldest":
        return sorted(entries, key=_oldest)
    newest_first = sorted(entries, key=_newest, reverse=True)
    keys: dict[str, Callable[[Any], Any]] = {
        "title": lambda entry: _title(entry, language),
        "author": _family,
        "citations": _citations,
    }
    return sorted(newest_first, key=keys[order]) if order in keys else newest_first


def _when(entry: Any) -> When | None:
    when: When | None = entry.when if isinstance(entry, Publication) else getattr(entry, "date", None)
    return when


def _newest(entry: Any) -> tuple[Any, ...]:
    """Pinned entries, then papers that are to come and have no date yet, then what goes on, then the latest."""
    when = _when(entry)
    is_to_come = when is None and getattr(entry, "status", "published") in ON_ITS_WAY
    is_pinned = getattr(entry, "pinned", False)
    return is_pinned, is_to_come, when is not None, *(when.newest if when is not None else ())


def _oldest(entry: Any) -> tuple[Any, ...]:
    """Pinned entries, then the earliest; those without a date come last here too."""
    when = _when(entry)
    return not getattr(entry, "pinned", False), when is None, *(when.newest if when is not None else ())


def _title(entry: Any, language: str) -> str:
    title = next(filter(None, (getattr(entry, name, None) for name in TITLES)), "")
    return plain(title.in_language(language) if isinstance(title, Text) else str(title))


def _family(entry: Any) -> tuple[bool, str]:
    """By the family name of the first author; what has none comes last."""
    name = plain(parts_of(entry.authors[0]).family) if getattr(entry, "authors", ()) else ""
    return not name, name


def _citations(entry: Any) -> int:
    """The most cited first."""
    citations = getattr(entry, "citations", None)
    return -citations.count if citations is not None else 1


def _numbers(groups: Sequence[Group], numbered: str) -> dict[Location, int]:
    """Numbers in the order of the page. What stands in several groups has the same one in all of them."""
    if not numbered:
        return {}
    in_order = list(dict.fromkeys(entry.source_location for group in groups for entry in group.every))
    if numbered == "backwards":
        in_order.reverse()
    return {entry: number for number, entry in enumerate(in_order, 1)}
