"""A page's HTML as a tree of nodes: what paper can show of it, as plain data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.cv.depth import check_depth
from acadfolio.cv.elements import Element, parse
from acadfolio.cv.formulas import formula
from acadfolio.cv.nodes import Node, Nodes
from acadfolio.cv.services import SERVICES, service
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.theme.language_marks import direction_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

INLINE = {
    "strong": "strong",
    "b": "strong",
    "em": "emph",
    "i": "emph",
    "sub": "sub",
    "sup": "sup",
    "del": "strike",
    "s": "strike",
    "code": "code",
    "kbd": "code",
    "samp": "code",
}
"""The kinds of nodes within a line, by HTML's elements."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS = {
    "p": "p",
    "figcaption": "p",
    "summary": "p",
    "dt": "p",
    "dd": "p",
    "blockquote": "quote",
    **dict.fromkeys(HEADINGS, "heading"),
}
"""The kinds of blocks of text, by HTML's elements. The content of any other element has no frame."""
BOLD = ("dt", "summary")
LISTS = {"ul": "list", "ol": "enum"}
BLOCK_KINDS = frozenset({*BLOCKS.values(), *LISTS.values(), "pre", "table", "break"})
SKIPPED = frozenset(
    {
        "script", "style", "svg", "button", "form", "input", "nav", "video", "audio", "iframe",
        "object", "canvas", "img", "hr", "rp",
    }
)  # fmt: skip
"""Elements that paper does not show."""
SKIPPED_CLASSES = frozenset(
    {
        "elsewhere", "emoji", "entries__all", "entries__more", "publication__more",
        "reversefootnote", "years",
    }
)  # fmt: skip
"""Of elements for visitors alone: links to the rest of a list, and what they can unfold."""
FOLDED = "more"
"""The class of what a citation style shortens: visitors can unfold it, and paper has the short form."""
EMOJI = re.compile("[\u200d\u20e3\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U000e007f]+")
SPACES = re.compile(r"[ \t\r\n\f]+")


def tree(html: str, absolute: Callable[[str], str]) -> Nodes:
    """The nodes of some HTML.

    absolute: returns the full URL of a link; empty if it leads nowhere from paper.

    Raises TooDeepError.
    """
    root = parse(html)
    check_depth(root)
    nodes = _nodes(root, absolute)
    _level(nodes)
    return trimmed(nodes)


def _nodes(element: Element, absolute: Callable[[str], str]) -> Nodes:
    """The nodes of what is in an element. Texts that follow each other are one."""
    found: Nodes = []
    for child in element.children:
        made = [SPACES.sub(" ", child)] if isinstance(child, str) else _of(child, absolute)
        for node in made:
            if isinstance(node, str) and found and isinstance(found[-1], str):
                found[-1] = SPACES.sub(" ", found[-1] + node)
            elif node:
                found.append(node)
    return found


def _of(element: Element, absolute: Callable[[str], str]) -> Nodes:
    """The nodes of an element: one, none, or those in it if it is only a frame."""
    name = element.name
    if name in SKIPPED or not SKIPPED_CLASSES.isdisjoint(element.classes):
        return []
    if FOLDED in element.classes:
        short = next((child for child in element.elements if child.name == "summary"), Element(""))
        return _nodes(short, absolute)
    if name == "br":
        return [Node("break")]
    if name == "math":
        return [formula(element)]
    if name == "pre":
        return [Node("pre", [element.text.strip("\n")])]
    if name in LISTS:
        return [_list(element, absolute)]
    if name == "table":
        return [Node("table", list(_rows(element, absolute)))]
    body = _nodes(element, absolute)
    return _block(name, trimmed(body)) if name in BLOCKS else _inline(element, body, absolute)


def _block(name: str, body: Nodes) -> Nodes:
    """The node of a block with text; none if it is empty."""
    if name in HEADINGS:
        body = trimmed(_without_emoji(body))
        return [Node("heading", body, level=HEADINGS.index(name) + 1)] if body else []
    if body and name in BOLD:
        body = [Node("strong", body)]
    return [Node(BLOCKS[name], body)] if body else []


