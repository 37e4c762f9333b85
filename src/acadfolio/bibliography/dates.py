"""The fields of an entry that tell when come in, a date or a year comes out, and whether it is yet to appear."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.bibliography.fields import words_of
from acadfolio.bibliography.statuses import status_in
from acadfolio.model.dates import MONTH_NAMES, When, in_digits, meant_by

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.model.publication import Status
    from acadfolio.problems import Problems

YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|2100)(?!\d)")
DOUBTED = re.compile(r"(?=.*[?~%])\d{4}(?:-\d{2}){0,2}[?~%]?(?:/\d{4}(?:-\d{2}){0,2}[?~%]?)?")
DOUBTED_DAY = re.compile(r"((\d{4}(?:-(?:0\d|1[0-2])(?:-\d{2})?)?)(?:-\d{2})?([?~%]?))")
YEAR_ABOUT, IN_BRACKETS = re.compile(r"\d{4}~"), re.compile(r"\[\d{4}\]")
DIGITS_ONLY = re.compile(r"[\[({]?(\d{4})[a-z]?[\])}]?\.?")
EDTF = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:[T ]\d{1,2}:\d{2}.*)?[?~%]?")
WHOLE_DATE = re.compile(
    r"\d{4}-\d{2}(?:-\d{2})?|(?:\d{1,2}\.?\s+)?[^\W\d_]{3,}\.?\s+\d{4}|[^\W\d_]{3,}\.?\s+\d{1,2},\s*\d{4}"
    r"|\d{4},?\s+[^\W\d_]{3,}\.?\s+\d{1,2}"
)
"""What some write into `year`: `1923-05-06`, `May 1924`, `2019 Mar 5`."""
FIRST_SEASON = 21
SEASON_NAMES = ("Spring", "Summer", "Autumn", "Winter")
NUMBERED_SEASON = re.compile(r"\d{4}-(2[1-4])[?~%]?")
NUMBER = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
LETTERS = re.compile(r"[^\W\d_]{3,}")
MONTHS, CENTURY = 12, 100
SEASONS = re.compile(r"spring|summer|autumn|fall|winter|michaelmas|hilary|trinity|quarter|q[1-4]", re.IGNORECASE)
OTHER_MONTHS = {"mär": 3, "mai": 5, "okt": 10, "dez": 12, "fév": 2, "fev": 2, "avr": 4, "aoû": 8, "aou": 8,
                "déc": 12, "ene": 1, "abr": 4,
                "ago": 8, "dic": 12, "set": 9, "out": 10, "gen": 1, "mag": 5, "giu": 6, "lug": 7,
                "ott": 10}  # fmt: skip
"""German, French, Spanish, Portuguese and Italian, where they differ from English."""
SPAN = re.compile(r"(\d{4})\s*(-|–|/|\.\.)\s*(\d{4}|\d{2}|\.\.)?")
"""Two years, the second one whole or cut to its last figures, or a year that something goes on from."""
UNKNOWN = frozenset({"", "n.d.", "n.d", "nd", "n. d.", "no date", "????", "undated", "s.d.", "none"})


class Time(NamedTuple):
    """When a work appeared, as exactly as is said."""

    date: When | None = None
    year: int | None = None
    status: Status | None = None


def time_of(entry: RawEntry, problems: Problems) -> Time:
    """From `date`, else from `year`, `month` and `day`, else from the days of the conference."""
    fields = entry.fields
    found = Time()
    if "date" in fields and words_of(fields["date"]).lower() not in UNKNOWN:
        found = _of_date(entry, "date", problems)
    if found.date is None and found.year is None and "year" in fields:
        found = _of_year(entry, found.status, problems)
    if found.date is None and found.year is None and "eventdate" in fields:
        found = _of_date(entry, "eventdate", problems)._replace(status=found.status)
    if found == Time() and "month" in fields and (year := _year_in(words_of(fields["month"]))):
        found = _with_month(entry, year, None, problems)  # `month = {June 1925}`
    return found


def accessed_of(entry: RawEntry, problems: Problems) -> When | None:
    """When somebody looked at its address."""
    if "urldate" not in entry.fields or words_of(entry.fields["urldate"]).lower() in UNKNOWN:
        return None
    time = _of_date(entry, "urldate", problems)
    return time.date or (When.parse(f"{time.year}") if time.year else None)


def doubted_in(entry: RawEntry) -> str:
    """The date as far as it is not certain, `{}1931?` or `[1930]`, where `{}` stands for “about”; else nothing."""
    date, year = (entry.fields[name].text.strip("{} ") if name in entry.fields else "" for name in ("date", "year"))
    if date:
        is_doubted = DOUBTED.fullmatch(date) is not None
        return "–".join(map(_with_doubt, DOUBTED_DAY.findall(date))) if is_doubted else ""
    return (
        _with_doubt(("", year[:4], "~")) if YEAR_ABOUT.fullmatch(year) else year if IN_BRACKETS.fullmatch(year) else ""
    )


def _with_doubt(day: tuple[str, str, str]) -> str:
    """A day, and its sign of BibLaTeX: `?` is uncertain, `~` about, `%` both."""
    _, written, sign = day
    return f"{'{}' if sign in {'~', '%'} else ''}{written}{'?' if sign in {'?', '%'} else ''}"


def season_of(entry: RawEntry) -> str:
    """The season or quarter that stands where a month might, as it is written; a date has no place for it."""
    for name in ("month", "date", "year"):
        words = words_of(entry.fields[name]) if name in entry.fields else ""
        if numbered := NUMBERED_SEASON.fullmatch(words):
            return SEASON_NAMES[int(numbered[1]) - FIRST_SEASON]
        if SEASONS.search(words) and _month_in(words) is None:
            return YEAR.sub("", words).strip(" ,;/-–")
    return ""


def _of_date(entry: RawEntry, field: str, problems: Problems) -> Time:
    """BibLaTeX's dates: days, months, seasons (of which the year is taken), ranges, and what is not certain."""
    text = in_digits(words_of(entry.fields[field])).strip()
    if (status := status_in(text)) is not None:
        return Time(None, _year_in(text), status)
    if years := _years(text):
        return Time(date=When.parse(years))
    parts = [part.strip() for part in text.replace("–", "/").split("/")]
    days = [_edtf(part) for part in parts if part not in {"", ".."}]
    if not days or None in days or len(parts) > len(("start", "end")):
        return _other_order(entry, field, text, problems)
    is_open = len(parts) > 1 and parts[1] in {"", ".."}
    written = "..".join(day for day in days if day) + (".." if is_open else "")
    if written.isdigit():
        return Time(year=int(written))
    try:
        return Time(date=When.parse(written))
    except ValueError as error:
        return _not_read(entry, field, problems, *map(str, error.args))


