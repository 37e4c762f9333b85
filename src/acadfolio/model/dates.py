"""Parse dates: `2024`, `2024-06-14`, ranges `2019-06..`, academic years `2022/23 Fall`."""

import os
import re
import time
from calendar import monthrange, timegm
from typing import ClassVar, NamedTuple, Self

from msgspec import Struct

from acadfolio.model.values import boolean_words


class Day(NamedTuple):
    """A year, a month or a day; unknown parts are 0."""

    year: int
    month: int = 0
    day: int = 0


CENTURY = 100
MONTHS = 12
# The last months of the terms of an academic year, for sorting only.
TERM_ENDS = {
    "winter": 3,
    "spring": 6,
    "trinity": 6,
    "summer": 9,
    "fall": 12,
    "autumn": 12,
    "michaelmas": 12,
}

ONE_DAY = r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ]\d{1,2}:\d{2}.*)?"
INSTANT = (
    r"(?i)(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?"
    r"\s*(?:Z|UTC|GMT|([+-])(\d{1,2}):?(\d{2})?)"
)
"""A time with its offset from UTC, which may be zero."""
ACADEMIC_YEAR = r"(\d{4})[/–](\d{4}|\d{2})(?:\s+(.+))?"
OTHER_FORMATS = [
    r"(?:(?P<day>\d{1,2})[./])?(?P<month>\d{1,2})[./](?P<year>\d{4})",
    r"(?P<year>\d{4})[./](?P<month>\d{1,2})(?:[./](?P<day>\d{1,2}))?",
    r"(?:(?P<day>\d{1,2})\.?\s+)?(?P<month>[A-Za-z]{3})[a-z]*\.?\s+(?P<year>\d{4})",
    r"(?P<month>[A-Za-z]{3})[a-z]*\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})",
    r"(?P<year>\d{4}),?\s+(?P<month>[A-Za-z]{3})[a-z]*\.?\s+(?P<day>\d{1,2})",
]
"""Other date formats: `14.06.2024`, `2024/06/14`, `14 June 2024`, `June 14th, 2024`, `2024, June 14`."""
FORMATS_OF_HINTS = [
    *OTHER_FORMATS,
    r"(?:(?P<day>\d{1,2})-)?(?P<month>\d{1,2})-(?P<year>\d{4})",
    r"(?P<year>\d{4}),?\s+(?P<month>[A-Za-z]{3})[a-z]*\.?(?P<day>)",
    r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})?",
]
"""Also `14-06-2024`, `2024 June` and `20240614`, which are too short to be recognised in the texts of an old site."""
DAYS_OF_A_MONTH = [
    r"(?P<day>\d{1,2})\.?\s*[-–]\s*(?P<last>\d{1,2})\.?(?P<rest>\s+[A-Za-z]+\.?\s+\d{4}|\d{1,2}\.\d{4})",
    r"(?P<rest>[A-Za-z]+\.?\s+)(?P<day>\d{1,2})\s*[-–]\s*(?P<last>\d{1,2})(?P<year>,?\s+\d{4})",
]
"""Days of one month: `14-16 June 2024`, `14.-16.6.2024`, `June 14-16, 2024`."""
DAY_AND_MONTH = r"\b(\d{1,2})([/-])(\d{1,2})\2(?=\d{4}\b)"
"""The beginning of a date such as `3/4/2024`, with the day or the month first."""
TIME = r"(?<=\d)[T ]\d{1,2}:\d{2}.*"
SHORT_YEAR = r"\d{1,2}(?:[./-]\d{1,2})?[./-]\d{2}|'\d{2}"
MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
FULL_WIDTH_TO_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord("〜"): "~",
    ord("\u3000"): " ",
}
"""Full-width ASCII: `０`, `－`, `～`."""
WITH_UNITS = r"(\d{4})\s*[年년]\s*(?:(\d{1,2})\s*[月월]\s*(?:(\d{1,2})\s*[日号號일])?)?"
RANGE_SEPARATOR = (
    r"(?i)\s*(?:[~至到–—]+|\s-\s|-(?=\d{4}|\d{1,2}[./]\d{4}|[^\W\d]|\Z)|\s(?:to|until)\s)\s*"
)
"""Separators of the two dates of a range."""
UNKNOWN = r"[xX]{1,2}"
"""A day or month that is not known: `1921-06-xx`."""
HINT = "write `2024`, `2024-06`, `2024-06-14`, a range `2019-06..2022-04`, or `2019-06..` until now"


