"""Find out when a term ends, to sort courses: `2024 Spring`, `WS 2019/20`, `2025S`, `2023年秋`."""

from __future__ import annotations

import re
from datetime import MAXYEAR

from acadfolio.model.dates import CENTURY, FULL_WIDTH_TO_ASCII, MONTHS, Day

YEARS = r"(?<!\d)(?P<year>(?:1[5-9]|20)\d{2})(?:\s?[/–-]\s?(?P<next>(?:1[5-9]|20)?\d{2})(?!\d|-\d))?(?!\d)"
SHORT_YEARS = (
    r"(?:['’]|(?<![^\W\d_])[A-Za-z]{1,4}\s?)(?P<year>\d{2})(?:\s?/\s?(?P<next>\d{2}))?(?!\d)"
)
"""`Spring '24`, `WS 19/20`, `F24`."""
SEPARATOR = r"[,;&+]|\band\b|\s?[–—-]\s?(?=[^\W\d_])"
"""What separates two terms in one text: `Spring 2019–Fall 2022`."""
ONGOING = r"(?i)\.\.\s*$|\d\s*[–-]\s*(?:now|present|today|$)|\bsince\b|至今"
THIS_CENTURY = 2000
LONGEST_TERM = 200
"""Characters of a term in which years are searched."""
END_OF_WINTER_SEMESTER, END_OF_SPRING, END_OF_SUMMER = 3, 6, 9
SEASONS = (
    (r"ws\b|wise\b|winter\s?sem|hs\b|herbstsem", 0),
    (r"winter|hiver|invierno|lent|hilary|冬|january|jan\b|q1\b", END_OF_WINTER_SEMESTER),
    (r"ss\b|sose\b|summer|sommer|été|verano|夏|q3\b|easter", END_OF_SUMMER),
    (r"spring|frühling|frühjahr|printemps|primavera|春|trinity|fs\b|sp\b|q2\b|s\b", END_OF_SPRING),
    (r"fall|autumn|herbst|automne|otoño|autunno|秋|michaelmas|fa\b|f\b|q4\b|a\b", MONTHS),
    (r"(?:semester|sem|term|trimester|part|t|s|学期)\.?\s?(?:1|i)\b|1st|first|第一", END_OF_SPRING),
    (
        r"(?:semester|sem|term|trimester|part|t|s|学期)\.?\s?(?:[23]|ii|iii)\b|2nd|second|第二",
        MONTHS,
    ),
)
"""Words of seasons and numbered terms, with the last month of the term. 0: March of the next year."""


def end_of_term(text: str) -> Day | None:
    """The last month of a term as text; of several terms in one text, the last one.

    None without a year.
    """
    text = text[:LONGEST_TERM].translate(FULL_WIDTH_TO_ASCII)
    ends = []
    for term in re.split(SEPARATOR, text):
        years = list(re.finditer(YEARS, term)) or list(re.finditer(SHORT_YEARS, term))
        ends += [_end(match, term) for match in years]
    if not ends:
        return None
    return Day(MAXYEAR, MONTHS) if re.search(ONGOING, text) else max(ends)


def _end(match: re.Match[str], text: str) -> Day:
    """The day on which the term of a match ends: its last month, or the end of what it names."""
    year = int(match["year"])
    if year < CENTURY:
        year += THIS_CENTURY
    following = match["next"] or ""
    last = _last_year(year, following)
    if last not in {year, year + 1}:
        is_month = last < year and 1 <= int(following) <= MONTHS
        return Day(year, int(following)) if is_month else Day(max(last, year), MONTHS)
    month = _last_month(f" {text[: match.start('year')]} {text[match.end() :]} ".lower())
    if month == 0:  # A winter semester ends in the next year.
        return Day(year + 1, END_OF_WINTER_SEMESTER)
    if month == MONTHS:
        return Day(year, MONTHS)
    if month is None:
        return Day(last, END_OF_SUMMER if last > year else MONTHS)
    return Day(last, month)


def _last_year(year: int, following: str) -> int:
    """The last year of a range such as `2023/24` or `1999/00`. `following` is what stands after the first one."""
    if not following:
        return year
    if len(following) > len("24"):
        return int(following)
    last = year - year % CENTURY + int(following)
    is_next_century = last < year and last + CENTURY == year + 1
    return last + CENTURY if is_next_century else last


def _last_month(words: str) -> int | None:
    for pattern, month in SEASONS:
        if re.search(rf"(?<![^\W\d_])(?:{pattern})", words):
            return month
    return None
