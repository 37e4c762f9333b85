"""Render the Liquid of pages written for Jekyll with python-liquid, which the extra `jekyll` installs."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from acadfolio.contracts import SourceText
from acadfolio.problems import Problems
from acadfolio.wording import with_extra
from acadfolio_jekyll.liquid.theme_lists import SECTIONS, marked_lists

if TYPE_CHECKING:
    from acadfolio.contracts import PageRendering
    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.problems import Location


def render_page(page: Page, rendering: PageRendering) -> SourceText:
    """Render a page's text. Reports errors; the text is then empty."""
    source = marked_lists(page.body, page.source.details, rendering.site)
    if not is_installed(page, rendering.problems):
        return SourceText(source, "")
    from acadfolio_jekyll.liquid.environment import PageEnvironment
    from acadfolio_jekyll.liquid.render import render

    environment = PageEnvironment(page, rendering)
    return SourceText(source, render(source, environment), environment.calls)


def render_layout(layout: str, html: str, page: Page, rendering: PageRendering) -> SourceText:
    """Render the HTML of a page in one of its own layouts.

    Its errors are reported as warnings; the HTML is then without the layout.
    """
    if not is_installed(page, rendering.problems):
        return SourceText(html, html)
    from acadfolio_jekyll.liquid.environment import PageEnvironment
    from acadfolio_jekyll.liquid.render import render

    problems = Problems()
    environment = PageEnvironment(page, rendering._replace(problems=problems))
    name = next(name for name in environment.made_of.layouts if environment.file_of(name) == layout)
    values = environment.made_of.layouts[name]
    rendered = render(environment.texts[name], environment, content=html, layout=values).lstrip()
    if problems.errors:
        rendered = html
    rendering.problems.add_as_warnings(problems)
    return SourceText(html, rendered, environment.calls)


def entries_read_by(text: str, site: Site) -> set[Location]:
    """The locations of the entries of the collections that a text loops over or picks entries of."""
    names = re.findall(r"(?:(?:\bin|=)\s+|(?=site\.\w+\[))site\.(\w+)", text)
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
