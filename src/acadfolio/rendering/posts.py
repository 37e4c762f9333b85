"""Posts in lists: their excerpts, reading times and related posts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import Markup

from acadfolio.html.text import paragraphs, plain_text
from acadfolio.html.tokens import read
from acadfolio.loading.page_urls import output_path
from acadfolio.model.names import HAN
from acadfolio.rendering.urls import QuotedUrls
from acadfolio.theme.context import PostContext
from acadfolio.theme.filters import url_from_top

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from acadfolio.model.page import Page
    from acadfolio.routing import Plan

MOST_RELATED = 4
WORDS_A_MINUTE = 200
CJK_A_MINUTE = 400
CJK = re.compile(rf"[{HAN}\uac00-\ud7af]")
COUNTED_WORD = re.compile(r"\b[^\W\d_][\w’'-]*")
BLOCKS = {"aside", "article", "blockquote", "details", "div", "dl", "figure", "nav", "ol", "section", "table", "ul"}
"""Elements whose paragraphs are no excerpts."""
CITATION = re.compile(r"\s?\[@[^\]]*\]")


def post_context(page: Page, convert: Callable[[Page], str], inline: Callable[[str], str], plan: Plan) -> PostContext:
    """A post for lists. `convert` gives the HTML of its text, `inline` that of a line of Markdown."""
    settings = plan.site.settings
    urls = QuotedUrls(plan.paths, output_path(page.url), settings.base)
    written = page.front_matter.excerpt or page.front_matter.description
    excerpt = inline(written.in_language(settings.language)) if written else _first_paragraph(convert(page))
    return PostContext(
        title=page.title,
        url=page.url,
        when=page.when,
        excerpt=Markup(urls.rewrite(excerpt)),  # noqa: S704 - of Markdown
        tags=page.front_matter.all_tags,
        minutes=reading_minutes(page.body),
        teaser=url_from_top(page.front_matter.header.teaser),
        is_draft=page.is_draft,
    )


def _first_paragraph(html: str) -> str:
    """The first paragraph of prose of a post outside of other blocks; empty if it has none."""
    for _, paragraph in paragraphs(html.partition("<!--more-->")[0], BLOCKS):
        prose = _without_images_and_notes(paragraph)
        if plain_text(prose):
            return prose
    return ""


def _without_images_and_notes(paragraph: str) -> str:
    """A paragraph without its images, the references to footnotes, and citations in brackets."""
    kept = []
    tokens = read(paragraph)
    for token in tokens:
        if token.name == "sup" and token.attributes.get("id", "").startswith("fnref:"):
            next(inner for inner in tokens if (inner.kind, inner.name) == ("end", "sup"))
        elif token.name != "img":
            kept.append(token.source)
    return CITATION.sub("", "".join(kept)).strip()


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
