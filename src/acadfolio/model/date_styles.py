"""How a site wants its dates to look: an example or a pattern, turned into a strftime pattern."""

from __future__ import annotations

import re
from functools import cache
from typing import ClassVar, Self

from msgspec import Struct

DIRECTIVE = re.compile(r"%(-?[A-Za-z%])")
HAS_WORDS = re.compile("%[Bb]|-%")
KNOWN = frozenset({"Y", "y", "B", "b", "h", "m", "-m", "d", "-d", "e", "%"})
PARTS = re.compile(r"(?P<year>\d{4})|(?P<number>\d{1,2})(?P<unit>(?=\s*[月日월일]))?|(?P<word>[^\W\d_]{3,}\.?)")
MONTHS = 12
SHORT_MONTH = 3
NO_STYLE = ("is no date style", "write an example such as `2024.06` or `14 June 2024`, or a pattern such as `%b %Y`")


class Pattern(Struct, frozen=True):
    """A strftime pattern, and what stands between the ends of a range."""

    text: str
    between: str


class DateStyle(str):
    """An example (`2024.06`, `06/2024`, `14 June 2024`, `26 Nov. 2024`), or a pattern (`%b %Y`)."""

    __slots__ = ()
    SCHEMA: ClassVar[dict[str, object]] = {"type": ["string", "number"]}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for what shows no date."""
        pattern_of(text)
        return cls(text)


@cache
def pattern_of(style: str) -> Pattern:
    """The pattern that a style means. Raises ValueError for what shows no year and is no pattern either."""
    if "%" in style:
        unknown = [letter for letter in DIRECTIVE.findall(style) if letter not in KNOWN]
        if unknown or style.count("%") != len(DIRECTIVE.findall(style)) + style.count("%%"):
            raise ValueError(*NO_STYLE)
        return Pattern(style, " – ")
    text = _from_example(style)
    if "/" in text:
        return Pattern(text, "-")
    return Pattern(text, " – " if HAS_WORDS.search(text) else " - ")


def _from_example(style: str) -> str:
    """The pattern of an example: its year, its month as a word or a number, and its day."""
    found = list(PARTS.finditer(style))
    numbers = [match for match in found if match["number"]]
    words = [match for match in found if match["word"]]
    years = [match for match in found if match["year"]]
    if len(years) != 1 or len(words) > 1 or len(numbers) + len(words) > len(("month", "day")):
        raise ValueError(*NO_STYLE)
    day = _day_among(numbers, has_word=bool(words), year_first=years[0].start() < min(_starts(numbers), default=0))
    parts = {years[0].start(): "%Y"}
    parts |= {match.start(): _month_word(match[0]) for match in words}
    for match in numbers:
        letter = "d" if match is day else "m"
        has_words = words or match["unit"] is not None
        is_bare = len(match[0]) == 1 or (has_words and not match[0].startswith("0"))
        parts[match.start()] = f"%-{letter}" if is_bare else f"%{letter}"
    return PARTS.sub(lambda match: parts[match.start()], style)


def _starts(numbers: list[re.Match[str]]) -> list[int]:
    return [match.start() for match in numbers]


def _day_among(numbers: list[re.Match[str]], *, has_word: bool, year_first: bool) -> re.Match[str] | None:
    """Which number is the day: one beside a word, the one that can be no month, else the one farther from the year."""
    if has_word:
        return numbers[0] if numbers else None
    if len(numbers) == 1:
        if int(numbers[0][0]) not in range(1, MONTHS + 1):
            raise ValueError(*NO_STYLE)
        return None
    if not numbers:
        return None
    no_month = [match for match in numbers if int(match[0]) > MONTHS]
    return no_month[0] if len(no_month) == 1 else numbers[-1] if year_first else numbers[0]


def _month_word(word: str) -> str:
    if word.endswith("."):
        return "%b."
    return "%b" if len(word) == SHORT_MONTH else "%B"
