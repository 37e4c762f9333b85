"""A date and the style in which the site shows dates come in, its words come out."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.theme.words import month_names

if TYPE_CHECKING:
    from acadfolio.records.dates import Day, When

DIRECTIVE = re.compile(r"%(-?[A-Za-z%])")
# A style may be told by example; what stands for the day, the month and the year is found in it.
EXAMPLE = re.compile(
    r"(?P<year>\d{4})|(?P<numeric>(?<![\d])(?:0[1-9]|1[0-2])(?!\d))|(?P<day>(?<!\d)(?:1[3-9]|2\d|3[01])(?!\d))|(?P<word>[^\W\d_]{3,}\.?)"
)
LONGEST_UNCUT = 5  # `26 Nov. 2024`, but `18 July 2024`.
CUT_TO = 3


class Style(NamedTuple):
    """A strftime pattern, and what stands between the ends of a range."""

    pattern: str
    between: str


@cache
def style_of(text: str) -> Style:
    """The pattern that a style means: one of strftime, or an example such as `2024.06`, `06/2024`, `14 June 2024`."""
    if "%" in text:
        return Style(text, " – ")
    pattern = EXAMPLE.sub(_directive, text or "2024.06")
    between = "-" if "/" in pattern else " - " if re.fullmatch(r"%Y[.-]%m(?:[.-]%d)?", pattern) else " – "
    return Style(pattern, between)


def _directive(match: re.Match[str]) -> str:
    if match["year"]:
        return "%Y"
    if match["numeric"]:
        return "%m"
    if match["day"]:
        return "%-d"
    return "%b." if match["word"].endswith(".") else "%B" if len(match["word"]) > CUT_TO else "%b"


def format_when(when: When, style: str, ongoing: str, language: str) -> str:
    """`2019.06 - 2022.04`, `09/2023-present`, `26 Nov. 2024`. What the date does not say, the style leaves out."""
    if when.label:
        return when.label
    pattern, between = style_of(style)
    start = format_day(when.start, pattern, language)
    if when.ongoing:
        return f"{start}{between}{ongoing}"
    if when.end is None:
        return start
    end = format_day(when.end, pattern, language)
    return start if start == end else f"{start}{between}{end}"


def format_day(day: Day, pattern: str, language: str) -> str:
    """One day, month or year by a strftime pattern."""
    if pattern in {"%Y.%m", "%m/%Y"}:
        return _plain_number(day, pattern)
    cut = day.day > 0
    text = re.sub(r"%b\.", lambda _: _month(day, language, cut=cut), pattern) if "%b." in pattern else pattern
    text = DIRECTIVE.sub(
        lambda match: _part(day, match[1].removeprefix("-"), language, padded="-" not in match[1]), text
    )
    return text if day.month and day.day else " ".join(text.replace(" ,", "").split()).strip(" .,/-")


def _plain_number(day: Day, pattern: str) -> str:
    """The two commonest styles, without the detour."""
    if not day.month:
        return str(day.year)
    return f"{day.year}.{day.month:02d}" if pattern == "%Y.%m" else f"{day.month:02d}/{day.year}"


def _month(day: Day, language: str, *, cut: bool) -> str:
    if not day.month:
        return ""
    name = month_names(language)[day.month - 1]
    return f"{name[:CUT_TO]}." if cut and len(name) > LONGEST_UNCUT else name


def _part(day: Day, letter: str, language: str, *, padded: bool) -> str:
    number = {"Y": f"{day.year}", "y": f"{day.year % 100:02d}"}.get(letter)
    if number is not None:
        return number
    if letter in "Bbh" and day.month:
        name = month_names(language)[day.month - 1]
        return name if letter == "B" or not name.isalpha() else name[:CUT_TO]
    if letter == "m" and day.month:
        return f"{day.month:02d}" if padded else str(day.month)
    if letter in "de" and day.day:
        return f"{day.day:02d}" if padded and letter == "d" else str(day.day)
    return "%" if letter == "%" else ""
