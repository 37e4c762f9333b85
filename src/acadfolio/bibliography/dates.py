"""Read the dates of an entry, and the publication statuses in their place, such as “to appear”."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.model.dates import MONTH_NAMES, When, in_digits, meant_by

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry
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
WITHIN = rf"(?i)\b{PHRASE}\b"
WHOLE = rf"(?i)\W*{PHRASE}\W*(?:\d{{4}}\W*)?"
AT_START = rf"(?i)\W*{PHRASE}\W*?(?:(?:\s+(?:to|in|at|by|for|as)\b)|[:,])\s*(?:the\s+)?"
AT_END = (
    rf"(?i)(?:\s*[(\[]\s*{PHRASE}\s*(?:,?\s*\d{{4}}\s*)?[)\]]|\s*[,;]\s+{re.sub(r'[?]P<[a-z]+>', '?:', PHRASE)})\.?\s*$"
)


def known_status(text: str) -> Status | None:
    """The status that a word of BibLaTeX or CSL-JSON names."""
    return STATUSES.get(re.sub("[^a-z]", "", text.lower()))


def status_in(text: str) -> Status | None:
    """The status that a short text mentions, such as the text of a year."""
    found = re.search(WITHIN, text)
    return known_status(text) or (_status(found) if found else None)


def split_note(text: str) -> tuple[Status | None, str]:
    """The status of a note, and the text without it. A note that goes on (`To appear in …`) stays."""
    if match := re.fullmatch(WHOLE, text):
        return _status(match), ""
    match = re.match(AT_START, text)
    return _status(match) if match else None, text


def split_venue(text: str) -> tuple[Status | None, str]:
    """The status and the venue in `submitted to Nature` or `Nature (in press)`."""
    if match := re.fullmatch(WHOLE, text):
        return _status(match), ""
    if match := re.match(AT_START, text):
        return _status(match), text[match.end() :]
    match = re.search(AT_END, text)
    if match and match.start():
        return status_in(match[0]), text[: match.start()]
    return None, text


def _status(match: re.Match[str]) -> Status:
    return STATUSES[match.lastgroup or "published"]


YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|2100)(?!\d)")
YEAR_ALONE = r"[\[({]?(\d{4})[a-z]?[\])}]?\.?"
EDTF_DAY = r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:[T ]\d{1,2}:\d{2}.*)?[?~%]?"
YEARS = r"(\d{4})\s*(-|–|/|\.\.)\s*(\d{4}|\d{2}|\.\.)?"
"""Two years, the second one possibly without its century, or a year that something goes on from."""
OPEN = frozenset({"", ".."})
"""The end of a range that goes on."""
FIRST_SEASON = 21
NUMBERED_SEASON = r"\d{4}-(2[1-4])[?~%]?"
MONTHS_AND_SEASONS = frozenset({*range(1, 13), *range(21, 25)})
SEASON_NAMES = ("Spring", "Summer", "Autumn", "Winter")
SEASON = r"(?i)spring|summer|autumn|fall|winter|michaelmas|hilary|trinity|quarter|q[1-4]"
WORD = re.compile(r"[^\W\d_]{3,}")
MONTHS, MONTH_DAYS = 12, 31
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
    found = _read_date(entry, "date", problems)
    if not found.is_dated and "year" in entry.fields:
        found = _read_year(entry, found.status, problems)
    if not found.is_dated:
        found = _read_date(entry, "eventdate", problems)._replace(status=found.status)
    year_in_month = _year_in(entry.plain("month"))
    if found == Time() and year_in_month:  # `month = {June 1925}`
        found = _with_month(entry, year_in_month, None, problems)
    return found


def accessed_of(entry: RawEntry, problems: Problems) -> When | None:
    """The date of access of its URL."""
    time = _read_date(entry, "urldate", problems)
    return time.date or (When.parse(f"{time.year}") if time.year else None)


def season_of(entry: RawEntry) -> str:
    """The season or quarter in the place of a month, as it is written: a date cannot hold it."""
    for name in ("month", "date", "year"):
        words = entry.plain(name)
        if numbered := re.fullmatch(NUMBERED_SEASON, words):
            return SEASON_NAMES[int(numbered[1]) - FIRST_SEASON]
        if re.search(SEASON, words) and _month_in(words) is None:
            return YEAR.sub("", words).strip(" ,;/-–")
    return ""


def _read_date(entry: RawEntry, field: str, problems: Problems) -> Time:
    """Read a date in any order, which may also be several years, or a status."""
    text = in_digits(entry.plain(field)).strip()
    if text.lower() in UNKNOWN:
        return Time()
    status = status_in(text)
    if status is not None:
        return Time(None, _year_in(text), status)
    try:
        return _time_in(text)
    except ValueError as error:
        return _report_date(entry, field, problems, *map(str, error.args))


def _time_in(text: str) -> Time:
    """The time that a text says. Raises ValueError."""
    written = _years(text) or _range(text)
    if written.isdigit():
        return Time(year=int(written))
    return Time(date=When.parse(written)) if written else _time_in_other_order(text)


def _time_in_other_order(text: str) -> Time:
    """`3 May 2021`, `05/2021`, `Mai 2021`; `Spring 2021` is its year. Raises ValueError."""
    try:
        return Time(date=When.parse(meant_by(text) or text))
    except ValueError:
        year, month = _year_in(text), _month_in(text)
        if year and month:
            return Time(date=When.parse(f"{year}-{month:02d}"))
        if year and re.search(SEASON, text):
            return Time(year=year)
        raise ValueError("is not a date", "write `2024` or `2024-06-14`") from None


def _range(text: str) -> str:
    """A date or a range of BibLaTeX's as the site writes it; empty for anything else."""
    start, separator, end = (part.strip() for part in text.replace("–", "/").partition("/"))
    first, last = _day(start), _day(end)
    if start in OPEN:
        return last
    if not first or not separator:
        return first
    if end in OPEN:
        return f"{first}.."
    return f"{first}..{last}" if last else ""


