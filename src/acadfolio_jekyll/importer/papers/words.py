"""The years, words and punctuation that separate the parts of a citation."""

from __future__ import annotations

import re

from acadfolio_jekyll.headings import kind_of_heading

EDGES = ' \t\n.,;:|｜·/-–—"“”«»[]'
"""The characters around a part that are not part of it."""
COMMA = re.compile(r",\s+(?![^()]*\))")
"""A comma outside of parentheses."""

MONTHS = (
    "january", "jan", "february", "feb", "march", "mar", "april", "apr", "may", "june", "jun", "july", "jul",
    "august", "aug", "september", "sept", "sep", "october", "oct", "november", "nov", "december", "dec",
)  # fmt: skip
LONGEST_FIRST = sorted(MONTHS, key=len, reverse=True)
ANY_YEAR = r"(?:1[6-9]|20)\d\d"
YEAR = re.compile(rf"(?<![\d/.:–-]){ANY_YEAR}(?![\d/–-]|\.\d)")
SHORT_YEAR = re.compile(r"(?:['’‘]\s?|(?<=[A-Za-z])-)(\d\d)(?!\d)")
"""A year of two digits: `ICM '32`, `ICM-32`."""
MONTH_YEAR = re.compile(
    rf"""
    (?<![-–]) (?<![-–]\d\s) (?<![-–]\d\d\s)  # not the end of a range
    \b (?: (?:\d{{1,2}}[ ])? (?:{"|".join(LONGEST_FIRST)})\.?[ ] (?:\d{{1,2}},[ ])? {ANY_YEAR}
         | {ANY_YEAR}[./-]\d{{1,2}}
       ) \b
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""`7 September 1932`, `Sept. 7, 1932`, `1932-09`."""
CENTURY_BEGINS = "50"
"""Smaller years of two digits are in the 21st century."""

KINDS = frozenset({"conference", "journal", "preprint", "thesis", "workshop"})
"""The kinds that a word of a longer venue names.

Others, such as `book`, may be words of a title.
"""


def kind_of_venue(text: str) -> str:
    """The kind of publication that a venue names; empty if it names none."""
    kind = kind_of_heading(text)
    is_one_word = " " not in text
    return kind if kind in KINDS or is_one_word else ""


def year_of(text: str) -> str:
    """The year in a text such as `ICML 2024` or `ICML '24`; empty without one."""
    if year := YEAR.search(text):
        return year[0]
    short = SHORT_YEAR.search(text)
    if short is None:
        return ""
    century = "20" if short[1] < CENTURY_BEGINS else "19"
    return f"{century}{short[1]}"


def first_group(match: re.Match[str]) -> str:
    """The group of the alternative that matched."""
    return str(match[match.lastindex or 0])


def split_once(text: str, end: re.Pattern[str]) -> tuple[str, str]:
    """The text up to the first end of a part, and the text after it."""
    first, *rest = end.split(text, maxsplit=1)
    return first, "".join(rest)
