"""Lists: which lines belong to an item, and whether its first text is a paragraph."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.markdown import attributes
from acadfolio.markdown.lines import ATTRIBUTE_LINE, BLANK, END_MARKER, LIST_MARKER, RULE
from acadfolio.markdown.tags import BLOCK_TAG_LINE
from acadfolio.markdown.tree import Node

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks

_MARKERS = {"ul": r"[+*-]", "ol": r"\d+\.", "dl": ":"}
ITEM_ATTRIBUTES = re.compile(r"\s*\{:(?!(?:\w[\w:-]*)?:|/)((?:\\\}|[^}\n])+)\}\s*")
_LIST_MARKER = re.compile(LIST_MARKER)
_LEADING_TABS = re.compile(r"( *)(\t+)")
_TASK = re.compile(r"\[([ xX])\]\s+")
_CHECKBOX = '<input type="checkbox" class="task-list-item-checkbox" disabled="disabled"{} />'


class Patterns(Struct, frozen=True):
    """What lines belong to an item whose text is indented by so much."""

    indented: re.Pattern[str]
    lazy: re.Pattern[str]
    indentation: re.Pattern[str]


@cache
def start_pattern_of(kind: str, indentation: int) -> re.Pattern[str]:
    """A marker, indented less than the text of the item before it."""
    limit = min(3, indentation - 1)
    return re.compile(rf"( {{0,{limit}}}{_MARKERS[kind]})([\t |][^\n]*\n)")


@cache
def _patterns(indentation: int) -> Patterns:
    stops, spaces = divmod(indentation, 4)
    step = r"(?:\t| {4})"
    margin = min(indentation, 3)
    return Patterns(
        re.compile(rf"(?:{step}{{{stops}}} {{{spaces}}}|{step}{{{stops + 1}}})[^\S\n]*+\S[^\n]*\n"),
        re.compile(rf"(?!(?! {{{margin}}} ){BLOCK_TAG_LINE}|{END_MARKER.pattern}|{ATTRIBUTE_LINE})[^\S\n]*+\S[^\n]*\n"),
        re.compile(rf"\A {{{indentation}}}"),
    )


class Item:
    """One item while its lines are gathered.

    A first nested list right below text starts a second part, which is read on its own: nothing goes on across its
    start, not even a fence. A lazy line that looks like an item is text once there was a blank line or a nested list.
    Both hold for `ul` and `ol` (`strict`) only.
    """

    __slots__ = ("first_as_paragraph", "indentation", "line", "lines", "nested", "node", "patterns", "split", "strict")

    def __init__(self, node: Node, marker: str, rest: str, line: int) -> None:
        self.node = node
        self.line = line
        content, self.indentation = _first_line(marker, rest)
        found = ITEM_ATTRIBUTES.match(content) if "{:" in content else None
        if found is not None:
            own = attributes.AttributeList()
            attributes.read(found[1], own)
            attributes.attach(node, own)
            content = content[found.end() :]
        self.lines = [content if content.endswith("\n") or not content else content + "\n"]
        self.patterns = _patterns(self.indentation)
        self.strict = node.kind == "li"
        self.nested = _LIST_MARKER.match(content) is not None
        self.split = 0  # which of the lines starts the second part
        self.first_as_paragraph = False

    def take(self, text: str, position: int, *, lazy: bool) -> re.Match[str] | None:
        """Take the line at the position if it belongs to the item."""
        match = self.patterns.indented.match(text, position)
        indented = match is not None
        if match is None and lazy:
            match = self.patterns.lazy.match(text, position)
        if match is None:
            return None
        line = match[0]
        if line.startswith("\t"):
            tabs = len(line) - len(line.lstrip("\t"))
            line = "    " * tabs + line[tabs:]
        if indented:
            line = self.patterns.indentation.sub("", line, count=1)
        if self.strict and _LIST_MARKER.match(line):
            if indented and not self.nested:
                self.split = len(self.lines)
                self.nested = True
            elif not indented and self.nested:
                line = " " * (4 + self.indentation) + line
        self.lines.append(line)
        return match

    def blank(self, lines: str) -> None:
        self.nested = True
        self.lines.append(lines)

    def read(self, blocks: Blocks) -> None:
        """Turn the lines into blocks."""
        if self.split:
            first = "".join(self.lines[: self.split])
            blocks.read_children(self.node, first, self.line)
            blocks.read_children(self.node, "".join(self.lines[self.split :]), self.line + first.count("\n"))
        else:
            blocks.read_children(self.node, "".join(self.lines), self.line)


def _first_line(marker: str, rest: str) -> tuple[str, int]:
    """The text behind the marker, and the column that it starts in; later lines are measured by it."""
    indentation = len(marker)
    only_attributes = ITEM_ATTRIBUTES.match(rest) if "{:" in rest else None
    if not (rest[only_attributes.end() :] if only_attributes else rest).strip():
        return rest.lstrip(), 4
    match = _LEADING_TABS.match(rest) if "\t" in rest else None
    while match is not None:
        column = (len(match[1]) + indentation) % 4
        rest = match[1] + " " * (4 - column + (len(match[2]) - 1) * 4) + rest[match.end() :]
        match = _LEADING_TABS.match(rest)
    text = rest.lstrip(" ")
    return text.lstrip(), indentation + len(rest) - len(text)


def unordered(blocks: Blocks) -> bool:
    return _list(blocks, "ul")


def ordered(blocks: Blocks) -> bool:
    return _list(blocks, "ol")


def _list(blocks: Blocks, kind: str) -> bool:
    if start_pattern_of(kind, 4).match(blocks.text, blocks.position) is None:
        return False
    node = blocks.add(kind)
    items, ended = _gather(blocks, node, kind)
    for item in items:
        item.read(blocks)
    trailing = _settle(items, ended=ended)
    _tasks(node)
    if trailing and not ended:
        blocks.parent.children.append(Node("blank"))
    return True


def _gather(blocks: Blocks, node: Node, kind: str) -> tuple[list[Item], bool]:
    """The items with their lines, and whether an end-of-block marker closed the list."""
    text = blocks.text
    start_pattern = start_pattern_of(kind, 4)
    items: list[Item] = []
    after_blank = False
    line = blocks.line()
    while blocks.position < blocks.end:
        position = blocks.position
        if after_blank and RULE.match(text, position):
            break
        if match := END_MARKER.match(text, position):
            blocks.position = match.end()
            return items, True
        if match := start_pattern.match(text, position):
            child = Node("li")
            node.children.append(child)
            item = Item(child, match[1], match[2], line)
            items.append(item)
            start_pattern = start_pattern_of(kind, item.indentation)
            after_blank = False
        elif match := item.take(text, position, lazy=not after_blank):
            after_blank = False
        elif match := BLANK.match(text, position):
            item.blank(match[0])
            after_blank = True
        else:
            break
        blocks.position = match.end()
        line += match[0].count("\n")
    return items, False


def _settle(items: list[Item], *, ended: bool) -> bool:
    """Make first texts plain or paragraphs, item by item; whether the last item ends with a blank line."""
    any_plain = False
    trailing = False
    for position, item in enumerate(items):
        children = item.node.children
        if not children:
            any_plain = True
            continue
        first = children[0]
        if len(children) > 1 and children[1].kind == "eob" and children[1].value == "attributes":
            del children[1]
        is_last = position == len(items) - 1
        if first.kind != "p":
            any_plain = True
        else:
            followed_by_blank = len(children) > 1 and children[1].kind == "blank"
            only_trailing = is_last and len(children) == 2 and not ended  # noqa: PLR2004 - the text and the blank line
            if (not followed_by_blank or only_trailing) and (not is_last or len(items) == 1 or any_plain):
                if len(children) > 1 and not followed_by_blank:
                    first.text += "\n"
                first.transparent = True
                any_plain = True
        trailing = children[-1].kind == "blank"
        if trailing:
            children.pop()
    return trailing


def _tasks(node: Node) -> None:
    is_task_list = False
    for item in node.children:
        if not item.children or item.children[0].kind != "p":
            continue
        first = item.children[0]
        match = _TASK.match(first.text)
        if match is not None:
            is_task_list = True
            first.value = _CHECKBOX.format("" if match[1] == " " else ' checked="checked"')
            first.text = first.text[match.end() :]
        if is_task_list:
            _first_class(item, "task-list-item")
    if is_task_list:
        _first_class(node, "task-list")


def _first_class(node: Node, name: str) -> None:
    own = node.attributes.get("class")
    node.attributes["class"] = f"{name} {own}" if own else name
