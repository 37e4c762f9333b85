"""A page's context comes in, what its head says to search engines and social media comes out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from acadfolio.model.names import PARTICLES, given_first
from acadfolio.theme.context import HeadLink, MetaTag
from acadfolio.theme.skins import colours_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.rendering.scholar import Scholar
    from acadfolio.rendering.share_images import Picture, ShareImages
    from acadfolio.routing import PlannedPage
    from acadfolio.theme.context import PageContext, ProfileContext, SiteContext

    Graph = list[dict[str, Any]]

VERIFICATION = {
    "google": "google-site-verification",
    "bing": "msvalidate.01",
    "baidu": "baidu-site-verification",
    "yandex": "yandex-verification",
}
TERRITORIES = {
    "ar": "SA", "cs": "CZ", "da": "DK", "de": "DE", "el": "GR", "en": "US", "es": "ES", "fa": "IR", "fi": "FI",
    "fr": "FR", "he": "IL", "hi": "IN", "hu": "HU", "it": "IT", "ja": "JP", "ko": "KR", "nl": "NL", "pl": "PL",
    "pt": "PT", "ro": "RO", "ru": "RU", "sv": "SE", "tr": "TR", "uk": "UA", "vi": "VN", "zh": "CN",
}  # fmt: skip
"""Where a language is at home, for Open Graph, which knows none without a territory."""
SCRIPTS = {"Hans": "CN", "Hant": "TW"}
IN_SCRIPT = [(sign.encode(), rf"\u{ord(sign):04x}".encode()) for sign in "<>&\u2028\u2029"]
"""What could end the script that JSON stands in."""


class Head(Struct, frozen=True, dict=True):
    """`head`: what a page says to machines that its readers do not see. Made when a template asks for it."""

    _metadata: Metadata
    _page: PageContext
    _pictures: Sequence[Picture]

    @property
    def theme_color(self) -> str:
        return colours_of(self._page.look, self._metadata.site.skin).ground

    @property
    def theme_color_dark(self) -> str:
        return colours_of(self._page.look, self._metadata.site.skin).ground_dark

    @cached_property
    def meta(self) -> tuple[MetaTag, ...]:
        return tuple(MetaTag(*tag) for tag in self._metadata.tags(self._page, self._pictures) if tag[2])

    @property
    def links(self) -> tuple[HeadLink, ...]:
        mine = self._metadata.records.settings.verification.me if self._page.is_home else ()
        return tuple(HeadLink("me", url) for url in mine)

    @cached_property
    def structured_data(self) -> Markup:
        """JSON-LD, safe to stand in a script."""
        return in_script(self._metadata.graph(self._page, self._pictures))


class Metadata(Struct, frozen=True):
    """Makes the heads of one site's pages. `plain` makes words of a text in the site's language."""

    records: Site
    site: SiteContext
    profile: ProfileContext
    images: ShareImages
    plain: Callable[[Text], str]
    scholar: Scholar

    def head(self, planned: PlannedPage, page: PageContext) -> Head:
        return Head(self, page, self.images.pictures(planned, page.title))

    def tags(self, page: PageContext, pictures: Sequence[Picture]) -> Iterator[tuple[str, str, str]]:
        """What search engines are told, Open Graph, and what X and Mastodon take for themselves."""
        settings = self.records.settings
        if page.noindex or page.is_draft:
            yield "name", "robots", "noindex"
        if page.is_home:
            for key, name in VERIFICATION.items():
                yield "name", name, getattr(settings.verification, key)
        for name, content in (*self._open_graph(page), *self._of_kind(page), *_of_pictures(pictures)):
            yield "property", name, content
        yield "name", "twitter:card", "summary_large_image" if pictures and pictures[0].is_large else "summary"
        yield "name", "twitter:site", f"@{self.site.twitter.removeprefix('@')}" if self.site.twitter else ""
        yield "name", "twitter:image:alt", pictures[0].alt if pictures else ""
        yield "name", "fediverse:creator", self._mastodon()
        if page.paper:
            yield from (("name", *tag) for tag in self.scholar.tags(page.paper, page.canonical))

    def _open_graph(self, page: PageContext) -> Iterator[tuple[str, str]]:
        yield "og:type", "profile" if page.is_home else "article" if page.is_post or page.paper else "website"
        yield "og:locale", locale(page.language)
        yield "og:site_name", self.plain(self.site.title)
        yield "og:title", self._title(page)
        yield "og:description", page.description
        yield "og:url", page.canonical

    def _of_kind(self, page: PageContext) -> Iterator[tuple[str, str]]:
        """What only a post has, and what only the home page has, which is the person's profile."""
        if page.is_home:
            first, last = first_and_last(self.plain(self.profile.name))
            yield "profile:first_name", first
            yield "profile:last_name", last
        if page.paper:
            yield "article:published_time", page.paper.when.isoformat if page.paper.when else ""
            yield from (("article:tag", tag) for tag in page.paper.record.tags)
        if page.is_post:
            yield "article:published_time", page.when.isoformat if page.when else ""
            yield "article:modified_time", page.modified.isoformat if page.modified else ""
            yield "article:author", page.author or (f"{self.site.url}/" if self.site.url else "")
            for tag in page.tags:
                yield "article:tag", tag

    def _mastodon(self) -> str:
        """The person's name in the fediverse, `@name@host`."""
        address = next((link.url for link in self.profile.links if link.key == "mastodon"), "")
        host, at, name = address.partition("://")[2].rstrip("/").partition("/@")
        return f"@{name}@{host}" if at and "/" not in name else ""

    def _title(self, page: PageContext) -> str:
        own = "" if page.is_home else self.plain(page.title)
        return own or self.plain(self.site.title)

    def graph(self, page: PageContext, pictures: Sequence[Picture]) -> Graph:
        """The page for search engines: who it is about, what kind of page it is, and the way to it."""
        if page.is_home:
            return [self._person(), *self._home(page)]
        works = [self._post(page, pictures)] if page.is_post else []
        if page.paper:
            images = [picture.url for picture in pictures]
            works = [_without_nothing(self.scholar.work(page.paper, page.canonical, images))]
        crumbs = self._breadcrumbs(page)
        return [*works, *([crumbs] if crumbs else [])]

    def _person(self) -> dict[str, Any]:
        profile, settings = self.profile, self.records.settings
        about = profile.bio or profile.description
        employers = [self.plain(place.institution) for place in profile.positions if place.institution]
        employers += [self.plain(profile.employer)] if profile.employer else []
        known = [link.url for link in profile.links if link.key and "://" in link.url]
        return _without_nothing(
            {
                **self._reference("person", "Person"),
                "name": self.plain(profile.name),
                "alternateName": [name for name in self.records.profile.variants if "." not in name],
                "description": self.plain(about) if about else "",
                "jobTitle": [self.plain(place.role) for place in profile.positions if place.role],
                "affiliation": [{"@type": "Organization", "name": name} for name in dict.fromkeys(employers)],
                "url": f"{self.site.url}/" if self.site.url else "",
                "image": self.images.portrait(),
                "sameAs": list(dict.fromkeys((*known, *settings.verification.me))),
            }
        )

    def _home(self, page: PageContext) -> Graph:
        """The site, and its home page, which is about the person."""
        about = {
            "name": self.plain(self.site.title),
            "description": page.description,
            "inLanguage": self.site.language,
        }
        site: dict[str, Any] = {**self._reference("website", "WebSite"), **about, "url": page.canonical}
        site["publisher"] = self._reference("person")
        home: dict[str, Any] = {
            "@type": "ProfilePage",
            "url": page.canonical,
            "name": page.full_title,
            "inLanguage": page.language,
        }
        home["isPartOf"], home["mainEntity"] = self._reference("website"), self._reference("person")
        home["dateModified"] = self.site.updated.isoformat if self.site.updated else ""
        return [_without_nothing(site), _without_nothing(home)] if self.site.url else [_without_nothing(site)]

    def _post(self, page: PageContext, pictures: Sequence[Picture]) -> dict[str, Any]:
        author = {"name": page.author} if page.author else {**self._reference("person"), **self._byline()}
        return _without_nothing(
            {
                "@type": "BlogPosting",
                "headline": self._title(page),
                "description": page.description,
                "inLanguage": page.language,
                "datePublished": page.when.isoformat if page.when else "",
                "dateModified": page.modified.isoformat if page.modified else "",
                "author": {"@type": "Person", **author},
                "image": [picture.url for picture in pictures],
                "keywords": list(page.tags),
                "url": page.canonical,
                "mainEntityOfPage": page.canonical,
                "isPartOf": self._reference("website"),
            }
        )

    def _byline(self) -> dict[str, str]:
        name = {"name": self.plain(self.profile.name)}
        return {**name, "url": f"{self.site.url}/"} if self.site.url else name

    def _breadcrumbs(self, page: PageContext) -> dict[str, Any]:
        """The way from the home page: with full addresses, so only where the site has one."""
        if not self.site.url or not page.breadcrumbs:
            return {}
        steps = [
            _without_nothing(
                {
                    "@type": "ListItem",
                    "position": number,
                    "name": self.plain(crumb.title),
                    "item": self.images.full_address(crumb.url) if crumb.url else "",
                }
            )
            for number, crumb in enumerate(page.breadcrumbs, start=1)
        ]
        return {"@type": "BreadcrumbList", "itemListElement": steps}

    def _reference(self, name: str, kind: str = "") -> dict[str, str]:
        """What all pages of the site call the same thing; its kind alone where the site has no address."""
        return ({"@type": kind} if kind else {}) | ({"@id": f"{self.site.url}/#{name}"} if self.site.url else {})


