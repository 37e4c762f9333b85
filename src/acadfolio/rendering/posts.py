"""Posts in lists: their excerpts, reading times and related posts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import Markup

from acadfolio.loading.page_urls import output_path
from acadfolio.model.names import HAN
from acadfolio.rendering.urls import QuotedUrls, link_to_files
from acadfolio.theme.context import PostContext
from acadfolio.theme.excerpts import first_paragraph
from acadfolio.theme.filters import url_from_top

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from acadfolio.model.page import Page
    from acadfolio.routing import Plan
    from acadfolio.theme.excerpts import TextConverter

MOST_RELATED = 4
WORDS_A_MINUTE = 200
CJK_A_MINUTE = 400
CJK = rf"[{HAN}\uac00-\ud7af]"
COUNTED_WORD = r"\b[^\W\d_][\w’'-]*"


def post_context(
    page: Page, convert: Callable[[Page], str], texts: TextConverter, plan: Plan
) -> PostContext:
    """A post for lists. `convert` gives the HTML of its text."""
    settings = plan.site.settings
    language = plan.site.first_language if page in plan.originals else ""
    path = output_path(page.url)
    if language:
        path = f"{plan.starts[1]}{path}"
    urls = QuotedUrls(plan.paths, path, settings.base, plan.versions)
    written = page.front_matter.excerpt or page.front_matter.description
    tag = language or settings.language
    first = "" if written else first_paragraph(convert(page))
    excerpt = texts.html(written.tagged(tag)) if written else texts.marked(first, tag)
    linked = link_to_files(excerpt, page.file, plan.urls_of_files)
    return PostContext(
        title=page.title,
        url=page.url,
        when=page.when,
        excerpt=Markup(urls.rewrite(linked)),  # noqa: S704 - of Markdown
        tags=page.front_matter.all_tags,
        categories=page.front_matter.categories,
        minutes=reading_minutes(page.body),
        teaser=url_from_top(page.front_matter.header.teaser),
        is_draft=page.is_draft,
        language=language,
    )


def reading_minutes(text: str) -> int:
    """Whole minutes, at least one, at 200 words or 400 Han characters a minute."""
    characters = len(re.findall(CJK, text))
    words = len(re.findall(COUNTED_WORD, re.sub(CJK, " ", text)))
    return max(1, round(words / WORDS_A_MINUTE + characters / CJK_A_MINUTE))


def related_posts(
    url: str, tags: Sequence[str], posts: Sequence[PostContext]
) -> tuple[PostContext, ...]:
    """The posts with the most tags in common; among equals the newest, which come first in `posts`."""
    wanted = set(tags)
    others = [post for post in posts if post.url != url]
    return tuple(
        sorted(others, key=lambda post: -len(wanted.intersection(post.tags)))[:MOST_RELATED]
    )
