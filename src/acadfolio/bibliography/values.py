"""The value of a field as a `.bib` file writes it comes in (`{A} # aug # "~1"`), its text comes out."""

from __future__ import annotations

import re
from typing import NamedTuple

BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
QUOTED = re.compile(r'\\.|[{}"]', re.DOTALL)
ALONE = re.compile(r'\{[^{}]*\}|"[^"{}\\]*"')
"""What most values are: one text without braces in it."""
BARE = re.compile(r'[^\s#{}",=]+')
NEXT_FIELD = re.compile(r"([A-Za-z][\w:.-]*)\s*=\s*(?=[\w{\"])")
BLANK = re.compile(r"[\s#]*")
SPACES = re.compile(r"[ \t\n\f\v]{2,}|[\t\n\f\v]")


class Piece(NamedTuple):
    """A part of a value: text, or the name of an abbreviation (or a number), which stands bare."""

    text: str
    is_bare: bool = False


class Value(NamedTuple):
    """The parts of a value, and what follows where a comma is missing: the next field's name and its value."""

    pieces: list[Piece]
    next_name: str = ""
    next_value: str = ""
    lines: int = 0
    """How many lines below the value the next field stands."""


def value_of(source: str) -> Value:
    """The parts of a value. Whatever stands there is in one of them."""
    if ALONE.fullmatch(source):
        return Value([Piece(source[1:-1])])
    pieces: list[Piece] = []
    at = end = 0
    while (at := _behind(BLANK, source, end)) < len(source):
        is_joined = "#" in source[end:at]
        if pieces and (following := NEXT_FIELD.match(source, at)):
            return Value(pieces, following[1], source[following.end() :], source.count("\n", 0, following.start()))
        if source[at] in '{"':
            closing = _closing(source, at)
            pieces.append(Piece(source[at + 1 : closing]))
            end = closing + 1
        elif bare := BARE.match(source, at):
            goes_on = pieces and pieces[-1].is_bare and not is_joined  # Words that somebody left without braces.
            before = f"{pieces.pop().text} " if goes_on else ""
            pieces.append(Piece(before + bare[0], is_bare=True))
            end = bare.end()
        else:
            end = at + 1  # A brace or a comma that nothing opened.
    return Value(pieces)


def _behind(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _closing(text: str, start: int) -> int:
    """Where the brace or the quote closes that opens at `start`; the end of the text for one that never does."""
    depth, is_quote = 0, text[start] == '"'
    for mark in (QUOTED if is_quote else BRACE).finditer(text, start + is_quote):
        depth += {"{": 1, "}": -1}.get(mark[0], 0)
        if (is_quote and mark[0] == '"' and depth <= 0) or (not is_quote and depth == 0 and mark[0] == "}"):
            return mark.start()
    return len(text)
