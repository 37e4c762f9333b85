"""Emphasis: `*…*`, `_…_`, doubled for strong, and `~~…~~`.

A delimiter without a partner is text.
"""

from __future__ import annotations

import re

from acadfolio.markdown.inline_parser import EMPHASIS, STRONG, InlineParser, OpenElement

_STRIKE_END = re.compile(r"[^\s~]~~")


def asterisk(parser: InlineParser) -> None:
    _open(parser, "*")


def underscore(parser: InlineParser) -> None:
    text, position = parser.text, parser.position
    before = text[max(position - 2, 0) : position].removesuffix("-")
    if before[-1:].isalpha():
        parser.as_text(2 if text.startswith("__", position) else 1)
    else:
        _open(parser, "_")


def _open(parser: InlineParser, char: str) -> None:
    text, position = parser.text, parser.position
    is_strong = text.startswith(char, position + 1)
    length, flag = (2, STRONG) if is_strong else (1, EMPHASIS)
    following = text[position + length : position + length + 1]
    flags = parser.element.flags
    if flags & flag or not following or following.isspace():
        parser.as_text(length)
    else:
        parser.push(Emphasis(char * length, position, flags | flag), position + length)


class Emphasis(OpenElement):
    """An open `<em>` or `<strong>`."""

    needs_end = True

    def __init__(self, closer: str, start: int, flags: int, length: int = 0) -> None:
        super().__init__("em" if len(closer) == 1 else "strong", start, flags)
        self.closer = closer
        self.length = length or len(closer)  # how many characters become text if there is no end

    def closes(self, parser: InlineParser) -> bool:
        is_empty = not parser.pending and len(parser.out) == self.index + 1
        if is_empty or not self._may_close(parser.text, parser.position):
            return False
        start_tag, end = parser.start_tag(self.name, {}, parser.position + len(self.closer))
        parser.close(self, start_tag, end)
        return True

    def _may_close(self, text: str, position: int) -> bool:
        if not text.startswith(self.closer, position) or text[position - 1].isspace():
            return False
        char, end = self.closer[0], position + len(self.closer)
        if char == "_" and text[end : end + 1].isalnum():
            return False
        is_double = text.startswith(char * 2, position) and not text.startswith(char * 3, position)
        return self.name == "strong" or not is_double

    def end_of_text(self, parser: InlineParser) -> None:
        """Without a partner the opener is text.

        The second half of a double one may still open emphasis.
        """
        parser.drop(self)
        is_in_em = isinstance(parser.element, Emphasis) and parser.element.name == "em"
        if self.name == "strong" and not is_in_em:
            retry = Emphasis(self.closer[0], self.start, parser.element.flags | EMPHASIS, length=2)
            parser.push(retry, self.start + 1)
        else:
            parser.as_text(self.length)


def strike(parser: InlineParser) -> None:
    text, start = parser.text, parser.position
    match = parser.search(_STRIKE_END, start + 2)
    if match is None:
        parser.as_text_for_quotes(2)
        return
    inner = parser.parse_nested(text[start + 2 : match.start() + 1])
    start_tag, end = parser.start_tag("del", {}, match.end())
    parser.add(f"{start_tag}{inner}</del>", end)
