"""What visitors and search engines find in a built site: each link leads somewhere, each translation names the others."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin

if TYPE_CHECKING:
    from collections.abc import Mapping

LINK = re.compile(r'(?:href|src)="([^"#?]*)[^"]*"')
ALTERNATE = re.compile(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">')
BASE = re.compile(r'<base href="([^"]*)">')
OTHER = ("mailto:", "data:", "tel:", "javascript:")


def pages_in(outputs: Mapping[str, bytes]) -> dict[str, str]:
    """The text of all pages by their paths."""
    return {path: html.decode() for path, html in outputs.items() if path.endswith(".html")}


def dead_links(outputs: Mapping[str, bytes], home: str = "/") -> list[tuple[str, str]]:
    """The pages and their links to nothing, as a browser resolves them. `home` is the path of the site's top."""
    found = []
    for path, html in pages_in(outputs).items():
        base = BASE.search(html)
        for url in LINK.findall(BASE.sub("", html)):
            if "//" in url or url.startswith(OTHER) or not url:
                continue
            target = _target(path, unquote(url), base[1] if base else "", home)
            if target not in outputs and f"{target}/index.html" not in outputs:
                found.append((path, url))
    return found


def _target(path: str, url: str, base: str, home: str) -> str:
    if base:
        absolute = urljoin(f"https://host{base}", url).removeprefix("https://host")
        return normpath(absolute.removeprefix(home)).removeprefix("/").removeprefix("./")
    return normpath(join(dirname(path), url))


def versions_of(html: str) -> dict[str, str]:
    """The URLs of a page in all languages, by `hreflang`."""
    return dict(ALTERNATE.findall(html))


def wrong_versions(outputs: Mapping[str, bytes], top: str) -> list[tuple[str, str]]:
    """The pages and languages whose translation is missing, is in another language, or does not name the same versions.

    `top` is the full URL of the site, without a slash at its end.
    """
    pages, found = pages_in(outputs), []
    for path, html in pages.items():
        versions = versions_of(html)
        languages = versions.keys() - {"x-default"}
        if len(languages) == 1 or bool(languages) != ("x-default" in versions):
            found.append((path, "alone"))
        for language in languages:
            other = pages.get(_path_of(versions[language], top), "")
            if versions_of(other) != versions or f'<html lang="{language}"' not in other:
                found.append((path, language))
    return found


def _path_of(url: str, top: str) -> str:
    path = unquote(url.removeprefix(f"{top}/"))
    return f"{path}index.html" if not path or path.endswith("/") else path