def _years(text: str) -> str:
    """Several years as the site writes them, `1919..1920` for `1919/20`; empty if it may be a month."""
    match = re.fullmatch(YEARS, text)
    if match is None:
        return ""
    first, separator, last = match.groups()
    if last in {None, ".."}:
        return f"{first}.."
    following = str(int(first) + 1)
    is_next_year = following.endswith(last)
    if _may_be_month(separator, last) and not (is_next_year and separator == "/"):
        return ""
    last = following if is_next_year else first[: -len(last)] + last
    return f"{first}..{last}" if last > first else ""


def _may_be_month(separator: str, number: str) -> bool:
    """Also a season of BibLaTeX's, `2021-21`."""
    return separator in {"-", "/"} and int(number) in MONTHS_AND_SEASONS


def _day(text: str) -> str:
    """A day, a month or a year of BibLaTeX's; empty for anything else. `2021-05-XX` is a month."""
    match = re.fullmatch(EDTF_DAY, re.sub(r"-[Xu]{2}", "", text))
    if not match:
        return ""
    year, month, day = match.groups()
    if month and int(month) >= FIRST_SEASON:
        return str(year)
    return "-".join(filter(None, (year, month, day)))


def _report_date(entry: RawEntry, field: str, problems: Problems, message: str, hint: str = "") -> Time:
    text = entry.plain(field)
    year = _year_in(text)
    used = f": only the year {year} is used" if year else ""
    problems.warn(entry.at(field), f"`{text}` {message}{used}", hint, rule="invalid-date")
    return Time(year=year)


def _read_year(entry: RawEntry, status: Status | None, problems: Problems) -> Time:
    """Read `year`, which may hold a whole date, several years or a status."""
    text = in_digits(entry.plain("year")).strip()
    if alone := re.fullmatch(YEAR_ALONE, text):
        return _with_month(entry, int(alone[1]), status, problems)
    if "month" not in entry.fields:
        found = _read_date(entry, "year", problems)
        return found._replace(status=status or found.status)
    year, status = _year_in(text), status or status_in(text)
    if status is None:
        _report_date(entry, "year", problems, "is not a year", "write it with four digits")
    return _with_month(entry, year, status, problems) if year else Time(status=status)


def _with_month(entry: RawEntry, year: int, status: Status | None, problems: Problems) -> Time:
    month = _month(entry, problems)
    if month is None:
        return Time(None, year, status)
    date = f"{year}-{month:02d}"
    if day := _day_of(entry):
        try:
            return Time(When.parse(f"{date}-{day:02d}"), None, status)
        except ValueError as error:
            message = f"day {day} is not in that month: it is ignored"
            problems.warn(entry.at("month"), message, str(error.args[0]), rule="invalid-date")
    return Time(When.parse(date), None, status)


def _month(entry: RawEntry, problems: Problems) -> int | None:
    text = entry.plain("month")
    is_season = re.search(SEASON, text) is not None
    month = _month_in(text) or (0 if is_season else _number_in(text))
    if 1 <= month <= MONTHS:
        return month
    if text and not is_season:
        message = f"`{text}` is not a month: only the year is used"
        hint = "write `jan` to `dec` without braces, or a number"
        problems.warn(entry.at("month"), message, hint, rule="invalid-date")
    return None


def _day_of(entry: RawEntry) -> int | None:
    """The day, from its own field, or beside the month's name (`10~jan`; of `July 3--5` the first)."""
    month = entry.plain("month")
    day = _number_in(entry.plain("day") or (month if WORD.search(month) else ""))
    return day if 1 <= day <= MONTH_DAYS else None


def _number_in(text: str) -> int:
    """The first number of one or two digits; 0 if there is none."""
    found = re.search(r"(?<!\d)\d{1,2}(?!\d)", text)
    return int(found[0]) if found else 0


def _month_in(text: str) -> int | None:
    for word in WORD.findall(text.lower()):
        if word[:3] in MONTH_NUMBERS:
            return MONTH_NUMBERS[word[:3]]
    return None


def _year_in(text: str) -> int | None:
    match = YEAR.search(text)
    return int(match[1]) if match else None