def in_script(graph: Graph) -> Markup:
    """JSON-LD that may stand in a script; empty for nothing."""
    if not graph:
        return Markup()
    text = msgspec.json.encode({"@context": "https://schema.org", "@graph": graph}, enc_hook=_string)
    for sign, escaped in IN_SCRIPT:
        text = text.replace(sign, escaped)
    return Markup(text.decode())  # noqa: S704 - nothing in it can end the script


def _string(value: object) -> str:
    """An identifier or an address, which are strings of a type of their own. Raises TypeError for any other type."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(value)


def locale(language: str) -> str:
    """A language with its territory, as Open Graph writes it; empty for one that is at home in none that is known."""
    base, *rest = language.split("-")
    named = next((part.upper() for part in rest if part.isalpha() and len(part) == len("US")), "")
    script = next((SCRIPTS[part.title()] for part in rest if part.title() in SCRIPTS), "")
    territory = named or script or TERRITORIES.get(base.lower(), "")
    return f"{base.lower()}_{territory}" if territory else ""


def first_and_last(name: str) -> tuple[str, str]:
    """The given names and the family name of a name that has both; particles belong to the latter."""
    words = given_first(name).split()
    start = len(words) - 1
    if start < 1:
        return "", ""
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def _of_pictures(pictures: Sequence[Picture]) -> Iterator[tuple[str, str]]:
    for picture in pictures:
        yield "og:image", picture.url
        yield "og:image:type", picture.kind
        yield "og:image:width", str(picture.width or "")
        yield "og:image:height", str(picture.height or "")
        yield "og:image:alt", picture.alt


def _without_nothing(values: Mapping[str, Any]) -> dict[str, Any]:
    """JSON-LD without what is empty."""
    return {key: value for key, value in values.items() if value not in ("", [], {}, None)}
