"""Lists, definition lists and task lists: which lines belong to an item, and whether its first text is a paragraph."""

from __future__ import annotations

import re
from functools import cache, partial

from acadfolio.markdown.attributes import LIST_IN_TEXT, attach, read_attributes
from acadfolio.markdown.block_parser import LAZY_END, LIST_MARKER, BlockParser, is_thematic_break
from acadfolio.markdown.shortcodes import START
from acadfolio.markdown.state import Node

_MARKERS = {"ul": r"[+*-]", "ol": r"\d+\.", "dl": ":"}
_LIST_MARKER = re.compile(LIST_MARKER)
_BOXES = ("[ ]", "[x]", "[X]")
_CHECKBOX = '<input type="checkbox" class="task-list-item-checkbox" disabled="disabled"{} />'


@cache
def _item_start(kind: str, indentation: int) -> re.Pattern[str]:
    """A marker, indented less than the text of the item before it."""
    limit = min(3, indentation - 1)
    return re.compile(rf"( {{0,{limit}}}{_MARKERS[kind]})([\t |][^\n]*\n)")


class Item:
    """One item, and its lines as they are collected.

    The first nested list right below text starts a second part, which is parsed separately: no
    block, not even fenced code, continues into it. After a blank line or a nested list, a lazy line
    that looks like an item is text. Both are true for `ul` and `ol` (`strict`) only.
    """

    def __init__(self, node: Node, marker: str, rest: str, line: int) -> None:
        self.node = node
        self.line = line
        self.indentation = _column(marker, rest)
        content = _take_attributes(node, rest.lstrip())
        self.lines = [content if content.endswith("\n") or not content else content + "\n"]
        self.strict = node.kind == "li"
        self.nested = _LIST_MARKER.match(content) is not None
        self.split = 0  # the index of the line that starts the second part
        self.first_as_paragraph = False

    def take(self, line: str, *, lazy: bool) -> bool:
        """Add a line if it belongs to the item: if it is indented like the item's text, or if it may be lazy."""
        line = _with_spaces(line)
        indentation = " " * self.indentation
        if line.startswith(indentation):
            self._add_indented(line.removeprefix(indentation))
        elif lazy and (
            f" {START}" in line or not LAZY_END.match(line)
        ):  # a shortcode may be indented less
            self._add_lazy(line)
        else:
            return False
        return True

    def _add_indented(self, line: str) -> None:
        starts_list = self.strict and _LIST_MARKER.match(line)
        if starts_list and not self.nested:
            self.split = len(self.lines)
            self.nested = True
        self.lines.append(line)

    def _add_lazy(self, line: str) -> None:
        if self.strict and self.nested and _LIST_MARKER.match(line):
            line = " " * (4 + self.indentation) + line
        self.lines.append(line)

    def take_blank(self, lines: str) -> None:
        self.nested = True
        self.lines.append(lines)

    def parse(self, parser: BlockParser) -> None:
        """Turn the lines into blocks."""
        first = "".join(self.lines[: self.split])
        if first:
            parser.parse_children(self.node, first, self.line)
        rest = "".join(self.lines[self.split :])
        parser.parse_children(self.node, rest, self.line + first.count("\n"))


def _take_attributes(node: Node, text: str) -> str:
    """Add the attribute list before a text to a node. Returns the text without it."""
    match = LIST_IN_TEXT.match(text.lstrip())
    if match is None:
        return text
    attach(node, read_attributes(match[1]))
    return match.string[match.end() :].lstrip()


def _column(marker: str, rest: str) -> int:
    """The column of the text after a marker, which is the indentation of the item's other lines."""
    text = rest.lstrip(" \t")
    if not text.strip():
        return 4
    before = " " * len(marker) + rest[: len(rest) - len(text)]
    return len(before.expandtabs(4))


def _with_spaces(line: str) -> str:
    """The line with its leading tabs as spaces."""
    text = line.lstrip("\t")
    return "    " * (len(line) - len(text)) + text


def _list(parser: BlockParser, kind: str) -> bool:
    if _item_start(kind, 4).match(parser.text, parser.position) is None:
        return False
    node = parser.add(kind)
    items = _gather(parser, node, first_as_paragraph=False)
    for item in items:
        item.parse(parser)
    _choose_paragraphs(items)
    has_blank = [_drop_last_blank(item.node) for item in items if item.node.children]
    _make_task_list(node)
    if has_blank and has_blank[-1]:
        parser.parent.children.append(Node("blank"))
    return True


unordered_list = partial(_list, kind="ul")
ordered_list = partial(_list, kind="ol")


def _gather(parser: BlockParser, node: Node, *, first_as_paragraph: bool) -> list[Item]:
    """The items of a list, or the definitions of a definition list, with their lines."""
    text, kind = parser.text, node.kind
    start = _item_start(kind, 4)
    items: list[Item] = []
    is_after_blank = False
    line = parser.line_number()
    while parser.position < parser.end:
        taken = parser.whole_line()
        if kind != "dl" and is_after_blank and is_thematic_break(taken):
            break
        if not taken.strip():
            taken = text[parser.position : parser.blank_end(parser.position)]
            items[-1].take_blank(taken)
            first_as_paragraph = is_after_blank = True
        elif match := start.match(taken):
            items.append(_add_item(node, match, line))
            items[-1].first_as_paragraph = first_as_paragraph
            start = _item_start(kind, items[-1].indentation)
            first_as_paragraph = is_after_blank = False
        elif items[-1].take(taken, lazy=not is_after_blank):
            first_as_paragraph = is_after_blank = False
        else:
            break
        parser.position += len(taken)
        line += taken.count("\n")
    return items


