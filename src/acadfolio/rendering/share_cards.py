"""A title comes in, where its words stand on a picture of 1200 by 630 points comes out."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIDTH, HEIGHT = 1200, 630
MARGIN = 96
BAR = 24
ROOM = WIDTH - 2 * MARGIN
SIZES = {84: 3, 72: 3, 60: 4, 52: 5, 44: 6}
"""Of the title's letters, and how many lines of them there is room for."""
LEADING = 1.25
SMALL = 34
WORDS = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+|\s+")
LATIN_WORDS = re.compile(r"\S+|\s+")
"""What a line may end after: a word, or a character of a script that writes none apart."""


class Card(Struct, frozen=True):
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


class Line(Struct, frozen=True):
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
    size, title = _title(card.title, width_of)
    foot = [text for text in (card.name, card.place) if text and text != card.title]
    step, small = round(size * LEADING), round(SMALL * LEADING)
    top = HEIGHT - MARGIN - len(foot) * small
    return (
        *(Line(text, size, MARGIN + number * step) for number, text in enumerate(title)),
        *(
            Line(_cut(text, lambda text: width_of(text, SMALL) <= ROOM), SMALL, top + number * small, is_quiet=True)
            for number, text in enumerate(foot)
        ),
    )


def _title(text: str, width_of: Callable[[str, int], float]) -> tuple[int, list[str]]:
    """The lines of a title in the largest size in which it fits; in the smallest one what does not fit is left out."""
    lines: list[str] = []
    for size, most in SIZES.items():

        def fits(piece: str, size: int = size) -> bool:
            return width_of(piece, size) <= ROOM

        lines = list(_wrapped(text, fits))
        if len(lines) <= most:
            return size, lines
    return size, [*lines[: most - 1], _cut(f"{lines[most - 1]} {lines[most]}", fits)]


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
    words = LATIN_WORDS if text.isascii() else WORDS
    for word in words.findall(" ".join(text.split())):
        rest = word
        while len(rest) > 1 and not fits(rest):
            longest = _longest(rest, fits)
            yield rest[:longest]
            rest = rest[longest:]
        yield rest


def _longest(word: str, fits: Callable[[str], bool]) -> int:
    """How many of a word's letters fit; one at least."""
    return bisect_left(range(1, len(word)), 1, key=lambda length: int(not fits(word[:length]))) or 1


def _cut(text: str, fits: Callable[[str], bool]) -> str:
    """A text that fits, with points for what does not."""
    whole = text
    while text and not fits(whole):
        text = text[:-1].rstrip()
        whole = f"{text}..."
    return whole
