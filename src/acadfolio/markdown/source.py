"""What a text in Markdown holds, for those who need the text itself and not its HTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.html.tokens import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCED = re.compile(r"^ {0,3}(`{3,}+|~{3,}+)[^\n]*+\n(?:.*\n)*?(?: {0,3}\1[`~]*[ \t]*(?:\n|\Z)|.*\Z)", re.MULTILINE)
_TICKS = re.compile("`+")
_INDENTED = (" " * 4, "\t")
_NO_PARAGRAPH = re.compile(r" {0,3}[#=*~`<-]")
"""How a line begins that an indented one below it may well not go on: a heading, a rule, the end of a block."""
_LIST_MARKER = re.compile(r" {0,3}(?:[-*+]|\d+\.)[ \t]")


def code_and_comments(text: str) -> list[tuple[int, int]]:
    """Where those begin and end: no link is in there."""
    comments = (tag for tag in tags(without_code(text, " "), ()) if tag.kind == "comment")
    return [*_code(text), *((comment.offset, comment.end) for comment in comments)]


def without_code(text: str, filler: str = "") -> str:
    """The text without code, or with a character in place of each of that."""
    kept, position = [], 0
    for start, end in _code(text):
        kept += [text[position:start], filler * (end - start)]
        position = end
    return "".join([*kept, text[position:]])


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Where code between fences or in a line begins and ends."""
    position = 0
    for block in _FENCED.finditer(text):
        yield from _spans(text, position, block.start())
        yield block.span()
        position = block.end()
    yield from _spans(text, position, len(text))


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The code in each line, which ends at as many ticks as it began with."""
    for line in text[start:end].split("\n"):
        runs = [*_TICKS.finditer(line)]
        last = {run[0]: run.start() for run in runs}
        opening = None
        for run in runs:
            if opening is None and last[run[0]] > run.start():
                opening = run
            elif opening and run[0] == opening[0]:
                yield start + opening.start(), start + run.end()
                opening = None
        start += len(line) + 1


def is_in_indented_code(text: str, offset: int) -> bool:
    """Whether a place is in a block that is indented and in no list."""
    *above, line = text[:offset].split("\n")
    if not line.startswith(_INDENTED):
        return False
    is_parted = False
    for before in reversed(above):
        if before.strip() and not before.startswith(_INDENTED):
            return bool(is_parted or _NO_PARAGRAPH.match(before)) and not _LIST_MARKER.match(before)
        is_parted = not before.strip()
    return True


def first_heading(text: str) -> str:
    """The Markdown of the first heading that stands in no other block; empty where there is none."""
    from acadfolio.markdown.block_parser import BlockParser  # Most pages have their title in the front matter.
    from acadfolio.markdown.document import BLOCK_RULES
    from acadfolio.markdown.state import Node, Options, State

    root = Node("root")
    parser = BlockParser(text, root, State(Options()), BLOCK_RULES)
    while parser.position < parser.end:
        parser.parse_next()
        block = parser.last()
        if block is not None and block.kind == "header":
            return block.text
    return ""
