"""Change the front matter of a page to what the theme, the settings and the folders of the old site made of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.html.text import is_document
from acadfolio.loading.front_matter import read_head
from acadfolio.model.site import Names
from acadfolio.model.theme_keys import theme_keys
from acadfolio.problems import Problems
from acadfolio.resources import theme_looks
from acadfolio.source.text import Source
from acadfolio.source.yaml import items_of, text_of
from acadfolio.source.yaml_writer import value_of, written
from acadfolio_jekyll.importer.config import AUTHORS_FILE, themes
from acadfolio_jekyll.importer.documents import Document, categories_of
from acadfolio_jekyll.importer.pages.theme_parts import (
    OVERLAYS,
    add_footnotes,
    add_overlay,
    add_parts,
    add_target,
)
from acadfolio_jekyll.liquid.blocks import LIQUID
from acadfolio_jekyll.page_files import own_layouts

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.pages.old_page import OldPage

CITE_HINT = "put their bibliography into data/, and write `[@key]` where they are"
WITHOUT_EFFECT = ("children", "dropdown", "draft")
"""Keys to delete. The first two are in the menu, and Jekyll shows pages with `draft`."""
HEADER_IMAGES = frozenset({"image", "overlay_image", "teaser"})


def add_changes(page: OldPage, document: Document, folder: Path, config: Config) -> None:
    """Add what the theme, the settings and the folders of the old site made of a page."""
    _add_layouts(page, document, folder)
    page.changes = _from_defaults(document, page.all_text, config) | page.changes
    page.changes |= _header_changes(document, folder) | _author_changes(document, config)
    for key in WITHOUT_EFFECT:
        if key in document.keys:
            page.changes[key] = ""
    if "/_posts/" in page.path.removeprefix(f"{config.collections_dir}/"):
        page.changes["categories"] = list(categories_of(document, config.collections_dir))
        page.changes["category"] = ""
    add_parts(page, folder, config)
    add_target(page)
    add_overlay(page)
    add_footnotes(page)
    if "<d-cite" in page.text:
        message = "distill's citations (`<d-cite>`) are not imported: skipped"
        document.warn("bibliography", message, CITE_HINT)


def front_matter_problems(source: Source, problems: Problems) -> None:
    """Read the front matter of a page as a build does, which reports its problems."""
    read_head(source, problems, [], Names(looks=theme_looks()))


def _from_defaults(document: Document, text: str, config: Config) -> dict[str, Value]:
    """The keys that a page gets from the settings of the old site, and that acadfolio or its `text` reads."""
    changes: dict[str, Value] = {}
    for key in sorted(document.nodes.keys() - document.keys.keys()):
        if key in themes().defaults.split() or re.search(rf"\bpage\.{re.escape(key)}\b", text):
            node = document.nodes[key]
            value = value_of(node)
            problems = Problems()
            front_matter_problems(Source("", f"---\n{written({key: value})}---\n"), problems)
            if problems.errors:
                message = f"{problems.errors[0].message}: skipped"
                config.warn(node, message, "", document.problems)
            else:
                changes[key] = value
    return changes


def _add_layouts(page: OldPage, document: Document, folder: Path) -> None:
    """Add the site's own layouts around a page.

    The name of one that does not exist is reported and deleted.
    """
    layout = text_of(document.nodes.get("layout"))
    sources, _ = own_layouts(layout, folder, Problems())  # The next build reports them.
    page.layouts = {path: source.source.text for path, source in sources.items()}
    if sources:
        page.changes["layout"] = layout  # It may come from `defaults`.
        if page.url == "/":
            page.changes["sections"] = []  # It has the lists of its layout.
    elif "layout" in document.keys and layout not in {"", "none", *theme_keys().layouts}:
        message = f"there is no layout `{layout}`: this page has the one of other pages"
        document.warn("layout", message)
        page.changes["layout"] = ""
    if any(is_document(LIQUID.sub("", source.body)) for source in sources.values()):
        message = f"the layout `{layout}` is a whole page: nothing of the theme is around it"
        hint = f"delete the line `layout: {layout}` for the layout of other pages"
        document.warn("layout", message, hint)


def _header_changes(document: Document, folder: Path) -> dict[str, Value]:
    """The header, if it names images as in academicpages: without their folder `images`."""
    header = {key: value_of(node) for key, node in items_of(document.nodes.get("header"))}
    is_changed = False
    if OVERLAYS & header.keys() and header.pop("actions", None):
        is_changed = True  # They come into the text.
    for key in HEADER_IMAGES & header.keys():
        path = f"images/{header[key]}"
        if (folder / path).is_file():
            header[key] = path
            is_changed = True
    return {"header": header} if is_changed else {}


def _author_changes(document: Document, config: Config) -> dict[str, Value]:
    """The name of the author, if `author` is a key of the theme's file with further profiles, which is reported."""
    key = text_of(document.nodes.get("author"))
    author = dict(items_of(config.authors.get(key)))
    if not author:
        return {}
    message = f"the sidebar has your profile here, not that of `{key}` in {AUTHORS_FILE}"
    document.warn("author", message, "write what visitors need of it into the text of the page")
    return {"author": text_of(author.get("name"))}
