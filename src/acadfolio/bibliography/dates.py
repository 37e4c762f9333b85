"""Read the dates of an entry, and the publication statuses in their place, such as “to appear”."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.model.dates import MONTH_NAMES, When, in_digits, meant_by

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.model.publication import Status
    from acadfolio.problems import Problems

STATUSES: dict[str, Status] = {
    "inpreparation": "preprint",
    "submitted": "submitted",
    "forthcoming": "accepted",
    "accepted": "accepted",
    "inpress": "in press",
    "prepublished": "preprint",
    "underreview": "under review",
    "preprint": "preprint",
    "published": "published",
}
"""By BibLaTeX's `pubstate` and CSL-JSON's `status`, as letters alone."""
PHRASE = (
    r"(?:(?P<underreview>(?:currently )?(?:under|in) (?:peer[- ])?(?:review|revision)|revis(?:e|ed) and resubmit)"
    r"|(?P<submitted>(?:manuscript )?submitted(?: for (?:publication|(?:peer[- ])?review)| manuscript)?)"
    r"|(?P<inpress>in[- ](?:press|print|production)|(?:advance )?online (?:first|ahead of print|publication))"
    r"|(?P<accepted>to (?:appear|be published)|forthcoming"
    r"|(?:conditionally )?accepted(?: for p(?:ublic|resent)ation)?))"
)
WITHIN = re.compile(rf"\b{PHRASE}\b", re.IGNORECASE)
WHOLE = re.compile(rf"\W*{PHRASE}\W*(?:\d{{4}}\W*)?", re.IGNORECASE)
AT_START = re.compile(rf"\W*{PHRASE}\W*?(?:(?:\s+(?:to|in|at|by|for|as)\b)|[:,])\s*(?:the\s+)?", re.IGNORECASE)
AT_END = re.compile(
    rf"(?:\s*[(\[]\s*{PHRASE}\s*(?:,?\s*\d{{4}}\s*)?[)\]]|\s*[,;]\s+{re.sub(r'[?]P<[a-z]+>', '?:', PHRASE)})\.?\s*$",
    re.IGNORECASE,
)


class StatusAndText(NamedTuple):
    """A status, and the text without it."""

    status: Status | None
    text: str


def known_status(text: str) -> Status | None:
    """The status that a word of BibLaTeX or CSL-JSON names."""
    return STATUSES.get(re.sub("[^a-z]", "", text.lower()))


def status_in(text: str) -> Status | None:
    """The status that a short text mentions, such as the text of a year."""
    found = WITHIN.search(text)
    return known_status(text) or (_status(found) if found else None)


def split_note(text: str) -> StatusAndText:
    """The status of a note. A note that goes on (`To appear in …`) stays."""
    if match := WHOLE.fullmatch(text):
        return StatusAndText(_status(match), "")
    match = AT_START.match(text)
    return StatusAndText(_status(match) if match else None, text)


def split_venue(text: str) -> StatusAndText:
    """The status and the venue in `submitted to Nature` or `Nature (in press)`."""
    if match := WHOLE.fullmatch(text):
        return StatusAndText(_status(match), "")
    if match := AT_START.match(text):
        return StatusAndText(_status(match), text[match.end() :])
    match = AT_END.search(text)
    if match and match.start():
        return StatusAndText(status_in(match[0]), text[: match.start()])
    return StatusAndText(None, text)


def _status(match: re.Match[str]) -> Status:
    return STATUSES[match.lastgroup or "published"]


YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|2100)(?!\d)")
YEAR_ALONE = re.compile(r"[\[({]?(\d{4})[a-z]?[\])}]?\.?")
EDTF_DAY = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:[T ]\d{1,2}:\d{2}.*)?[?~%]?")
DATE_IN_YEAR = re.compile(
    r"\d{4}-\d{2}(?:-\d{2})?|(?:\d{1,2}\.?\s+)?[^\W\d_]{3,}\.?\s+\d{4}|[^\W\d_]{3,}\.?\s+\d{1,2},\s*\d{4}"
    r"|\d{4},?\s+[^\W\d_]{3,}\.?\s+\d{1,2}"
)
"""What some write into `year`: `1923-05-06`, `May 1924`, `2019 Mar 5`."""
YEARS = re.compile(r"(\d{4})\s*(-|–|/|\.\.)\s*(\d{4}|\d{2}|\.\.)?")
"""Two years, the second one possibly without its century, or a year that something goes on from."""
FIRST_SEASON = 21
NUMBERED_SEASON = re.compile(r"\d{4}-(2[1-4])[?~%]?")
SEASON_NAMES = ("Spring", "Summer", "Autumn", "Winter")
SEASON = re.compile(r"spring|summer|autumn|fall|winter|michaelmas|hilary|trinity|quarter|q[1-4]", re.IGNORECASE)
NUMBER = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
WORD = re.compile(r"[^\W\d_]{3,}")
MONTHS, CENTURY = 12, 100
MONTH_NUMBERS = {name: number for number, name in enumerate(MONTH_NAMES, start=1)} | {
    "mär": 3, "mai": 5, "okt": 10, "dez": 12, "fév": 2, "fev": 2, "avr": 4, "aoû": 8, "aou": 8, "déc": 12, "ene": 1,
    "abr": 4, "ago": 8, "dic": 12, "set": 9, "out": 10, "gen": 1, "mag": 5, "giu": 6, "lug": 7, "ott": 10,
}  # fmt: skip
"""English, and where they differ German, French, Spanish, Portuguese and Italian."""
UNKNOWN = frozenset({"", "n.d.", "n.d", "nd", "n. d.", "no date", "????", "undated", "s.d.", "none"})


class Time(NamedTuple):
    """When a work appeared, as exactly as it is known."""

    date: When | None = None
    year: int | None = None
    status: Status | None = None

    @property
    def is_dated(self) -> bool:
        return self.date is not None or self.year is not None


def time_of(entry: RawEntry, problems: Problems) -> Time:
    """Read `date`, else `year`, `month` and `day`, else the days of the conference."""
    fields = entry.fields
    found = Time()
    if "date" in fields and not _is_unknown(fields["date"]):
        found = _read_date(entry, "date", problems)
    if not found.is_dated and "year" in fields:
        found = _read_year(entry, found.status, problems)
    if not found.is_dated and "eventdate" in fields:
        found = _read_date(entry, "eventdate", problems)._replace(status=found.status)
    if found == Time() and "month" in fields and (year := _year_in(fields["month"].plain)):
        found = _with_month(entry, year, None, problems)  # `month = {June 1925}`
    return found


def accessed_of(entry: RawEntry, problems: Problems) -> When | None:
    """The date of access of its URL."""
    if "urldate" not in entry.fields or _is_unknown(entry.fields["urldate"]):
        return None
    time = _read_date(entry, "urldate", problems)
    return time.date or (When.parse(f"{time.year}") if time.year else None)


def _is_unknown(value: RawValue) -> bool:
    return value.plain.lower() in UNKNOWN


def season_of(entry: RawEntry) -> str:
    """The season or quarter in the place of a month, as it is written: a date cannot hold it."""
    for name in ("month", "date", "year"):
        words = entry.plain(name)
        if numbered := NUMBERED_SEASON.fullmatch(words):
            return SEASON_NAMES[int(numbered[1]) - FIRST_SEASON]
        if SEASON.search(words) and _month_in(words) is None:
            return YEAR.sub("", words).strip(" ,;/-–")
    return ""


def _read_date(entry: RawEntry, field: str, problems: Problems) -> Time:
    """Read BibLaTeX's dates: days, months, seasons (as their year), ranges, and what is not certain."""
    text = in_digits(entry.plain(field)).strip()
    if (status := status_in(text)) is not None:
        return Time(None, _year_in(text), status)
    if years := _years(text):
        return Time(date=When.parse(years))
    parts = [part.strip() for part in text.replace("–", "/").split("/")]
    days = [_day(part) for part in parts if part not in {"", ".."}]
    if not all(days) or not days or len(parts) > len(("start", "end")):
        return _read_other_order(entry, field, text, problems)
    is_ongoing = len(parts) > 1 and parts[1] in {"", ".."}
    written = "..".join(days) + (".." if is_ongoing else "")
    if written.isdigit():
        return Time(year=int(written))
    try:
        return Time(date=When.parse(written))
    except ValueError as error:
        return _report_date(entry, field, problems, *map(str, error.args))


