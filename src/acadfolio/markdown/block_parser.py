"""The block parser, and rules for the simplest blocks: paragraphs, quotes, thematic breaks, blank lines.

The rules for other blocks are in their own modules; `document.py` passes them to the parser. Nested
blocks are parsed from a text of their own, without the markers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from acadfolio.markdown.attributes import BLOCK_CONTENT, attach
from acadfolio.markdown.elements import SPAN
from acadfolio.markdown.markup import BLOCK_TAG_LINE, CLOSING_TAG
from acadfolio.markdown.shortcodes import LINE as SHORTCODE_LINE
from acadfolio.markdown.shortcodes import MARKED, take
from acadfolio.markdown.state import AttributeList, Node, Scanner, State

MAX_DEPTH = 60
"""How deep blocks may be nested; deeper markers are text. Browsers have a limit of 512 elements."""

BLANK_LINE = r"[^\S\n]*+\n"
ATTRIBUTE_LINE = rf" {{0,3}}\{{:(?![:/]){BLOCK_CONTENT}\}}{BLANK_LINE}"
LIST_MARKER = r" {0,3}(?:[+*-]|\d+\.)[\t |]"  # a pipe belongs to a table that is the item's text
# Lines that do not continue the text of a quote, an item or indented code …
LAZY_END = re.compile(
    rf"(?P<boundary>{BLANK_LINE}|\^{BLANK_LINE}|{ATTRIBUTE_LINE})|{BLOCK_TAG_LINE}|{SHORTCODE_LINE.pattern}"
)
# … and of a paragraph, in the GitHub flavour.
_PARAGRAPH_END = re.compile(
    rf"{LAZY_END.pattern}|{LIST_MARKER}| {{0,3}}(?:>|:[\t |]|`{{3}}|~{{3}})|\#{{1,6}}[\t ]+[^\s]"
)
BLANK = re.compile(rf"(?:{BLANK_LINE})+")
INDENT = r"(?m)^(?:\t| {4})"
_INDENTED = ("\t", " " * 4)
_QUOTE_MARKER = re.compile(r"^ {0,3}> ?", re.MULTILINE)


class BlockParser(Scanner):
    """Parses one text into blocks, which it adds to `parent`."""

    def __init__(
        self, text: str, parent: Node, state: State, rules: BlockRules, first_line: int = 1
    ) -> None:
        super().__init__(text if text.endswith("\n") or not text else text + "\n", first_line)
        self.end = len(self.text)
        self.text_start = 0  # where the text of the line begins, after up to three spaces
        self.parent = parent
        self.state = state
        self.rules = rules
        self.depth = 0
        self.pending: AttributeList | None = None  # attributes for the next block

    def parse(self) -> bool:
        """Parse to the end of the text, or to the end tag of the parent.

        Returns whether there was an end tag.
        """
        while self.position < self.end:
            if self.parse_next():
                return True
        return False

    def parse_next(self) -> bool:
        """Parse the block at the position, or the end tag of the parent.

        Returns whether it was the end tag.
        """
        self.text_start = self.position
        while self.text[self.text_start] == " " and self.text_start < self.position + 3:
            self.text_start += 1
        if self._take_end_tag():
            return True
        for rule in self.rules.get(self.text[self.text_start], self.rules[""]):
            if rule(self):
                return False
        paragraph(self)
        return False

    def parse_children(self, node: Node, text: str, first_line: int) -> None:
        """Add the blocks of a text to a node."""
        if self.depth >= MAX_DEPTH:
            node.children.append(Node("p", text.strip(), first_line))
            return
        parser = BlockParser(text, node, self.state, self.rules, first_line)
        parser.depth = self.depth + 1
        parser.parse()

    def whole_line(self) -> str:
        """The line that begins at the position, with its line end."""
        return self.text[self.position : self.line_end(self.position)]

    def line_end(self, position: int) -> int:
        """Where the next line starts."""
        return self.text.index("\n", position) + 1

    def blank_rest_end(self, position: int) -> int:
        """Where the next line starts if the rest of this one is white space; -1 otherwise."""
        end = self.text.find("\n", position) + 1
        return end if end and not self.text[position:end].strip() else -1

    def blank_end(self, position: int) -> int:
        """The position after the blank lines that start here."""
        match = BLANK.match(self.text, position)
        return match.end() if match else position

    def lines_end(self, position: int, end: re.Pattern[str]) -> int:
        """The position after this line and those below that continue its text."""
        text = self.text
        position = text.index("\n", position) + 1
        while position < self.end and not end.match(text, position):
            position = text.index("\n", position) + 1
        return position

    def indented_end(self, position: int) -> int:
        """The position after indented lines, the blank lines above and the lazy lines below them."""
        start = self.blank_end(position)
        while self.text.startswith(_INDENTED, start):
            position = self.lines_end(start, LAZY_END)
            start = self.blank_end(position)
        return position

    def line_number(self) -> int:
        return self.line_of(self.position)

    def add(self, kind: str, text: str = "", value: str = "") -> Node:
        """Append a block, with the pending attributes."""
        node = Node(kind, text, value=value)
        if self.pending is not None:
            attach(node, self.pending)
            self.pending = None
        self.parent.children.append(node)
        return node

    def last(self) -> Node | None:
        """The block above."""
        return self.parent.children[-1] if self.parent.children else None

    def is_after_boundary(self) -> bool:
        """Whether a block that needs a blank line before it may start here."""
        last = self.last()
        return self.pending is not None or last is None or last.kind == "blank"

    def is_before_boundary(self) -> bool:
        match = LAZY_END.match(self.text, self.position)
        return self.position == self.end or (match is not None and match["boundary"] is not None)

    def _take_end_tag(self) -> bool:
        """Move past the end tag of the parent. Returns False if there is none at the position."""
        parent = self.parent
        if parent.kind != "html" or parent.value in SPAN:
            return False
        match = CLOSING_TAG.match(self.text, self.text_start)
        if match is None or match[1].lower() != parent.value:
            return False
        self.position = match.end()
        return True


BlockRule = Callable[[BlockParser], bool]
"""Parses the block at the parser's position. Returns False if the rule does not apply there."""
BlockRules = Mapping[str, Sequence[BlockRule]]
"""Rules in order, by the first character of a line after up to three spaces; the key `""` is for all other lines."""


