"""Collect the links, anchors and images of a rendered page for the checks."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from msgspec import Struct, field

from acadfolio.html.text import anchors
from acadfolio.html.tokens import tags
from acadfolio.loading.page_urls import SCHEME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from acadfolio.html.tokens import Token
    from acadfolio.routing import Plan, PlannedPage

LINKS = ("href", "src", "poster")
FORMULA_SCRIPTS = ("mathjax", "katex", "rendermathinelement")


class PageScan(Struct):
    """The links, anchors and images of a page. `images` are paths in the output folder."""

    anchors: set[str]
    links: list[str] = field(default_factory=list)
    images: set[str] = field(default_factory=set)
    images_without_alt: list[str] = field(default_factory=list)
    """URLs as they are on the page."""
    renders_formulas: bool = False
    """Whether a script on the page renders formulas, as MathJax does."""


def scanned_pages(plan: Plan, scans: Mapping[str, PageScan]) -> Iterator[tuple[PlannedPage, PageScan]]:
    """All HTML pages with their scans."""
    for planned in plan.pages:
        if planned.path in scans:
            yield planned, scans[planned.path]


def scan_page(path: str, content: bytes) -> PageScan:
    """Collect what the checks need of a page. `path` is its path in the output folder."""
    html = content.decode("utf-8", "replace")
    scan = PageScan(anchors(html))
    for token in tags(html):
        if token.kind == "start":
            _read_tag(token, path, scan)
        if token.name == "script" and any(name in token.source.lower() for name in FORMULA_SCRIPTS):
            scan.renders_formulas = True
    return scan


def _read_tag(tag: Token, path: str, scan: PageScan) -> None:
    attributes = tag.attributes
    if tag.name != "base":
        scan.links += [attributes[name] for name in LINKS if name in attributes]
    if tag.name == "img":
        _read_image(tag, path, scan)


def _read_image(tag: Token, path: str, scan: PageScan) -> None:
    source = tag.attributes.get("src", "")
    scan.images.add(target_of(source, path)[0])
    if "alt" not in tag.attributes:
        scan.images_without_alt.append(source)


def target_of(url: str, page_path: str) -> tuple[str, str]:
    """The path in the site and the anchor of a URL on a page; empty for URLs of other sites."""
    if SCHEME.match(url):
        return "", ""
    parts = urlsplit(url)
    path = posixpath.join(posixpath.dirname(page_path), unquote(parts.path)) if parts.path else page_path
    return posixpath.normpath(path), unquote(parts.fragment)
