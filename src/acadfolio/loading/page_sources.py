"""Ask the plug-ins which files of `content/` are no pages, and what makes the text of a page.

The plug-ins that a site lists are asked of every page. The bundled ones are asked of a page that may
need them, so that other sites do not wait until they are imported.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.markdown.source import without_code
from acadfolio.model.theme_keys import theme_keys
from acadfolio.plugins import BUNDLED, plugin_named
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from acadfolio.model.page import Page, PageSource
    from acadfolio.problems import Problems

OWN_FOLDERS = ("_posts/", "_drafts/", "_pages/")
"""The folders whose names begin with `_` that have pages here, too."""
TAG_OR_EXPRESSION = re.compile(
    r"""\{%|\{\{-?\s*(?:(?:site|page)\.\w|(?:"[^"\n]*"|'[^'\n]*'|[\w.-]+)\s*\|\s*[a-z_])"""
)
"""Text that may be Liquid: a tag, or an expression with a filter or of the page or the site."""


def claimed_files(
    paths: Sequence[str], plugins: Sequence[str], problems: Problems
) -> frozenset[str]:
    """The files below `content/` that plug-ins claim: parts of pages, and files that are not published."""
    hidden = [path for path in paths if path.startswith("_") and not path.startswith(OWN_FOLDERS)]
    if not hidden:
        return frozenset()
    claimed: set[str] = set()
    for name in (*plugins, *BUNDLED):
        rest = [path for path in hidden if path not in claimed]
        claimed.update(plugin_named(name).claimed_files(rest, problems))
    return frozenset(claimed)


def with_sources(
    pages: Sequence[Page], root: Path, plugins: Sequence[str], problems: Problems
) -> list[Page]:
    """Add to each page what makes its text, and remove the pages that are only included by others.

    A file is only included if it has no front matter. If two files include each other, both are pages.
    A layout that exists nowhere is reported.
    """
    pages = [_with_source(page, root, plugins, problems) for page in pages]
    only_included = _only_included(pages)
    return [page for page in pages if page.file not in only_included or page.body_line > 1]


def _with_source(page: Page, root: Path, plugins: Sequence[str], problems: Problems) -> Page:
    source = _source_of(page, root, plugins, problems)
    if source.plugin:
        layout = page.front_matter.layout if source.layout is None else source.layout
        page = replace(
            page,
            source=source,
            front_matter=replace(page.front_matter, layout=layout),
            has_title_in_text=page.has_title_in_text or source.has_title,
        )
    if not _has_known_layout(page):
        _report_layout(page, problems)
    return page


def _source_of(page: Page, root: Path, plugins: Sequence[str], problems: Problems) -> PageSource:
    names = (*plugins, *BUNDLED) if _may_need_bundled(page) else plugins
    for name in names:
        source = plugin_named(name).page_source(page, root, problems)
        if source is not None:
            return replace(source, plugin=name)
    return page.source


def _may_need_bundled(page: Page) -> bool:
    """Whether a page has a layout that the theme lacks, or text that may be Liquid."""
    return not _has_known_layout(page) or may_have_liquid(page.body, is_html=page.is_html)


def may_have_liquid(body: str, *, is_html: bool) -> bool:
    """Whether a page's text may have Liquid outside of code. The plug-in decides whether it has."""
    if "{{" not in body and "{%" not in body:
        return False
    if "endraw" in body:  # This tag also works in code.
        return True
    text = body if is_html else without_code(body)
    return TAG_OR_EXPRESSION.search(text) is not None


def _has_known_layout(page: Page) -> bool:
    layout = page.front_matter.layout
    return not layout or layout in theme_keys().layouts


def _report_layout(page: Page, problems: Problems) -> None:
    name, known = page.front_matter.layout, theme_keys().layouts
    hint = did_you_mean(name, known, lists=False)
    hint = hint or f"choose one of: {', '.join(sorted(known))}; or delete this line"
    message = f"there is no layout `{name}`"
    problems.error(page.places["layout"], message, hint, rule="unknown-layout")


def _only_included(pages: Sequence[Page]) -> set[str]:
    """The files that pages include, without those that include these pages in turn."""
    included_files = {page.file: set(page.source.files) for page in pages}
    only_included: set[str] = set()
    for file, parts in included_files.items():
        only_included.update(part for part in parts if file not in included_files.get(part, ()))
    return only_included
