"""Import the menu from `_data/navigation.yml`, or from al-folio's pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.config import phrase_of, read_yaml, text_of
from acadfolio.importers.jekyll.entries import complete_url
from acadfolio.importers.jekyll.text import one_line
from acadfolio.loading.page_urls import output_path
from acadfolio.model.values import boolean_of
from acadfolio.routing.generated import THEME_URLS
from acadfolio.source.yaml import Sequence, items_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from acadfolio.importers.jekyll.pages import OldPage
    from acadfolio.problems import Problems
    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value

NEW_URLS = {f"{theme_url.rstrip('/')}/": url for url, theme_url in THEME_URLS.items()}
"""The new URLs by the URLs of the same pages in the old theme."""


def navigation_of(folder: Path, pages: Collection[OldPage], problems: Problems) -> list[Value]:
    """The items of `navigation:` in data/site.yml. The build reports those without a page in the new site."""
    items = read_yaml(folder / "_data/navigation.yml", problems).nodes.get("main")
    if not isinstance(items, Sequence):
        return _from_pages(pages)
    old_urls = {url for page in pages for url in page.urls}
    return list(filter(None, (_item(node, old_urls) for node in items.value)))


def _item(node: Node, old_urls: Collection[str]) -> Value:
    """An item or a drop-down. The page of a drop-down becomes its first item."""
    keys = dict(items_of(node))
    children = keys.get("children")
    if not isinstance(children, Sequence) or not children.value:
        return _link(node, old_urls)
    nodes = [node, *children.value] if text_of(keys.get("url")) else children.value
    links: list[Value] = list(filter(None, (_link(child, old_urls) for child in nodes)))
    title = phrase_of(keys.get("title"))
    return {"title": title, "items": links} if title and links else None


def _link(node: Node, old_urls: Collection[str]) -> dict[str, Value] | None:
    """The item for a link; None without a title or URL."""
    keys = dict(items_of(node))
    title, url = phrase_of(keys.get("title")), one_line(text_of(keys.get("url")))
    if url not in old_urls:
        url = NEW_URLS.get(url, url)
    return {"title": title, "url": complete_url(url)} if title and url else None


def _from_pages(pages: Collection[OldPage]) -> list[Value]:
    """The menu of al-folio: the pages with `nav: true`. A page with `children` is a drop-down."""
    paths = {output_path(url) for page in pages for url in page.urls}
    items = [_page_item(page, paths) for page in sorted(filter(_is_shown, pages), key=_order)]
    return list(filter(None, items))


def _is_shown(page: OldPage) -> bool:
    return page.is_published and boolean_of(text_of(page.front_matter.get("nav"))) is True


def _page_item(page: OldPage, paths: Collection[str]) -> Value:
    title = phrase_of(page.front_matter.get("title"))
    children = page.front_matter.get("children")
    if not title:
        return None
    if not isinstance(children, Sequence):
        return {"title": title, "url": page.url}
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
