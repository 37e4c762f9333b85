"""Compare the finished pages of an old site, or its source in `leftovers`, with the pages of the new one."""

from __future__ import annotations

import posixpath
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.html.text import elements, plain_text
from acadfolio.html.tokens import read
from acadfolio.loading.files import list_files, refuse_links_outside
from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from acadfolio.contracts import BuiltFile

WORD = re.compile(r"[^\W_]+")
TARGETS = {"a": "href", "img": "src", "iframe": "src"}
ENOUGH_PAGES = 3
"""From this number of pages on, the words on all of them are those of the old theme."""


def compare(
    old_pages: Mapping[str, str], place: str, outputs: Iterable[BuiltFile], url: str
) -> Problems:
    """Report which URLs, words, links, images and menu items of the old pages at a place the new site lacks.

    Links to the place, to the `url` of the site and to Jekyll's preview are those within the site.
    """
    problems, place = Problems(), place.removesuffix("index.html").rstrip("/")
    new = NewSite(outputs, (place, url))
    old_pages = {path: re.sub(new.own_link, r"\1", html) for path, html in old_pages.items()}
    if len(old_pages) >= ENOUGH_PAGES:
        new.words |= set.intersection(*(set(words_of(html)) for html in old_pages.values()))
    for path, html in old_pages.items():
        for message in new.lacks(path, html):
            problems.warn(Location(f"{place}/{path}"), message, rule="lost-content")
    return problems


class NewSite:
    """The pages of the new site by their URLs, and their words and targets.

    Links to own URLs are those within it.
    """

    def __init__(self, outputs: Iterable[BuiltFile], own_urls: Iterable[str]) -> None:
        hosts = "|".join(
            re.escape(own.rstrip("/").partition("://")[2])
            for own in (*own_urls, "http://localhost:4000")
        )
        self.own_link = rf"((?:href|src)=[\"']?)(?:https?:)?//(?:{hosts})(?![\w.:-])"
        self.pages, self.words, self.targets = dict[str, str](), set[str](), set[str]()
        for output in outputs:
            if output.path.endswith(".html"):
                self.targets.add(posixpath.basename(url_of(output.path)))
                html = (
                    Path(output.file).read_text("utf-8", "replace")
                    if output.file
                    else output.content.decode()
                )
                html = re.sub(self.own_link, r"\1", html)
                self.pages[url_of(output.path)] = (
                    self.pages.get(url_of(output.path), "") + html
                )  # Of /a/, and of /a.
                self.words.update(words_of(html))
                self.targets |= targets_of(html)

    def lacks(self, path: str, html: str) -> Iterator[str]:
        """What an old page has and the new site lacks."""
        if url_of(path) not in self.pages:
            yield "the new site has no page with this URL"
        for names, lost in (
            ("words", set(words_of(html)) - self.words),
            ("links or images", targets_of(html) - self.targets),
        ):
            if lost:
                yield f"these {names} are on no page of the new site: {' '.join(sorted(lost))}"
        if not url_of(path):
            yield from _lost_items(_menu(html), _menu(self.pages.get("", "")))


def _lost_items(old_menu: dict[str, str], new_menu: dict[str, str]) -> Iterator[str]:
    for words, target in old_menu.items():
        if not any(new_words.startswith(words) for new_words in new_menu):
            yield f"the menu lacks {words}"
        elif target not in new_menu.values():
            yield f"the menu does not lead to {target or '/'} any more: {words}"


def _menu(html: str) -> dict[str, str]:
    """The targets of the links in the first navigation of a page, by their words, without `/` and `#`."""
    menu = {}
    nav = next((inner for _, inner in elements(html, "nav")), "")
    for tag, inner in elements(nav, "a"):
        words = plain_text(inner)
        if words and tag.attributes.get("href", "").strip("/#"):
            menu[words] = "".join(targets_of(tag.source))
    return menu


def url_of(path: str) -> str:
    return path.removesuffix(".html").removesuffix("index").rstrip("/")


def words_of(html: str) -> list[str]:
    """The words in a page, in lower case, and its numbers without zeros before them."""
    text = " ".join(token.source for token in read(html) if token.kind == "text")
    return [word.lstrip("0") for word in WORD.findall(unescape(text).casefold())]


def targets_of(html: str) -> set[str]:
    """The targets of links and images: URLs without their scheme, and the names of pages and files of the site."""
    targets = set()
    for token in read(html):
        if token.kind == "start" and token.name in TARGETS:
            target = token.attributes.get(TARGETS[token.name], "").partition("#")[0]
            host = target.partition("//")[2]
            targets.add(
                host.rstrip("/")
                if host
                else unquote(posixpath.basename(url_of(target.partition("?")[0])))
            )
    return targets


def pages_in(folder: Path) -> dict[str, str]:
    """The HTML of the pages in a folder, by their paths.

    Raises SiteError for links that lead out of it.
    """
    paths = [path for path in list_files(folder) if path.endswith(".html")]
    refuse_links_outside(folder, paths, "replace it by the file or folder itself, or delete it")
    return {path: (folder / path).read_text("utf-8", "replace") for path in paths}
