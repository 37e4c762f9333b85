"""Dates as academics write them: `2024`, `2024-06-14`, `2019-06..`, `2022/23 Fall`. Text in, a sortable record out."""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple, Self

from msgspec import Struct

from acadfolio.model.values import words_for


class Day(NamedTuple):
    """A year, a month or a day; 0 where it is not said."""

    year: int
    month: int = 0
    day: int = 0


DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
LEAP_CYCLE, CENTURY, LEAP_CENTURY = 4, 100, 400
MONTHS = 12
# When a term of an academic year ends, for sorting only: its last month.
TERM_ENDS = {"winter": 3, "spring": 6, "trinity": 6, "summer": 9, "fall": 12, "autumn": 12, "michaelmas": 12}

ONE_DAY = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ]\d{1,2}:\d{2}.*)?")
ACADEMIC_YEAR = re.compile(r"(\d{4})[/–](\d{4}|\d{2})(?:\s+(.+))?")
ORDERS = [
    re.compile(pattern)
    for pattern in (
        r"(?:(?P<day>\d{1,2})[./])?(?P<month>\d{1,2})[./](?P<year>\d{4})",
        r"(?P<year>\d{4})[./](?P<month>\d{1,2})(?:[./](?P<day>\d{1,2}))?",
        r"(?:(?P<day>\d{1,2})\.?\s+)?(?P<month>[A-Za-z]{3})[a-z]*\.?\s+(?P<year>\d{4})",
        r"(?P<month>[A-Za-z]{3})[a-z]*\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})",
        r"(?P<year>\d{4}),?\s+(?P<month>[A-Za-z]{3})[a-z]*\.?\s+(?P<day>\d{1,2})",
    )
]
"""Dates as others write them: `14.06.2024`, `2024/06/14`, `14 June 2024`, `June 14th, 2024`, `2024, June 14`."""
MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {ord("〜"): "~", ord("\u3000"): " "}
"""ASCII symbols in the width of Chinese characters: `０`, `－`, `～`."""
WITH_UNITS = re.compile(r"(\d{4})\s*[年년]\s*(?:(\d{1,2})\s*[月월]\s*(?:(\d{1,2})\s*[日号號일])?)?")
UNTIL = re.compile(r"(?i)\s*(?:[~至到–—]+|\s-\s|-(?=\d{4}|[^\W\d]|\Z)|\s(?:to|until)\s)\s*")
"""What stands between the two dates of a range."""
HOW = "write `2024`, `2024-06`, `2024-06-14`, a range `2019-06..2022-04`, or `2019-06..` until now"


class When(Struct, frozen=True):
    """A date, a month, a year, a range of them, or an academic year; `start` alone is a point in time.

    `ongoing` ranges have no end yet. `label` is set for what is shown as it was written (`2022/23 Fall`).
    """

    start: Day
    end: Day | None = None
    ongoing: bool = False
    label: str = ""

    RULE: ClassVar[str] = "invalid-date"
    SCHEMA: ClassVar[dict[str, object]] = {
        "description": "2024, 2024-06, 2024-06-14, 2019-06..2022-04, 2019-06.. (until now), 2022/23 or 2022/23 Fall",
        "anyOf": [
            {
                "type": "string",
                "pattern": r"^\d{4}(-\d{1,2}(-\d{1,2})?)?([T ]\d{1,2}:\d{2}.*)?(\.\.[\d-]*)?$|^\d{4}[/–]\d{2,4}( .+)?$",
            },
            {"type": "integer", "minimum": 1000, "maximum": 9999},
        ],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError with what is wrong and, as its second argument, how a date is written."""
        text = text.strip()
        if ".." in text:
            first, _, last = text.partition("..")
            return cls._range(first.strip(), last.strip().lstrip("."))
        if academic := ACADEMIC_YEAR.fullmatch(text):
            return cls._academic_year(text, academic)
        return cls(_day(text))

    @classmethod
    def _range(cls, first: str, last: str) -> Self:
        start = _day(first)
        if not last:
            return cls(start, ongoing=True)
        if last.isalpha():
            raise ValueError("is not a range of dates", f"write `{first}..` if it is ongoing")
        end = _day(last)
        if latest(end) < start:
            raise ValueError("ends before it starts", f"did you mean `{last}..{first}`?")
        return cls(start, end)

    @classmethod
    def _academic_year(cls, text: str, match: re.Match[str]) -> Self:
        first, second, term = match.groups()
        year, following = int(first), int(second if len(second) > len("23") else first[:2] + second)
        if following % CENTURY != (year + 1) % CENTURY:
            hint = f"write `{year}/{(year + 1) % CENTURY:02d}`, or a range as `{year}..{following}`"
            raise ValueError("is not an academic year", hint)
        ends = next((month for name, month in TERM_ENDS.items() if term and name in term.lower()), 0)
        autumn = ends == MONTHS
        end = Day(year, MONTHS) if autumn else Day(year + 1, ends or TERM_ENDS["summer"])
        return cls(Day(year, 9), end, label=text)

    @property
    def newest(self) -> tuple[bool, Day, Day]:
        """What "newest first" compares: what goes on now, then the latest end, then the latest start."""
        start = latest(self.start)
        return self.ongoing, latest(self.end) if self.end else start, start

    @property
    def year(self) -> int:
        return (self.end or self.start).year

    @property
    def years(self) -> str:
        """The year; of several the first and the last one, as `1994–2003`, and an academic year as it is written.

        What goes on has no last one yet: `1919–`.
        """
        if self.label:
            return self.label if " " not in self.label else str(self.year)
        if self.ongoing:
            return f"{self.start.year}–"
        is_one = self.end is None or self.end.year == self.start.year
        return str(self.year) if is_one else f"{self.start.year}–{self.year}"

    def __str__(self) -> str:
        """What filters of Jinja's own make something of."""
        return self.label or (self.years if self.end or self.ongoing else self.isoformat)

    @property
    def isoformat(self) -> str:
        """For `<time datetime>` and feeds: as much of the start as was said, which is no month of an academic year."""
        year, month, day = Day(self.start.year) if self.label else self.start
        return f"{year:04d}" + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if day else "")


