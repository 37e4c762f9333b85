"""Parse a date style, which is an example or a strftime pattern, into a strftime pattern."""

from __future__ import annotations

import re
from functools import cache
from typing import ClassVar, Self

DIRECTIVE = r"%(-?[A-Za-z%])"
KNOWN_DIRECTIVES = frozenset({"Y", "y", "B", "b", "h", "m", "-m", "d", "-d", "e", "%"})
PARTS = re.compile(
    r"(?P<year>\d{4})|(?P<number>\d{1,2})(?P<unit>(?=\s*[月日월일]))?|(?P<word>[^\W\d_]{3,}\.?)"
)
NUMBER_IN_WORD = "[A-Za-z][0-9]|[0-9][A-Za-z]"
"""Part of a quarter (`Q3`) or of an English ordinal (`14th`): no pattern can print these."""
MONTHS = 12
SHORT_MONTH_LENGTH = 3
NO_STYLE = (
    "is not a date style",
    "write an example such as `2024.06` or `14 June 2024`, or a pattern such as `%b %Y`",
)


class DateStyle(str):
    """A date style: an example (`2024.06`, `06/2024`, `14 June 2024`, `26 Nov. 2024`) or a pattern (`%b %Y`)."""

    SCHEMA: ClassVar[dict[str, object]] = {"type": ["string", "number"]}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is not a date style."""
        pattern_of(text)
        return cls(text)


@cache
def pattern_of(style: str) -> str:
    """The strftime pattern of a style.

    Raises ValueError if it is neither a pattern nor an example with a year.
    """
    if "%" in style:
        unknown = [
            letter for letter in re.findall(DIRECTIVE, style) if letter not in KNOWN_DIRECTIVES
        ]
        if unknown or style.count("%") != len(re.findall(DIRECTIVE, style)) + style.count("%%"):
            raise ValueError(*NO_STYLE)
        return style
    return _from_example(style)


def _from_example(style: str) -> str:
    """The pattern of an example: of its year, its month as a word or a number, and its day."""
    found = list(PARTS.finditer(style))
    years, words, numbers = (
        [match for match in found if match[kind]] for kind in ("year", "word", "number")
    )
    if re.search(NUMBER_IN_WORD, style) or not _are_of_date(len(years), len(words), len(numbers)):
        raise ValueError(*NO_STYLE)
    day = None if words else _day_among(numbers, years[0])
    directives = {years[0].start(): "%Y"}
    for word in words:
        directives[word.start()] = _month_word(word[0])
    for number in numbers:
        directives[number.start()] = _directive(
            number, "d" if words or number is day else "m", has_word=bool(words)
        )
    return PARTS.sub(lambda match: directives[match.start()], style)


def _are_of_date(years: int, words: int, numbers: int) -> bool:
    """Whether a date has so many parts: one year, at most one word, and at most a month and a day."""
    return years == 1 and words <= 1 and words + numbers <= len(("month", "day"))


def _directive(number: re.Match[str], letter: str, *, has_word: bool) -> str:
    """The directive of a day or a month, with a leading zero if the example has one."""
    digits = number[0]
    is_beside_words = has_word or number["unit"] is not None
    is_bare = len(digits) == 1 or (is_beside_words and not digits.startswith("0"))
    return f"%-{letter}" if is_bare else f"%{letter}"


def _day_among(numbers: list[re.Match[str]], year: re.Match[str]) -> re.Match[str] | None:
    """The day among two numbers: the one that cannot be a month, else the one farther from the year."""
    no_months = [match for match in numbers if int(match[0]) not in range(1, MONTHS + 1)]
    if len(numbers) < len(("month", "day")):
        if no_months:
            raise ValueError(*NO_STYLE)
        return None
    if len(no_months) == 1:
        return no_months[0]
    return numbers[-1] if year.start() < numbers[0].start() else numbers[0]


def _month_word(word: str) -> str:
    if word.endswith("."):
        return "%b."
    return "%b" if len(word) == SHORT_MONTH_LENGTH else "%B"