def _years(text: str) -> str:
    """Several years as we write them, `1919..1920` for `1919/20`; empty where they are none, or may be a month."""
    match = SPAN.fullmatch(text)
    if match is None:
        return ""
    first, sign, last = match.groups()
    if last in {None, ".."}:
        return f"{first}.."
    year, end = int(first), int(last)
    if len(last) < len(first):
        is_next = end == (year + 1) % CENTURY
        may_be_month = 1 <= end <= MONTHS and (sign == "-" or (sign == "/" and not is_next))
        if may_be_month or NUMBERED_SEASON.fullmatch(text):
            return ""
        end += year - year % CENTURY + (CENTURY if is_next and not end else 0)  # 1899/00
    return f"{first}..{end}" if end > year else ""


def _edtf(text: str) -> str | None:
    """A day, a month or a year of BibLaTeX's as ours; None for what is none. `2021-05-XX` is a month."""
    text = re.sub(r"-[Xu]{2}", "", text)
    match = EDTF.fullmatch(text)
    if not match:
        return None
    year, month, day = match.groups()
    if month and int(month) >= FIRST_SEASON:
        return year
    return "-".join(part for part in (year, month, day) if part)


def _other_order(entry: RawEntry, field: str, text: str, problems: Problems) -> Time:
    """Dates that are written otherwise: `3 May 2021`, `05/2021`, `Mai 2021`, `Spring 2021`."""
    hint = ""
    for written in (text, meant_by(text)):
        try:
            return Time(date=When.parse(written))
        except ValueError as error:
            hint = hint or (error.args[1] if len(error.args) > 1 else "")
    year, month = _year_in(text), _month_in(text)
    if year and month:
        return Time(date=When.parse(f"{year}-{month:02d}"))
    if year and SEASONS.search(text):
        return Time(year=year)
    return _not_read(entry, field, problems, "is no date", hint)


