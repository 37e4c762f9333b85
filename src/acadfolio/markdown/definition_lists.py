"""Definition lists: `: text` below a paragraph, whose lines are the terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.markdown import attributes
from acadfolio.markdown.lines import BLANK, END_MARKER
from acadfolio.markdown.lists import ITEM_ATTRIBUTES, Item, start_pattern_of
from acadfolio.markdown.tree import Node

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks


def definitions(blocks: Blocks) -> bool:
    children = blocks.parent.children
    if start_pattern_of("dl", 4).match(blocks.text, blocks.position) is None or not children:
        return False
    after_blank = children[-1].kind == "blank" and children[-1].text == "\n"  # one blank line, really empty
    index = -2 if after_blank else -1
    if len(children) < -index or children[index].kind != "p":
        return False
    terms = children[index]
    del children[index:]
    node = _terms(terms)
    items = _gather_definitions(blocks, node, first_as_paragraph=after_blank)
    trailing = False
    for item in items:
        item.read(blocks)
        trailing = _settle_definition(item)
    _append_definitions(children, node)
    if trailing:
        children.append(Node("blank"))
    return True


def _terms(paragraph: Node) -> Node:
    node = Node("dl", line=paragraph.line)
    node.attributes, node.references = paragraph.attributes, paragraph.references
    for number, line in enumerate(paragraph.text.split("\n")):
        term = Node("dt", line, paragraph.line + number)
        found = ITEM_ATTRIBUTES.match(line)
        if found is not None:
            own = attributes.AttributeList()
            attributes.read(found[1], own)
            attributes.attach(term, own)
            term.text = line[found.end() :]
        node.children.append(term)
    return node


def _gather_definitions(blocks: Blocks, node: Node, *, first_as_paragraph: bool) -> list[Item]:
    text = blocks.text
    start_pattern = start_pattern_of("dl", 4)
    items: list[Item] = []
    after_blank = False
    line = blocks.line()
    while blocks.position < blocks.end:
        position = blocks.position
        if match := start_pattern.match(text, position):
            child = Node("dd")
            node.children.append(child)
            item = Item(child, match[1], match[2], line)
            item.first_as_paragraph = first_as_paragraph
            items.append(item)
            start_pattern = start_pattern_of("dl", item.indentation)
            first_as_paragraph = after_blank = False
        elif END_MARKER.match(text, position):
            break
        elif match := item.take(text, position, lazy=not after_blank):
            first_as_paragraph = after_blank = False
        elif match := BLANK.match(text, position):
            item.blank(match[0])
            first_as_paragraph = after_blank = True
        else:
            break
        blocks.position = match.end()
        line += match[0].count("\n")
    return items


def _settle_definition(item: Item) -> bool:
    children = item.node.children
    if not children:
        return False
    trailing = children[-1].kind == "blank"
    if trailing:
        children.pop()
    if children and children[0].kind == "p" and not item.first_as_paragraph:
        if len(children) > 1:
            children[0].text += "\n"
        children[0].transparent = True
    return trailing


def _append_definitions(children: list[Node], node: Node) -> None:
    """Definitions right after a definition list go on with it."""
    if children and children[-1].kind == "dl" and not children[-1].attributes:
        children[-1].children.extend(node.children)
    elif (
        len(children) > 1 and children[-1].kind == "blank" and children[-2].kind == "dl" and not children[-2].attributes
    ):
        children.pop()
        children[-1].children.extend(node.children)
    else:
        children.append(node)
