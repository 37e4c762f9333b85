"""The words, paragraphs, anchors and elements of some HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from acadfolio.html.tokens import read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


def plain(html: str) -> str:
    """The text without tags and comments, its character references replaced, every white space a single space."""
    if "<annotation" in html:
        html = without_elements(html, {"annotation"})  # the TeX of a formula, which is not shown
    return Markup(html).striptags()  # noqa: S704 - nobody prints it as HTML


def paragraphs(html: str) -> Iterator[str]:
    """The HTML in each `<p>` that has no attributes: those with some are notices and legends."""
    start = -1
    for token in read(html):
        if token.source == "<p>":
            start = token.offset + len(token.source)
        elif token.source == "</p>" and start >= 0:
            yield html[start : token.offset]
            start = -1


def anchors(html: str) -> set[str]:
    """The ids and the names to which a link can lead."""
    found: set[str] = set()
    for token in read(html):
        if token.kind == "start":
            attributes = token.attributes
            names = ("id", "name") if token.name == "a" else ("id",)
            found.update(attributes[name] for name in names if attributes.get(name))
    return found


def without_elements(html: str, names: Collection[str]) -> str:
    """HTML without comments and without the elements of these names."""
    parts: list[str] = []
    inside = ""
    for token in read(html):
        if inside:
            inside = "" if token.kind == "end" and token.name == inside else inside
        elif token.kind == "start" and token.name in names:
            inside = token.name
        elif token.kind != "comment":
            parts.append(token.source)
    return "".join(parts)


def without_tags(html: str, name: str) -> str:
    """HTML without the tags of an element; its content stays."""
    return "".join(token.source for token in read(html) if token.name != name or token.kind == "raw")
