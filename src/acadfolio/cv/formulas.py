"""Formulas: MathML becomes nodes that a design can print."""

from __future__ import annotations

from acadfolio.cv.elements import Element
from acadfolio.cv.nodes import Node, Nodes

KINDS = {
    "msup": "sup",
    "msub": "sub",
    "msubsup": "subsup",
    "mover": "over",
    "munder": "under",
    "munderover": "underover",
    "mfrac": "frac",
    "msqrt": "sqrt",
    "mroot": "root",
    "mtable": "matrix",
    "mtr": "row",
    "mtd": "row",
    "mtext": "text",
}
"""The kinds of nodes, by MathML's elements. Those with other names are rows."""
INVISIBLE = frozenset("\u2061\u2062\u2063\u2064")
"""Operators between a function and its argument, or between factors, that are not printed."""


def formula(math: Element) -> Node:
    """A formula with its TeX, which is what a screen reader reads."""
    semantics = next((part for part in math.elements if part.name == "semantics"), math)
    shown = [part for part in semantics.children if not _is_annotation(part)]
    tex = "".join(part.text for part in semantics.elements if _is_annotation(part))
    is_block = math.attributes.get("display") == "block"
    alt = tex.strip() or math.text.strip()
    return Node("math", _nodes(Element("mrow", children=shown)), alt=alt, block=is_block)


def _is_annotation(part: Element | str) -> bool:
    return isinstance(part, Element) and part.name == "annotation"


def _nodes(element: Element) -> Nodes:
    """The nodes of the elements in an element."""
    return [node for child in element.elements if (node := _node(child)) is not None]


def _node(element: Element) -> Node | None:
    """The node of an element; None if it prints nothing."""
    if element.name in {"mi", "mn", "mo"}:
        return _symbol(element)
    if element.name == "mspace":
        return Node("space") if element.attributes.get("width") else None
    if element.name == "mtext":
        return Node("text", [element.text])
    if element.name == "mfrac" and element.attributes.get("linethickness") == "0":
        return Node("stack", _nodes(element))
    if element.name == "mover" and element.attributes.get("accent") == "true":
        return Node("accent", _nodes(element))
    return Node(KINDS.get(element.name, "row"), _nodes(element))


def _symbol(element: Element) -> Node | None:
    text = element.text.strip()
    if not text or INVISIBLE.issuperset(text):
        return None
    if element.name == "mi" and len(text) > 1:
        return Node("function", [text])
    if element.name == "mi":
        is_upright = element.attributes.get("mathvariant") == "normal"
        return Node("text" if is_upright else "variable", [text])
    return Node("number" if element.name == "mn" else "operator", [text])
