"""A date and the style in which the site shows dates come in, its words come out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from acadfolio.model.date_styles import pattern_of
from acadfolio.model.dates import When
from acadfolio.model.values import Text
from acadfolio.problems import WrongValueError
from acadfolio.theme.words import locale, month_names

if TYPE_CHECKING:
    from acadfolio.model.date_styles import Pattern
    from acadfolio.model.dates import Day

# A directive, the point of a month that may be cut, and the unit that stands behind a number in East Asia.
DIRECTIVE = re.compile(r"%(?:(?P<cut>b)\.|(?P<letter>-?[A-Za-z%]))(?P<unit>\s*[年月日년월일])?")
MONTH_IN_WORDS = re.compile(r"%[Bbh]|[月월]")
DAY = re.compile(r"%(?:-?d|e)(?:\.(?= )|\s*[日일])?")
FIRST_DAY = re.compile(r"%(?:-d|e)(?= %[Bbh])")
YEAR_AT_END, YEAR_AT_START = re.compile(r"(?:,? | de )%Y\Z"), re.compile(r"%Y(?:\s*[年년]\s*|,? )")
LONGEST_UNCUT = 5  # `26 Nov. 2024`, but `18 July 2024`.
CUT_TO = 3


def as_when(value: Any) -> When:
    """A date as templates have it, or as a data file writes it (below `extra`). Raises WrongValueError."""
    if isinstance(value, When):
        return value
    if isinstance(value, Text):
        value = value.in_language("")
    if not isinstance(value, str | int) or isinstance(value, bool):
        str(value)  # What is undefined says here what is missing.
        raise WrongValueError("only a date can be shown as one")
    try:
        return When.parse(str(value))
    except ValueError as error:
        what, *hint = error.args
        raise WrongValueError(": ".join([f"`{value}` {what}", *hint])) from None


def format_when(when: When, style: str, ongoing: str, language: str) -> str:
    """`2019.06 - 2022.04`, `09/2023-present`, `26 Nov. 2024`. What the date does not say, the style leaves out."""
    if when.label:
        return when.label
    meant = pattern_of(style)
    pattern, between = meant.text, meant.between
    start = format_day(when.start, pattern, language)
    if when.ongoing:
        return f"{start}{between}{ongoing}"
    if when.end is None:
        return start
    if MONTH_IN_WORDS.search(pattern) and (text := _within_year(when.start, when.end, meant, language)):
        return text
    end = format_day(when.end, pattern, language)
    if start.isdigit() and end.isdigit():  # `2021–2022`
        between = "–"
    return start if start == end else f"{start}{between}{end}"


def _within_year(start: Day, end: Day, meant: Pattern, language: str) -> str:
    """`2–10 September 1929`, `2 September – 10 October 1929`: what both days share is said once. Empty for others."""
    pattern = meant.text
    days = list(DAY.finditer(pattern))
    if not (start.day and end.day and start.year == end.year and len(days) == 1) or start == end:
        return ""
    if start.month == end.month:
        first = format_day(start, f"{days[0][0]} %B", language).rpartition(" ")[0]
        place = days[0].start()
        return format_day(end, f"{pattern[:place]}{first}–{pattern[place:]}", language)
    if year := YEAR_AT_END.search(pattern):
        return format_day(start, pattern[: year.start()], language) + meant.between + format_day(end, pattern, language)
    if year := YEAR_AT_START.match(pattern):
        return format_day(start, pattern, language) + meant.between + format_day(end, pattern[year.end() :], language)
    return ""


def format_day(day: Day, pattern: str, language: str) -> str:
    """One day, month or year by a strftime pattern."""
    if day.day == 1 and (first := locale(language).first_day):
        pattern = FIRST_DAY.sub(first, pattern)
    text = DIRECTIVE.sub(lambda match: _part(match, day, language), pattern)
    if day.month and day.day:
        return text
    return " ".join(text.replace(" ,", "").split()).strip(" .,/-")


def _part(match: re.Match[str], day: Day, language: str) -> str:
    """What a directive shows; nothing, its unit neither, when the date does not say it."""
    text = _month(day, language) if match["cut"] else _letter(match["letter"], day, language)
    return text + (match["unit"] or "") if text else ""


def _month(day: Day, language: str) -> str:
    """The month's name, cut beside a day where it is long."""
    if not day.month:
        return ""
    name = month_names(language)[day.month - 1]
    return f"{name[:CUT_TO]}." if day.day and len(name) > LONGEST_UNCUT else name


def _letter(letter: str, day: Day, language: str) -> str:
    bare, padded = letter.removeprefix("-"), not letter.startswith("-")
    if bare in "Yy":
        return str(day.year) if bare == "Y" else f"{day.year % 100:02d}"
    if bare in "Bbh" and day.month:
        name = month_names(language)[day.month - 1]
        return name if bare == "B" or not name.isalpha() else name[:CUT_TO]
    if bare == "m" and day.month:
        return f"{day.month:02d}" if padded else str(day.month)
    if bare in "de" and day.day:
        return f"{day.day:02d}" if padded and bare == "d" else str(day.day)
    return "%" if bare == "%" else ""
