"""Parse a date style, which is an example or a strftime pattern, into a strftime pattern."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import ClassVar, Self

from msgspec import Struct

DIRECTIVE = re.compile(r"%(-?[A-Za-z%])")
HAS_WORDS = re.compile("%[Bb]|-%")
KNOWN_DIRECTIVES = frozenset({"Y", "y", "B", "b", "h", "m", "-m", "d", "-d", "e", "%"})
PARTS = re.compile(r"(?P<year>\d{4})|(?P<number>\d{1,2})(?=\s*(?P<unit>[月日월일])|)|(?P<word>[^\W\d_]{3,}\.?)")
NUMBER_IN_WORD = "[A-Za-z][0-9]|[0-9][A-Za-z]"
"""Part of a quarter (`Q3`) or of an English ordinal (`14th`): no pattern can print these."""
EXAMPLES = (["year"], ["month", "year"], ["day", "month", "year"])
"""The parts that an example may have."""
MONTHS, DAY_UNITS = 12, ("日", "일")
SHORT_MONTH_LENGTH = 3
NO_STYLE = ("is not a date style", "write an example such as `2024.06` or `14 June 2024`, or a pattern such as `%b %Y`")


class Pattern(Struct, frozen=True):
    """A strftime pattern, and the separator of the two dates of a range."""

    text: str
    between: str


class DateStyle(str):
    """A date style: an example (`2024.06`, `06/2024`, `14 June 2024`, `26 Nov. 2024`) or a pattern (`%b %Y`)."""

    SCHEMA: ClassVar[dict[str, object]] = {"type": ["string", "number"]}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is not a date style."""
        pattern_of(text)
        return cls(text)


@cache
def pattern_of(style: str) -> Pattern:
    """The pattern of a style. Raises ValueError if it is neither a pattern nor an example with a year."""
    if "%" in style:
        unknown = [letter for letter in DIRECTIVE.findall(style) if letter not in KNOWN_DIRECTIVES]
        if unknown or style.count("%") != len(DIRECTIVE.findall(style)) + style.count("%%"):
            raise ValueError(*NO_STYLE)
        return Pattern(style, " – ")
    text = _from_example(style)
    if "/" in text:
        return Pattern(text, "-")
    return Pattern(text, " – " if HAS_WORDS.search(text) else " - ")


def _from_example(style: str) -> str:
    """The pattern of an example: of its year, its month as a word or a number, and its day."""
    parts = list(PARTS.finditer(style))
    has_word = any(part["word"] for part in parts)
    kinds = sorted(_kind(part, has_word=has_word) for part in parts)
    if kinds not in EXAMPLES or re.search(NUMBER_IN_WORD, style):
        raise ValueError(*NO_STYLE)
    return PARTS.sub(partial(_directive, has_word=has_word), style)


def _kind(part: re.Match[str], *, has_word: bool) -> str:
    """What a part of an example is. Without a word or a unit, only a number above 12 is the day."""
    if part["year"]:
        return "year"
    is_day = part["number"] and (has_word or part["unit"] in DAY_UNITS or int(part[0]) > MONTHS)
    return "day" if is_day else "month"


def _directive(part: re.Match[str], *, has_word: bool) -> str:
    """The directive for a part of an example. Days and months have a leading zero if the example has one."""
    if part["year"]:
        return "%Y"
    if part["word"]:
        return _month_word(part[0])
    letter = _kind(part, has_word=has_word)[0]
    is_beside_words = has_word or part["unit"] is not None
    is_bare = len(part[0]) == 1 or (is_beside_words and not part[0].startswith("0"))
    return f"%-{letter}" if is_bare else f"%{letter}"


def _month_word(word: str) -> str:
    if word.endswith("."):
        return "%b."
    return "%b" if len(word) == SHORT_MONTH_LENGTH else "%B"
