"""The variables of all templates of a site: the site, the person, the theme's words and the posts."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio import __version__
from acadfolio.contracts import PageRendering
from acadfolio.html.text import plain_text
from acadfolio.markdown.shortcodes import fill_placeholders
from acadfolio.model.dates import When
from acadfolio.model.networks import GENERIC_ICONS, network_of, networks, profile_url
from acadfolio.model.section_kinds import FEEDS
from acadfolio.problems import Problems
from acadfolio.rendering.bodies import page_text
from acadfolio.rendering.features import FEATURES
from acadfolio.rendering.posts import CJK, post_context
from acadfolio.routing.plan import dates_of
from acadfolio.theme.context import (
    Feed,
    PostContext,
    ProfileContext,
    ProfileLink,
    SiteContext,
    same_fields,
)
from acadfolio.theme.filters import url_from_top
from acadfolio.theme.words import direction, name_of_section, site_words, words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.model.page import Page
    from acadfolio.model.profile import Profile
    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.routing import Plan
    from acadfolio.theme.excerpts import TextConverter

BROWSER_ICONS = {
    "favicon": [
        "favicon.svg",
        "favicon.ico",
        "favicon.png",
        "images/favicon.ico",
        "assets/favicon.svg",
    ],
    "touch_icon": [
        "apple-touch-icon.png",
        "images/apple-touch-icon.png",
        "images/apple-touch-icon-180x180.png",
        "apple-touch-icon-180x180.png",
    ],
    "manifest": [
        "site.webmanifest",
        "manifest.webmanifest",
        "images/site.webmanifest",
        "manifest.json",
        "images/manifest.json",
    ],
}
"""The files of static/ that are icons for browsers, here and in the Jekyll themes.

The first one that a site has is used.
"""


class Shared(Struct, frozen=True):
    """The variables that every template has."""

    site: SiteContext
    profile: ProfileContext
    words: Mapping[str, str]
    posts: tuple[PostContext, ...]
    """The posts, newest first."""
    plain: Callable[[Text | None], str]
    """Convert a text of the data to plain words in the site's language; empty for None."""


def shared_context(plan: Plan, texts: TextConverter, *, is_preview: bool) -> Shared:
    site = site_context(plan)
    if is_preview:
        site = replace(site, visitor_map=(), csp=False)  # The preview adds a script of its own.
    convert, plain = texts.convert, cache(partial(_plain, texts))

    def html_of(page: Page) -> str:
        unreported = Problems()  # The page reports its problems.
        rendering = PageRendering(plan.site, convert, unreported, FEATURES)
        return fill_placeholders(convert(page_text(page, rendering).text).html, {})

    statuses = plan.site.settings.statuses.words.items()
    return Shared(
        site,
        profile_context(plan.site, plan.missing),
        site_words(site.language, {name: plain(text) for name, text in statuses}),
        tuple(post_context(page, html_of, texts, plan) for page in _posts(plan)),
        plain,
    )


def _plain(texts: TextConverter, text: Text | None) -> str:
    return plain_text(texts.html(text)) if text else ""


def last_change(plan: Plan) -> When | None:
    """The author's date of the last update, else the latest past date of the data: the same in every build."""
    updated = plan.site.settings.updated
    if updated != "newest":
        return When.parse(updated) if updated else None
    pages = filter(None, (planned.page for planned in plan.pages))
    past = [date for date in dates_of(plan.site, pages) if date.start <= plan.site.today]
    return max(past, key=lambda date: date.start, default=None)


def _posts(plan: Plan) -> list[Page]:
    """The posts, newest first; also those that are not translated."""
    posts = [planned.page for planned in plan.pages if planned.page and planned.is_post]
    return sorted(
        (*posts, *plan.originals),
        key=lambda post: (bool(post.when), post.when and post.when.newest, post.file),
        reverse=True,
    )


