"""Collect the links, anchors and images of rendered pages for the checks, and check links to anchors."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from msgspec import Struct, field

from acadfolio.html.text import anchors
from acadfolio.html.tokens import Token, tags
from acadfolio.loading.page_urls import SCHEME, output_path, own_path
from acadfolio.markdown.attributes import list_with_id
from acadfolio.rendering.locating import locate_in_page, locate_link
from acadfolio.rendering.urls import PageUrls
from acadfolio.routing.languages.reports import translation_of
from acadfolio.routing.references import file_of
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from acadfolio.problems import Location, Problems
    from acadfolio.routing import Plan, PlannedPage

LINKS = ("href", "src", "poster")
THEME_PREFIX = "page."
"""The beginning of the theme's own anchors, such as `page.main`, which are never suggested."""


class PageScan(Struct):
    """The links, anchors and images of a page."""

    anchors: set[str]
    links: list[str] = field(default_factory=list)
    images_without_alt: list[str] = field(default_factory=list)
    """URLs as they are on the page."""


def scanned_pages(
    plan: Plan, scans: Mapping[str, PageScan]
) -> Iterator[tuple[PlannedPage, PageScan]]:
    """All HTML pages with their scans."""
    for planned in plan.pages:
        if planned.path in scans:
            yield planned, scans[planned.path]


def scan_page(content: bytes) -> PageScan:
    """Collect what the checks need of a page."""
    html = content.decode("utf-8", "replace")
    scan = PageScan(anchors(html))
    for token in tags(html):
        if token.kind == "start":
            _read_tag(token, scan)
    return scan


def _read_tag(tag: Token, scan: PageScan) -> None:
    attributes = tag.attributes
    if tag.name != "base":
        scan.links += [attributes[name] for name in LINKS if name in attributes]
    if tag.name == "img" and "alt" not in attributes:
        scan.images_without_alt.append(attributes.get("src", ""))


def target_of(url: str, page_path: str) -> tuple[str, str]:
    """The path in the site and the anchor of a URL on a page; empty for URLs of other sites."""
    if SCHEME.match(url):
        return "", ""
    parts = urlsplit(url)
    path = (
        posixpath.join(posixpath.dirname(page_path), unquote(parts.path))
        if parts.path
        else page_path
    )
    return posixpath.normpath(path), unquote(parts.fragment)


def check_anchors(plan: Plan, scans: Mapping[str, PageScan], problems: Problems) -> None:
    """Report links to missing anchors on all pages."""
    for planned, page in scanned_pages(plan, scans):
        for link in dict.fromkeys(page.links):
            _check_anchor(plan, planned, link, scans, problems)


def _check_anchor(
    plan: Plan, planned: PlannedPage, link: str, scans: Mapping[str, PageScan], problems: Problems
) -> None:
    settings = plan.site.settings
    if own := own_path(link, settings.url):
        link_path, _, fragment = own.partition("#")
        path, anchor = (
            file_of(unquote(link_path.partition("?")[0]), plan.paths, "/") or "",
            unquote(fragment),
        )
    else:
        path, anchor = target_of(link, planned.path)
    if path not in scans or anchor in {"", "top"} or anchor in scans[path].anchors:
        return
    known = [name for name in scans[path].anchors if not name.startswith(THEME_PREFIX)]
    shown = plan.path_in_output(path)
    message = f"there is no heading or anchor `#{anchor}` on /{shown}"
    place = place_of(plan, planned, link)
    if not place.line:  # The author linked to the Markdown file of a page.
        place = (
            locate_in_page(planned.page, lambda written: written.endswith(f"#{anchor}")) or place
        )
    hint = _hint_for_translation(plan, path, anchor, scans) or did_you_mean(anchor, known)
    problems.error(place, message, hint, rule="dead-anchor")


def _hint_for_translation(plan: Plan, path: str, anchor: str, scans: Mapping[str, PageScan]) -> str:
    """How a page gets an anchor that its original has; empty if the page is no translation of such a page."""
    original = next(iter(plan.translations.get(path, ())), None)
    if original is None or original.is_here or not original.is_same:
        return ""
    scan = scans.get(plan.seen_from_here(output_path(original.url)))
    if scan is None or anchor not in scan.anchors:
        return ""
    written = next((page.page.file for page in plan.pages if page.path == path and page.page), "")
    if not written:
        missing = (page.location.file for page in plan.untranslated if page.path == path)
        written = translation_of(next(missing, path), plan.site.settings.language)
    return f"write `{list_with_id(anchor)}` below its heading in {written}"


def place_of(plan: Plan, planned: PlannedPage, url: str) -> Location:
    """The location of a URL of a rendered page in the author's files, or that of the page if it is not found."""
    urls = PageUrls(plan.paths, planned.path, plan.site.settings.base)
    return (
        locate_link(plan, planned.page, lambda written: urls.relative(written) == url)
        or planned.location
    )
