"""Fetch the pages of an old site that is online."""

from __future__ import annotations

import posixpath
import time
from contextlib import suppress
from http.client import HTTPException
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from acadfolio.html.text import elements, plain_text
from acadfolio.html.tokens import tags
from acadfolio.problems import Location, Problems
from acadfolio_jekyll.comparison import url_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from http.client import HTTPResponse

MAX_PAGES, MAX_BYTES, TIMEOUT, MAX_SECONDS = 500, 5_000_000, 10, 300
"""How much is fetched: pages, bytes of each, seconds without an answer, and seconds for all."""
SECONDS_TO_END = 1.0
"""In which what was read of a page comes when the time is over."""
MAX_CHARACTERS, MAX_URLS = 50_000_000, 10_000
"""How much is compared, on all pages together, and how many pages the links of an old site may name."""


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
        return (
            None if self._below(others[-1]) is None else super().redirect_request(request, *others)
        )

    def pages(self, known: Iterable[str], show: Callable[[str], None]) -> dict[str, str]:
        """The HTML of the pages by their paths: those of the sitemap, or else the `known` ones, and their links."""
        self._add(
            (plain_text(url) for _, url in elements(self._fetched("sitemap.xml")[0], "loc")),
            self.url,
        )
        guesses = [] if len(self.found) > 1 else list(known)
        pages: dict[str, str] = {}
        characters = 0
        while self.waiting and len(self.asked) < MAX_PAGES and characters < MAX_CHARACTERS:
            if self._is_late() and len(self.asked) > 1:  # Without the home page, there is an error.
                break
            path = self.waiting[0]
            show(f"Fetching page {len(pages) + 1}")
            html, url = self._fetched(path)
            if html:
                pages[path] = html
                characters += len(html)
                self._add((link.attributes.get("href", "") for link in tags(html, {"a"})), url)
            self.waiting = [
                path for path in [*self.found.values(), *guesses] if url_of(path) not in self.asked
            ]
        return pages

    def _add(self, urls: Iterable[str], base: str) -> None:
        """Add the pages among these URLs, which may be relative to another."""
        for url in urls:
            if len(self.found) >= MAX_URLS or self._is_late():
                return
            path = self._below(url, base)
            if path and posixpath.splitext(path)[1] in {"", ".html", ".htm"}:
                self.found.setdefault(url_of(path), path)

    def _is_late(self) -> bool:
        return time.monotonic() > self.end

    def _below(self, url: str, base: str = "") -> str | None:
        """The path of a URL below that of the site; None for a URL that leads out of it."""
        with suppress(ValueError):
            parts, top = urlsplit(urljoin(base, url)), urlsplit(self.url)
            path, folder = unquote(parts.path), unquote(top.path)
            is_inside = f"{parts.netloc}{posixpath.normpath(path)}/".startswith(
                f"{top.netloc}{folder}"
            )
            if is_inside and parts.scheme in {"http", "https"}:
                return path[len(folder) :]
        return None

    def _fetched(self, path: str) -> tuple[str, str]:
        """The text of a page and its URL after redirects; empty if it cannot be read, or is no page."""
        self.asked.add(url_of(path))
        try:
            return self._answer_in_time(self.url + quote(path))
        except (OSError, HTTPException, LookupError, ValueError) as error:
            if not path:
                hint = "open it in a browser, and name the URL that it shows"
                self.problems.error(
                    Location(self.url), f"no page can be read: {error}", hint, rule="missing-file"
                )
                self.problems.raise_if_errors()
            if path in self.found.values():
                self.problems.warn(
                    Location(self.url + path),
                    f"this page cannot be read: {error}",
                    rule="lost-content",
                )
            return "", self.url

    def _answer_in_time(self, url: str) -> tuple[str, str]:
        """The text of a page and its URL after redirects.

        Raises an error if it comes too late, or as urllib does.

        A timeout of a socket starts again with each byte, so that a server could send headers for
        hours. The thread ends with the program.
        """
        answers: list[tuple[str, str]] = []
        errors: list[Exception] = []

        def ask() -> None:
            try:
                answers.append(self._answer(url))
            except Exception as error:  # noqa: BLE001 - raised below
                errors.append(error)

        thread = Thread(target=ask, daemon=True)
        thread.start()
        thread.join(max(self.end - time.monotonic(), 0) + SECONDS_TO_END)
        if errors:
            raise errors.pop()
        if not answers:
            raise TimeoutError("the server is too slow")
        return answers[0]

    def _answer(self, url: str) -> tuple[str, str]:
        request = Request(url, headers={"User-Agent": "acadfolio"})  # noqa: S310 - http or https
        with self.opener.open(request, timeout=TIMEOUT) as answer:
            is_text = answer.headers.get_content_type().endswith(("html", "xml"))
            content = b"".join(self._parts(answer)) if is_text else b""
            return content.decode(
                answer.headers.get_content_charset("utf-8"), "replace"
            ), answer.url

    def _parts(self, answer: HTTPResponse) -> Iterator[bytes]:
        """The parts of a page as they arrive, until it is too large or too late."""
        left = MAX_BYTES
        while left and time.monotonic() < self.end and (part := answer.read1(left)):
            left -= len(part)
            yield part
