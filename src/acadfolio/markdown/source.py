"""Find code, comments and headings in the source of Markdown, where the HTML would not help."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.html.tokens import tags
from acadfolio.markdown.state import code_spans

if TYPE_CHECKING:
    from collections.abc import Iterator


_FENCED = re.compile(
    r"^ {0,3}(`{3,}+|~{3,}+)[^\n]*+\n(?:.*\n)*?(?: {0,3}\1[`~]*[ \t]*(?:\n|\Z)|.*\Z)", re.MULTILINE
)
_INDENTED = (" " * 4, "\t")
_NO_PARAGRAPH = r" {0,3}[#=*~`<-]"
"""The start of a line that an indented line below does not continue: a heading, a rule, the end of a block."""
_CONTAINER = r" {0,3}(?:(?:[-*+]|\d+\.)[ \t]|<\w[^>/]*>\s*$)"
"""The start of a list, or of a block of HTML: indented lines in it are no code."""
_SYNTAX = re.compile(r"[$<{\\]")


def may_have_syntax(text: str) -> bool:
    """Whether a text has what begins a formula, an environment, a tag or a shortcode."""
    return _SYNTAX.search(text) is not None


def code_and_comments(text: str) -> list[tuple[int, int]]:
    """The start and end of each code span, code block and comment. Links in them are not links."""
    comments = (tag for tag in tags(without_code(text, " "), ()) if tag.kind == "comment")
    return [*_code(text), *((comment.offset, comment.end) for comment in comments)]


def without_code(text: str, filler: str = "") -> str:
    """The text without code, or with `filler` in the place of each of its characters."""
    kept, position = [], 0
    for start, end in _code(text):
        kept += [text[position:start], filler * (end - start)]
        position = end
    return "".join([*kept, text[position:]])


def _code(text: str) -> Iterator[tuple[int, int]]:
    """The start and end of each fenced code block and code span."""
    position = 0
    for block in _FENCED.finditer(text):
        yield from _spans(text, position, block.start())
        yield block.span()
        position = block.end()
    yield from _spans(text, position, len(text))


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The start and end of the code spans in each line."""
    for line in text[start:end].split("\n"):
        for first, last in code_spans(line):
            yield start + first, start + last
        start += len(line) + 1


def is_in_indented_code(text: str, offset: int) -> bool:
    """Whether an offset is in an indented code block: in an indented line that continues no paragraph, list or HTML."""
    *above, line = text[:offset].split("\n")
    if not line.startswith(_INDENTED):
        return False
    is_after_blank = False
    for before in reversed(above):
        if before.strip() and not before.startswith(_INDENTED):
            begins_block = is_after_blank or re.match(_NO_PARAGRAPH, before) is not None
            return begins_block and not re.match(_CONTAINER, before)
        is_after_blank = not before.strip()
    return True


def first_heading(text: str) -> str:
    """The Markdown of the first heading outside of other blocks; empty if there is none."""
    from acadfolio.markdown.block_parser import (
        BlockParser,
    )  # Few pages need it besides their conversion.
    from acadfolio.markdown.document import BLOCK_RULES
    from acadfolio.markdown.state import Node, Options, State

    parser = BlockParser(text, Node("root"), State(Options()), BLOCK_RULES)
    while parser.position < parser.end:
        parser.parse_next()
        block = parser.last()
        if block is not None and block.kind == "header":
            return block.text
    return ""