class When(Struct, frozen=True):
    """A day, a month, a year, a range of them, or an academic year.

    end: None unless it is a range.
    ongoing: whether it is a range without an end, until now.
    label: the author's text of an academic year (`2022/23 Fall`), which is shown as it is.
    instant: the seconds since 1970 of a time with an offset from UTC; 0 for any other date.
    """

    start: Day
    end: Day | None = None
    ongoing: bool = False
    label: str = ""
    instant: int = 0

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
        """Parse a date. Raises ValueError with a message and, as its second argument, a hint."""
        text = " ".join(text.split())
        try:
            return cls.without_hint(text)
        except ValueError as error:
            message, *hint = error.args
            raise ValueError(message, *(hint or [_hint(text)])) from None

    @classmethod
    def without_hint(cls, text: str) -> Self:
        """Parse a date.

        Raises ValueError, without a hint if the text may be a date in another format.
        """
        if ".." in text:
            first, _, last = text.partition("..")
            return cls._range(first.strip(), last.strip().lstrip("."))
        if academic := re.fullmatch(ACADEMIC_YEAR, text):
            return cls._academic_year(text, academic)
        return cls(_day(text), instant=_instant(text))

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
            if is_date(_converted(text, FORMATS_OF_HINTS)):  # A year and a month: `2025/06`.
                raise ValueError("is not a date")
            hint = f"write `{year}/{(year + 1) % CENTURY:02d}{' ' + term if term else ''}`"
            if following > year:
                hint += f", or a range as `{year}..{following}`"
            raise ValueError("is not an academic year", hint)
        ends = next(
            (month for name, month in TERM_ENDS.items() if term and name in term.lower()), 0
        )
        autumn = ends == MONTHS
        end = Day(year, MONTHS) if autumn else Day(year + 1, ends or TERM_ENDS["summer"])
        return cls(Day(year, 9), end, label=text)

    @property
    def first_day(self) -> Day:
        """The day on which it begins where the site is built.

        Unknown parts are the first of the year or month.
        """
        if not self.instant:
            return Day(self.start.year, self.start.month or 1, self.start.day or 1)
        moment = (
            time.gmtime(self.instant)
            if os.environ.get("SOURCE_DATE_EPOCH")
            else time.localtime(self.instant)
        )
        return Day(moment.tm_year, moment.tm_mon, moment.tm_mday)

    @property
    def newest(self) -> tuple[bool, Day, Day]:
        """A sort key for "newest first": ongoing ranges, then the latest end, then the latest start."""
        start = latest(self.start)
        return self.ongoing, latest(self.end) if self.end else start, start

    @property
    def year(self) -> int:
        return (self.end or self.start).year

    @property
    def years(self) -> str:
        """The year, the years of a range (`1994–2003`, ongoing `1919–`), or the label of an academic year."""
        if self.label:
            return self.label if " " not in self.label else str(self.year)
        if self.ongoing:
            return f"{self.start.year}–"
        is_one = self.end is None or self.end.year == self.start.year
        return str(self.year) if is_one else f"{self.start.year}–{self.year}"

    def __str__(self) -> str:
        """The text for filters of Jinja."""
        return self.label or (self.years if self.end or self.ongoing else self.isoformat)

    @property
    def isoformat(self) -> str:
        """The known parts of the start, for `<time datetime>` and feeds; only the year of an academic year."""
        year, month, day = Day(self.start.year) if self.label else self.start
        return f"{year:04d}" + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if day else "")


