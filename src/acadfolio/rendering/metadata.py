"""The head of a page for search engines and social media."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from acadfolio.model.name_parts import parts_of
from acadfolio.model.publication import Author
from acadfolio.rendering.meta_tags import (
    MetaTag,
    about_article,
    about_page,
    of_property,
    previews,
    robots,
    verifications,
)
from acadfolio.rendering.scholar import Scholar, without_empty

if TYPE_CHECKING:
    from acadfolio.model.site import Site, Verification
    from acadfolio.rendering.share_images import ShareImage, ShareImages
    from acadfolio.rendering.shared import Shared
    from acadfolio.routing import PlannedPage
    from acadfolio.theme.context import PageContext, ProfileContext

    Graph = list[dict[str, Any]]

IN_SCRIPT = [
    (character.encode(), rf"\u{ord(character):04x}".encode()) for character in "<>&\u2028\u2029"
]
"""Escapes for characters that could end the script around JSON."""


class Head(Struct, frozen=True):
    """`head`: the page for search engines and social media."""

    meta: tuple[MetaTag, ...]
    """The tags `<meta>`: for each the attribute that names it, `name` or `property`, this name, and its content."""
    theme_color: str
    theme_color_dark: str
    verification: Verification
    structured_data: Markup
    """JSON-LD, safe inside a script."""


class Metadata:
    """Makes the heads of one site's pages."""

    def __init__(self, records: Site, shared: Shared, images: ShareImages) -> None:
        self.records, self.images = records, images
        self.site, self.profile, self.plain = shared.site, shared.profile, shared.plain
        self.home_url = f"{shared.site.url}/" if shared.site.url else ""
        self.scholar = Scholar(shared.site, shared.plain, images.full_url)
        self.person_type, self.given_names, self.family_name = "Organization", "", ""
        if not shared.profile.organization:
            self.person_type = "Person"
            self.given_names, self.family_name = first_and_last(shared.plain(shared.profile.name))
        self.fediverse_creator = _fediverse_creator(shared.profile)

    def head(self, planned: PlannedPage, page: PageContext) -> Head:
        image = self.images.of_page(planned)
        look = self.records.look_of(planned.front_matter)
        light, dark = look.backgrounds(self.site.skin)
        return Head(
            meta=tuple(tag for tag in self._meta(page, image) if tag.content),
            theme_color=light,
            theme_color_dark=dark,
            verification=self.records.settings.verification,
            structured_data=in_script(self.graph(page, [image.url] if image else [])),
        )

    def _meta(self, page: PageContext, image: ShareImage | None) -> list[MetaTag]:
        """The tags of a page. Those without content are omitted."""
        is_of_person = not self.profile.organization
        title, site = self.title(page), self.plain(self.site.title)
        tags = robots(page)
        if page.is_home:
            tags += verifications(self.records.settings.verification)
        tags += about_page(page, site=site, title=title, is_of_person=is_of_person)
        if page.is_home:
            tags.append(of_property("profile:first_name", self.given_names))
            tags.append(of_property("profile:last_name", self.family_name))
        tags += about_article(page, self.home_url)
        tags += previews(image, self.site.twitter, self.fediverse_creator)
        if page.paper:
            tags += self.scholar.tags(page.paper, page.canonical)
        return tags

    def title(self, page: PageContext) -> str:
        own = "" if page.is_home else self.plain(page.title)
        return own or self.plain(self.site.title)

    def graph(self, page: PageContext, images: list[str]) -> Graph:
        """The page for search engines: the person, the kind of page, and its breadcrumbs."""
        if page.is_home:
            return [self._person(), *self._home(page)]
        works = [self._post(page, images)] if page.is_post else []
        if page.paper:
            works = [self.scholar.work(page.paper, page.canonical, images)]
        return [*works, *self._breadcrumbs(page)]

    def _person(self) -> dict[str, Any]:
        profile, settings = self.profile, self.records.settings
        about, portrait = profile.bio or profile.description, self.images.portrait()
        known = [link.url for link in profile.links if link.key and "://" in link.url]
        return without_empty(
            {
                **self._reference("person", self.person_type),
                "name": self.plain(profile.name),
                "alternateName": [
                    name for name in self.records.profile.variants if "." not in name
                ],
                "description": self.plain(about),
                **self._positions(),
                "knowsAbout": [self.plain(interest) for interest in profile.interests],
                "url": self.home_url,
                "image": portrait.url if portrait else "",
                "sameAs": list(dict.fromkeys((*known, *settings.verification.me))),
            }
        )

    def _positions(self) -> dict[str, Any]:
        """A person's roles and employers; the institutions that a group belongs to."""
        employers = [{"@type": "Organization", "name": name} for name in self._employers()]
        if self.profile.organization:
            return {"parentOrganization": employers}
        roles = [self.plain(place.role) for place in self.profile.positions if place.role]
        return {"jobTitle": roles, "affiliation": employers}

    def _employers(self) -> list[str]:
        """The person's employers, without duplicates."""
        places = [position.institution for position in self.profile.positions]
        names = [self.plain(place) for place in (*places, self.profile.employer) if place]
        return list(dict.fromkeys(names))

    def _home(self, page: PageContext) -> Graph:
        """The site, and its home page, which is about the person."""
        site = {
            **self._reference("website", "WebSite"),
            "name": self.plain(self.site.title),
            "description": page.description,
            "inLanguage": self.site.language,
            "url": page.canonical,
            "publisher": self._reference("person"),
        }
        if not self.site.url:
            return [without_empty(site)]
        home = {
            "@type": "ProfilePage",
            "url": page.canonical,
            "name": page.full_title,
            "inLanguage": page.language,
            "isPartOf": self._reference("website"),
            "mainEntity": self._reference("person"),
            "dateModified": self.site.updated.isoformat if self.site.updated else "",
        }
        return [without_empty(site), without_empty(home)]

    def _post(self, page: PageContext, images: list[str]) -> dict[str, Any]:
        author = self._reference("person", self.person_type)
        author |= {"name": self.plain(self.profile.name), "url": self.home_url}
        if page.author:
            author = {"@type": "Person", "name": page.author}
        return without_empty(
            {
                "@type": "BlogPosting",
                "headline": self.title(page),
                "description": page.description,
                "inLanguage": page.language,
                "datePublished": page.when.isoformat if page.when else "",
                "dateModified": page.modified.isoformat if page.modified else "",
                "author": without_empty(author),
                "image": images,
                "keywords": list(page.tags),
                "url": page.canonical,
                "mainEntityOfPage": page.canonical,
                "isPartOf": self._reference("website"),
            }
        )

    def _breadcrumbs(self, page: PageContext) -> Graph:
        """The breadcrumbs with full URLs; none if the site has no `url`."""
        if not self.site.url or not page.breadcrumbs:
            return []
        steps = []
        for position, crumb in enumerate(page.breadcrumbs, start=1):
            url = self.images.full_url(crumb.url) if crumb.url else ""
            step = {
                "@type": "ListItem",
                "position": position,
                "name": self.plain(crumb.title),
                "item": url,
            }
            steps.append(without_empty(step))
        return [{"@type": "BreadcrumbList", "itemListElement": steps}]

    def _reference(self, name: str, kind: str = "") -> dict[str, str]:
        """The kind of a thing and its id, the same on all pages in all languages; without an id if the site has no `url`."""
        return ({"@type": kind} if kind else {}) | (
            {"@id": f"{self.records.top_url}/#{name}"} if self.site.url else {}
        )


def _fediverse_creator(profile: ProfileContext) -> str:
    urls = (link.url for link in profile.links if link.key == "mastodon")
    host, at, name = next(urls, "").partition("://")[2].rstrip("/").partition("/@")
    return f"@{name}@{host}" if at and "/" not in name else ""


def in_script(graph: Graph) -> Markup:
    """JSON-LD that is safe inside a script; empty for no data."""
    if not graph:
        return Markup()
    text = msgspec.json.encode({"@context": "https://schema.org", "@graph": graph}, enc_hook=str)
    for character, escaped in IN_SCRIPT:
        text = text.replace(character, escaped)
    return Markup(text.decode())  # noqa: S704 - nothing in it can end the script


def first_and_last(name: str) -> tuple[str, str]:
    """The given names and the family name (with particles) of a name that has both."""
    parts = parts_of(Author(name=name))
    return ("", "") if parts.is_whole else (parts.given, parts.family)