class LastChange(str):
    """When a site was last changed, as its author says it: a date in ISO form, `newest`, or empty for nothing."""

    SCHEMA: ClassVar[dict[str, object]] = {
        "anyOf": [
            {"type": "string", "pattern": r"^\d{4}(-\d{1,2}(-\d{1,2})?)?$"},
            {"type": "integer", "minimum": 1000, "maximum": 9999},
            {"type": "boolean"},
        ]
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for what is neither a date nor a truth."""
        said = words_for("newest").get(text.strip().lower())
        if said is not None:
            return cls(said)
        when = When.parse(text)
        if when.end or when.ongoing:
            raise ValueError("is not a single date", "write a day such as `2026-11-20`, or `false` to show none")
        return cls(when.isoformat)


def is_to_come(when: When | None, today: Day) -> bool:
    """Whether this begins after today; the current month or year, of which no day is known, does not."""
    return when is not None and when.start > today


def latest(day: Day) -> Day:
    """The last day that a year or a month may mean."""
    month = day.month or MONTHS
    return day if day.day else Day(day.year, month, DAYS[month - 1])


def _day(text: str) -> Day:
    match = ONE_DAY.fullmatch(text)
    if not match:
        raise ValueError("is not a date", _advice(text))
    year, month, day = (int(number or 0) for number in match.groups())
    if match[2] and not 1 <= month <= MONTHS:
        raise ValueError(f"is not a date: there is no month {match[2]}", "write year, month and day: `2024-06-14`")
    if match[3] and not 1 <= day <= _days_of(year, month):
        raise ValueError(f"is not a date: {year:04d}-{month:02d} has {_days_of(year, month)} days")
    return Day(year, month, day)


def _days_of(year: int, month: int) -> int:
    leap = year % LEAP_CYCLE == 0 and (year % CENTURY != 0 or year % LEAP_CENTURY == 0)
    return DAYS[month - 1] - (month == 2 and not leap)  # noqa: PLR2004


def in_digits(text: str) -> str:
    """A date of Chinese, Japanese or Korean with hyphens in the place of its words: `2013-11` for `2013年11月`."""
    if text.isascii():
        return text
    return WITH_UNITS.sub(_with_hyphens, text.translate(FULL_WIDTH))


def _with_hyphens(day: re.Match[str]) -> str:
    return "-".join(f"{int(part):02d}" for part in day.groups() if part)


def meant_by(text: str) -> str:
    """A date in another order, in words or with another dash, as it is written here; empty where none can be seen."""
    text = in_digits(text).strip()
    if meant := _meant_day(text):
        return meant
    start, *rest = UNTIL.split(text, maxsplit=1)
    if not rest or not (start := _meant_day(start)):
        return ""
    if not rest[0] or rest[0].isalpha():  # `now`, `至今`
        return f"{start}.."
    end = _meant_day(rest[0])
    return f"{start}..{end}" if end else ""


def _meant_day(text: str) -> str:
    if ONE_DAY.fullmatch(text):
        return text
    for order in ORDERS:
        if found := order.fullmatch(text):
            return _written(**found.groupdict())
    return ""


def _written(year: str, month: str, day: str | None) -> str:
    """The date, of a month as a number or the beginning of its name; empty where there is no such month."""
    number = int(month) if month.isdecimal() else 0
    if month.lower() in MONTH_NAMES:
        number = MONTH_NAMES.index(month.lower()) + 1
    if not 1 <= number <= MONTHS:
        return ""
    return f"{year}-{number:02d}" + (f"-{int(day):02d}" if day else "")


def _advice(text: str) -> str:
    meant = meant_by(text)
    if not meant:
        return HOW
    try:
        When.parse(meant)
    except ValueError as error:  # Advice that would be refused itself is none.
        return str(error.args[-1]).removeprefix("is not a date: ")
    return f"write it as `{meant}`"
