"""Render the Liquid of pages written for Jekyll with python-liquid, which the extra `jekyll` installs."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from acadfolio.problems import Problems, with_extra
from acadfolio_jekyll.liquid.theme_lists import SECTIONS, marked_lists

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.markdown.state import Document
    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.problems import Location
    from acadfolio_jekyll.liquid.environment import Include


def render_page(
    page: Page,
    site: Site,
    convert: Callable[[str], Document],
    problems: Problems,
    known_includes: frozenset[str],
) -> tuple[str, str, Mapping[str, Include]]:
    """A page's text with marked shortcodes, the same after Liquid, and its theme includes by the keys of placeholders.

    Reports errors; the second text is then empty.
    """
    source = marked_lists(page.body, page, site)
    if not is_installed(page, problems):
        return source, "", {}
    from acadfolio_jekyll.liquid.environment import PageEnvironment
    from acadfolio_jekyll.liquid.render import render

    environment = PageEnvironment(page, site, convert, problems, known_includes)
    return source, render(source, environment), environment.includes


def entries_read_by(page: Page, text: str, site: Site) -> set[Location]:
    """The locations of the entries of the collections that a page, with this text, loops over or picks entries of."""
    names = re.findall(
        r"(?:(?:\bin|=)\s+|(?=site\.\w+\[))site\.(\w+)", "".join((text, *page.included.values()))
    )
    lists: list[tuple[Any, ...]] = [site.lists.get(SECTIONS.get(name, ""), ()) for name in names]
    return {entry.source_location for entries in lists for entry in entries}


def is_installed(page: Page, problems: Problems) -> bool:
    """Whether python-liquid is installed. Reports an error of a page, which needs it, otherwise."""
    if find_spec("liquid") is not None:
        return True
    location = page.at_offset(max(page.body.find("{%"), 0))._replace(column=0)
    message = "this page needs Liquid, and python-liquid is not installed"
    problems.error(location, message, with_extra("jekyll"), rule="missing-extra")
    return False
