"""Import the menu from `_data/navigation.yml`, or from al-folio's pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.config import YamlFile, phrase_of, read_yaml, text_of
from acadfolio.importers.jekyll.entries import complete_url
from acadfolio.importers.jekyll.text import one_line, phrase
from acadfolio.loading.page_urls import SCHEME, output_path
from acadfolio.model.section_kinds import PAGED
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
NEW_URLS = {f"{theme_url.rstrip('/')}/": url for url, theme_url in THEME_URLS.items()}
"""The new URLs by the URLs of the same pages in the old theme."""


def navigation_of(
    folder: Path, sections: Collection[str], pages: Collection[OldPage], problems: Problems
) -> list[Value]:
    """The items of `navigation:` in data/site.yml. Items without a page in the new site are reported."""
    file = read_yaml(folder / NAVIGATION, problems)
    items = file.nodes.get("main")
    if not isinstance(items, Sequence):
        return _from_pages(pages)
    reader = _MenuReader(folder, _paths(sections, pages), file, problems)
    return list(filter(None, map(reader.item, items.value)))


def _paths(sections: Collection[str], pages: Collection[OldPage]) -> set[str]:
    """The output paths of all pages in the new site."""
    urls = {"/", *(f"/{section}/" for section in PAGED.keys() & sections)}
    if not set(CV_ORDER).isdisjoint(sections):
        urls.add("/cv/")
    for page in pages:
        urls.update(page.urls)
        if page.path.startswith("_posts/"):
            urls |= {"/posts/", "/tags/"}
    return set(map(output_path, urls))


def _from_pages(pages: Collection[OldPage]) -> list[Value]:
    """The menu of al-folio: the pages with `nav: true`. A page with `children` is a drop-down."""
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
    """The items of a drop-down, without its dividers."""
    items: list[Value] = []
    for node in nodes.value:
        keys = dict(items_of(node))
        url = text_of(keys.get("permalink"))
        if url and output_path(url) in paths:
            items.append({"title": phrase_of(keys.get("title")), "url": url})
    return items


def _order(page: OldPage) -> int:
    order = text_of(page.front_matter.get("nav_order"))
    return int(order) if order.isdecimal() else 0


class _MenuReader:
    """Reads the items of `_data/navigation.yml`. `paths` are the output paths of all pages in the new site."""

    def __init__(self, folder: Path, paths: set[str], file: YamlFile, problems: Problems) -> None:
        self.folder, self.paths, self.file, self.problems = folder, paths, file, problems

    def item(self, node: Node) -> Value:
        """An item or a drop-down; None without a page. The page of a drop-down becomes its first item."""
        keys = dict(items_of(node))
        children = keys.get("children")
        if not isinstance(children, Sequence) or not children.value:
            return self._link(node)
        nodes = [node, *children.value] if text_of(keys.get("url")) else children.value
        links: list[Value] = list(filter(None, map(self._link, nodes)))
        title = phrase_of(keys.get("title"))
        return {"title": title, "items": links} if title and links else None

    def _link(self, node: Node) -> dict[str, Value] | None:
        """The item for a link; None if its page will not exist, which is reported."""
        title, old_url = (one_line(text_of(dict(items_of(node)).get(key))) for key in ("title", "url"))
        url = self._new_url(old_url) or self._new_url(NEW_URLS.get(old_url, ""))
        if title and url:
            return {"title": phrase(title), "url": complete_url(url)}
        message = f"the menu item `{title}` links to `{old_url}`, which does not exist: skipped"
        self.file.warn(node, message, "add it to `navigation:` in data/site.yml when it exists", self.problems)
        return None

    def _new_url(self, url: str) -> str:
        """The URL in the new site; empty if there is no such page or file."""
        if not url or SCHEME.match(url) or url.startswith(("#", "/#")):
            return url
        path = re.split("[?#]", url)[0]
        new_path = self._new_path(path)
        return new_path + url[len(path) :] if new_path else ""

    def _new_path(self, path: str) -> str:
        file = f"/{path.strip('/')}"
        folder = f"{file}/".replace("//", "/")
        if path != folder and output_path(file) in self.paths:
            return f"{file.removesuffix('/index.html')}/" if file.endswith("/index.html") else file
        if output_path(folder) in self.paths:
            return folder
        return file if self._is_file(file[1:]) else ""

    def _is_file(self, path: str) -> bool:
        """Whether the old site has a file that is published when it is copied."""
        is_hidden = any(part.startswith((".", "_")) for part in path.split("/"))
        return not is_hidden and (self.folder / path).is_file()
