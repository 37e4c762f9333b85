"""Extract plain text, paragraphs, anchors and elements from HTML, and remove tags."""

from __future__ import annotations

import re
from html import unescape
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from acadfolio.html.tokens import Token, read, rewrite, tags

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


NO_TEXT, TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL), re.compile("<[^>]*>")
BOUNDARY = (
    r"<(?:(h[1-6]|annotation|button|form|nav|script|style|template)\b"
    r"|(p|pre|section|sup|ul)\b(?=[^>]*(?:publication__citation|publication__downloads|data-copies|page__(?:related|share)"
    r"|fnref:)))([^>]*)>"
    r'|<div class="publication__links">(?:\s*<a\b[^>]*>[^<]*</a>)*'
    r'|<details class="publication__more"[^>]*>\s*<summary>.*?</summary>'
)
"""A heading, or an element that a search must skip: a menu, a citation, titles of other pages, links and buttons."""
MAX_PROLOGUE = 10_000
"""Characters before the element `html` of a document."""
NEVER_NESTED = frozenset({"a", "loc"})
HEADING_ID = re.compile(r'\bid="([^"]+)"')

Passage = tuple[str, str, str]
"""The id of a heading, the HTML of the heading, and the HTML below it."""


def plain_text(html: str) -> str:
    """The text without tags and comments, with character references decoded and single spaces."""
    if "<" not in html:
        return unescape(" ".join(html.split()))
    if "<annotation" in html:
        html = without_elements(html, {"annotation"})  # the TeX of a formula, which is not shown
    return unescape(" ".join(without_markup(html).split()))


def without_markup(html: str) -> str:
    """The HTML without tags and comments. What has no end is text."""
    before, end_of_comment, _ = html.rpartition("-->")
    with_comments = before + end_of_comment
    end_of_tags = max(html.rfind(">") + 1, len(with_comments))
    with_tags = html[len(with_comments) : end_of_tags]
    return NO_TEXT.sub("", with_comments) + TAG.sub("", with_tags) + html[end_of_tags:]


def is_document(html: str) -> bool:
    """Whether some HTML is a whole document, which may begin with comments and a document type."""
    return bool(re.match(r"(?is)(?>(?:\s|<!--.*?-->|<[!?][^>]*>)*)<html[\s>]", html[:MAX_PROLOGUE]))


def paragraphs(html: str, skipped: Collection[str] = ()) -> Iterator[tuple[Token, str]]:
    """The start tag of each paragraph, and the HTML in it, except in elements with the names `skipped`."""
    depth = 0
    for tag in tags(html, {"p", *skipped}):
        if tag.name in skipped:
            depth += 1 if tag.kind == "start" else -1
        end = html.find("</p>", tag.end)
        if (tag.kind, tag.name, depth) == ("start", "p", 0) and end >= 0:
            yield tag, html[tag.end : end]


def split_first_paragraph(html: str) -> tuple[str, str]:
    """The HTML in the paragraph at the start, and what follows it; all of it follows if it begins with another tag."""
    if not html.startswith("<p>"):
        return "", html
    first, _, others = html.removeprefix("<p>").partition("</p>")
    return first, others


def elements(html: str, name: str) -> Iterator[tuple[Token, str]]:
    """The start tag of each element with a name, and the HTML up to the next end tag with this name.

    A link, and a URL of a sitemap, also end at the next one.
    """
    starts = (tag for tag in tags(html, {name}) if (tag.kind, tag.name) == ("start", name))
    end = -1
    for tag, following in pairwise(chain(starts, [None])):
        if tag is None:
            return
        if end < tag.end:
            found = html.find(f"</{name}>", tag.end)
            end = found if found >= 0 else len(html)
        is_cut = following is not None and name in NEVER_NESTED
        yield tag, html[tag.end : min(end, following.offset) if following and is_cut else end]


def anchors(html: str) -> set[str]:
    """The ids and names that a link can have as its fragment."""
    found: set[str] = set()
    for tag in tags(html):
        if tag.kind == "start":
            attributes = tag.attributes
            names = ("id", "name") if tag.name == "a" else ("id",)
            found.update(attributes[name] for name in names if attributes.get(name))
    return found


def first_tag(html: str, names: Collection[str]) -> Token | None:
    """The first start tag of an element with one of these names."""
    return next(
        (tag for tag in tags(html, names) if tag.kind == "start" and tag.name in names), None
    )


def without_elements(html: str, names: Collection[str]) -> str:
    """The HTML without comments and without the elements with these names."""
    parts: list[str] = []
    tokens = read(html)
    for token in tokens:
        if token.kind == "start" and token.name in names:
            next(
                (inner for inner in tokens if (inner.kind, inner.name) == ("end", token.name)), None
            )
        elif token.kind != "comment":
            parts.append(token.source)
    return "".join(parts)


def without_tags(html: str, name: str = "") -> str:
    """The HTML without the tags of an element, or without all tags and comments.

    The content of elements stays.
    """
    if not name:
        return "".join(token.source for token in read(html) if token.kind in {"text", "raw"})
    return rewrite(
        html, lambda tag: "" if tag.name == name and tag.kind != "raw" else tag.source, names={name}
    )


def without_heading_ids(html: str) -> str:
    """The HTML with headings to which no link can lead."""
    return re.sub(r'(<h[1-6]\b[^>]*?) id="[^"]*"', r"\1", html)


def passages(title: str, html: str) -> Iterator[Passage]:
    """Split a page at its headings with ids, for the search.

    The first passage is the text below the title.
    """
    anchor, heading, position = "", title, 0
    parts: list[str] = []
    for tag in re.finditer(BOUNDARY, html):
        if tag.start() < position:
            continue  # It is in another element.
        parts.append(html[position : tag.start()])
        name = tag[1] or tag[2]
        position = html.find(f"</{name}>", tag.end()) if name else -1
        if position < 0:
            position = tag.end()
        elif name[0] == "h":
            words = html[tag.end() : position]
            if found := HEADING_ID.search(tag[3]):
                yield anchor, heading, "".join(parts)
                anchor, heading, parts = unescape(found[1]), words, []
            elif name != "h1":  # which is the title
                parts.append(words)
    yield anchor, heading, "".join([*parts, html[position:]])