def site_context(plan: Plan) -> SiteContext:
    """The variable `site`."""
    settings, site = plan.site.settings, plan.site
    language = settings.language
    words = words_for(language)
    title = settings.title.in_language(language)
    feeds = []
    for path, section in FEEDS.items():
        if path in plan.generated_files and section not in settings.hidden_feeds:
            name = words["feed"].replace("{}", name_of_section(section, words))
            feeds.append(Feed(f"{title}: {name}", name, f"/{path}"))
    computed = {
        "url": settings.url.rstrip("/"),
        "direction": direction(language),
        "base": site.base,
        "mount": site.mount,
        "feeds": tuple(feeds),
        "date_style": _date_style(site),
        "ongoing": (settings.ongoing and settings.ongoing.written_in(language)) or words["now"],
        "has_user_css": "assets/css/custom.css" in {file.path for file in site.static_files},
        "updated": last_change(plan),
        "version": __version__,
        "search": plan.has_search,
    }
    icons = {name: _first_of(paths, plan) for name, paths in BROWSER_ICONS.items()}
    return SiteContext(**same_fields(SiteContext, settings) | computed | icons | _accent(site))


def _date_style(site: Site) -> str:
    """The format of dates in the site's language: the site's own, else that of its look."""
    language = site.settings.language
    own = site.settings.date_style
    if own:
        return own.in_language(language)
    return site.look.date_style or words_for(language)["long_date"]


def _first_of(paths: list[str], plan: Plan) -> str:
    """The URL of the first of these files that the site has, or empty."""
    known = plan.paths.union(file.path for file in plan.files_at_top)
    return next((f"/{path}" for path in paths if path in known), "")


def _accent(site: Site) -> dict[str, str]:
    """The accent colour in light and dark mode, and black or white for text on it; empty without an accent."""
    accent = site.settings.accent
    if not accent:
        return dict.fromkeys(("accent", "accent_dark", "on_accent"), "")
    from acadfolio.model.colours import (
        BACKGROUNDS,
        readable,
        text_colour_on,
    )  # Few sites have an accent.

    skin = site.settings.skin
    in_dark = readable(accent, (*BACKGROUNDS[skin].dark, site.look.backgrounds(skin)[1]))
    return {"accent": accent, "accent_dark": in_dark, "on_accent": text_colour_on(accent)}


def profile_context(site: Site, missing: frozenset[str]) -> ProfileContext:
    """The person of the sidebar; with initials if the portrait is missing."""
    profile = site.profile
    is_missing = (profile.avatar or "").lstrip("/") in missing
    avatar, avatar_dark = ("", "") if is_missing else (profile.avatar, profile.avatar_dark)
    shows_site = site.look.sidebar_description and not profile.bio
    computed = {
        "initials": initials(profile.name.in_language(site.settings.language)),
        "avatar": url_from_top(avatar),
        "avatar_dark": url_from_top(avatar_dark),
        "avatar_alt": profile.avatar_alt or profile.name,
        "description": profile.description or (site.settings.description if shows_site else None),
        "links": _links(profile, site.settings.language),
    }
    return ProfileContext(**same_fields(ProfileContext, profile) | computed)


def initials(name: str) -> str:
    """The first letters of the first and the last name; for a name in Han characters, its first one."""
    names = [part for part in name.replace(".", " ").split() if part[0].isalpha()]
    if not names or (not name.isascii() and re.match(CJK, names[0])):
        return name[:1]
    return "".join(part[0].upper() for part in dict.fromkeys([names[0], names[-1]]))


def _links(profile: Profile, language: str) -> tuple[ProfileLink, ...]:
    """The networks in the themes' order, then the person's other links in their own order."""
    known: dict[str, ProfileLink] = {}
    others = []
    for name, link in profile.links.items():
        key = network_of(name)
        own_label = link.label.in_language(language) if link.label else ""
        label = own_label or (networks()[key].label if key else name)
        if key is None:
            icon = link.icon or ("file" if link.url.lower().endswith(".pdf") else "link")
            others.append(ProfileLink("", label, url_from_top(link.url), icon))
        else:
            icon = link.icon or networks()[key].icon
            url = profile_url(key, link.url)
            known[key] = ProfileLink(key, label, url, icon, icon not in GENERIC_ICONS)
    return (*(known[key] for key in networks() if key in known), *others)
