"""Read the dates and the publication status (“to appear”) of an entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.bibliography.tables import words
from acadfolio.bibliography.tables.words import STATUS_PHRASES, STATUSES, YEAR_PHRASES
from acadfolio.model.dates import MONTH_NAMES, Day, When, suggested_date, with_hyphens

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Status
    from acadfolio.problems import Problems

STATUS = "(?:" + "|".join(f"(?P<{name}>{phrase})" for name, phrase in STATUS_PHRASES.items()) + ")"
STATUS_WITHOUT_GROUPS = f"(?:{'|'.join(STATUS_PHRASES.values())})"
CONTAINS_STATUS = rf"(?i)\b{STATUS}(?!\w)"
ONLY_STATUS = rf"(?i)\W*{STATUS}\W*(?:\d{{4}}\W*)?"
STATUS_AT_START = rf"(?i)\W*{STATUS}\W*?(?:(?:\s+(?:to|in|at|by|for|as)\b)|[:,])\s*(?:the\s+)?"
STATUS_AT_END = rf"(?i)(?:\s*[(\[]\s*{STATUS}\s*(?:,?\s*\d{{4}}\s*)?[)\]]|\s*[,;]\s+{STATUS_WITHOUT_GROUPS})\.?\s*$"

LONGEST_STATUS = 300
"""Characters of a status with what stands around it. The patterns are slow for long texts."""


def known_status(text: str) -> Status | None:
    """The status for a value of BibLaTeX's `pubstate` or CSL-JSON's `status`; None if it is unknown."""
    return STATUSES.get(re.sub("[^a-z]", "", text.lower()))


def status_in(text: str) -> Status | None:
    """The status that a short text, such as a year, contains."""
    status = known_status(text)
    if status is not None:
        return status
    for name, phrase in YEAR_PHRASES.items():
        if re.fullmatch(rf"(?i)\W*(?:{phrase})\W*(?:\d{{4}}\W*)?", text):
            return STATUSES[name]
    match = re.search(CONTAINS_STATUS, text)
    return _status(match) if match else None


def split_note(text: str) -> tuple[Status | None, str]:
    """The status in a note, and the text to show.

    A note with more words (`To appear in …`) is shown as it is.
    """
    status, rest = _split_start(text)
    return status, text if rest else ""


def split_venue(text: str) -> tuple[Status | None, str]:
    """The status and the venue in `submitted to Nature` or `Nature (in press)`."""
    status, rest = _split_start(text)
    position = max(len(text) - LONGEST_STATUS, 0)
    match = re.search(STATUS_AT_END, text[position:])
    if status is None and match and position + match.start():
        return status_in(match[0]), text[: position + match.start()]
    return status, rest


def _split_start(text: str) -> tuple[Status | None, str]:
    """The status with which a text begins, and the rest, which is empty if there are no other words."""
    start = text[:LONGEST_STATUS]
    match = re.fullmatch(ONLY_STATUS, text) if start == text else None
    match = match or re.match(STATUS_AT_START, start)
    return (_status(match), text[match.end() :]) if match else (None, text)


def _status(match: re.Match[str]) -> Status:
    return STATUSES[match.lastgroup or "published"]


YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|2100)(?!\d)")
YEAR_ALONE = r"[\[({]?(\d{4})[a-z]?[\])}]?\.?"
EDTF_DAY = r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:[T ]\d{1,2}:\d{2}.*)?[?~%]?"
YEARS = r"(\d{4})\s*(-|–|/|\.\.)\s*(\d{4}|\d{2}|\.\.)?"
"""A range of years: `1919–1920`, `1919/20`, or `1919..` for one without an end."""
OPEN_END = frozenset({"", ".."})
FIRST_SEASON = 21
MONTHS_AND_SEASONS = frozenset({*range(1, 13), *range(21, 25)})
SEASON = r"(?i)spring|summer|autumn|fall|winter|michaelmas|hilary|trinity|quarter|q[1-4]"
MONTH_WORD = re.compile(r"[^\W\d_]{3,}")
MONTHS, MONTH_DAYS = 12, 31
MONTH_NUMBERS = {name: number for number, name in enumerate(MONTH_NAMES, start=1)}
MONTH_NUMBERS |= words.MONTHS
"""Months by the first three letters of their names in the languages of the theme, Portuguese and Italian."""
NO_DATE = frozenset(words.NO_DATE)
"""Texts for an unknown date, without spaces and full stops."""


class PublicationDate(NamedTuple):
    """When a work appeared. A work that is not published yet may have only a status."""

    date: When | None = None
    status: Status | None = None


def publication_date_of(entry: RawEntry, problems: Problems) -> PublicationDate:
    """Read `date`, else `year`, `month` and `day`, else `eventdate`."""
    found = _read_date(entry, "date", problems)
    if found.date is None and "year" in entry.fields:
        found = _read_year(entry, found.status, problems)
    if found.date is None:
        found = _read_date(entry, "eventdate", problems)._replace(status=found.status)
    year_in_month = _year_in(entry.plain("month"))
    if found == PublicationDate() and year_in_month:  # `month = {June 1925}`
        found = _with_month(entry, year_in_month, None, problems)
    return found


def access_date_of(entry: RawEntry, problems: Problems) -> When | None:
    """The date when the author opened the URL of the entry (BibLaTeX's `urldate`)."""
    return _read_date(entry, "urldate", problems).date


def _read_date(entry: RawEntry, field: str, problems: Problems) -> PublicationDate:
    """Read a date in any notation, a range of years, or a status."""
    text = with_hyphens(entry.plain(field)).strip()
    if _is_no_date(text):
        return PublicationDate()
    status = status_in(text)
    if status is not None:
        return PublicationDate(_date_of(_year_in(text)), status)
    try:
        date = _year_range(text) or _date_range(text)
        return PublicationDate(When.parse(date) if date else _parse_date_in_words(text))
    except ValueError as error:
        return _report_date(entry, field, problems, *map(str, error.args))


def _is_no_date(text: str) -> bool:
    """Whether a text such as `n. d.` or `[o.J.]` says that there is no date."""
    return re.sub(r"[.\s()\[\]{}<>]", "", text.lower()) in NO_DATE


def _date_of(year: int | None) -> When | None:
    return None if year is None else When(Day(year))


def _parse_date_in_words(text: str) -> When:
    """Parse `3 May 2021`, `05/2021` or `Mai 2021`; of `Spring 2021` only the year is used.

    Raises ValueError with a message and a hint.
    """
    try:
        return When.parse(suggested_date(text) or text)
    except ValueError:
        year, month = _year_in(text), _month_in(text)
        if year and (month or re.search(SEASON, text)):
            return When(Day(year, month))
        raise ValueError("is not a date", "write `2024` or `2024-06-14`") from None


def _date_range(text: str) -> str:
    """Convert BibLaTeX's date or date range to the notation of data files; empty for any other text."""
    start, separator, end = (part.strip() for part in text.replace("–", "/").partition("/"))
    first, last = _date(start), _date(end)
    if start in OPEN_END:
        return last
    if not first or not separator:
        return first
    if end in OPEN_END:
        return f"{first}.."
    return f"{first}..{last}" if last else ""


def _year_range(text: str) -> str:
    """Convert a range of years to the notation of data files (`1919/20` to `1919..1920`); empty for any other text."""
    match = re.fullmatch(YEARS, text)
    if match is None:
        return ""
    first, separator, last = match.groups()
    if last in {None, ".."}:
        return f"{first}.."
    following = str(int(first) + 1)
    may_be_month = separator in {"-", "/"} and int(last) in MONTHS_AND_SEASONS
    if following.endswith(last) and not (may_be_month and separator == "-"):
        return f"{first}..{following}"
    last = first[: -len(last)] + last
    return f"{first}..{last}" if last > first and not may_be_month else ""


def _date(text: str) -> str:
    """A day, month or year of BibLaTeX, without its time and uncertainty; empty for any other text.

    An unspecified day is left off: `2021-05-XX` becomes `2021-05`.
    """
    match = re.fullmatch(EDTF_DAY, re.sub(r"-[Xu]{2}", "", text))
    if not match:
        return ""
    year, month, day = match.groups()
    if month and int(month) >= FIRST_SEASON:
        return str(year)
    return "-".join(filter(None, (year, month, day)))


def _report_date(
    entry: RawEntry, field: str, problems: Problems, message: str, hint: str = ""
) -> PublicationDate:
    text = entry.plain(field)
    year = _year_in(text)
    used = f": only the year {year} is used" if year else ""
    problems.warn(entry.at(field), f"`{text}` {message}{used}", hint, rule="invalid-date")
    return PublicationDate(_date_of(year))


def _read_year(entry: RawEntry, status: Status | None, problems: Problems) -> PublicationDate:
    """Read `year`, which may also contain a whole date, a range of years or a status."""
    text = with_hyphens(entry.plain("year")).strip()
    if _is_no_date(text):
        return PublicationDate(status=status)
    if match := re.fullmatch(YEAR_ALONE, text):
        return _with_month(entry, int(match[1]), status, problems)
    if "month" not in entry.fields:
        found = _read_date(entry, "year", problems)
        return found._replace(status=status or found.status)
    year = _year_in(text)
    status = status or status_in(text)
    if status is None:
        _report_date(entry, "year", problems, "is not a year", "write it with four digits")
    if year is None:
        return PublicationDate(status=status)
    return _with_month(entry, year, status, problems)


def _with_month(
    entry: RawEntry, year: int, status: Status | None, problems: Problems
) -> PublicationDate:
    month = _read_month(entry, problems)
    if month and (day := _read_day(entry)):
        try:
            return PublicationDate(When.parse(f"{year}-{month:02d}-{day:02d}"), status)
        except ValueError as error:
            message = f"that month has no day {day}: the day is ignored"
            problems.warn(entry.at("month"), message, str(error.args[0]), rule="invalid-date")
    return PublicationDate(When(Day(year, month)), status)


def _read_month(entry: RawEntry, problems: Problems) -> int:
    """The number of the month; 0 without one."""
    text = entry.plain("month")
    month = _month_in(text)
    if month or re.search(SEASON, text):
        return month
    number = _number_in(text)
    if 1 <= number <= MONTHS:
        return number
    if text:
        message = f"`{text}` is not a month: only the year is used"
        hint = "write `jan` to `dec` without braces, or a number"
        problems.warn(entry.at("month"), message, hint, rule="invalid-date")
    return 0


def _read_day(entry: RawEntry) -> int:
    """The day, or 0, from the field `day`, or beside the name of the month (`10~jan`; the first one of `July 3--5`)."""
    text, month = entry.plain("day"), entry.plain("month")
    if not text and MONTH_WORD.search(month):
        text = month
    day = _number_in(text)
    return day if day <= MONTH_DAYS else 0


def _number_in(text: str) -> int:
    """The first number of one or two digits; 0 without one."""
    found = re.search(r"(?<!\d)\d{1,2}(?!\d)", text)
    return int(found[0]) if found else 0


def _month_in(text: str) -> int:
    numbers = (MONTH_NUMBERS.get(word[:3]) for word in MONTH_WORD.findall(text.lower()))
    return next(filter(None, numbers), 0)


def _year_in(text: str) -> int | None:
    match = YEAR.search(text)
    return int(match[1]) if match else None
