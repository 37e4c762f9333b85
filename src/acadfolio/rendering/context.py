"""A site's records come in, what templates may see of the site, the person and the posts comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio import __version__
from acadfolio.model.networks import NETWORKS, OF_NO_BRAND, address_in, network_of
from acadfolio.rendering.posts import CJK
from acadfolio.rendering.urls import url_from_top
from acadfolio.routing.generated import FEED, NEWS_FEED, POSTS_FEED
from acadfolio.theme.context import (
    Feed,
    Position,
    ProfileContext,
    ProfileLink,
    SiteContext,
)
from acadfolio.theme.dates import default_style
from acadfolio.theme.words import direction, words_for

if TYPE_CHECKING:
    from acadfolio.model.dates import When
    from acadfolio.model.profile import Profile
    from acadfolio.model.profile import ProfileLink as WrittenLink
    from acadfolio.model.site import Settings, Site
    from acadfolio.routing import Plan

BETWEEN_NAMES = re.compile(r"[\s.]+")
FAVICONS = ("favicon.svg", "favicon.ico", "favicon.png", "images/favicon.ico", "assets/favicon.svg")
TOUCH_ICONS = (
    "apple-touch-icon.png",
    "images/apple-touch-icon.png",
    "images/apple-touch-icon-180x180.png",
    "apple-touch-icon-180x180.png",
)
MANIFESTS = (
    "site.webmanifest",
    "manifest.webmanifest",
    "images/site.webmanifest",
    "manifest.json",
    "images/manifest.json",
)
"""Where files lie that browsers look for, in a site of one's own and in the themes."""


def site_context(plan: Plan, when_updated: When | None) -> SiteContext:
    """What is the same on every page."""
    settings, site = plan.site.settings, plan.site
    language = settings.language
    words = words_for(language)
    title = settings.title.in_language(language)
    kinds = ((NEWS_FEED, "news"), (POSTS_FEED, "posts"), (FEED, "publications"))
    feeds = [(path, words["feed"].replace("{}", words[kind])) for path, kind in kinds]
    accent, accent_dark, on_accent = _accent(settings)
    return SiteContext(
        title=settings.title,
        description=settings.description,
        url=(settings.url or "").rstrip("/"),
        base=settings.base,
        language=language,
        direction=direction(language),
        look=settings.look,
        home_label=settings.home_label,
        breadcrumbs=settings.breadcrumbs,
        skin=settings.skin,
        accent=accent,
        accent_dark=accent_dark,
        on_accent=on_accent,
        feeds=tuple(Feed(f"{title}: {name}", name, f"/{path}") for path, name in feeds if path in plan.made),
        date_style=settings.date_style or default_style(settings.look, language),
        ongoing=settings.ongoing or words["now"],
        visitor_map=settings.visitor_map,
        twitter=settings.twitter,
        favicon=_first_of(FAVICONS, plan),
        touch_icon=_first_of(TOUCH_ICONS, plan),
        manifest=_first_of(MANIFESTS, plan),
        has_user_css=any(file.path == "assets/css/custom.css" for file in site.static_files),
        updated=when_updated,
        version=__version__,
        extra=settings.extra,
    )


def _first_of(paths: tuple[str, ...], plan: Plan) -> str:
    """The address of the first of these files that the site has, or nothing."""
    there = {file.path for file in plan.static_files}
    return next((f"/{path}" for path in paths if path in there), "")


def _accent(settings: Settings) -> tuple[str, str, str]:
    """The site's own colour, the same in the dark, and black or white to write on it; empty where there is none."""
    if not settings.accent:
        return "", "", ""
    from acadfolio.model.colours import GROUNDS, ink_on, readable  # Few sites have an accent.

    return settings.accent, readable(settings.accent, GROUNDS[settings.skin].dark), ink_on(settings.accent)


def profile_context(site: Site, missing: frozenset[str]) -> ProfileContext:
    """The person of the sidebar; with initials in place of a portrait that is among the `missing` files."""
    profile = site.profile
    is_there = (profile.avatar or "").lstrip("/") not in missing
    return ProfileContext(
        name=profile.name,
        initials=initials(profile.name.in_language(site.settings.language)),
        avatar=url_from_top(profile.avatar or "") if is_there else "",
        avatar_alt=profile.avatar_alt or profile.name,
        description=profile.description or (None if profile.bio else site.settings.description),
        bio=profile.bio,
        pronouns=profile.pronouns,
        positions=tuple(
            Position(place.role, place.institution, place.department, place.url or "") for place in profile.positions
        ),
        employer=profile.employer,
        location=profile.location,
        email=profile.email,
        links=_links(profile),
    )


def initials(name: str) -> str:
    """The first letters of the first and the last name; of a name in Han characters, its first one."""
    names = [part for part in BETWEEN_NAMES.split(name) if part[:1].isalpha()]
    if not names or (not names[0].isascii() and CJK.match(names[0])):
        return name[:1]
    return "".join(part[0].upper() for part in dict.fromkeys([names[0], names[-1]]))


def _links(profile: Profile) -> tuple[ProfileLink, ...]:
    """The networks in the themes' order, then the person's other links as written."""
    networks = {network_of(label): link for label, link in profile.links.items()}
    known = tuple(_network(key, networks[key]) for key in NETWORKS if key in networks)
    return (*known, *(_other(label, link) for label, link in profile.links.items() if network_of(label) is None))


def _network(key: str, link: WrittenLink) -> ProfileLink:
    network = NETWORKS[key]
    icon = link.icon or network.icon
    return ProfileLink(key, network.label, address_in(key, link.url), icon, icon not in OF_NO_BRAND)


def _other(label: str, link: WrittenLink) -> ProfileLink:
    icon = link.icon or ("file" if link.url.lower().endswith(".pdf") else "link")
    return ProfileLink("", label, url_from_top(link.url), icon)
