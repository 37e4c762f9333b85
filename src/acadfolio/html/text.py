"""The words, paragraphs, anchors and elements of some HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from acadfolio.html.tokens import read, rewrite, tags

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from acadfolio.html.tokens import Token


def plain(html: str) -> str:
    """The text without tags and comments, its character references replaced, every white space a single space."""
    if "<annotation" in html:
        html = without_elements(html, {"annotation"})  # the TeX of a formula, which is not shown
    return Markup(html).striptags()  # noqa: S704 - nobody prints it as HTML


def paragraphs(html: str) -> Iterator[str]:
    """The HTML in each `<p>` that has no attributes: those with some are notices and legends."""
    start = -1
    for tag in tags(html, {"p"}):
        if tag.source == "<p>":
            start = tag.end
        elif tag.source == "</p>" and start >= 0:
            yield html[start : tag.offset]
            start = -1


def anchors(html: str) -> set[str]:
    """The ids and the names to which a link can lead."""
    found: set[str] = set()
    for tag in tags(html):
        if tag.kind == "start":
            attributes = tag.attributes
            names = ("id", "name") if tag.name == "a" else ("id",)
            found.update(attributes[name] for name in names if attributes.get(name))
    return found


def first_tag(html: str, names: Collection[str]) -> Token | None:
    """The first start tag of an element with one of these names."""
    return next((tag for tag in tags(html, names) if tag.kind == "start" and tag.name in names), None)


def without_elements(html: str, names: Collection[str]) -> str:
    """HTML without comments and without the elements of these names."""
    parts: list[str] = []
    tokens = read(html)
    for token in tokens:
        if token.kind == "start" and token.name in names:
            next((inner for inner in tokens if (inner.kind, inner.name) == ("end", token.name)), None)
        elif token.kind != "comment":
            parts.append(token.source)
    return "".join(parts)


def without_tags(html: str, name: str = "") -> str:
    """HTML without the tags of an element, or without all of them and comments; their content stays."""
    if "<" not in html:
        return html
    if not name:
        return "".join(token.source for token in read(html) if token.kind in {"text", "raw"})
    return rewrite(html, lambda tag: "" if tag.name == name and tag.kind != "raw" else tag.source, names={name})
