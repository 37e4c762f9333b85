"""Report anchors that are not there, and images without alt text."""

from __future__ import annotations

import posixpath
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from acadfolio.checks.page_facts import pages_with_facts
from acadfolio.html.tokens import Token, tags
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
    for planned, page in pages_with_facts(plan, facts):
        for link in dict.fromkeys(page.links):
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
    path = posixpath.join(posixpath.dirname(page_path), unquote(parts.path)) if parts.path else page_path
    return posixpath.normpath(path), unquote(parts.fragment)


def _place(plan: Plan, planned: PlannedPage, url: str) -> Location:
    """Where the author wrote a URL of a finished page; the page as a whole where that is not found."""
    urls = _urls(plan, planned)
    place = locate_link(plan.site, planned.page, lambda written: urls.relative(written) == url)
    return place or Location(planned.page.file if planned.page else planned.path)


def _urls(plan: Plan, planned: PlannedPage) -> PageUrls:
    return PageUrls(plan.paths, planned.path, plan.site.settings.base)


def check_alt_texts(plan: Plan, facts: Mapping[str, PageFacts], problems: Problems) -> None:
    """Report the images of pages and of the data that have no alt text."""
    for planned, page in pages_with_facts(plan, facts):
        for url in dict.fromkeys(page.images_without_alt):
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
    for tag in _tags_without_alt(page.body) if page else ():
        if page and urls.relative(tag.attributes.get("src", "")) == url:
            return page.at_offset(tag.offset)
    return None


def _tags_without_alt(text: str) -> Iterator[Token]:
    hidden = code_and_comments(text)
    for tag in tags(text):
        is_image = tag.kind == "start" and tag.name == "img" and "alt" not in tag.attributes
        if is_image and not any(start < tag.offset < end for start, end in hidden):
            yield tag


def _without_alt(image: str) -> str:
    return f"the image `{image}` has no alt text"


def _images_of_data(site: Site) -> Iterator[tuple[Location, str, str]]:
    """Every image without alt text, with the place of its record and the key that lacks a value."""
    for place, value in _records(site):
        for record in values_in(value):
            key = next((name for name in ALT_FIELDS if hasattr(record, name)), "")
            image = next(filter(None, (getattr(record, name, None) for name in IMAGE_FIELDS)), None)
            if key and image and not _has_alt(record, key):
                yield place, image, key


def _records(site: Site) -> Iterator[tuple[Location, Any]]:
    """Every entry of the data and every value of a front matter, with its place."""
    for entry in chain.from_iterable(site.lists.values()):
        yield getattr(entry, "source_location", Location("data")), entry
    for page in site.pages:
        for name in page.front_matter.__struct_fields__:
            yield page.places.get(name, Location(page.file)), getattr(page.front_matter, name)


def _has_alt(record: Any, key: str) -> bool:
    return getattr(record, key) is not None or (isinstance(record, Picture) and bool(record.title))
