"""Attribute lists, `{: #id .class key="value" reference}`: parse them, add them to elements, write them as HTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.markup import escape_attribute
from acadfolio.markdown.state import AttributeList, Attributes, Node

if TYPE_CHECKING:
    from collections.abc import Mapping


NAME = r"[a-zA-Z0-9_][a-zA-Z0-9_:-]*"
ID = r"[A-Za-z][a-zA-Z0-9_:-]*"
# What may stand between the braces; a closing brace must be escaped.
CONTENT = r"(?:\\\}|[^}])+"
LINE_CONTENT = r"(?:\\\}|[^}\n])"  # one character, on one line
# A list on lines of its own; no author writes more than four lines of attributes.
BLOCK_CONTENT = rf"(?=[^}}])(?:(?>{LINE_CONTENT}*)\n){{0,3}}{LINE_CONTENT}*"

_ITEM = rf"""(?xs)(?:\A|(?<=\s))
    (?: ({NAME}) = (?: "((?:\\.|[^"\\]|"(?!\s|\Z))*)" | '((?:\\.|[^'\\]|'(?!\s|\Z))*)' )
      | ((?: \#{ID} | \.[^\s.\#}}]+ )+)
      | ({NAME}) )
    (?=\s|\Z)"""
LIST_IN_TEXT = re.compile(rf"\{{:(?![:/])({CONTENT})\}}")


def read_attributes(text: str, into: AttributeList | None = None) -> AttributeList:
    """Parse the content of the braces into a list, by default a new one.

    Anything but attributes is ignored.
    """
    found = AttributeList() if into is None else into
    for key, double, single, ids_and_classes, reference in re.findall(_ITEM, text):
        if key:
            value = double or single
            found.attributes[key] = (
                value.replace('\\"', '"').replace("\\'", "'").replace("\\}", "}")
            )
        elif reference:
            found.references.append(reference)
        else:
            for part in ids_and_classes.replace(".", " .").replace("#", " #").split():
                _set(found.attributes, "id" if part[0] == "#" else "class", part[1:])
    return found


def list_with_id(name: str) -> str:
    """The attribute list that gives an element an id, as an author writes it."""
    return f"{{: #{name}}}" if re.fullmatch(ID, name) else f'{{: id="{name}"}}'


def _set(attributes: Attributes, key: str, value: str) -> None:
    if key == "class" and attributes.get("class"):
        attributes["class"] += " " + value
    else:
        attributes[key] = value


def merge(attributes: Attributes, own: AttributeList, lists: Mapping[str, AttributeList]) -> None:
    """Merge a list into an element's attributes, after the lists that it refers to.

    Each list is used once.
    """
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
    """Add an attribute list to its block.

    References are resolved later, when all lists are known.
    """
    for key, value in own.attributes.items():
        _set(node.attributes, key, value)
    node.references.extend(own.references)


def resolve(node: Node, lists: Mapping[str, AttributeList]) -> Attributes:
    """The attributes of a block with its references resolved."""
    if not node.references or not lists:
        return node.attributes
    resolved: Attributes = {}
    merge(resolved, AttributeList(node.attributes, node.references), lists)
    return resolved


def write_attributes(attributes: Attributes) -> str:
    """The attributes as HTML, with a space before each. An empty id is omitted."""
    out = ""
    for key, value in attributes.items():
        if key != "id" or value.strip():
            out += f' {key}="{escape_attribute(value)}"'
    return out
