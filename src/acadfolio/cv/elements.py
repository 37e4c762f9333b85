"""HTML as a tree of elements and texts, for what is not HTML."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.html.tokens import read
from acadfolio.markdown.elements import VOID

if TYPE_CHECKING:
    from collections.abc import Iterator


class Element(Struct):
    """An element with its attributes, and the elements and texts in it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def elements(self) -> Iterator[Element]:
        """The elements in it, without its texts."""
        return (child for child in self.children if isinstance(child, Element))

    @property
    def text(self) -> str:
        """All texts in it."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


def parse(html: str) -> Element:
    """The elements of some HTML, in an element without a name.

    An end tag without a start is skipped. One that is missing ends with the element around it.
    """
    root = Element("")
    open_elements = [root]
    for token in read(html):
        if token.kind == "text":
            open_elements[-1].children.append(unescape(token.source))
        elif token.kind == "start":
            attributes = token.attributes if " " in token.source else {}
            element = Element(token.name, attributes)
            open_elements[-1].children.append(element)
            if token.name not in VOID and not token.source.endswith("/>"):
                open_elements.append(element)
        elif token.kind == "end":
            _close(open_elements, token.name)
    return root


def _close(open_elements: list[Element], name: str) -> None:
    """Close the innermost open element with a name, and those in it."""
    for place in range(len(open_elements) - 1, 0, -1):
        if open_elements[place].name == name:
            del open_elements[place:]
            return
