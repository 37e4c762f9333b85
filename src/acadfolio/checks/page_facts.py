"""What the checks ask of a finished page, read from its HTML in one walk."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from msgspec import Struct, field

from acadfolio.html.tokens import Token, tags
from acadfolio.loading.page_urls import SCHEME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from acadfolio.routing import Plan, PlannedPage

LINKS = ("href", "src", "poster")
FORMULA_SCRIPTS = ("mathjax", "katex", "rendermathinelement")


class PageFacts(Struct):
    """Of one page: the files that it loads are paths in the output."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    images: set[str] = field(default_factory=set)
    images_without_alt: list[str] = field(default_factory=list)
    """The URLs as the page has them."""
    sets_formulas: bool = False
    """Whether a script of it finds formulas in its text."""


def pages_with_facts(plan: Plan, facts: Mapping[str, PageFacts]) -> Iterator[tuple[PlannedPage, PageFacts]]:
    """Every HTML page with what is known of it."""
    for planned in plan.pages:
        if planned.path in facts:
            yield planned, facts[planned.path]


def read_facts(path: str, content: bytes) -> PageFacts:
    """The facts of the page at a path of the output."""
    html = content.decode("utf-8", "replace")
    facts = PageFacts()
    for token in tags(html):
        if token.kind == "start":
            _read_tag(token, path, facts)
        elif token.kind == "raw" and token.name == "script":
            facts.sets_formulas |= _sets_formulas(token)
    facts.anchors.discard("")
    return facts


def _sets_formulas(script: Token) -> bool:
    source = script.source.lower()
    return any(name in source for name in FORMULA_SCRIPTS)


def _read_tag(tag: Token, path: str, facts: PageFacts) -> None:
    attributes = tag.attributes
    facts.anchors.add(attributes.get("id", ""))
    if tag.name == "a":
        facts.anchors.add(attributes.get("name", ""))
    if tag.name != "base":
        facts.links += [attributes[name] for name in LINKS if name in attributes]
    if tag.name == "img":
        _read_image(tag, path, facts)
    elif tag.name == "script":
        facts.sets_formulas |= _sets_formulas(tag)


def _read_image(tag: Token, path: str, facts: PageFacts) -> None:
    source = tag.attributes.get("src", "")
    facts.images.update(_local_path(source, path))
    if "alt" not in tag.attributes:
        facts.images_without_alt.append(source)


def _local_path(url: str, page_path: str) -> list[str]:
    """The path of a file of the site that a URL on a page means, if it does."""
    if not url or SCHEME.match(url):
        return []
    file = unquote(url.partition("?")[0].partition("#")[0])
    return [posixpath.normpath(posixpath.join(posixpath.dirname(page_path), file))]
