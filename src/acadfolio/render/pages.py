"""A planned page and its body come in, what its template may see of it comes out: titles, description, addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup

from acadfolio.records.page import FrontMatter
from acadfolio.render.context import reading_minutes
from acadfolio.render.navigation import Navigation, page_title
from acadfolio.theme.context import PageContext, SiteContext, TocEntry
from acadfolio.theme.words import direction

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.plan import Plan, PlannedPage
    from acadfolio.records.page import Page
    from acadfolio.records.values import Text
    from acadfolio.render.bodies import Body

NOTHING = FrontMatter()
PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
LONGEST_DESCRIPTION = 160
SHORTEST_DESCRIPTION = 12


@dataclass(frozen=True, slots=True)
class Pages:
    """Makes the contexts of one site's pages."""

    plan: Plan
    site: SiteContext
    inline: Callable[[str], str]
    navigation: Navigation

    def context(self, planned: PlannedPage, body: Body) -> PageContext:
        page = planned.page
        front_matter = page.front_matter if page else NOTHING
        title = page_title(self.plan.site, planned)
        return PageContext(
            title=title,
            shows_title=planned.address != "/" and bool(title) and not (page and page.says_title),
            full_title=self._full_title(planned, title),
            address=planned.address,
            description=self._description(front_matter, planned, body),
            canonical=self.site.url + quote(planned.address) if self.site.url else "",
            image=self._image(front_matter),
            content=Markup(body.html),  # noqa: S704
            toc=tuple(TocEntry(entry.level, entry.id, Markup(entry.html)) for entry in body.headings if entry.id),  # noqa: S704
            shows_toc=front_matter.toc,
            navigation=self.navigation.menu(planned),
            breadcrumbs=self.navigation.breadcrumbs(planned),
            look=front_matter.look or self.site.look,
            language=front_matter.lang or self.site.language,
            direction=direction(front_matter.lang or self.site.language),
            when=page.when if page else None,
            modified=front_matter.modified,
            tags=tuple(dict.fromkeys((*front_matter.tags, *front_matter.categories))),
            minutes=_minutes(page),
            author=front_matter.author,
            author_profile=front_matter.author_profile,
            is_home=planned.address == "/",
            is_post=page.is_post if page else False,
            is_draft=page.is_draft if page else False,
            header=front_matter.header,
            sidebar=front_matter.sidebar,
            extra=front_matter.extra,
        )

    def _full_title(self, planned: PlannedPage, title: Text) -> str:
        name, own = self._plain(self.site.title), self._plain(title)
        return name if planned.address == "/" or own in {"", name} else f"{own} - {name}"

    def _description(self, front_matter: FrontMatter, planned: PlannedPage, body: Body) -> str:
        """What the author wrote, else the page's first paragraph of some length, else the site's description."""
        of_site = self.site.description
        given = front_matter.description or front_matter.excerpt or (of_site if planned.address == "/" else None)
        if given:
            return self._plain(given)
        paragraphs = (" ".join(Markup(match[1]).striptags().split()) for match in PARAGRAPH.finditer(body.html))  # noqa: S704
        first = next((text for text in paragraphs if len(text) > SHORTEST_DESCRIPTION), "")
        return _shortened(first) or (self._plain(of_site) if of_site else "")

    def _image(self, front_matter: FrontMatter) -> str:
        """The full address of the picture in previews; they cannot use a relative one."""
        header, site = front_matter.header, self.plan.site
        image = (
            header.overlay_image or header.image or header.teaser or site.settings.image or site.profile.avatar or ""
        )
        if "://" in image:
            return image
        return f"{self.site.url}/{image.lstrip('/')}" if image and self.site.url else ""

    def _plain(self, text: Text) -> str:
        return Markup(self.inline(text.in_language(self.site.language))).striptags()  # noqa: S704


def _minutes(page: Page | None) -> int:
    if page is None:
        return 0
    is_shown = page.is_post if page.front_matter.read_time is None else page.front_matter.read_time
    return reading_minutes(page.body) if is_shown else 0


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_DESCRIPTION:
        return text
    return text[: LONGEST_DESCRIPTION - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
