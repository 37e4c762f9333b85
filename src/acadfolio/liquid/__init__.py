"""Pages with Liquid: their text as python-liquid (extra `jekyll`) leaves it, with the includes of the Jekyll themes.

The modules that need python-liquid are imported when a page has Liquid.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.liquid.theme_lists import with_shortcodes
from acadfolio.markdown.shortcodes import mark, without_shortcodes
from acadfolio.problems import Problems, with_extra

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.liquid.environment import Include
    from acadfolio.markdown.state import Document
    from acadfolio.model.page import Page
    from acadfolio.model.site import Site


class PageSource(NamedTuple):
    """A page's text with marked shortcodes, before and after Liquid."""

    source: str
    text: str
    includes: Mapping[str, Include]
    """The includes of the Jekyll themes, by the keys of their places in the text."""


def source_of(
    page: Page, site: Site, convert: Callable[[str], Document], problems: Problems, known_includes: frozenset[str]
) -> PageSource:
    """A page's text for Markdown. Errors of Liquid are reported, and the text is empty then."""
    if not page.has_liquid:
        source = mark(page.body)
        return PageSource(source, source, {})
    source = mark(with_shortcodes(page.body, site), has_liquid=True)
    if find_spec("liquid") is None:
        location = page.at_offset(max(page.body.find("{%"), 0))._replace(column=0)
        message = "this page holds Liquid tags, and python-liquid is not installed"
        problems.error(location, message, with_extra("jekyll"), rule="missing-extra")
        return PageSource(source, "", {})
    from acadfolio.liquid.environment import PageEnvironment
    from acadfolio.liquid.render import render

    environment = PageEnvironment(page, site, convert, problems, known_includes)
    return PageSource(source, render(source, environment), environment.includes)


def prose_of(page: Page, site: Site, convert: Callable[[str], Document], known_includes: frozenset[str]) -> str:
    """A page's text for lists of posts, without what is placed in it. Its problems are reported with the page."""
    if not page.has_liquid:
        return page.body
    return without_shortcodes(source_of(page, site, convert, Problems(), known_includes).text)
