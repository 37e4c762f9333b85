"""The block tree: one class of node, told apart by `kind`."""

from __future__ import annotations

from msgspec import Struct, field

Attributes = dict[str, str]


class Node(Struct, eq=False):
    """A block element.

    kind: root, blank, eob, p, header, quote, code, rule, ul, ol, li, dl, dt, dd, table, html, comment, raw, math, text.
    text: what is still to be read as span-level text, or the literal content of code, maths, comments.
    parts: the content of an HTML element whose content is raw: finished HTML and, in between, elements with Markdown.
    """

    kind: str
    text: str = ""
    line: int = 0
    value: str = ""
    children: list[Node] = field(default_factory=list)
    attributes: Attributes = field(default_factory=dict)
    references: list[str] = field(default_factory=list)
    transparent: bool = False
    level: int = 0
    closed: bool = False
    model: str = ""
    parts: list[str | Node] = field(default_factory=list)
    rows: Table | None = None


class Table:
    """Cells as span-level text: the head's rows, bodies of rows, the foot's rows; one alignment per column."""

    __slots__ = ("alignments", "bodies", "foot", "head")

    def __init__(self) -> None:
        self.head: list[list[str]] = []
        self.bodies: list[list[list[str]]] = []
        self.foot: list[list[str]] = []
        self.alignments: list[str] = []
