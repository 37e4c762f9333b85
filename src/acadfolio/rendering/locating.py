"""Find where the author wrote a text or URL of a finished page: in a page's text, a data file or a record."""

from __future__ import annotations

import posixpath
import re
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.markdown.source import code_and_comments
from acadfolio.problems import Location
from acadfolio.rendering.urls import QuotedPageUrls
from acadfolio.routing.references import dead_link
from acadfolio.source.text import line_and_column

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan, PlannedPage

LINK = re.compile(
    r"""\]\([ \t]*<?([^"'()<>\n{]*[^\s"'()<>{])                      # [text](url "title")
    |[=(,:{][ \t]*(?:"\s*([^"\n]+)"|'\s*([^'\n]+)')                  # href="url", {{ video("url") }}
    |[\w-]=([^\s"'<>]+)                                              # href=url
    |(?:^[ ]{0,3}\[[^\]\n]+\]:[ \t]*<?|<(?=[a-z]+:))([^\s"'<>]+)     # [name]: url, and url in angle brackets
    """,
    re.MULTILINE | re.VERBOSE,
)
NOT_SHOWN = frozenset({"extra", "liquid", "bibtex"})
"""Fields of records that only templates and other programs read."""


def links_in(text: str) -> Iterator[tuple[int, str]]:
    """The URLs that a text of Markdown or HTML links to, and where each begins."""
    hidden = code_and_comments(text)
    for match in LINK.finditer(text):
        if not any(start < match.start() < end for start, end in hidden):
            group = match.lastindex or 0
            yield match.start(group), match[group]


def locate_link(site: Site, page: Page | None, is_meant: Callable[[str], bool]) -> Location | None:
    """The location of a link that `is_meant` accepts: on the page, in the data, or on a page that this one quotes."""
    return locate_in_page(page, is_meant) or locate_in_data(site, is_meant) or _locate_quoted(site, is_meant)


def locate_in_page(page: Page | None, is_meant: Callable[[str], bool]) -> Location | None:
    """The location of such a link on a page: in its text, its excerpt or description, or an included file."""
    for text, place_at in _texts_of_page(page):
        for offset, url in links_in(text):
            if is_meant(url):
                return place_at(offset)
    return None


def _texts_of_page(page: Page | None) -> Iterator[tuple[str, Callable[[int], Location]]]:
    """The texts of a page, each with a function that returns the location of an offset; none for a generated page."""
    if page is None:
        return
    yield page.body, page.at_offset
    for key in ("excerpt", "description"):
        place = page.places.get(key, Location(page.file))
        for text in _texts(getattr(page.front_matter, key)):
            yield text, partial(_same_place, place)
    for name, text in page.included.items():
        yield text, partial(_included_location, page, name, text)


def _same_place(place: Location, _offset: int) -> Location:
    return place


def _included_location(page: Page, name: str, text: str, offset: int) -> Location:
    """A location in a file that a page includes by this name."""
    file = posixpath.normpath(posixpath.join(posixpath.dirname(page.file), name))
    return Location(file, *line_and_column(text, offset))


def locate_in_data(site: Site, is_meant: Callable[[str], bool]) -> Location | None:
    """The location of a value of the data that is such a URL, or of the record whose text has such a link."""
    for reference in site.references:
        if is_meant(reference.target):
            return reference.location
    for location, text in texts_of(site):
        for _, url in links_in(text):
            if is_meant(url):
                return place_in_file(site, location, url)
    return None


def place_in_file(site: Site, record: Location, written: str) -> Location:
    """The location of a record's text in its data file; the record's own, if the file writes the text differently."""
    lines = Path(site.root, record.file).read_text(encoding="utf-8-sig", errors="replace").split("\n")
    for number, line in enumerate(lines, 1):
        if number >= record.line and written in line and not line.lstrip().startswith("#"):
            return Location(record.file, number, line.rindex(written) + 1)
    return record


def _locate_quoted(site: Site, is_meant: Callable[[str], bool]) -> Location | None:
    """The location of such a link on any page, relative to that page or to the one that shows its excerpt."""
    for page in site.pages:
        urls = QuotedPageUrls(page.url)

        def is_meant_there(url: str, urls: QuotedPageUrls = urls) -> bool:
            return is_meant(url) or is_meant(urls.relative(url))

        if place := locate_in_page(page, is_meant_there):
            return place
    return None


def locate_text(site: Site, page: Page | None, written: str) -> Location:
    """The location of a text on the page or in a record; else that of the page."""
    on_page = (place_at(text.index(written)) for text, place_at in _texts_of_page(page) if written in text)
    in_data = (location for location, text in texts_of(site) if written in text)
    return next(chain(on_page, in_data), None) or Location(page.file if page else "data")


def texts_of(site: Site) -> Iterator[tuple[Location, str]]:
    """Every text of the data, with the location of its record, or its file for the profile and the settings."""
    records: list[Any] = [*site.people, *site.venues.values()]
    for entries in site.lists.values():
        records += entries
    for record in records:
        for text in _texts(record):
            yield record.source_location, text
    for text in _texts(site.profile):
        yield Location(site.profile.source_location.file), text
    for text in _texts((site.settings, tuple(site.section_settings.values()))):
        yield Location("data/site.yml"), text


def _texts(value: Any) -> Iterator[str]:
    return (inner for inner in values_in(value) if isinstance(inner, str))


def values_in(value: Any) -> Iterator[Any]:
    """A value of the data, and every value in it that pages may show."""
    yield value
    inner: Iterable[Any] = ()
    if isinstance(value, Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__ if name not in NOT_SHOWN]
    elif isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, (tuple, list)):
        inner = value
    for each in inner:
        yield from values_in(each)


def report_dead_link(plan: Plan, planned: PlannedPage, url: str, problems: Problems) -> None:
    """Warn of a dead link of a finished page, unless it is a value of the data, which was reported before."""
    page, site = planned.page, plan.site

    def is_meant(written: str) -> bool:
        return written == url

    place = locate_in_page(page, is_meant)
    if place is None and url.lstrip("/") in plan.missing:
        return
    place = place or locate_link(site, None, is_meant) or _locate_in_templates(site.root, url)
    place = place or Location(page.file if page else planned.path)
    problems.warn_of_link(place, *dead_link(url, plan), rule="dead-link")


def _locate_in_templates(root: str, url: str) -> Location | None:
    for path in sorted(Path(root, "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8", errors="replace")
        for offset, written in links_in(text):
            if written == url:
                return Location(path.relative_to(root).as_posix(), *line_and_column(text, offset))
    return None
