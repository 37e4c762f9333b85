"""Compare the finished pages of an old site, from a folder or from the web, with those of the new one."""

from __future__ import annotations

import posixpath
import re
import time
from contextlib import suppress
from html import unescape
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from acadfolio.html.text import elements, plain_text
from acadfolio.html.tokens import read, tags
from acadfolio.loading.files import list_files
from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from http.client import HTTPResponse

    from acadfolio.rendering import Output

WORD = re.compile(r"[^\W_]+")
TARGETS = {"a": "href", "img": "src", "iframe": "src"}
ENOUGH_PAGES = 3
"""From this number of pages on, the words on all of them are those of the old theme."""
MAX_PAGES, MAX_BYTES, TIMEOUT, MAX_SECONDS = 500, 5_000_000, 10, 300
"""How much is fetched: pages, bytes of each, seconds without an answer, and seconds for all."""


def compare(old_pages: Mapping[str, str], place: str, outputs: Iterable[Output], url: str) -> Problems:
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
    """The pages of the new site by their URLs, and their words and targets. Links to own URLs are those within it."""

    def __init__(self, outputs: Iterable[Output], own_urls: Iterable[str]) -> None:
        hosts = "|".join(re.escape(own.rstrip("/").partition("://")[2]) for own in (*own_urls, "http://localhost:4000"))
        self.own_link = rf"((?:href|src)=[\"']?)(?:https?:)?//(?:{hosts})(?![\w.:-])"
        self.pages, self.words, self.targets = dict[str, str](), set[str](), set[str]()
        for output in outputs:
            self.targets.add(posixpath.basename(_url(output.path)))
            if output.path.endswith(".html"):
                html = Path(output.file).read_text("utf-8", "replace") if output.file else output.content.decode()
                html = re.sub(self.own_link, r"\1", html)
                self.pages[_url(output.path)] = html
                self.words.update(words_of(html))
                self.targets |= targets_of(html)

    def lacks(self, path: str, html: str) -> Iterator[str]:
        """What an old page has and the new site lacks."""
        if _url(path) not in self.pages:
            yield "the new site has no page with this URL"
        for names, lost in (
            ("words", set(words_of(html)) - self.words),
            ("links or images", targets_of(html) - self.targets),
        ):
            if lost:
                yield f"these {names} are on no page of the new site: {' '.join(sorted(lost))}"
        if not _url(path):
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


def _url(path: str) -> str:
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
            targets.add(host.rstrip("/") if host else unquote(posixpath.basename(_url(target.partition("?")[0]))))
    return targets


def pages_in(folder: Path) -> dict[str, str]:
    """The HTML of the pages in a folder, by their paths."""
    paths = [path for path in list_files(folder) if path.endswith(".html")]
    return {path: (folder / path).read_text("utf-8", "replace") for path in paths}


class OldSite(HTTPRedirectHandler):
    """Fetches an old site's pages, one at a time, and nothing of other hosts or from outside of the path of its URL."""

    def __init__(self, url: str) -> None:
        self.url = url
        with suppress(ValueError):  # What is no URL cannot be fetched.
            parts = urlsplit(url)
            path = quote(unquote(parts.path.removesuffix("index.html").rstrip("/")))
            self.url = f"{parts.scheme}://{parts.netloc.lower().encode('idna').decode()}{path}/"
        self.opener, self.problems = build_opener(self), Problems()
        self.end = time.monotonic() + MAX_SECONDS
        self.found, self.waiting = {"": ""}, [""]
        """The paths of pages that the old site names, by their URLs, and those that were not fetched yet."""
        self.asked = set[str]()
        """The URLs of all that was fetched."""

    def redirect_request(self, request: Request, *others: Any) -> Request | None:
        """Follow no redirect that leads out of the site."""
        return None if self._below(others[-1]) is None else super().redirect_request(request, *others)

    def pages(self, known: Iterable[str], show: Callable[[str], None]) -> dict[str, str]:
        """The HTML of the pages by their paths: those of the sitemap, or else the `known` ones, and their links."""
        self._add((plain_text(url) for _, url in elements(self._fetched("sitemap.xml")[0], "loc")), self.url)
        guesses = [] if len(self.found) > 1 else list(known)
        pages: dict[str, str] = {}
        while self.waiting and len(self.asked) < MAX_PAGES and time.monotonic() < self.end:
            path = self.waiting[0]
            show(f"Fetching page {len(pages) + 1}")
            html, url = self._fetched(path)
            if html:
                pages[path] = html
                self._add((link.attributes.get("href", "") for link in tags(html, {"a"})), url)
            self.waiting = [path for path in [*self.found.values(), *guesses] if _url(path) not in self.asked]
        return pages

    def _add(self, urls: Iterable[str], base: str) -> None:
        """Add the pages among these URLs, which may be relative to another."""
        for url in urls:
            path = self._below(url, base)
            if path and posixpath.splitext(path)[1] in {"", ".html", ".htm"}:
                self.found.setdefault(_url(path), path)

    def _below(self, url: str, base: str = "") -> str | None:
        """The path of a URL below that of the site; None for a URL that leads out of it."""
        with suppress(ValueError):
            parts, top = urlsplit(urljoin(base, url)), urlsplit(self.url)
            path, folder = unquote(parts.path), unquote(top.path)
            is_inside = f"{parts.netloc}{posixpath.normpath(path)}/".startswith(f"{top.netloc}{folder}")
            if is_inside and parts.scheme in {"http", "https"}:
                return path[len(folder) :]
        return None

    def _fetched(self, path: str) -> tuple[str, str]:
        """The text of a page and its URL after redirects; empty if it cannot be read, or is no page."""
        self.asked.add(_url(path))
        try:
            request = Request(self.url + quote(path), headers={"User-Agent": "acadfolio"})  # noqa: S310 - http or https
            with self.opener.open(request, timeout=TIMEOUT) as answer:
                is_text = answer.headers.get_content_type().endswith(("html", "xml"))
                content = b"".join(self._parts(answer)) if is_text else b""
                return content.decode(answer.headers.get_content_charset("utf-8"), "replace"), answer.url
        except (OSError, HTTPException, LookupError, ValueError) as error:
            if not path:
                hint = "open it in a browser, and name the URL that it shows"
                self.problems.error(Location(self.url), f"no page can be read: {error}", hint, rule="missing-file")
                self.problems.raise_if_errors()
            if path in self.found.values():
                self.problems.warn(Location(self.url + path), f"this page cannot be read: {error}", rule="lost-content")
            return "", self.url

    def _parts(self, answer: HTTPResponse) -> Iterator[bytes]:
        """The parts of a page as they arrive, until it is too large or too late."""
        left = MAX_BYTES
        while left and time.monotonic() < self.end and (part := answer.read1(left)):
            left -= len(part)
            yield part
