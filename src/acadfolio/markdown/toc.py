"""The table of contents that `{:toc}` puts in place of a list: headers in, nested list out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes
from acadfolio.markdown.state import TOKEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.markdown.model import Heading
    from acadfolio.markdown.state import State
    from acadfolio.markdown.tree import Node

_LINK = re.compile(r"</?a(?:\s[^>]*)?>")
_ID = re.compile(r'(<[^>]*?) id="[^"]*"')


class Entry:
    __slots__ = ("children", "heading", "level")

    def __init__(self, level: int, heading: Heading | None) -> None:
        self.level = level
        self.heading = heading
        self.children: list[Entry] = []


def contents(node: Node, headings: Sequence[Heading], state: State, space: str) -> str:
    """node: the list that is replaced; its kind and attributes stay."""
    found = dict(attributes.resolve(node, state.attribute_lists))
    found.setdefault("id", "markdown-toc")
    entries = _nested(headings)
    if not entries:
        return ""
    return _written(entries, node.kind, found, state, len(space))


def _nested(headings: Sequence[Heading]) -> list[Entry]:
    """A header belongs to the last one of a higher rank before it."""
    top = Entry(0, None)
    opened = [top]
    for heading in headings:
        while len(opened) > 1 and opened[-1].level >= heading.level:
            opened.pop()
        entry = Entry(heading.level, heading)
        opened[-1].children.append(entry)
        opened.append(entry)
    return top.children


def _written(entries: list[Entry], kind: str, found: dict[str, str], state: State, indent: int) -> str:
    space = " " * indent
    prefix = found.get("id", "markdown-toc")
    return (
        f"{space}<{kind}{attributes.written(found)}>\n"
        + _items(entries, kind, prefix, state, indent + 2)
        + f"{space}</{kind}>\n"
    )


def _items(entries: list[Entry], kind: str, prefix: str, state: State, indent: int) -> str:
    """At most six levels deep, as headers are."""
    out: list[str] = []
    space = " " * indent
    for entry in entries:
        assert entry.heading is not None  # noqa: S101 - only the top has none
        target = {"href": f"#{entry.heading.id}", "id": f"{prefix}-{entry.heading.id}"}
        out.append(f"{space}<li><a{attributes.written(target)}>{_title(entry.heading.html, state)}</a>")
        if entry.children:
            inner = _items(entry.children, kind, prefix, state, indent + 4)
            out.append(f"{' ' * (indent + 2)}<{kind}>\n{inner}{' ' * (indent + 2)}</{kind}>\n{space}")
        out.append("</li>\n")
    return "".join(out)


def _title(html: str, state: State) -> str:
    """A header's text without its links, ids and footnotes."""

    def keep(match: re.Match[str]) -> str:
        return "" if state.tokens[int(match[1])].kind == "footnote" else match[0]

    return _ID.sub(r"\1", _LINK.sub("", TOKEN.sub(keep, html)))
