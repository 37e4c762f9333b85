"""Read the files that pages with Liquid are made of: their includes, and the site's own layouts."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from acadfolio.loading.files import is_file
from acadfolio.model.reading import Reader
from acadfolio.model.theme_keys import theme_keys
from acadfolio.model.values import OwnValue
from acadfolio.problems import Problems
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import read_source
from acadfolio.source.yaml import items_of, place, text_of
from acadfolio_jekyll.detection import without_raw
from acadfolio_jekyll.folders import INCLUDES, LAYOUTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.source.front_matter import PageSource

INCLUDED = re.compile(r"""\{%-?\s*include(?:_cached)?(_relative)?\s+["']?([^\s"'{}%]+)""")


class OwnLayouts(NamedTuple):
    """The site's own layouts around a page, from the inside out."""

    texts: dict[str, str]
    """Their texts, by their paths relative to the page's folder, with the line numbers of the files."""
    values: dict[str, dict[str, Any]]
    """The values of their front matter, by the same paths. As in Jekyll, those of inner layouts win."""
    outer: str
    """The theme's layout around these; empty without one."""


def include_key(page: str, name: str) -> str:
    """The path of a file in content/_includes/, relative to the folder of a page's file."""
    return posixpath.relpath(f"content/{INCLUDES}/{name}", posixpath.dirname(page))


def path_in_site(page: str, name: str) -> str:
    """The path in the site for one relative to the folder of a page's file."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), name))


def included_texts(page: str, text: str, root: Path, problems: Problems) -> dict[str, str]:
    """The texts that a text of a page includes, also indirectly, by their paths relative to its folder.

    Missing files are skipped.
    """
    texts: dict[str, str] = {}
    names = list(_names_in(text, page))
    while names:
        name = names.pop()
        file = path_in_site(page, name)
        if name in texts or not file.startswith("content/") or not is_file(root / file):
            continue
        if source := read_source(root / file, file, problems):
            texts[name] = source.text
            names += _names_in(source.text, page)
    return texts


def _names_in(text: str, page: str) -> Iterator[str]:
    """The paths of the files that a text includes, relative to the page's folder."""
    for is_relative, name in INCLUDED.findall(without_raw(text)):
        yield name if is_relative else include_key(page, name)


def read_layouts(page: str, name: str, folder: Path, problems: Problems) -> OwnLayouts:
    """Read the site's own layouts around a page with the layout `name`.

    page: the page's file. folder: the site's `content/`. Problems of layouts are warnings.
    """
    found = Problems()
    sources, outer = own_layouts(name, folder, found)
    layouts = OwnLayouts({}, {}, outer)
    values: dict[str, Any] = {}
    for path, source in sources.items():
        key = posixpath.relpath(f"content/{path}", posixpath.dirname(page))
        layouts.texts[key] = "\n" * (source.body_line - 1) + source.body
        own: dict[str, Any] = {}
        if source.front_matter:
            own = Reader(source.source, found, []).value(source.front_matter, OwnValue)
        values = own | values
        layouts.values[key] = values
    problems.add_as_warnings(found)
    return layouts


def own_layouts(name: str, folder: Path, problems: Problems) -> tuple[dict[str, PageSource], str]:
    """The site's own layouts around a page with the layout `name`, by their paths in `folder`.

    They are sorted from the inside out. The second result is the theme's layout around these; empty
    without one. Reports layouts that a layout names and that do not exist, or are in it.
    """
    found: dict[str, PageSource] = {}
    location = None
    while name not in theme_keys().layouts:
        path = _path_of_layout(name, folder)
        source = read_source(folder / path, f"{folder.name}/{path}", problems) if path else None
        if source is None or path in found:
            if name and location:
                message = f"there is no layout `{name}`"
                if path:
                    message = f"the layout `{name}` is around itself"
                problems.error(location, message, rule="unknown-layout")
            return found, ""
        found[path] = split_page(source, problems)
        node = dict(items_of(found[path].front_matter)).get("layout")
        name = text_of(node)
        location = place(source, node) if node else None
    return found, name


def _path_of_layout(name: str, folder: Path) -> str:
    """The path of a layout in a folder; empty if there is none there."""
    for ending in (".html", ".liquid"):
        path = posixpath.normpath(f"{LAYOUTS}/{name}{ending}")
        if path.startswith(f"{LAYOUTS}/") and is_file(folder / path):
            return path
    return ""


def front_matter_values(file: Path, name: str) -> dict[str, Any]:
    """The values of all keys of a page's front matter, as Jekyll reads them.

    file: the page. name: its path in the site.
    """
    source = read_source(file, name, Problems())
    node = split_page(source, Problems()).front_matter if source else None
    if source is None or node is None:
        return {}
    values: dict[str, Any] = Reader(source, Problems(), []).value(node, OwnValue) or {}
    return values