def blank_line(parser: BlockParser) -> bool:
    start, end = parser.position, parser.blank_end(parser.position)
    if start == end:
        return False
    parser.position = end
    last = parser.last()
    blank = last if last is not None and last.kind == "blank" else parser.add("blank")
    blank.text += parser.text[start:end]
    return True


def paragraph(parser: BlockParser) -> None:
    end = parser.lines_end(parser.position, _PARAGRAPH_END)
    text = parser.text[parser.position : end].rstrip()
    last = parser.last()
    if last is not None and last.kind == "p" and parser.pending is None:
        last.text += f"\n{text}"
    else:
        parser.add("p", text.lstrip()).line = parser.line_number()
    parser.position = end
    shortcode(parser)  # an indented one below text is not code


def block_quote(parser: BlockParser) -> bool:
    end = parser.lines_end(parser.position, LAZY_END)
    text, line = parser.text[parser.position : end], parser.line_number()
    parser.parse_children(parser.add("quote"), _QUOTE_MARKER.sub("", text), line)
    parser.position = end
    return True


def thematic_break(parser: BlockParser) -> bool:
    line = parser.whole_line()
    if not is_thematic_break(line):
        return False
    parser.position += len(line)
    parser.add("rule")
    return True


def is_thematic_break(line: str) -> bool:
    """Whether a line has three or more of `*`, `_` or `-`, and otherwise only spaces."""
    indentation = line[: -len(line.lstrip(" \t"))]
    symbols = line.removesuffix("\n").replace(" ", "").replace("\t", "")
    if len(indentation) > 3 or "\t" in indentation or len(symbols) < 3:  # noqa: PLR2004 - four are code, three are a rule
        return False
    return symbols[0] in "*_-" and symbols == symbols[0] * len(symbols)


def end_marker(parser: BlockParser) -> bool:
    """A line with only `^`, which ends the block above."""
    line = parser.whole_line()
    if line.rstrip() != "^":
        return False
    parser.position += len(line)
    parser.add("blank")
    return True


def shortcode(parser: BlockParser) -> bool:
    """A shortcode on its own line. Outside of other blocks, blank lines are added around it."""
    match = SHORTCODE_LINE.match(parser.text, parser.position)
    if match is None:
        return False
    parser.position = match.end()
    marked = re.search(MARKED, match[0])
    text = take(marked, parser.state.shortcodes) if marked else match[0].strip()
    is_top = parser.parent.kind in ("root", "html")
    if is_top:
        _add_blank_line(parser)
    parser.add("shortcode", text)
    if is_top:
        _add_blank_line(parser)
    return True


def _add_blank_line(parser: BlockParser) -> None:
    last = parser.last()
    if last is None or last.kind != "blank":
        parser.add("blank").text = "\n"
