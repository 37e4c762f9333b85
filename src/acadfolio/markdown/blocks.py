"""Block structure: text goes in, a tree of nodes comes out. Lists, tables, HTML and definitions have their own modules.

A block may hold blocks; each level reads its own text, with the markers taken off.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import (
    attributes,
    code,
    definition_lists,
    definitions,
    directives,
    formulas,
    headers,
    html_blocks,
    lists,
    tables,
    tags,
)
from acadfolio.markdown.lines import (
    ATTRIBUTE_LINE,
    BLANK,
    BLANK_LINE,
    DEEPEST,
    END_MARKER,
    LAZY_END,
    PARAGRAPH_END,
    RULE,
)
from acadfolio.markdown.searched import Searched
from acadfolio.markdown.tree import Node

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.markdown.attributes import AttributeList
    from acadfolio.markdown.state import State

_PARAGRAPH = re.compile(rf"[^\n]*\n(?>(?:(?!{PARAGRAPH_END})[^\n]*\n)*)")
_QUOTE = re.compile(rf"[^\n]*\n(?>(?:(?!{LAZY_END})[^\n]*\n)*)")
_QUOTE_MARKER = re.compile(r"^ {0,3}> ?", re.MULTILINE)
_BOUNDARY = re.compile(rf"{BLANK_LINE}|\^[ \t]*\n|{ATTRIBUTE_LINE}|\Z")


class Blocks(Searched):
    """A reader of one text: `position` moves over it, `parent` receives the nodes."""

    __slots__ = ("counted", "depth", "end", "first_line", "parent", "pending", "position", "state")

    def __init__(self, text: str, parent: Node, state: State, first_line: int = 1, depth: int = 0) -> None:
        self.text = text if text.endswith("\n") or not text else text + "\n"
        self.end = len(self.text)
        self.position = 0
        self.parent = parent
        self.state = state
        self.first_line = first_line
        self.depth = depth
        self.counted = (0, first_line)
        self.pending: AttributeList | None = None  # attributes for the block that comes next
        self.absent = {}

    def line(self) -> int:
        counted, line = self.counted
        if self.position < counted:
            counted, line = 0, self.first_line
        line += self.text.count("\n", counted, self.position)
        self.counted = (self.position, line)
        return line

    def add(self, kind: str, text: str = "", value: str = "") -> Node:
        """Append a block, with the attributes that were waiting for it."""
        node = Node(kind, text, value=value)
        if self.pending is not None:
            attributes.attach(node, self.pending)
            self.pending = None
        self.parent.children.append(node)
        return node

    def after_boundary(self) -> bool:
        """Whether a block that needs a blank line in front may start here."""
        if self.pending is not None or not self.parent.children:
            return True
        last = self.parent.children[-1]
        return last.kind == "blank" or (last.kind == "eob" and not last.value)

    def before_boundary(self) -> bool:
        return _BOUNDARY.match(self.text, self.position) is not None

    def read_children(self, node: Node, text: str, first_line: int) -> None:
        """Fill a node with the blocks of a text of its own."""
        if self.depth >= DEEPEST:
            node.children.append(Node("p", text.strip(), first_line))
        elif is_one_line(text):
            node.children.append(Node("p", text.rstrip(), first_line))
        else:
            Blocks(text, node, self.state, first_line, self.depth + 1).run()

    def run(self) -> bool:
        """Read to the end of the text, or behind the end tag of the parent (True)."""
        text = self.text
        while self.position < self.end:
            start = self.position
            limit = start + 3
            while start < limit and text[start] == " ":
                start += 1
            char = text[start]
            if char.isspace() and blank_line(self):
                continue
            if char == "<" and _closes(self, start):
                return True
            if (char == " " or (char == "\t" and start == self.position)) and code.indented(self):
                continue
            if char == "\t":
                bare_text(self)
                continue
            for reader in READERS.get(char, OTHER):
                if reader(self):
                    break
            else:
                paragraph(self)
        return False


def is_one_line(text: str) -> bool:
    """Whether this is a paragraph of a single line, as most items are, that no reader of blocks looks at."""
    return text.find("\n") == len(text) - 1 and text[:1].isalpha() and "|" not in text


def blank_line(blocks: Blocks) -> bool:
    match = BLANK.match(blocks.text, blocks.position)
    if match is None:
        return False
    blocks.position = match.end()
    children = blocks.parent.children
    if not children or children[-1].kind != "blank":
        blocks.add("blank")
    children[-1].text += match[0]
    return True


def paragraph(blocks: Blocks) -> None:
    match = _PARAGRAPH.match(blocks.text, blocks.position)
    assert match is not None  # noqa: S101 - every text ends with a newline
    text = match[0].rstrip()
    children = blocks.parent.children
    last = children[-1] if children else None
    if last is not None and last.kind == "p" and blocks.pending is None:
        joint = "  \n" if blocks.text[blocks.position - 3 : blocks.position] == "  \n" else "\n"
        last.text += joint + text
    else:
        node = blocks.add("p", text.lstrip())
        node.line = blocks.line()
    blocks.position = match.end()


def bare_text(blocks: Blocks) -> None:
    """A line that starts with a space and a tab is neither code nor a paragraph: text without an element."""
    end = blocks.text.index("\n", blocks.position) + 1
    text = blocks.text[blocks.position : end]
    children = blocks.parent.children
    if children and children[-1].kind == "text":
        children[-1].text += text
    else:
        blocks.add("text", text).line = blocks.line()
    blocks.position = end


def quote(blocks: Blocks) -> bool:
    match = _QUOTE.match(blocks.text, blocks.position)
    assert match is not None  # noqa: S101 - every text ends with a newline
    line = blocks.line()
    node = blocks.add("quote")
    blocks.read_children(node, _QUOTE_MARKER.sub("", match[0]), line)
    blocks.position = match.end()
    return True


def rule(blocks: Blocks) -> bool:
    match = RULE.match(blocks.text, blocks.position)
    if match is None:
        return False
    blocks.position = match.end()
    blocks.add("rule")
    return True


def end_marker(blocks: Blocks) -> bool:
    match = END_MARKER.match(blocks.text, blocks.position)
    if match is None:
        return False
    blocks.position = match.end()
    blocks.add("eob")
    return True


def _closes(blocks: Blocks, start: int) -> bool:
    """Whether the end tag of the element that is being filled stands here; if so, go behind it."""
    parent = blocks.parent
    if parent.kind != "html" or blocks.text[start + 1] != "/":
        return False
    match = tags.CLOSING_TAG.match(blocks.text, start)
    if match is None or match[1].lower() != parent.value or parent.value in tags.SPAN:
        return False
    blocks.position = match.end()
    return True


# Which readers look at a line that starts with a character (up to three spaces in front), in kramdown's order.
OTHER: tuple[Callable[[Blocks], bool], ...] = (headers.underlined, tables.table)
READERS: dict[str, tuple[Callable[[Blocks], bool], ...]] = {
    ">": (quote,),
    "#": (headers.hashed, *OTHER),
    "*": (rule, lists.unordered, *OTHER, definitions.abbreviation),
    "-": (rule, lists.unordered, *OTHER),
    "+": (lists.unordered, *OTHER),
    "_": (rule, *OTHER),
    "`": (code.fenced, *OTHER),
    "~": (code.fenced, *OTHER),
    ":": (definition_lists.definitions, *OTHER),
    "<": (html_blocks.block, *OTHER),
    "$": (headers.underlined, formulas.maths, tables.table),
    "\\": (headers.underlined, formulas.maths, tables.table),
    "[": (*OTHER, definitions.footnote, definitions.link),
    "{": (*OTHER, directives.block),
    "^": (*OTHER, end_marker),
    **dict.fromkeys("0123456789", (lists.ordered, *OTHER)),
}
