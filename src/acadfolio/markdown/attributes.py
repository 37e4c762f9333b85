"""Attribute lists, `{: #id .class key="value" reference}`: text in, attributes out; and attributes as HTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.escape import escape_attribute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.markdown.tree import Attributes, Node

NAME = r"[a-zA-Z0-9_][a-zA-Z0-9_:-]*"
# What may stand between the braces; a closing brace must be escaped.
CONTENT = r"(?:\\\}|[^}])+"
LINE_CONTENT = r"(?:\\\}|[^}\n])"  # one character, on one line
# A list on lines of its own; more than four lines of attributes are nobody's.
BLOCK_CONTENT = rf"(?=[^}}])(?:(?>{LINE_CONTENT}*)\n){{0,3}}{LINE_CONTENT}*"

_ITEM = re.compile(
    rf"""(?:\A|(?<=\s))
    (?: ({NAME}) = (?: "((?:\\.|[^"\\]|"(?!\s|\Z))*)" | '((?:\\.|[^'\\]|'(?!\s|\Z))*)' )
      | ((?: \#[A-Za-z][a-zA-Z0-9_:-]* | \.[^\s.\#}}]+ )+)
      | ({NAME}) )
    (?=\s|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_MARK = re.compile(r"([.#])([^.#]+)")
_UNESCAPE = re.compile(r"\\([}\"'])")


class AttributeList:
    """Own attributes, and the names of attribute lists that are defined elsewhere (`{:name: …}`)."""

    __slots__ = ("attributes", "references", "resets")

    def __init__(self) -> None:
        self.attributes: Attributes = {}
        self.references: list[str] = []
        self.resets = False  # `class="…"` forgets the classes before it, `.…` adds to them


def read(text: str, into: AttributeList) -> None:
    """Add what `text` (the content of the braces) says; whatever is no attribute is passed over."""
    for key, double, single, marks, reference in _ITEM.findall(text):
        if key:
            into.attributes[key] = _UNESCAPE.sub(r"\1", double or single)
            into.resets = into.resets or key == "class"
        elif reference:
            into.references.append(reference)
        else:
            for mark, name in _MARK.findall(marks):
                _set(into.attributes, "id" if mark == "#" else "class", name)


def _set(attributes: Attributes, key: str, value: str) -> None:
    if key == "class" and attributes.get("class"):
        attributes["class"] += " " + value
    else:
        attributes[key] = value


def merge(attributes: Attributes, own: AttributeList, lists: Mapping[str, AttributeList]) -> None:
    """Put a list into an element's attributes, what it refers to first; a loop of references ends."""
    pending = [own]
    order: list[AttributeList] = []
    seen: set[str] = set()
    while pending:
        current = pending.pop()
        order.append(current)
        for name in current.references:
            if name in lists and name not in seen:
                seen.add(name)
                pending.append(lists[name])
    for current in reversed(order):
        for key, value in current.attributes.items():
            _set(attributes, key, value)


def attach(node: Node, own: AttributeList) -> None:
    """Leave a block attribute list with the block; its references are looked up when all of them are known."""
    if own.resets:
        node.attributes.pop("class", None)
    for key, value in own.attributes.items():
        _set(node.attributes, key, value)
    node.references.extend(own.references)


def resolve(node: Node, lists: Mapping[str, AttributeList]) -> Attributes:
    """The attributes of a block with its references filled in."""
    if not node.references or not lists:
        return node.attributes
    own = AttributeList()
    own.attributes, own.references = node.attributes, node.references
    resolved: Attributes = {}
    merge(resolved, own, lists)
    return resolved


def written(attributes: Attributes) -> str:
    """The attributes as HTML, with a space in front of each."""
    if not attributes:
        return ""
    return "".join([f' {key}="{escape_attribute(value)}"' for key, value in attributes.items() if _worth(key, value)])


def _worth(key: str, value: str) -> bool:
    return key != "id" or value.strip() != ""
