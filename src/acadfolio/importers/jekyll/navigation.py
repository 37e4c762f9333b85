"""Import the menu: the items of `_data/navigation.yml`, or al-folio's pages, that lead to a page of the new site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.config import YamlFile, phrase_of, read_yaml, text_of
from acadfolio.importers.jekyll.entries import complete_url
from acadfolio.importers.jekyll.text import one_line, phrase
from acadfolio.loading.page_urls import SCHEME, output_path
from acadfolio.model.kinds import PAGED
from acadfolio.model.values import boolean_of
from acadfolio.routing.generated import CV_ORDER, THEME_URLS
from acadfolio.source.yaml import Sequence, items_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from acadfolio.importers.jekyll.pages import OldPage
    from acadfolio.problems import Problems
    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value

NAVIGATION = "_data/navigation.yml"
NEW_URLS = {f"{theirs.rstrip('/')}/": ours for ours, theirs in THEME_URLS.items()}


def navigation_of(
    folder: Path, sections: Collection[str], pages: Collection[OldPage], problems: Problems
) -> list[Value]:
    """The items of `navigation:` in data/site.yml."""
    file = read_yaml(folder / NAVIGATION, problems)
    items = file.nodes.get("main")
    if not isinstance(items, Sequence):
        return _from_pages(pages)
    reader = _Reader(folder, _paths(sections, pages), file, problems)
    return list(filter(None, map(reader.item, items.value)))


def _paths(sections: Collection[str], pages: Collection[OldPage]) -> set[str]:
    """The paths of all pages that the new site will have."""
    urls = {"/", *(f"/{section}/" for section in PAGED.keys() & sections)}
    if not set(CV_ORDER).isdisjoint(sections):
        urls.add("/cv/")
    for page in pages:
        urls.update(page.urls)
        if page.path.startswith("_posts/"):
            urls |= {"/posts/", "/tags/"}
    return set(map(output_path, urls))


def _from_pages(pages: Collection[OldPage]) -> list[Value]:
    """The menu that al-folio makes of the pages with `nav: true`; a drop-down lists pages as its children."""
    paths = {output_path(url) for page in pages for url in page.urls}
    items = [_page_item(page, paths) for page in sorted(filter(_is_shown, pages), key=_order)]
    return list(filter(None, items))


def _is_shown(page: OldPage) -> bool:
    return bool(page.urls) and boolean_of(text_of(page.front_matter.get("nav"))) is True


def _page_item(page: OldPage, paths: Collection[str]) -> Value:
    title = phrase_of(page.front_matter.get("title"))
    children = page.front_matter.get("children")
    if not title:
        return None
    if not isinstance(children, Sequence):
        has_permalink = bool(text_of(page.front_matter.get("permalink")))
        return {"title": title, "url": page.urls[-1 if has_permalink else 0]}
    items = _children(children, paths)
    return {"title": title, "items": items} if items else None


def _children(nodes: Node, paths: Collection[str]) -> list[Value]:
    """The items of a drop-down; a divider is none."""
    found: list[Value] = []
    for node in nodes.value:
        keys = dict(items_of(node))
        url = text_of(keys.get("permalink"))
        if url and output_path(url) in paths:
            found.append({"title": phrase_of(keys.get("title")), "url": url})
    return found


def _order(page: OldPage) -> int:
    order = text_of(page.front_matter.get("nav_order"))
    return int(order) if order.isdecimal() else 0


class _Reader:
    """Reads the items of `_data/navigation.yml`. `paths` are those of all pages that the new site will have."""

    def __init__(self, folder: Path, paths: set[str], file: YamlFile, problems: Problems) -> None:
        self.folder, self.paths, self.file, self.problems = folder, paths, file, problems

    def item(self, node: Node) -> Value:
        """An item or a drop-down, or None. A drop-down is no link here, so its own page becomes its first item."""
        keys = dict(items_of(node))
        children = keys.get("children")
        if not isinstance(children, Sequence) or not children.value:
            return self._link(node)
        own = [node] if text_of(keys.get("url")) else []
        links: list[Value] = list(filter(None, map(self._link, (*own, *children.value))))
        title = phrase_of(keys.get("title"))
        return {"title": title, "items": links} if title and links else None

    def _link(self, node: Node) -> dict[str, Value] | None:
        """None for what leads nowhere, which is reported."""
        title, written = (one_line(text_of(dict(items_of(node)).get(key))) for key in ("title", "url"))
        url = self._new_url(written) or self._new_url(NEW_URLS.get(written, ""))
        if title and url:
            return {"title": phrase(title), "url": complete_url(url)}
        what = f"the menu item `{title}` links to `{written}`, which does not exist: skipped"
        self.file.warn(node, what, "add it to `navigation:` in data/site.yml when it exists", self.problems)
        return None

    def _new_url(self, url: str) -> str:
        """The URL in the new site; empty where nothing will be there."""
        if not url or SCHEME.match(url) or url.startswith(("#", "/#")):
            return url
        path = re.split("[?#]", url)[0]
        found = self._new_path(path)
        return found + url[len(path) :] if found else ""

    def _new_path(self, path: str) -> str:
        file = f"/{path.strip('/')}"
        folder = f"{file}/".replace("//", "/")
        if path != folder and output_path(file) in self.paths:
            return f"{file.removesuffix('/index.html')}/" if file.endswith("/index.html") else file
        if output_path(folder) in self.paths:
            return folder
        return file if self._is_file(file[1:]) else ""

    def _is_file(self, path: str) -> bool:
        """Whether there is a file that visitors see once it is copied."""
        return not any(part.startswith((".", "_")) for part in path.split("/")) and (self.folder / path).is_file()
