"""Report anchors that are not there, and images without alt text, on finished pages."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from acadfolio.html.tokens import read
from acadfolio.loading.addresses import SCHEME
from acadfolio.problems import Location, did_you_mean
from acadfolio.rendering.locating import code_and_comments, locate_in_data, locate_link
from acadfolio.rendering.urls import PageUrls

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.checks.page_facts import PageFacts
    from acadfolio.model.page import Page
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan, PlannedPage

FRAME = "page."
"""How the anchors of the frame around a page's text begin, such as `page.main`: no author means them."""


def check_links(plan: Plan, facts: Mapping[str, PageFacts], problems: Problems) -> None:
    """Look at the links to anchors, and at the images, of every page."""
    for planned in plan.pages:
        if planned.path in facts:
            for link in dict.fromkeys(facts[planned.path].links):
                _check_anchor(plan, planned, link, facts, problems)
            for image in dict.fromkeys(facts[planned.path].images_without_alt):
                _report_image(plan, planned, image, problems)


def _check_anchor(
    plan: Plan, planned: PlannedPage, link: str, facts: Mapping[str, PageFacts], problems: Problems
) -> None:
    if SCHEME.match(link):
        return
    parts = urlsplit(link)
    folder = posixpath.dirname(planned.path)
    path = posixpath.normpath(posixpath.join(folder, unquote(parts.path))) if parts.path else planned.path
    anchor = unquote(parts.fragment)
    if path not in facts or anchor in {"", "top"} or anchor in facts[path].anchors:
        return
    urls = PageUrls(plan.paths, planned.path, plan.site.settings.base)
    place = locate_link(plan.site, planned.page, lambda written: urls.relative(written) == link)
    known = [name for name in facts[path].anchors if not name.startswith(FRAME)]
    problems.error(
        place or Location(planned.page.file if planned.page else planned.path),
        f"there is no heading or anchor `#{anchor}` on /{path}",
        did_you_mean(anchor, known),
        rule="dead-anchor",
    )


def _report_image(plan: Plan, planned: PlannedPage, image: str, problems: Problems) -> None:
    urls = PageUrls(plan.paths, planned.path, plan.site.settings.base)

    def is_meant(written: str) -> bool:
        return urls.relative(written) == image

    if found := _image_in_text(planned.page, is_meant):
        place, written = found
    else:
        file = planned.page.file if planned.page else planned.path
        place = locate_in_data(plan.site, is_meant) or Location(file)
        written = image if SCHEME.match(image) else posixpath.normpath(posixpath.join(urls.folder, unquote(image)))
    problems.warn(place, f"the image `{written}` has no alt text", 'add `alt="…"`, or `alt=""`', rule="missing-alt")


def _image_in_text(page: Page | None, is_meant: Callable[[str], bool]) -> tuple[Location, str] | None:
    """Where the text of a page has the tag of such an image without alt text, and its URL as it is written."""
    if page is None:
        return None
    hidden = code_and_comments(page.body)
    for tag in read(page.body):
        if tag.kind != "start" or tag.name != "img" or any(start < tag.offset < end for start, end in hidden):
            continue
        attributes = tag.attributes
        if "alt" not in attributes and is_meant(attributes.get("src", "")):
            return page.at_offset(tag.offset), attributes.get("src", "")
    return None
