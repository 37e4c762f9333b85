"""Dates of CVs: as two days in ISO 8601, and back as one date of ours."""

from __future__ import annotations

import re

from acadfolio.model.dates import Day, When, is_date, suggested_date

NOW = frozenset({"present", "now", "today", "current", "ongoing", "heute", "aujourd'hui", "至今"})
ISO_TIME = re.compile(r"(\d{4}-\d{2}-\d{2})T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?")
"""A time, of which only the day counts in a CV."""
SPACED_RANGE = re.compile(r"(.+?)\s*(?:\s[-–—]\s|[–—]|\s+to\s+)\s*(.+)")
YEARS = re.compile(r"(\d{4})-(\d{4})")


def iso_day(day: Day) -> str:
    """The known parts of a day."""
    return When(day).isoformat


def span_of(when: When | None) -> tuple[str, str]:
    """The start and the end in ISO 8601; without an end if it lasts until now.

    An academic year has the years of both.
    """
    if when is None or not when.start.year:
        return "", ""
    if when.label:
        return iso_day(Day(when.start.year)), iso_day(Day((when.end or when.start).year))
    start = iso_day(when.start)
    if when.ongoing:
        return start, ""
    return start, iso_day(when.end) if when.end else start


def date_of(start: str, end: str) -> str | None:
    """One date of ours for a start and an end; None if they are no dates, or the wrong way round.

    Without an end, it lasts until now.
    """
    first, last = day_of(start), day_of(end)
    if first is None or last is None:
        return None
    if not first:
        date = last
    elif not last:
        date = f"{first}.."
    else:
        date = first if first == last else f"{first}..{last}"
    return date if is_date(date) else None


def single_date_of(text: str) -> str | None:
    """One date of ours for a text such as `2019 - 2023` or `Sept. 2020 – present`; None if it is no date."""
    text = " ".join(text.split())
    if is_date(text):
        return text
    if found := YEARS.fullmatch(text) or SPACED_RANGE.fullmatch(text):
        return date_of(found[1], found[2])
    return suggested_date(text) or None


def day_of(text: str) -> str | None:
    """A day of ours; empty for none and for today, None for a text that is no day."""
    text = " ".join(text.split())
    if text.lower() in NOW:
        return ""
    if found := ISO_TIME.fullmatch(text):
        text = found[1]
    if not text or (is_date(text) and ".." not in text):
        return text
    return suggested_date(text) or None
