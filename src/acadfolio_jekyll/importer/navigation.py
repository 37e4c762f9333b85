"""Import the menu from `_data/navigation.yml`, or from al-folio's pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.model.languages import base_of, language_name
from acadfolio.model.values import boolean_of, runs_code
from acadfolio.problems import Location, Problems
from acadfolio.source.yaml import Sequence, items_of, text_of
from acadfolio.theme.filters import url_from_top
from acadfolio_jekyll.importer.config import phrase_of, read_yaml, strings_in, text_in
from acadfolio_jekyll.importer.entries import complete_url
from acadfolio_jekyll.importer.profile import is_al_folio
from acadfolio_jekyll.importer.text import one_line, phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config, YamlFile
    from acadfolio_jekyll.importer.languages import Languages
    from acadfolio_jekyll.importer.pages.old_page import OldPage

MENUS_OF_LANGUAGES = (
    "_data/navigation_{}.yml",
    "_data/navigation.{}.yml",
    "_data/{}/navigation.yml",
    "_i18n/{}.yml",
)
"""The files that may have the menu of a language."""
ITEM_HINT = "write it into `navigation:` of data/site.yml"
NEW_URLS = {"/year-archive/": "/posts/", "/portfolio/": "/projects/", "/resume/": "/cv/"}
"""The new URLs by the URLs of the same pages in the old theme."""


def navigation_of(
    config: Config,
    folder: Path,
    pages: Collection[OldPage],
    languages: Languages | None,
    problems: Problems,
) -> list[Value]:
    """The items of `navigation:` in data/site.yml: those of the old menu, or else al-folio's pages with `nav: true`.

    The build reports those without a page in the new site.
    """
    old_urls = {url for page in pages for url in page.urls}
    file = read_yaml(folder / "_data/navigation.yml", problems)
    menus = _menus(file, config, folder, languages)
    if menus:
        (first, menu), *others = menus.items()
        items = _items_of_menu(file, menu, old_urls, problems)
        if languages is not None:
            _start_at_language(items, languages)
        for tag, menu_of_language in others:
            other = _items_of_menu(file, menu_of_language, old_urls, problems)
            if languages is not None:
                MenuInLanguage(file, languages, first, tag, problems).join(items, other)
        return list(filter(None, items))
    found = _items_of_pages(config, folder, pages, languages, old_urls)
    return [item for item in found if item]


def _start_at_language(items: list[Value], languages: Languages) -> None:
    """Let URLs of the first menu begin at the top of a language, so that they lead to the page in each."""
    start = f"/{languages.folders[languages.first]}"
    for item in items:
        if not isinstance(item, dict):
            continue
        url, inner = item.get("url"), item.get("items")
        if isinstance(url, str) and url.startswith(start):
            item["url"] = f"/{url[len(start) :]}"
        if isinstance(inner, list):
            _start_at_language(inner, languages)


def _menus(
    file: YamlFile, config: Config, folder: Path, languages: Languages | None
) -> dict[str, Sequence]:
    """The menu in each language that has one, the first one first; of a site in one language, its only one."""
    main = file.nodes.get("main", file.nodes.get("navigation", config.nodes.get("menu")))
    if languages is None:
        return {"": main} if isinstance(main, Sequence) else {}
    found: dict[str, Sequence] = {}
    for tag in languages.folders:
        menu = _menu_in(tag, file, folder)
        if menu is not None:
            found[tag] = menu
    if isinstance(main, Sequence):
        found.setdefault(_language_of_menu(main, found, languages), main)
    return {tag: found[tag] for tag in languages.folders if tag in found}


def _menu_in(tag: str, file: YamlFile, folder: Path) -> Sequence | None:
    """The menu of a language: a list in the file, or a file of its own; None without one."""
    for name in names_of_menu(tag):
        node = file.nodes.get(name)
        for path in MENUS_OF_LANGUAGES:
            if node is None:
                nodes = read_yaml(folder / path.format(name), Problems()).nodes
                # In `_i18n/zh.yml` are other texts, too.
                other = None if path.startswith("_i18n/") else next(iter(nodes.values()), None)
                node = nodes.get("main", other)
        menu = dict(items_of(node)).get("main", node) if node is not None else None
        if isinstance(menu, Sequence):
            return menu
    return None


def _language_of_menu(menu: Sequence, known: Collection[str], languages: Languages) -> str:
    """The language of a menu that does not name it: the first one without a menu, unless its URLs are in a folder."""
    others = [tag for tag in languages.folders if tag not in known]
    urls = [text_of(dict(items_of(node)).get("url")) for node in menu.value]
    for tag in others:
        folder = languages.folders[tag]
        inside = [url for url in urls if folder and url.startswith(f"/{folder}")]
        if 2 * len(inside) > len(urls):
            return tag
    return (*others, languages.first)[0]


def names_of_menu(tag: str) -> Iterator[str]:
    """The names that the menu of a language may have in the file."""
    base = base_of(tag)
    for name in dict.fromkeys((tag, tag.lower(), base, "cn" if base == "zh" else base)):
        written = name.replace("-", "_")
        yield from (f"main_{written}", f"main-{name}", f"{name}_main", name, written)


def _items_of_menu(
    file: YamlFile, menu: Sequence, old_urls: Collection[str], problems: Problems
) -> list[Value]:
    """The items of a menu; None for skipped ones."""
    for node in menu.value:
        if "title" not in dict(items_of(node)):
            message = "this item of the menu has no `title`: skipped"
            file.warn(node, message, ITEM_HINT, problems)
    return [_item(node, old_urls) for node in menu.value]


def _items_of_pages(
    config: Config,
    folder: Path,
    pages: Collection[OldPage],
    languages: Languages | None,
    old_urls: Collection[str],
) -> list[Value]:
    """The items of the menu of the first theme that the site has one of; None for skipped ones."""
    if links := config.below("navbar-links"):
        return [_named_item(title, node, old_urls) for title, node in links.items()]
    paths = strings_in(config.nodes.get("header_pages")) or _paths_in_minima(config, pages)
    if languages is not None:
        others = {each.page.path for each in languages.pages if each.tag != languages.first}
        pages = [page for page in pages if page.path not in others]
    if paths:
        shown = [page for path in paths for page in pages if page.path == path]
    else:
        shown = _pages_in_al_folio(config, folder, pages)
    return [_page_item(page, old_urls, languages) for page in shown]


class MenuInLanguage(Struct, frozen=True):
    """Joins the menu of another language with that of the first one."""

    file: YamlFile
    languages: Languages
    first: str
    tag: str
    problems: Problems

    def join(self, items: list[Value], others: list[Value]) -> None:
        """Write the titles of a language into the items of the first one; what has no counterpart is reported."""
        known = [item for item in items if isinstance(item, dict)]
        left = [item for item in others if isinstance(item, dict)]
        is_same_length = len(items) == len(others)
        for item in known:
            other = next((each for each in left if self._leads_to_same(item, each)), None)
            if other is None and is_same_length:
                other = next((each for each in left if each is others[items.index(item)]), None)
            if other is not None:
                left.remove(other)
                self._join_item(item, other)
        if left:
            titles = ", ".join(str(item["title"]) for item in left)
            message = f"the menu in {language_name(self.tag)} has items that the other one lacks: {titles}"
            place = Location(self.file.source.name if self.file.source else "_data/navigation.yml")
            self.problems.warn(place, message, ITEM_HINT, rule="import-skipped")

    def _join_item(self, item: dict[str, Value], other: dict[str, Value]) -> None:
        item["title"] = in_languages(item["title"], self.first, other["title"], self.tag)
        inner, other_inner = item.get("items"), other.get("items")
        if isinstance(inner, list) and isinstance(other_inner, list):
            self.join(inner, other_inner)
        elif "url" in item and "url" in other and not self._leads_to_same(item, other):
            item["url"] = in_languages(item["url"], self.first, other["url"], self.tag)

    def _leads_to_same(self, item: dict[str, Value], other: dict[str, Value]) -> bool:
        """Whether two items lead to the same page, each in its language."""
        one, two = str(item.get("url", "")), str(other.get("url", ""))
        return bool(one) and self._page(one, self.first) == self._page(two, self.tag)

    def _page(self, url: str, tag: str) -> str:
        """The page of a URL as it is in the first language."""
        bare, hash_sign, anchor = url.partition("#")
        for each in self.languages.pages:
            if each.tag == tag and each.original and bare in each.old_urls:
                return f"{each.original.url}{hash_sign}{anchor}"
        start = f"/{self.languages.folders[tag]}"
        inside = f"/{bare[len(start) :]}" if start != "/" and bare.startswith(start) else bare
        return f"{inside}{hash_sign}{anchor}"


def in_languages(text: Value, first: str, other: Value, tag: str) -> Value:
    """A text with its version in another language; the text alone if they are the same."""
    versions: dict[str, Value] = dict(text) if isinstance(text, dict) else {first: text}
    if versions[first] == other:
        return text
    return versions | {tag: other}


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


def _page_item(page: OldPage, old_urls: Collection[str], languages: Languages | None) -> Value:
    keys = page.front_matter
    if isinstance(keys.get("children"), Sequence):
        item = _drop_down(keys, [], old_urls)
    else:
        item = _link_to(phrase_of(keys.get("title")), page.url, old_urls)
    original = languages.of(page) if languages else None
    if not isinstance(item, dict) or languages is None or original is None:
        return item
    for each in languages.translations(original):
        title = phrase_of(each.page.front_matter.get("title"))
        if title:
            item["title"] = in_languages(item["title"], languages.first, title, each.tag)
    return item


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
