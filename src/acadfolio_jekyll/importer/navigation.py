"""Import the menu from `_data/navigation.yml`, or from al-folio's pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.model.values import boolean_of, runs_code
from acadfolio.source.yaml import Sequence, items_of, text_of
from acadfolio.theme.filters import url_from_top
from acadfolio_jekyll.importer.config import phrase_of, read_yaml, strings_in, text_in
from acadfolio_jekyll.importer.entries import complete_url
from acadfolio_jekyll.importer.profile import is_al_folio
from acadfolio_jekyll.importer.text import one_line, phrase

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from acadfolio.problems import Problems
    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.pages.old_page import OldPage

ITEM_HINT = "write it into `navigation:` of data/site.yml"
NEW_URLS = {"/year-archive/": "/posts/", "/portfolio/": "/projects/", "/resume/": "/cv/"}
"""The new URLs by the URLs of the same pages in the old theme."""


def navigation_of(
    config: Config, folder: Path, pages: Collection[OldPage], problems: Problems
) -> list[Value]:
    """The items of `navigation:` in data/site.yml: those of the old menu, or else al-folio's pages with `nav: true`.

    The build reports those without a page in the new site.
    """
    items = _items(config, folder, pages, problems)
    return [item for item in items if item]


def _items(
    config: Config, folder: Path, pages: Collection[OldPage], problems: Problems
) -> list[Value]:
    """The items of the menu of the first theme that the site has one of; None for skipped ones."""
    old_urls = {url for page in pages for url in page.urls}
    file = read_yaml(folder / "_data/navigation.yml", problems)
    menu_of_hydejack = config.nodes.get("menu")
    menu = file.nodes.get("main", file.nodes.get("navigation", menu_of_hydejack))
    if isinstance(menu, Sequence):
        for node in menu.value:
            if "title" not in dict(items_of(node)):
                message = "this item of the menu has no `title`: skipped"
                file.warn(node, message, ITEM_HINT, problems)
        return [_item(node, old_urls) for node in menu.value]
    if links := config.below("navbar-links"):
        return [_named_item(title, node, old_urls) for title, node in links.items()]
    paths = strings_in(config.nodes.get("header_pages")) or _paths_in_minima(config, pages)
    if paths:
        shown = [page for path in paths for page in pages if page.path == path]
    else:
        shown = _pages_in_al_folio(config, folder, pages)
    return [_page_item(page, old_urls) for page in shown]


def _pages_in_al_folio(config: Config, folder: Path, pages: Collection[OldPage]) -> list[OldPage]:
    """The pages in al-folio's menu, after those that it always shows; none if no page is to be in a menu."""
    shown = sorted(filter(_is_shown, pages), key=_order)
    if not shown or not is_al_folio(config, folder):
        return shown
    first = _urls_shown_first(config, folder)
    return [page for url in first for page in pages if page.url == url] + shown


def _paths_in_minima(config: Config, pages: Collection[OldPage]) -> list[str]:
    """The pages in the menu of minima, which has those with a title; none in another theme."""
    if "minima" not in (config.text("theme"), config.text("remote_theme").partition("/")[2]):
        return []
    return [page.path for page in pages if "_posts/" not in page.path and page.is_published]


def _urls_shown_first(config: Config, folder: Path) -> list[str]:
    """The pages that al-folio's header shows first: the home page, and until 2023 the blog, if a setting names it."""
    keys = re.findall(r"\{% if site\.(blog_\w+)", text_in(folder / "_includes/header.html") or "")
    return ["/", "/blog/"] if any(map(config.text, keys)) else ["/"]


def _item(node: Node, old_urls: Collection[str]) -> Value:
    """An item or a drop-down.

    The page of a drop-down becomes its first item. The home page is that of other items.
    """
    keys = dict(items_of(node))
    if isinstance(keys.get("children"), Sequence):
        return _drop_down(keys, [_link(node, old_urls)], old_urls)
    return _link(node, old_urls, "/")


def _named_item(title: str, node: Node, old_urls: Collection[str]) -> Value:
    """An item of beautiful-jekyll's menu: a URL by its title, or a list of these."""
    if not isinstance(node, Sequence):
        return _link_to(phrase(title), url_from_top(text_of(node)), old_urls)
    pairs = [pair for each in node.value for pair in items_of(each)]
    return _menu(
        phrase(title), [_named_item(name, link, old_urls) for name, link in pairs if text_of(link)]
    )


def _page_item(page: OldPage, old_urls: Collection[str]) -> Value:
    keys = page.front_matter
    if isinstance(keys.get("children"), Sequence):
        return _drop_down(keys, [], old_urls)
    return _link_to(phrase_of(keys.get("title")), page.url, old_urls)


def _drop_down(keys: dict[str, Node], links: list[Value], old_urls: Collection[str]) -> Value:
    links += [_link(node, old_urls) for node in keys["children"].value]
    return _menu(phrase_of(keys.get("title")), links)


def _menu(title: str, links: list[Value]) -> Value:
    items: list[Value] = list(filter(None, links))
    return {"title": title, "items": items} if title and items else None


def _link(node: Node, old_urls: Collection[str], without_url: str = "") -> dict[str, Value] | None:
    """The item for a link; None without a title or URL, as al-folio's dividers, or `javascript:void(0)`."""
    keys = dict(items_of(node))
    url = one_line(text_of(keys.get("url") or keys.get("permalink"))) or without_url
    return _link_to(phrase_of(keys.get("title")), url, old_urls)


def _link_to(title: str, url: str, old_urls: Collection[str]) -> dict[str, Value] | None:
    if url not in old_urls:
        url = NEW_URLS.get(url, url)
    if not title or not url or runs_code(url):
        return None
    return {"title": title, "url": complete_url(url)}


def _is_shown(page: OldPage) -> bool:
    return page.is_published and boolean_of(text_of(page.front_matter.get("nav"))) is True


def _order(page: OldPage) -> int:
    order = text_of(page.front_matter.get("nav_order"))
    return int(order) if order.isdecimal() else 0
