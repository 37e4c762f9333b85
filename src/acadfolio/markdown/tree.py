"""The block tree: one class of node, told apart by `kind`."""

from __future__ import annotations

Attributes = dict[str, str]


class Node:
    """A block element.

    kind: root, blank, eob, p, header, quote, code, rule, ul, ol, li, dl, dt, dd, table, html, comment, raw, math, text.
    text: what is still to be read as span-level text, or the literal content of code, maths, comments.
    parts: the content of an HTML element whose content is raw: finished HTML and, in between, elements with Markdown.
    """

    __slots__ = (
        "attributes",
        "children",
        "closed",
        "kind",
        "level",
        "line",
        "model",
        "parts",
        "references",
        "rows",
        "text",
        "transparent",
        "value",
    )

    def __init__(self, kind: str, text: str = "", line: int = 0, value: str = "") -> None:
        self.kind = kind
        self.text = text
        self.line = line
        self.value = value
        self.children: list[Node] = []
        self.attributes: Attributes = {}
        self.references: list[str] = []
        self.transparent = False
        self.level = 0
        self.closed = False
        self.model = ""
        self.parts: list[str | Node] = []
        self.rows: Table | None = None


class Table:
    """Cells as span-level text: the head's rows, bodies of rows, the foot's rows; one alignment per column."""

    __slots__ = ("alignments", "bodies", "foot", "head")

    def __init__(self) -> None:
        self.head: list[list[str]] = []
        self.bodies: list[list[list[str]]] = []
        self.foot: list[list[str]] = []
        self.alignments: list[str] = []
