"""The block parser, and the blocks that every text has: paragraphs, quotes, rules, blank lines.

The rules for all other blocks are functions in modules of their own, which `document.py` hands to the parser. A block
may hold blocks; each level is parsed from a text of its own, with the markers taken off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from acadfolio.markdown.attributes import BLOCK_CONTENT, attach
from acadfolio.markdown.markup import BLOCK_TAG_LINE, CLOSING_TAG, SPAN
from acadfolio.markdown.shortcodes import LINE as SHORTCODE_LINE
from acadfolio.markdown.shortcodes import MARKED, take
from acadfolio.markdown.state import Node, Scanner

if TYPE_CHECKING:
    from acadfolio.markdown.state import AttributeList, State

# Blocks nest as deep as this; below, markers are text. Browsers give up at 512 elements, people far earlier.
DEEPEST = 60

BLANK_LINE = r"[^\S\n]*+\n"
ATTRIBUTE_LINE = rf" {{0,3}}\{{:(?![:/]){BLOCK_CONTENT}\}}{BLANK_LINE}"
LIST_MARKER = r" {0,3}(?:[+*-]|\d+\.)[\t |]"  # a pipe belongs to a table that is the item's text
# Lines that do not go on with the text above: of a quote, an item, indented code …
LAZY_END = re.compile(
    rf"(?P<boundary>{BLANK_LINE}|\^{BLANK_LINE}|{ATTRIBUTE_LINE})|{BLOCK_TAG_LINE}|{SHORTCODE_LINE.pattern}"
)
# … and of a paragraph, in the GitHub flavour.
_PARAGRAPH_END = re.compile(
    rf"{LAZY_END.pattern}|{LIST_MARKER}| {{0,3}}(?:>|:[\t |]|`{{3}}|~{{3}})|\#{{1,6}}[\t ]+[^\s]"
)
BLANK = re.compile(rf"(?:{BLANK_LINE})+")
INDENT = re.compile(r"^(?:\t| {4})", re.MULTILINE)
_INDENTED = ("\t", " " * 4)
_QUOTE_MARKER = re.compile(r"^ {0,3}> ?", re.MULTILINE)


class BlockParser(Scanner):
    """Parses one text into blocks, which it adds to `parent`."""

    def __init__(self, text: str, parent: Node, state: State, rules: BlockRules, first_line: int = 1) -> None:
        super().__init__(text if text.endswith("\n") or not text else text + "\n", first_line)
        self.end = len(self.text)
        self.start = 0  # where the text of a line begins, behind up to three spaces
        self.parent = parent
        self.state = state
        self.rules = rules
        self.depth = 0
        self.pending: AttributeList | None = None  # attributes for the block that comes next

    def parse(self) -> bool:
        """Parse to the end of the text, or to the end tag of the parent: whether that was found."""
        while self.position < self.end:
            if self.parse_next():
                return True
        return False

    def parse_next(self) -> bool:
        """Take the block at the position, or the end tag of the parent: whether it was that."""
        self.start = self.position
        while self.text[self.start] == " " and self.start < self.position + 3:
            self.start += 1
        if self._take_end_tag():
            return True
        for rule in self.rules.get(self.text[self.start], self.rules[""]):
            if rule(self):
                return False
        paragraph(self)
        return False

    def parse_children(self, node: Node, text: str, first_line: int) -> None:
        """Fill a node with the blocks of a text of its own."""
        if self.depth >= DEEPEST:
            node.children.append(Node("p", text.strip(), first_line))
            return
        parser = BlockParser(text, node, self.state, self.rules, first_line)
        parser.depth = self.depth + 1
        parser.parse()

    def whole_line(self) -> str:
        """The line that begins at the position, with its end."""
        return self.text[self.position : self.line_end(self.position)]

    def line_end(self, position: int) -> int:
        """Where the line behind this one starts."""
        return self.text.index("\n", position) + 1

    def rest_end(self, position: int) -> int:
        """The same for a line of which only white space is left; -1 for others."""
        end = self.text.find("\n", position) + 1
        return end if end and not self.text[position:end].strip() else -1

    def blank_end(self, position: int) -> int:
        """The position behind the blank lines that start here."""
        match = BLANK.match(self.text, position)
        return match.end() if match else position

    def lines_end(self, position: int, end: re.Pattern[str]) -> int:
        """The position behind this line and those below that go on with its text."""
        text = self.text
        position = text.index("\n", position) + 1
        while position < self.end and not end.match(text, position):
            position = text.index("\n", position) + 1
        return position

    def indented_end(self, position: int) -> int:
        """The position behind indented lines, with blank ones above them and lazy ones below."""
        start = self.blank_end(position)
        while self.text.startswith(_INDENTED, start):
            position = self.lines_end(start, LAZY_END)
            start = self.blank_end(position)
        return position

    def line_number(self) -> int:
        return self.line_of(self.position)

    def add(self, kind: str, text: str = "", value: str = "") -> Node:
        """Append a block, with the attributes that were waiting for it."""
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
        """Whether a block that needs a blank line in front may start here."""
        last = self.last()
        return self.pending is not None or last is None or last.kind == "blank"

    def is_before_boundary(self) -> bool:
        match = LAZY_END.match(self.text, self.position)
        return self.position == self.end or (match is not None and match["boundary"] is not None)

    def _take_end_tag(self) -> bool:
        """Whether the end tag of the parent stands here; if so, go behind it."""
        parent = self.parent
        if parent.kind != "html" or parent.value in SPAN:
            return False
        match = CLOSING_TAG.match(self.text, self.start)
        if match is None or match[1].lower() != parent.value:
            return False
        self.position = match.end()
        return True


BlockRule = Callable[[BlockParser], bool]
"""Takes the block at the parser's position, and says whether there was one."""
BlockRules = Mapping[str, Sequence[BlockRule]]
"""Rules in their order, by the first character of a line behind up to three spaces; `""` has those of all others."""


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
    shortcode(parser)  # below text, one that is indented is no code


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
    """Whether a line has three or more of `*`, `_` or `-`, with nothing but spaces in between."""
    indentation = line[: -len(line.lstrip(" \t"))]
    symbols = line.removesuffix("\n").replace(" ", "").replace("\t", "")
    if len(indentation) > 3 or "\t" in indentation or len(symbols) < 3:  # noqa: PLR2004 - four are code, three are a rule
        return False
    return symbols[0] in "*_-" and symbols == symbols[0] * len(symbols)


def end_marker(parser: BlockParser) -> bool:
    """A line of a circumflex, which ends what is above it."""
    line = parser.whole_line()
    if line.rstrip() != "^":
        return False
    parser.position += len(line)
    parser.add("blank")
    return True


def shortcode(parser: BlockParser) -> bool:
    """A line that places a section; in the page itself it stands between blank lines."""
    match = SHORTCODE_LINE.match(parser.text, parser.position)
    if match is None:
        return False
    parser.position = match.end()
    marked = MARKED.search(match[0])
    place = take(marked, parser.state.shortcodes) if marked else match[0].strip()
    is_top = parser.parent.kind in ("root", "html")
    if is_top:
        _part(parser)
    parser.add("shortcode", place)
    if is_top:
        _part(parser)
    return True


def _part(parser: BlockParser) -> None:
    last = parser.last()
    if last is None or last.kind != "blank":
        parser.add("blank").text = "\n"