def _not_read(entry: RawEntry, field: str, problems: Problems, message: str, hint: str = "") -> Time:
    text = words_of(entry.fields[field])
    year = _year_in(text)
    taken = f": only the year {year} is taken from it" if year else ""
    problems.warn(entry.at(field), f"`{text}` {message}{taken}", hint)
    return Time(year=year)


def _of_year(entry: RawEntry, known: Status | None, problems: Problems) -> Time:
    written = words_of(entry.fields["year"])
    text = in_digits(written).strip()
    status = known or status_in(text)
    is_whole = WHOLE_DATE.fullmatch(text) and (text[4:5] == "-" or _month_in(text))
    if (is_whole or _years(text)) and "month" not in entry.fields:
        return _of_date(entry, "year", problems)
    exact = DIGITS_ONLY.fullmatch(text)
    year = int(exact[1]) if exact else _year_in(text)
    if year is None:
        if status is None and text.lower() not in UNKNOWN:
            problems.warn(entry.at("year"), f"`{written}` is no year", "write it with four digits")
        return Time(status=status)
    if not exact and status is None:
        _report_part(entry, text, year, problems)
    return _with_month(entry, year, status, problems)


def _report_part(entry: RawEntry, text: str, year: int, problems: Problems) -> None:
    try:
        When.parse(text)
        is_date = not _years(text)
    except ValueError:
        is_date = False
    if not is_date:
        what = f"`{text}` is no year alone: {year} is taken from it"
        problems.warn(entry.at("year"), what, "write the year with four digits, and the rest into `note`")


def _with_month(entry: RawEntry, year: int, status: Status | None, problems: Problems) -> Time:
    value = entry.fields.get("month")
    month = _month(value) if value is not None else None
    if value is not None and month is None and words_of(value) and not SEASONS.search(words_of(value)):
        what = f"`{words_of(value)}` is no month: the year alone is taken"
        problems.warn(entry.at("month"), what, "write `jan` to `dec` without braces, or a number")
    if month is None:
        return Time(None, year, status)
    day = _day_of(entry)
    for written in ([f"{year}-{month:02d}-{day:02d}"] if day else []) + [f"{year}-{month:02d}"]:
        try:
            return Time(When.parse(written), None, status)
        except ValueError as error:  # The 31st of June: the month is right.
            where = entry.at("day" if "day" in entry.fields else "month")
            problems.warn(where, f"`{day}` is no day of that month: it is left out", str(error.args[0]))
    return Time(None, year, status)


def _month(value: RawValue) -> int | None:
    text = words_of(value)
    if (named := _month_in(text)) is not None:
        return named
    number = NUMBER.match(text)
    return int(number[1]) if number and 1 <= int(number[1]) <= MONTHS else None


def _month_in(text: str) -> int | None:
    for word in LETTERS.findall(text.lower()):
        if word[:3] in MONTH_NAMES:
            return MONTH_NAMES.index(word[:3]) + 1
        if word[:3] in OTHER_MONTHS:
            return OTHER_MONTHS[word[:3]]
    return None


def _day_of(entry: RawEntry) -> int | None:
    """The day, from its own field, or beside the month's name (`10~jan`, `July 3--5`: the first)."""
    if "day" in entry.fields:
        number = NUMBER.match(words_of(entry.fields["day"]))
    else:
        month = words_of(entry.fields["month"])
        number = NUMBER.search(month) if LETTERS.search(month) else None
    return int(number[1]) if number and 1 <= int(number[1]) <= 31 else None  # noqa: PLR2004


def _year_in(text: str) -> int | None:
    match = YEAR.search(text)
    return int(match[1]) if match else None
