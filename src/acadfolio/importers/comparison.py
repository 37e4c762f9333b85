"""Compare the finished pages of an old site with those of the new one."""

from __future__ import annotations

import posixpath
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.html.tokens import read
from acadfolio.loading.files import list_files
from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.rendering import Output

WORD = re.compile(r"[^\W_]+")
TARGETS = {"a": "href", "img": "src"}
ENOUGH_PAGES = 3
"""From this number of pages on, the words on all of them are those of the old theme."""


def compare(folder: Path, outputs: Iterable[Output]) -> Problems:
    """Report which URLs, words, links and images of an old site are on no page of the new one.

    Args:
        folder: What the old generator made, such as Jekyll's `_site`.
        outputs: The files of the new site.
    """
    urls, new_words, new_targets = set(), set(), set()
    for output in outputs:
        urls.add(_url(output.path))
        new_targets.add(posixpath.basename(_url(output.path)))
        if output.path.endswith(".html"):
            html = _text(Path(output.file)) if output.file else output.content.decode()
            new_words |= _words(html)
            new_targets |= _targets(html)
    return _lost(folder, urls, new_words, new_targets)


def _lost(folder: Path, urls: set[str], new_words: set[str], new_targets: set[str]) -> Problems:
    """What the old pages in a folder have and the new site lacks."""
    problems = Problems()
    old_pages = {path: _text(folder / path) for path in list_files(folder) if path.endswith(".html")}
    words = {path: _words(html) for path, html in old_pages.items()}
    if len(words) >= ENOUGH_PAGES:
        new_words |= set.intersection(*words.values())
    for path, html in old_pages.items():
        place = Location((folder / path).as_posix())
        if _url(path) not in urls:
            problems.warn(place, "the new site has no page with this URL", rule="lost-content")
        for names, lost in (("words", words[path] - new_words), ("links or images", _targets(html) - new_targets)):
            if lost:
                message = f"these {names} are on no page of the new site: {' '.join(sorted(lost))}"
                problems.warn(place, message, rule="lost-content")
    return problems


def _text(path: Path) -> str:
    return path.read_text("utf-8", "replace")


def _url(path: str) -> str:
    return path.removesuffix(".html").removesuffix("index").rstrip("/")


def _words(html: str) -> set[str]:
    """The words in a page, in lower case, and its numbers without zeros before them."""
    text = " ".join(token.source for token in read(html) if token.kind == "text")
    return {word.lstrip("0") for word in WORD.findall(unescape(text).casefold())}


def _targets(html: str) -> set[str]:
    """The targets of links and images: URLs without their scheme, and the names of pages and files of the site."""
    targets = set()
    for token in read(html):
        if token.kind == "start" and token.name in TARGETS:
            target = token.attributes.get(TARGETS[token.name], "").partition("#")[0]
            host = target.partition("//")[2]
            targets.add(host.rstrip("/") if host else unquote(posixpath.basename(_url(target.partition("?")[0]))))
    return targets
