"""Report anchors that are not there, and images without alt text."""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from acadfolio.html.tokens import tags
from acadfolio.loading.addresses import SCHEME
from acadfolio.loading.bibliographies import BIBTEX
from acadfolio.model.page import Picture
from acadfolio.problems import Location, did_you_mean
from acadfolio.rendering.locating import code_and_comments, locate_link, values_in
from acadfolio.rendering.urls import PageUrls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from acadfolio.checks.page_facts import PageFacts
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan, PlannedPage

FRAME = "page."
"""How the anchors of the frame around a page's text begin, such as `page.main`: no author means them."""
IMAGE_FIELDS, ALT_FIELDS = ("image", "image_path", "overlay_image"), ("image_alt", "alt")


def check_anchors(plan: Plan, facts: Mapping[str, PageFacts], problems: Problems) -> None:
    """Report the links of every page to anchors that are not there."""
    for planned in plan.pages:
        if planned.path in facts:
            for link in dict.fromkeys(facts[planned.path].links):
                _check_anchor(plan, planned, link, facts, problems)


def _check_anchor(
    plan: Plan, planned: PlannedPage, link: str, facts: Mapping[str, PageFacts], problems: Problems
) -> None:
    path, anchor = _target(link, planned.path)
    if path not in facts or anchor in {"", "top"} or anchor in facts[path].anchors:
        return
    known = [name for name in facts[path].anchors if not name.startswith(FRAME)]
    message = f"there is no heading or anchor `#{anchor}` on /{path}"
    problems.error(_place(plan, planned, link), message, did_you_mean(anchor, known), rule="dead-anchor")


def _target(url: str, page_path: str) -> tuple[str, str]:
    """The path in the site that a URL on a page leads to, and the anchor; empty for URLs of other sites."""
    if SCHEME.match(url):
        return "", ""
    parts = urlsplit(url)
    path = page_path
    if parts.path:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page_path), unquote(parts.path)))
    return path, unquote(parts.fragment)


def _place(plan: Plan, planned: PlannedPage, url: str) -> Location:
    """Where the author wrote a URL of a finished page; the page as a whole where that is not found."""
    urls = _urls(plan, planned)
    place = locate_link(plan.site, planned.page, lambda written: urls.relative(written) == url)
    return place or Location(planned.page.file if planned.page else planned.path)


def _urls(plan: Plan, planned: PlannedPage) -> PageUrls:
    return PageUrls(plan.paths, planned.path, plan.site.settings.base)


def check_alt_texts(plan: Plan, facts: Mapping[str, PageFacts], problems: Problems) -> None:
    """Report the images of pages and of the data that have no alt text."""
    for planned in plan.pages:
        for url in dict.fromkeys(facts[planned.path].images_without_alt if planned.path in facts else ()):
            place = _place_of_tag(plan, planned, url) or _place(plan, planned, url)
            image = _target(url, planned.path)[0] or url
            problems.warn(place, _without_alt(image), 'add `alt="…"`, or `alt=""`', rule="missing-alt")
    for place, image, key in _images_of_data(plan.site):
        if image.lstrip("/") not in plan.missing:  # Those were reported, and nothing is shown.
            before, after = ("acadfolio = {", "}") if Path(place.file).suffix in BIBTEX else ("", "")
            hint = f'add `{before}{key}: …{after}`, or `{before}{key}: ""{after}` when it only decorates'
            problems.warn(place, _without_alt(image), hint, rule="missing-alt")


def _place_of_tag(plan: Plan, planned: PlannedPage, url: str) -> Location | None:
    """Where the text of a page has the tag of this image without alt text."""
    page, urls = planned.page, _urls(plan, planned)
    if page is None:
        return None
    hidden = code_and_comments(page.body)
    for tag in tags(page.body):
        if tag.kind != "start" or tag.name != "img" or "alt" in tag.attributes:
            continue
        is_hidden = any(start < tag.offset < end for start, end in hidden)
        if not is_hidden and urls.relative(tag.attributes.get("src", "")) == url:
            return page.at_offset(tag.offset)
    return None


def _without_alt(image: str) -> str:
    return f"the image `{image}` has no alt text"


def _images_of_data(site: Site) -> Iterator[tuple[Location, str, str]]:
    """Every image without alt text, with the place of its record and the key that lacks a value."""
    for entries in site.lists.values():
        for entry in entries:
            for image, key in _images_without_alt(entry):
                yield getattr(entry, "source_location", Location("data")), image, key
    for page in site.pages:
        for name in page.front_matter.__struct_fields__:
            for image, key in _images_without_alt(getattr(page.front_matter, name)):
                yield page.places.get(name, Location(page.file)), image, key


def _images_without_alt(value: Any) -> Iterator[tuple[str, str]]:
    """The images in a value of the data, with the key of the alt text that each lacks."""
    for record in values_in(value):
        key = next((name for name in ALT_FIELDS if hasattr(record, name)), "")
        has_words = isinstance(record, Picture) and record.title
        if not key or has_words or getattr(record, key) is not None:
            continue
        image = next((getattr(record, name) for name in IMAGE_FIELDS if getattr(record, name, None)), None)
        if image:
            yield image, key