class LastChange(str):
    """The setting `updated`: a date in ISO format, `newest`, or empty to show none."""

    SCHEMA: ClassVar[dict[str, object]] = {
        "anyOf": [
            {"type": "string", "pattern": r"^\d{4}(-\d{1,2}(-\d{1,2})?)?$"},
            {"type": "integer", "minimum": 1000, "maximum": 9999},
            {"type": "boolean"},
        ]
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is neither a date nor a boolean."""
        value = boolean_words("newest").get(text.strip().lower())
        if value is not None:
            return cls(value)
        when = When.parse(text)
        if when.end or when.ongoing:
            raise ValueError(
                "is not a single date", "write a day such as `2026-11-20`, or `false` to show none"
            )
        return cls(when.isoformat)


def is_upcoming(when: When | None, today: Day) -> bool:
    """Whether this begins after today. The current month or year, without a day, does not."""
    return when is not None and when.start > today


def latest(day: Day) -> Day:
    """The last day of a year or a month, or the day itself."""
    month = day.month or MONTHS
    return day if day.day else Day(day.year, month, monthrange(day.year, month)[1])


def _day(text: str) -> Day:
    match = re.fullmatch(ONE_DAY, text)
    if not match:
        raise ValueError("is not a date")
    year, month, day = (int(number or 0) for number in match.groups())
    if match[2] and not 1 <= month <= MONTHS:
        meant = f"{match[1]}-{match[3]}-{match[2]}" if _exists(year, day, month) else "2024-06-14"
        raise ValueError(
            f"is not a date: there is no month {match[2]}", f"write year, month and day: `{meant}`"
        )
    if match[3] and not _exists(year, month, day):
        raise ValueError(
            f"is not a date: {year:04d}-{month:02d} has {monthrange(year, month)[1]} days", ""
        )
    return Day(year, month, day)


def _exists(year: int, month: int, day: int) -> bool:
    """Whether there is such a day."""
    return 1 <= month <= MONTHS and 1 <= day <= monthrange(year, month)[1]


def _instant(text: str) -> int:
    """The seconds since 1970 of a time with an offset from UTC; 0 for any other date."""
    match = re.fullmatch(INSTANT, text)
    if match is None:
        return 0
    year, month, day, hour, minute, second = (int(number or 0) for number in match.groups()[:6])
    sign, hours, minutes = match.groups()[6:]
    offset = 3600 * int(hours or 0) + 60 * int(minutes or 0)
    return timegm((year, month, day, hour, minute, second)) + (offset if sign == "-" else -offset)


def with_hyphens(text: str) -> str:
    """A date in Chinese, Japanese or Korean with hyphens instead of its words: `2013-11` for `2013年11月`."""
    return re.sub(WITH_UNITS, _joined_by_hyphens, text.translate(FULL_WIDTH_TO_ASCII))


def _joined_by_hyphens(day: re.Match[str]) -> str:
    return "-".join(f"{int(part):02d}" for part in day.groups() if part)


def is_date(text: str) -> bool:
    """Whether this is a date, a range or an academic year in our format."""
    try:
        When.without_hint(text.strip())
    except ValueError:
        return False
    return True


def suggested_date(text: str) -> str:
    """Convert a date or range in another format to ours; empty if the text is not a date, or not a possible one."""
    date = _converted(text, OTHER_FORMATS)
    return date if is_date(date) else ""


def _converted(text: str, formats: list[str]) -> str:
    """The date in our format, which may be one that does not exist, such as June 31st; empty without one."""
    text = with_hyphens(" ".join(text.split()))
    if day := _suggested_day(text, formats):
        return day
    separator = re.escape("..") if ".." in text else RANGE_SEPARATOR
    start, *rest = re.split(separator, text, maxsplit=1)
    if not rest or not (start := _suggested_day(start.strip(), formats)):
        return ""
    last = rest[0].strip()
    if re.fullmatch(UNKNOWN, last):
        return start
    if not last or last.isalpha():  # `now`, `至今`
        return f"{start}.."
    end = _suggested_day(last, formats)
    return f"{start}..{end}" if end else ""


def _suggested_day(text: str, formats: list[str]) -> str:
    if re.fullmatch(ONE_DAY, text):
        return text
    for order in formats:
        if found := re.fullmatch(order, text):
            return _iso_date(**found.groupdict())
    return ""


def _iso_date(year: str, month: str, day: str | None) -> str:
    """The date in ISO format.

    `month` is a number or the beginning of a name; empty if there is no such month.
    """
    number = int(month) if month.isdecimal() else 0
    if month.lower() in MONTH_NAMES:
        number = MONTH_NAMES.index(month.lower()) + 1
    if not 1 <= number <= MONTHS:
        return ""
    return f"{year}-{number:02d}" + (f"-{int(day):02d}" if day else "")


def _hint(text: str) -> str:
    """How to write a date that is in another format.

    `3/4/2024` has two readings, and both are named.
    """
    text = re.sub(TIME, "", text)
    if re.fullmatch(SHORT_YEAR, text):
        return "write the year with four digits, and first: `2024`, `2024-06` or `2024-06-14`"
    day_first = _converted(text, FORMATS_OF_HINTS) or _days_of_a_month(text)
    month_first = _converted(re.sub(DAY_AND_MONTH, r"\3\2\1\2", text), FORMATS_OF_HINTS)
    readings = [reading for reading in dict.fromkeys((day_first, month_first)) if is_date(reading)]
    if len(readings) > 1:
        return f"write `{readings[0]}` if the day comes first in it, or `{readings[1]}` if the month does"
    if readings:
        return f"write it as `{readings[0]}`"
    return _error_of(day_first) if day_first else HINT


def _error_of(date: str) -> str:
    """What is wrong with a date in our format."""
    try:
        When.without_hint(date)
    except ValueError as error:
        message, *hint = error.args
        return str("".join(hint) or message).removeprefix("is not a date: ")
    return ""


def _days_of_a_month(text: str) -> str:
    """Days of one month as a range in our format; empty for any other text."""
    for pattern in DAYS_OF_A_MONTH:
        if found := re.fullmatch(pattern, text):
            parts = found.groupdict(default="")
            first, last = (_of_one_day(parts, parts[end]) for end in ("day", "last"))
            return f"{first}..{last}" if first and last else ""
    return ""


def _of_one_day(parts: dict[str, str], day: str) -> str:
    """The date of one of several days, from the parts of `14-16 June 2024` or `June 14-16, 2024`."""
    if "year" in parts:
        return _suggested_day(f"{parts['rest']}{day}{parts['year']}", OTHER_FORMATS)
    separator = "" if parts["rest"][0].isspace() else "."
    return _suggested_day(f"{day}{separator}{parts['rest']}", OTHER_FORMATS)
