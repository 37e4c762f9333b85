"""Write the index of the site's search as a script, because a page opened from disk cannot read other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import json

from acadfolio.html.email import ADDRESS
from acadfolio.html.text import passages, plain_text
from acadfolio.model.page import FrontMatter
from acadfolio.rendering import Output

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.routing import PlannedPage

SEARCH_FOLDER = "assets/search/"
SEARCH_OFF, SEARCH_ON = "<!--search off-->", "<!--search on-->"
"""Comments around HTML that is not searched, such as entries with their own pages.

Finished pages do not have them.
"""
LABELS = ("search:found", "search:none", "search:more")
"""The texts of the dialog. The names of its field and its button are on the page."""


def search_record(
    planned: PlannedPage, section: str, title: str, html: str, more: Sequence[str] = ()
) -> bytes:
    """The data of a page for the search, as JSON: its path, the name of its section, and its passages.

    `more` are keywords besides those of its front matter.
    """
    searched = _searched(html).replace("</dt>", ": ").replace("</dd>\n<dt>", "; ")
    words = [
        (anchor, plain_text(heading), _words(text))
        for anchor, heading, text in passages(title, searched)
    ]
    return json.encode((planned.path, section, words, *_besides(planned, more)))


def _searched(html: str) -> str:
    """The main part of a page without what is not searched, which may be a list of thousands of entries."""
    start, end = html.find("<main"), html.rfind("</main>")
    if start < 0:
        return ""
    if end < start:
        end = len(html)
    pieces = []
    while (off := html.find(SEARCH_OFF, start, end)) >= 0:
        pieces.append(html[start:off])
        on = html.find(SEARCH_ON, off, end)
        start = end if on < 0 else on + len(SEARCH_ON)
    pieces.append(html[start:end])
    return "".join(pieces)


def _besides(planned: PlannedPage, more: Sequence[str]) -> tuple[object, ...]:
    """The keywords of a page, and whether it is listed after others; nothing for most pages."""
    front_matter = planned.page.front_matter if planned.page else FrontMatter()
    keywords = ", ".join((*front_matter.keywords, *more))
    if front_matter.search_last:
        return keywords, True
    return (keywords,) if keywords else ()


def _words(html: str) -> str:
    """The text of some HTML without e-mail addresses, because harvesters search scripts too."""
    text = plain_text(html)
    return ADDRESS.sub("", text) if "@" in text else text


def index(records: Sequence[bytes], words: Mapping[str, str]) -> Output:
    """The file that a search loads, with the texts of all pages and of its dialog."""
    labels = {name.removeprefix("search:"): words[name] for name in LABELS}
    content = b'searchIndex({"labels":%s,"pages":[%s]})\n' % (
        json.encode(labels),
        b",\n".join(records),
    )
    return Output(f"{SEARCH_FOLDER}index.js", content)