def _add_item(node: Node, match: re.Match[str], line: int) -> Item:
    child = Node("dd" if node.kind == "dl" else "li")
    node.children.append(child)
    return Item(child, match[1], match[2], line)


def _choose_paragraphs(items: list[Item]) -> None:
    """Make the first text of each item plain text or a paragraph."""
    any_plain = False
    for item in items:
        children = item.node.children
        _drop_end_of_attributes(children)
        if not children or children[0].kind != "p":
            any_plain = True
            continue
        is_last = item is items[-1]
        may_be_plain = not is_last or len(items) == 1 or any_plain
        if may_be_plain and _is_tight(children, ends_list=is_last):
            any_plain = True
            _make_plain(children, has_blank=_has_blank(children))


def _drop_end_of_attributes(children: list[Node]) -> None:
    """Delete the end of block between the first text and its attribute list."""
    if (
        len(children) > 1
        and children[1].kind == "end_of_block"
        and children[1].value == "attributes"
    ):
        del children[1]


def _is_tight(children: list[Node], *, ends_list: bool) -> bool:
    """Whether no blank line follows the first text, except at the end of the list."""
    return not _has_blank(children) or (ends_list and children[1] is children[-1])


def _has_blank(children: list[Node]) -> bool:
    return len(children) > 1 and children[1].kind == "blank"


def _make_plain(children: list[Node], *, has_blank: bool = False) -> None:
    """Render the first text of an item without `<p>`."""
    if len(children) > 1 and not has_blank:
        children[0].text += "\n"
    children[0].is_tight = True


def _drop_last_blank(node: Node) -> bool:
    """Delete the blank line at the end of an item. Returns whether there was one."""
    has_blank = bool(node.children) and node.children[-1].kind == "blank"
    if has_blank:
        node.children.pop()
    return has_blank


def _make_task_list(node: Node) -> None:
    is_task_list = False
    for item in node.children:
        if not item.children or item.children[0].kind != "p":
            continue
        is_task_list = _take_checkbox(item.children[0]) or is_task_list
        if is_task_list:
            _put_class_first(item, "task-list-item")
    if is_task_list:
        _put_class_first(node, "task-list")


def _take_checkbox(paragraph: Node) -> bool:
    """Convert `[ ]` or `[x]` before a text to a checkbox. Returns whether there was one."""
    box, text = paragraph.text[:3], paragraph.text[3:]
    if box not in _BOXES or not text[:1].isspace():
        return False
    paragraph.value = _CHECKBOX.format("" if box == "[ ]" else ' checked="checked"')
    paragraph.text = text.lstrip()
    return True


def _put_class_first(node: Node, name: str) -> None:
    own = node.attributes.get("class")
    node.attributes["class"] = f"{name} {own}" if own else name


def definition_list(parser: BlockParser) -> bool:
    """`: text` below a paragraph, whose lines are the terms."""
    children = parser.parent.children
    if not children or _item_start("dl", 4).match(parser.text, parser.position) is None:
        return False
    is_after_blank = (
        children[-1].kind == "blank" and children[-1].text == "\n"
    )  # one blank line, really empty
    start = len(children) - (2 if is_after_blank else 1)
    if start < 0 or children[start].kind != "p":
        return False
    node = _terms(children[start])
    del children[start:]
    items = _gather(parser, node, first_as_paragraph=is_after_blank)
    has_blank = [_parse_definition(parser, item) for item in items]
    _append_definitions(children, node)
    if has_blank[-1]:
        children.append(Node("blank"))
    return True


def _parse_definition(parser: BlockParser, item: Item) -> bool:
    """Parse a definition. Returns whether a blank line followed it."""
    item.parse(parser)
    has_blank = _drop_last_blank(item.node)
    own = item.node.children
    if own and own[0].kind == "p" and not item.first_as_paragraph:
        _make_plain(own)
    return has_blank


def _terms(paragraph: Node) -> Node:
    node = Node("dl", line=paragraph.line)
    node.attributes, node.references = paragraph.attributes, paragraph.references
    for number, line in enumerate(paragraph.text.split("\n")):
        term = Node("dt", line=paragraph.line + number)
        term.text = _take_attributes(term, line)
        node.children.append(term)
    return node


def _append_definitions(children: list[Node], node: Node) -> None:
    """Add definitions to the definition list right above, or as a new one."""
    above = [child for child in children[-2:] if child.kind != "blank"]
    if above and above[-1].kind == "dl" and not above[-1].attributes:
        if children[-1].kind == "blank":
            children.pop()
        above[-1].children.extend(node.children)
    else:
        children.append(node)