def _years(text: str) -> str:
    """Several years as the site writes them, `1919..1920` for `1919/20`; empty if it may be a month."""
    match = YEARS.fullmatch(text)
    if match is None:
        return ""
    first, separator, last = match.groups()
    if last in {None, ".."}:
        return f"{first}.."
    if len(last) == len(first):
        return f"{first}..{last}" if last > first else ""
    return _years_in_short(int(first), separator, int(last)) if not NUMBERED_SEASON.fullmatch(text) else ""


def _years_in_short(first: int, separator: str, last: int) -> str:
    is_next_year = last == (first + 1) % CENTURY
    if 1 <= last <= MONTHS and (separator == "-" or (separator == "/" and not is_next_year)):
        return ""
    end = first - first % CENTURY + last
    if is_next_year and last == 0:  # 1899/00
        end += CENTURY
    return f"{first}..{end}" if end > first else ""


def _day(text: str) -> str:
    """A day, a month or a year of BibLaTeX's; empty for anything else. `2021-05-XX` is a month."""
    match = EDTF_DAY.fullmatch(re.sub(r"-[Xu]{2}", "", text))
    if not match:
        return ""
    year, month, day = match.groups()
    if month and int(month) >= FIRST_SEASON:
        return str(year)
    return "-".join(part for part in (year, month, day) if part)


