"""A planned page and its body come in, what its template may see of it comes out: titles, description, addresses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct

from acadfolio.html.text import paragraphs, plain
from acadfolio.model.page import FrontMatter
from acadfolio.rendering.contents import table_of_contents
from acadfolio.rendering.context import reading_minutes
from acadfolio.rendering.kramdown_html import lower_headings
from acadfolio.rendering.navigation import Navigation, page_title
from acadfolio.rendering.sharing import share_links
from acadfolio.theme.context import PageContext
from acadfolio.theme.words import direction, foreign

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.model.page import Page
    from acadfolio.model.values import Text
    from acadfolio.rendering.bodies import Body
    from acadfolio.rendering.downloads import Downloads
    from acadfolio.rendering.items import Items
    from acadfolio.rendering.share_images import ShareImages
    from acadfolio.rendering.shared import Shared
    from acadfolio.rendering.third_parties import Elsewhere
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.context import PostContext

NOTHING = FrontMatter()
LONGEST_DESCRIPTION = 160
SHORTEST_DESCRIPTION = 12


class Pages(Struct, frozen=True):
    """Makes the contexts of one site's pages."""

    plan: Plan
    shared: Shared
    plain: Callable[[Text], str]
    navigation: Navigation
    items: Items
    images: ShareImages
    elsewhere: Elsewhere
    downloads: Downloads

    def context(self, planned: PlannedPage, body: Body) -> PageContext:
        page, beside = planned.page, self.items.neighbours(planned)
        front_matter = page.front_matter if page else NOTHING
        title = page_title(self.plan.site, planned)
        shows_title = self._shows_title(planned, title)
        has_title = shows_title or planned.address == "/"
        canonical = self.shared.site.url + quote(planned.address) if self.shared.site.url else ""
        pictures = self.images.pictures(planned, title)
        return PageContext(
            title=title,
            shows_title=shows_title,
            full_title=self._full_title(planned, title, self.items.qualifier(planned)),
            address=planned.address,
            description=self._description(front_matter, planned, body),
            canonical=canonical,
            image=pictures[0].url if pictures else "",
            content=Markup(lower_headings(body.html) if has_title else body.html),  # noqa: S704
            toc=table_of_contents(body.headings),
            toc_label=body.toc_label or front_matter.toc_label,
            shows_toc=body.toc == "beside" or (front_matter.toc and body.toc != "here"),
            share=share_links(page, self.plan.site.settings, self.plain(title), canonical),
            related=self._related(planned),
            _related_papers=partial(self.items.related, planned),
            navigation=self.navigation.menu(planned),
            breadcrumbs=self.navigation.breadcrumbs(planned),
            section=planned.section,
            paper=self.items.paper(planned),
            _bibtex=partial(self.downloads.bibtex, planned),
            downloads=self.downloads.links(planned),
            entry=self.items.entry(planned),
            previous=beside.previous,
            next=beside.next,
            look=front_matter.look or self.shared.site.look,
            language=front_matter.lang or self.shared.site.language,
            direction=direction(front_matter.lang or self.shared.site.language),
            words_language=foreign(self.shared.site.language, front_matter.lang or self.shared.site.language),
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
            analytics=self.elsewhere.analytics(front_matter),
            comments=self.elsewhere.comments(planned, front_matter.lang or self.shared.site.language),
            noindex=front_matter.noindex,
            extra=front_matter.extra,
        )

    def _shows_title(self, planned: PlannedPage, title: Text) -> bool:
        """Not where the text says it; on the home page in the look whose theme does, unless it is the name of all."""
        page = planned.page
        if planned.address != "/":
            return bool(title) and not (page and page.says_title)
        own = self.plain(page.front_matter.title) if page and page.front_matter.title else ""
        shows = page is not None and (page.front_matter.look or self.shared.site.look) == "academicpages"
        return shows and own not in {"", self.plain(self.shared.site.title), self.plain(self.plan.site.profile.name)}

    def _related(self, planned: PlannedPage) -> tuple[PostContext, ...]:
        page = planned.page
        if page is None:
            return ()
        wanted = page.front_matter.related
        shows = page.is_post and self.plan.site.settings.related if wanted is None else wanted
        tags = (*page.front_matter.tags, *page.front_matter.categories)
        if not shows:
            return ()
        from acadfolio.rendering.related import related_posts  # Few pages show any.

        return related_posts(page.address, tags, self.shared.posts)

    def _full_title(self, planned: PlannedPage, title: Text, qualifier: str) -> str:
        name, own = self.plain(self.shared.site.title), self.plain(title)
        own = f"{own} ({qualifier})" if qualifier else own
        return name if planned.address == "/" or own in {"", name} else f"{own} - {name}"

    def _description(self, front_matter: FrontMatter, planned: PlannedPage, body: Body) -> str:
        """What the author wrote, else the page's first paragraph of some length, else the site's description."""
        of_site = self.shared.site.description
        given = front_matter.description or front_matter.excerpt or (of_site if planned.address == "/" else None)
        if given:
            return self.plain(given)
        if made := self.items.description(planned):
            return _shortened(made)
        texts = map(plain, paragraphs(body.html))
        first = next((text for text in texts if len(text) > SHORTEST_DESCRIPTION), "")
        return _shortened(first) or (self.plain(of_site) if of_site else "")


def _minutes(page: Page | None) -> int:
    if page is None:
        return 0
    is_shown = page.is_post if page.front_matter.read_time is None else page.front_matter.read_time
    return reading_minutes(page.body) if is_shown else 0


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_DESCRIPTION:
        return text
    return text[: LONGEST_DESCRIPTION - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
