"""Posts in lists: their excerpts, reading times and related posts."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.html.tokens import read
from acadfolio.markdown.links import link_name
from acadfolio.markdown.source import link_definitions, paragraphs
from acadfolio.model.names import HAN
from acadfolio.model.values import Text
from acadfolio.rendering.urls import QuotedPageUrls
from acadfolio.theme.context import PostContext
from acadfolio.theme.filters import url_from_top

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from acadfolio.model.page import Page

MOST_RELATED = 4
WORDS_A_MINUTE = 200
CJK_A_MINUTE = 400
CJK = re.compile(rf"[{HAN}\uac00-\ud7af]")
COUNTED_WORD = re.compile(r"\b[^\W\d_][\w’'-]*")
IMAGE_OR_FOOTNOTE = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\{:[^}]*\})?|\[\^[^\]]*\]|\s?\[@[^\]]*\]")
PROSE = re.compile(r"[\w(\"“*_\[]")
"""The start of prose, as opposed to an image, HTML or Liquid."""


class QuotedText(Struct, frozen=True):
    """A text of a page that other pages quote; its links are relative to its own page."""

    text: Text
    url: str
    """The URL of its page."""
    language: str
    inline: Callable[[str], str]

    def in_language(self, language: str) -> str:
        return self.text.in_language(language)

    def __html__(self) -> str:
        return QuotedPageUrls(self.url).rewrite(self.inline(self.in_language(self.language)))


def post_context(
    page: Page,
    render: Callable[[Page], str],
    inline: Callable[[str], str],
    convert: Callable[[str], str],
    language: str,
) -> PostContext:
    """A post for lists.

    `render` gives the text of a post with Liquid, `inline` converts the Markdown of a line, and `convert` that of more.
    """
    text, definitions = _excerpt(page, render)
    to_html = partial(_to_html, definitions, inline, convert) if definitions else inline
    return PostContext(
        title=page.title,
        url=page.url,
        when=page.when,
        excerpt=QuotedText(text, page.url, language, to_html) if text else None,
        tags=page.front_matter.all_tags,
        minutes=reading_minutes(page.body),
        teaser=url_from_top(page.front_matter.header.teaser),
        is_draft=page.is_draft,
    )


def _excerpt(page: Page, render: Callable[[Page], str]) -> tuple[Text | None, str]:
    """The excerpt of a post, and the link definitions for it."""
    if written := page.front_matter.excerpt or page.front_matter.description:
        return written, ""
    prose, definitions = _first_paragraph(render(page) if page.has_liquid else page.body)
    return Text.of(prose) if prose else None, definitions


def _to_html(definitions: str, inline: Callable[[str], str], convert: Callable[[str], str], paragraph: str) -> str:
    """The HTML of a paragraph, with link definitions from elsewhere."""
    tokens = list(read(convert(f"{paragraph}\n\n{definitions}\n").strip()))
    is_paragraph = [number for number, token in enumerate(tokens) if token.name == "p"] == [0, len(tokens) - 1]
    return "".join(token.source for token in tokens[1:-1]) if is_paragraph else inline(paragraph)


def _first_paragraph(body: str) -> tuple[str, str]:
    """The first paragraph of prose, and the link definitions for it, which may be at the end of the post."""
    for paragraph in paragraphs(body.partition("<!--more-->")[0]):
        prose = IMAGE_OR_FOOTNOTE.sub("", paragraph).strip() if PROSE.match(paragraph) else ""
        if prose:
            return prose, _definitions_for(prose, body)
    return "", ""


def _definitions_for(paragraph: str, body: str) -> str:
    """The link definitions for a paragraph."""
    if "]" not in paragraph or "]:" not in body:
        return ""
    text = link_name(paragraph)
    return "".join(definition for name, definition in link_definitions(body).items() if f"[{name}]" in text)


def reading_minutes(text: str) -> int:
    """Whole minutes, at least one, at 200 words or 400 Han characters a minute."""
    characters = len(CJK.findall(text))
    words = len(COUNTED_WORD.findall(CJK.sub(" ", text)))
    return max(1, round(words / WORDS_A_MINUTE + characters / CJK_A_MINUTE))


def related_posts(url: str, tags: Sequence[str], posts: Sequence[PostContext]) -> tuple[PostContext, ...]:
    """The posts with the most tags in common; among equals the newest, which come first in `posts`."""
    wanted = set(tags)
    others = [post for post in posts if post.url != url]
    return tuple(sorted(others, key=lambda post: -len(wanted.intersection(post.tags)))[:MOST_RELATED])
