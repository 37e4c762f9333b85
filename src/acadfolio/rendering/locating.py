"""Find where the author wrote a text or URL of a finished page: in a page's text, a data file or a record."""

from __future__ import annotations

import re
from functools import cache, lru_cache, partial
from itertools import chain
from operator import eq
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.loading.page_urls import output_path
from acadfolio.markdown.source import code_and_comments
from acadfolio.model.record import NOT_SHOWN
from acadfolio.problems import Location, Problems
from acadfolio.rendering.urls import QuotedUrls
from acadfolio.routing.references import dead_link, rule_of_dead_link, unpublished
from acadfolio.source.text import SourceText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.routing import Plan, PlannedPage

ESCAPES = {
    ord(code): f"\\{letter}" for letter, code in zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True)
}
"""What a string of a shortcode makes of backslashes, such as of `images\\team.png`, and what the author wrote."""
LINK = r"""(?mx)
    \]\([ \t]*<?([^"'()<>\n{]*[^\s"'()<>{])                      # [text](url "title")
    |[=(,:{][ \t]*(?:"\s*([^"\n]+)"|'\s*([^'\n]+)')                  # href="url", {{ video("url") }}
    |[\w-]=([^\s"'<>]+)                                              # href=url
    |(?:^[ ]{0,3}\[[^\]\n]+\]:[ \t]*<?|<(?=[a-z]+:))([^\s"'<>]+)     # [name]: url, and url in angle brackets
"""


@lru_cache(maxsize=8)  # Called for each dead link of a page.
def links_in(text: str) -> list[tuple[int, str]]:
    """The URLs that a text of Markdown or HTML links to, and where each begins."""
    matches = list(re.finditer(LINK, text))
    hidden = code_and_comments(text) if matches else []  # Most texts have no links.
    found = []
    for match in matches:
        if not any(start < match.start() < end for start, end in hidden):
            group = match.lastindex or 0
            found.append((match.start(group), match[group]))
    return found


def locate_link(plan: Plan, page: Page | None, is_meant: Callable[[str], bool]) -> Location | None:
    """The location of a link that `is_meant` accepts: on the page, in the data, or on a page that this one quotes."""
    return (
        locate_in_page(page, is_meant)
        or _locate_in_data(plan.site, is_meant)
        or _locate_quoted(plan, is_meant)
    )


def locate_in_page(page: Page | None, is_meant: Callable[[str], bool]) -> Location | None:
    """The location of such a link on a page: in its text, its front matter, or an included file."""
    return _locate(_texts_of_page(page), is_meant)


def _locate(texts: Iterable[SourceText], is_meant: Callable[[str], bool]) -> Location | None:
    for source_text in texts:
        for offset, url in links_in(source_text.text):
            if is_meant(url):
                return source_text.at(url, offset)
    return None


def _texts_of_page(page: Page | None) -> Iterator[SourceText]:
    """The texts of a page; none for a generated page."""
    if page is None:
        return
    yield SourceText(page.body, page.body, page.at(1, 1))
    yield from texts_of_front_matter(page)
    for file, text in page.source.files.items():
        yield SourceText(text, text, Location(file, 1, 1))


def texts_of_front_matter(page: Page) -> Iterator[SourceText]:
    """The texts of a page's title, excerpt and description, each with the location of its value."""
    for key in ("title", "excerpt", "description"):
        written = getattr(page.front_matter, key)
        for text in _texts(written) if written is not None else ():
            yield SourceText(text, "", page.places.get(key, Location(page.file)))


def _locate_in_data(site: Site, is_meant: Callable[[str], bool]) -> Location | None:
    """The location of a value of the data that is such a URL, or of such a link in a text."""
    for reference in site.references:
        if is_meant(reference.target):
            return reference.location
    return _locate(_texts_of_data(site), is_meant)


def _locate_quoted(plan: Plan, is_meant: Callable[[str], bool]) -> Location | None:
    """The location of such a link on any page, as it is there or as pages that show its excerpt have it."""
    for page in plan.site.pages:
        path, base = output_path(page.url), plan.site.settings.base
        urls = QuotedUrls(plan.paths, path, base, plan.versions)
        if place := locate_in_page(page, partial(_is_meant_or_quoted, is_meant, urls)):
            return place
    return None


def _is_meant_or_quoted(is_meant: Callable[[str], bool], urls: QuotedUrls, url: str) -> bool:
    return is_meant(url) or is_meant(urls.relative(url))


def locate_text(site: Site, page: Page | None, *parts: str) -> Location:
    """The location of the first of these parts of a text that the page or the data has; else that of the page."""
    for part in parts:
        for source_text in chain(_texts_of_page(page), _texts_of_data(site)):
            if part in source_text.text:
                return source_text.at(part)
    return Location(page.file if page else "data")


def locate_character(site: Site, page: Page | None, character: str, text: str) -> Location | None:
    """The location of a character that a finished text has: where the author wrote this text, or a word of it.

    None if neither the page nor the data has the character.
    """
    word = next((word for word in text.split() if character in word), character)
    for part in (text.strip(), word, character):
        for source_text in chain(_texts_of_page(page), _texts_of_data(site)):
            offset = source_text.text.find(part)
            if offset >= 0:
                return source_text.at(character, offset + part.index(character))
    return None


def _texts_of_data(site: Site) -> Iterator[SourceText]:
    """Every text of the data. Those of bibliographies have the location of their entry."""
    yield from site.texts
    for publication in site.publications:
        for text in _texts(publication):
            yield SourceText(text, "", publication.source_location)


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


def report_dead_link(plan: Plan, problems: Problems, place: Location, url: str) -> None:
    """Warn of a link that leads nowhere, or to a page that is not published."""
    if found := unpublished(url, plan):
        problems.warn(place, *found, rule="unpublished-link")
    else:
        problems.warn(place, *dead_link(url, plan), rule=rule_of_dead_link(url, plan))


class DeadLinks:
    """Reports the dead links of finished pages, unless they are values of the data, which were reported before."""

    def __init__(self, plan: Plan, problems: Problems) -> None:
        self.plan, self.problems = plan, problems
        # A link in a template is on all pages.
        self.elsewhere = cache(self._elsewhere)

    def report(self, planned: PlannedPage, url: str) -> None:
        place = locate_in_page(planned.page, partial(eq, url))
        written = url.translate(ESCAPES)
        if place is None and written != url:
            place = locate_in_page(planned.page, partial(eq, written))
            url = written if place else url
        if place is None and url.lstrip("/") in self.plan.missing:
            return
        place = place or self.elsewhere(url) or planned.location
        report_dead_link(self.plan, self.problems, place, url)

    def _elsewhere(self, url: str) -> Location | None:
        """The location of a link in the data, in the text of a page, or in a template."""
        is_meant = partial(eq, url)
        return locate_link(self.plan, None, is_meant) or _locate(
            _templates(self.plan.site.root), is_meant
        )


def _templates(root: str) -> Iterator[SourceText]:
    """The site's own templates, whose links nothing else reads."""
    for path in sorted(Path(root, "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8", errors="replace")
        yield SourceText(text, text, Location(path.relative_to(root).as_posix(), 1, 1))
