"""The keys and values of a record as an author writes them: what `reading` reads back as the same record."""

from __future__ import annotations

from calendar import timegm
from typing import Any

from msgspec import Struct

from acadfolio.model.dates import Day, When
from acadfolio.model.record import defaults_of, fields_of, without_location
from acadfolio.model.values import Link, Text

DAY = 24 * 60 * 60
HOUR = 60 * 60


def values_of(record: Struct) -> dict[str, Any]:
    """The keys of a record that do not have their defaults.

    All values are texts, lists and mappings, except those of `extra`, which may have any type.
    """
    defaults = defaults_of(type(record))
    found = {}
    for key, field in fields_of(type(record)).items():
        value = getattr(record, field.name)
        is_left_out = value is None or value in ((), {}) or value == defaults[field.name]
        if not is_left_out:
            found[key] = dict(value) if key == "extra" else _written(value)
    return found


def _written(value: Any) -> Any:
    if isinstance(value, Text):
        return _written_text(value)
    if isinstance(value, When):
        return date_text(value)
    if isinstance(value, Struct):
        return _written_record(value)
    if isinstance(value, tuple):
        return _written_items(value)
    if isinstance(value, dict):
        return {key: _written(item) for key, item in value.items()}
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _written_text(text: Text) -> str | dict[str, str]:
    if [language for language, _ in text.by_language] == [""]:
        return text.by_language[0][1]
    return dict(text.by_language)


def _written_items(items: tuple[Any, ...]) -> Any:
    if all(isinstance(item, Link) for item in items):
        return {link.label: str(link.url) for link in items}
    return [_written(item) for item in items]


def _written_record(record: Struct) -> Any:
    """A record as a text, if a text makes the same one; else its keys."""
    values = values_of(record)
    from_text = getattr(record, "from_text", None)
    text = next(iter(values.values()), "")
    if from_text is None or len(values) != 1 or not isinstance(text, str):
        return values
    try:
        is_same = from_text(text) == without_location(record)
    except ValueError:
        return values
    return text if is_same else values


def date_text(when: When) -> str:
    """A date, a range or an academic year in our format."""
    if when.label:
        return when.label
    if when.instant:
        return _text_of_instant(when)
    if when.ongoing:
        return f"{_day_text(when.start)}.."
    return _day_text(when.start) + (f"..{_day_text(when.end)}" if when.end else "")


def _day_text(day: Day) -> str:
    return When(day).isoformat


def _text_of_instant(when: When) -> str:
    """A time with an offset from UTC, with which it is on its day."""
    day_start = timegm((*when.start, 0, 0, 0))
    day_end = day_start + DAY - 1
    in_utc = min(max(when.instant, day_start), day_end)
    offset = in_utc - when.instant
    if offset:
        minutes = round(offset / 60)
        if minutes * 60 != offset:  # Seconds have no place in an offset.
            minutes = offset // 60 + (1 if offset > 0 else 0)
            in_utc = when.instant + minutes * 60
        sign = "+" if minutes > 0 else "-"
        hours, rest = divmod(abs(minutes), 60)
        zone = f"{sign}{hours:02d}:{rest:02d}"
    else:
        zone = "Z"
    seconds = in_utc - day_start
    clock = f"{seconds // HOUR:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return f"{_day_text(when.start)} {clock}{zone}"
