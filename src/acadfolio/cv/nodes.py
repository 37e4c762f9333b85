"""The nodes that a design prints. Texts are strings; A design gets them as JSON."""

from __future__ import annotations

from msgspec import Struct, field


class Node(Struct, omit_defaults=True):
    """A part of a text. Which fields it has depends on its kind."""

    kind: str
    body: list[Node | str] = field(default_factory=list)
    url: str = ""
    """Of a link."""
    lang: str = ""
    """The language, if it is not that of the CV."""
    dir: str = ""
    """The direction, `ltr` or `rtl`, of a text that may have another than the text around it."""
    alt: str = ""
    """The TeX of a formula."""
    block: bool = False
    """Whether a formula has lines of its own."""
    level: int = 0
    """Of a heading, from 1."""
    date: list[Node | str] = field(default_factory=list)
    """Of an item, printed at its side."""
    number: str = ""
    """Of an item in a numbered list."""
    section: str = ""
    """Of a list: the section whose entries it has."""
    head: bool = False
    """Whether a row of a table is its head."""


Nodes = list[Node | str]


def words(nodes: Nodes) -> str:
    """All words of some nodes."""
    return "".join(
        node if isinstance(node, str) else words([*node.date, *node.body]) for node in nodes
    )