def _read_other_order(entry: RawEntry, field: str, text: str, problems: Problems) -> Time:
    """Read dates in other orders: `3 May 2021`, `05/2021`, `Mai 2021`, `Spring 2021`."""
    for written in (text, meant_by(text)):
        try:
            return Time(date=When.parse(written))
        except ValueError:
            continue
    year, month = _year_in(text), _month_in(text)
    if year and month:
        return Time(date=When.parse(f"{year}-{month:02d}"))
    if year and SEASON.search(text):
        return Time(year=year)
    return _report_date(entry, field, problems, "is not a date")


def _report_date(entry: RawEntry, field: str, problems: Problems, message: str, hint: str = "") -> Time:
    text = entry.plain(field)
    year = _year_in(text)
    used = f": only the year {year} is used" if year else ""
    problems.warn(entry.at(field), f"`{text}` {message}{used}", hint, rule="invalid-date")
    return Time(year=year)


def _read_year(entry: RawEntry, status: Status | None, problems: Problems) -> Time:
    """Read `year`, which may hold a whole date, several years or a status."""
    written = entry.plain("year")
    text = in_digits(written).strip()
    status = status or status_in(text)
    if "month" not in entry.fields and (_is_date_in_year(text) or _years(text)):
        return _read_date(entry, "year", problems)
    alone = YEAR_ALONE.fullmatch(text)
    year = int(alone[1]) if alone else _year_in(text)
    if year is None:
        if status is None and text.lower() not in UNKNOWN:
            message = f"`{written}` is not a year"
            problems.warn(entry.at("year"), message, "write it with four digits", rule="invalid-date")
        return Time(status=status)
    if not alone and status is None and not _is_date(text):
        message = f"`{text}` is not a year alone: {year} is used"
        problems.warn(entry.at("year"), message, "move the rest into `note`", rule="invalid-date")
    return _with_month(entry, year, status, problems)


def _is_date_in_year(text: str) -> bool:
    return bool(DATE_IN_YEAR.fullmatch(text)) and (text[4:5] == "-" or _month_in(text) is not None)


def _is_date(text: str) -> bool:
    try:
        When.parse(text)
    except ValueError:
        return False
    return not _years(text)


def _with_month(entry: RawEntry, year: int, status: Status | None, problems: Problems) -> Time:
    month = _month(entry, problems)
    if month is None:
        return Time(None, year, status)
    if day := _day_of(entry):
        try:
            return Time(When.parse(f"{year}-{month:02d}-{day:02d}"), None, status)
        except ValueError as error:
            where = entry.at("day" if "day" in entry.fields else "month")
            problems.warn(
                where, f"day {day} is not in that month: it is ignored", str(error.args[0]), rule="invalid-date"
            )
    return Time(When.parse(f"{year}-{month:02d}"), None, status)


def _month(entry: RawEntry, problems: Problems) -> int | None:
    text = entry.plain("month")
    month = _month_in(text)
    if month is not None or not text:
        return month
    number = NUMBER.match(text)
    if number and 1 <= int(number[1]) <= MONTHS:
        return int(number[1])
    if not SEASON.search(text):
        message = f"`{text}` is not a month: only the year is used"
        problems.warn(
            entry.at("month"), message, "write `jan` to `dec` without braces, or a number", rule="invalid-date"
        )
    return None


def _month_in(text: str) -> int | None:
    for word in WORD.findall(text.lower()):
        if word[:3] in MONTH_NUMBERS:
            return MONTH_NUMBERS[word[:3]]
    return None


def _day_of(entry: RawEntry) -> int | None:
    """The day, from its own field, or beside the month's name (`10~jan`; of `July 3--5` the first)."""
    text = entry.plain("month")
    if "day" in entry.fields:
        number = NUMBER.match(entry.plain("day"))
    else:
        number = NUMBER.search(text) if WORD.search(text) else None
    return int(number[1]) if number and 1 <= int(number[1]) <= 31 else None  # noqa: PLR2004


def _year_in(text: str) -> int | None:
    match = YEAR.search(text)
    return int(match[1]) if match else None
