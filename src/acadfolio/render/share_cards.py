"""A title comes in, where its words stand on a picture of 1200 by 630 points comes out."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIDTH, HEIGHT = 1200, 630
MARGIN = 96
BAR = 24
SIZES = (84, 72, 60, 52, 44)
"""Of the title: the largest in which it fits."""
MOST_LINES = (3, 3, 4, 5, 6)
"""How many lines of each size there is room for."""
LEADING = 1.25
SMALL = 34
WORDS = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+|\s+")
"""What a line may end after: a word, or a character of a script that writes none apart."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a picture says, and in which colours."""

    title: str
    name: str
    place: str
    """The site's address in a few words."""
    ground: str
    ink: str
    accent: str
    is_rtl: bool = False

    @property
    def words(self) -> str:
        return f"{self.title} {self.name} {self.place}"

    @property
    def side(self) -> int:
        """Where lines begin: at the right for scripts that run from there."""
        return WIDTH - MARGIN if self.is_rtl else MARGIN

    @property
    def bar(self) -> tuple[int, int]:
        """Where the bar in the accent begins, and how wide it is."""
        return (WIDTH - BAR if self.is_rtl else 0), BAR


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text and the top of its letters; `is_quiet` for all but the title."""

    text: str
    size: int
    top: int
    is_quiet: bool = False

    @property
    def baseline(self) -> int:
        return self.top + round(0.93 * self.size)


def lines_of(card: Card, width_of: Callable[[str, int], float]) -> tuple[Line, ...]:
    """The lines of a card. `width_of` measures a text in a size of type."""
    room = WIDTH - 2 * MARGIN
    title: list[str] = []
    size = SIZES[-1]
    for size, most in zip(SIZES, MOST_LINES, strict=True):
        title = list(_wrapped(card.title, lambda text, size=size: width_of(text, size) <= room))
        if len(title) <= most:
            break
    else:
        title = [*title[: MOST_LINES[-1] - 1], title[MOST_LINES[-1] - 1].rstrip()[:-1].rstrip() + "..."]
    step = round(size * LEADING)
    lines = [Line(text, size, MARGIN + number * step) for number, text in enumerate(title)]
    foot = [text for text in (card.name, card.place) if text and text != card.title]
    top = HEIGHT - MARGIN - len(foot) * round(SMALL * LEADING)
    small = [Line(_cut(text, lambda text: width_of(text, SMALL) <= room), SMALL, 0, is_quiet=True) for text in foot]
    placed = [
        Line(line.text, SMALL, top + number * round(SMALL * LEADING), is_quiet=True)
        for number, line in enumerate(small)
    ]
    return (*lines, *placed)


def rough_width(text: str, size: int) -> float:
    """How wide a text about is in whatever font there may be."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return size * (wide + 0.58 * (len(text) - wide))


def _wrapped(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    line = ""
    for piece in _pieces(text, fits):
        if line and not fits((line + piece).rstrip()):
            yield line.rstrip()
            line = piece.lstrip()
        else:
            line += piece
    if line.strip():
        yield line.rstrip()


def _pieces(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """Words and spaces; a word that is wider than a line comes in parts."""
    for word in WORDS.findall(" ".join(text.split())):
        rest = word
        while not fits(rest):
            length = next(length for length in range(len(rest) - 1, 0, -1) if length == 1 or fits(rest[:length]))
            yield rest[:length]
            rest = rest[length:]
            if len(rest) <= 1:
                break
        if rest:
            yield rest


def _cut(text: str, fits: Callable[[str], bool]) -> str:
    while len(text) > 1 and not fits(text):
        text = text.rstrip("...")[:-1].rstrip() + "..."
    return text
