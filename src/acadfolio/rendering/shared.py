"""What all templates of a site may use: the site, the person, the theme's words and the posts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.html.text import plain
from acadfolio.liquid.pages import prose_of
from acadfolio.model.dates import When, latest
from acadfolio.rendering.context import profile_context, site_context
from acadfolio.rendering.features import TAKES
from acadfolio.rendering.posts import post_context
from acadfolio.theme.words import site_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.markdown import Document
    from acadfolio.model.page import Page
    from acadfolio.model.values import Text
    from acadfolio.routing import Plan
    from acadfolio.theme.context import PostContext, ProfileContext, SiteContext


class Shared(Struct, frozen=True):
    """The variables that every template has."""

    site: SiteContext
    profile: ProfileContext
    words: Mapping[str, str]
    posts: tuple[PostContext, ...]
    """The newest first."""


def shared_context(
    plan: Plan, convert: Callable[[str], Document], inline: Callable[[str], str], *, is_preview: bool
) -> Shared:
    site = site_context(plan, last_change(plan))
    if is_preview:
        site = replace(site, visitor_map=())
    plain_text = plain_text_of(inline, site.language)

    def html(text: str) -> str:
        return convert(text).html

    def prose(page: Page) -> str:
        return prose_of(page, plan.site, convert, frozenset(TAKES))

    statuses = plan.site.settings.statuses.words.items()
    return Shared(
        site,
        profile_context(plan.site, plan.missing),
        site_words(site.language, {name: plain_text(text) for name, text in statuses}),
        tuple(post_context(page, prose, inline, html, site.language) for page in _posts(plan)),
    )


def plain_text_of(inline: Callable[[str], str], language: str) -> Callable[[Text], str]:
    """A function that gives a text of the data in one language, without its Markdown."""

    @cache
    def plain_text(text: Text) -> str:
        return plain(inline(text.in_language(language)))

    return plain_text


def last_change(plan: Plan) -> When | None:
    """The day that the author gives, else the latest past day of the news and the pages: the same in every build."""
    updated = plan.site.settings.updated
    if updated != "newest":
        return When.parse(updated) if updated else None
    dates = [entry.date for entry in plan.site.entries.get("news", ())]  # type: ignore[attr-defined]
    dates += [planned.page.front_matter.modified or planned.page.when for planned in plan.pages if planned.page]
    past = [date for date in dates if date and date.start <= plan.site.today]
    return max(past, key=lambda date: latest(date.start), default=None)


def _posts(plan: Plan) -> list[Page]:
    """The posts, newest first."""
    posts = [planned.page for planned in plan.pages if planned.page is not None and planned.page.is_post]
    return sorted(
        posts, key=lambda post: (post.when is not None, post.when and post.when.newest, post.file), reverse=True
    )