def _inline(element: Element, body: Nodes, absolute: Callable[[str], str]) -> Nodes:
    """The nodes of an element within a line, with its language, its direction and its link."""
    if not body:
        return []
    if element.name == "q":
        body = ["“", *body, "”"]
    if element.name in INLINE:
        body = [Node(INLINE[element.name], body)]
    elif "entry__title" in element.classes or "publication__title" in element.classes:
        body = [Node("title", body)]
    elif "publication__keywords" in element.classes:
        body = [Node("keywords", trimmed(body))]
    if element.name == "a" and (url := absolute(element.attributes.get("href", ""))):
        body = [Node("link", body, url=url)]
    language, runs = element.attributes.get("lang", ""), _direction(element)
    if language or runs:
        body = [Node("span", body, lang=language, dir=runs)]
    return body


def _direction(element: Element) -> str:
    """The direction that an element gives its text; empty if it gives none."""
    written = element.attributes.get("dir", "auto" if element.name == "bdi" else "")
    return direction_of(_around_others(element)) if written == "auto" else written


def _around_others(element: Element) -> str:
    """The text in an element, without that of elements with a direction of their own."""
    return "".join(
        child if isinstance(child, str) else _around_others(child)
        for child in element.children
        if isinstance(child, str) or (child.name != "bdi" and "dir" not in child.attributes)
    )


def _list(element: Element, absolute: Callable[[str], str]) -> Node:
    """A list. Its items may have a date at their side, and a number."""
    items: Nodes = []
    for number, item in enumerate(element.elements, int(element.attributes.get("start") or 1)):
        date: Nodes = []
        for child in item.elements:
            if "dated__date" in child.classes:
                date = trimmed(_nodes(child, absolute))
        rest = Element(
            "li",
            children=[
                child
                for child in item.children
                if isinstance(child, str) or "dated__date" not in child.classes
            ],
        )
        if _section(element) == SERVICES:
            rest = service(rest)
        node = Node("item", trimmed(_nodes(rest, absolute)), date=date)
        if element.name == "ol":
            node.number = item.attributes.get("value") or str(number)
        if node.body or node.date:
            items.append(node)
    return Node(LISTS[element.name], items, section=_section(element))


def _section(element: Element) -> str:
    """The section whose entries a list has; empty for a list in a text."""
    for name in element.classes:
        if name == PUBLICATIONS or name.startswith("entries--"):
            return name.removeprefix("entries--")
    return ""


def _rows(element: Element, absolute: Callable[[str], str]) -> Iterator[Node]:
    """The rows of a table, with their cells."""
    for child in element.elements:
        if child.name == "tr":
            cells = [cell for cell in child.elements if cell.name in {"td", "th"}]
            body: Nodes = [Node("cell", trimmed(_nodes(cell, absolute))) for cell in cells]
            is_head = bool(cells) and all(cell.name == "th" for cell in cells)
            yield Node("row", body, head=is_head)
        elif child.name in {"thead", "tbody", "tfoot"}:
            yield from _rows(child, absolute)


def _without_emoji(nodes: Nodes) -> Nodes:
    """The nodes of a heading without emoji, which fonts for text do not have."""
    found: Nodes = []
    for node in nodes:
        if isinstance(node, str):
            found.append(EMOJI.sub("", node))
        else:
            node.body = _without_emoji(node.body)
            found.append(node)
    return found


def trimmed(nodes: Nodes) -> Nodes:
    """The nodes without spaces at their ends, and around blocks."""
    kept: Nodes = []
    for place, node in enumerate(nodes):
        text = node
        if isinstance(text, str):
            if place == 0 or _is_block(nodes[place - 1]):
                text = text.lstrip(" ")
            if place == len(nodes) - 1 or _is_block(nodes[place + 1]):
                text = text.rstrip(" ")
        if text:
            kept.append(text)
    return kept


def _is_block(node: Node | str) -> bool:
    return not isinstance(node, str) and node.kind in BLOCK_KINDS


def _level(nodes: Nodes) -> None:
    """Number the levels of headings without gaps, which readers of PDFs rely on."""
    open_levels: list[int] = []
    for node in nodes:
        if isinstance(node, str):
            continue
        if node.kind != "heading":
            _embolden(node.body)
            continue
        while open_levels and open_levels[-1] >= node.level:
            open_levels.pop()
        open_levels.append(node.level)
        node.level = len(open_levels)


def _embolden(nodes: Nodes) -> None:
    """Make bold paragraphs of headings within lists, tables and quotes: these structure no CV."""
    for node in nodes:
        if isinstance(node, str):
            continue
        if node.kind == "heading":
            node.kind, node.level, node.body = "p", 0, [Node("strong", node.body)]
        _embolden(node.body)
