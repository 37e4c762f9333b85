"""The context of a page's template: `page`, with its title, description, text, menu and neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct

from acadfolio.html.text import paragraphs, plain
from acadfolio.rendering.navigation import Navigation, page_title
from acadfolio.rendering.page_html import lower_headings, table_of_contents
from acadfolio.rendering.posts import reading_minutes, related_posts
from acadfolio.rendering.third_parties import share_links
from acadfolio.theme.context import PageContext
from acadfolio.theme.words import direction, foreign

if TYPE_CHECKING:
    from acadfolio.model.page import Page
    from acadfolio.model.values import Text
    from acadfolio.rendering.bodies import Body
    from acadfolio.rendering.citation_files import CitationFiles
    from acadfolio.rendering.entry_pages import EntryPages
    from acadfolio.rendering.metadata import ShareImages
    from acadfolio.rendering.shared import Shared
    from acadfolio.rendering.third_parties import ThirdParties
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.context import PostContext

LONGEST_DESCRIPTION = 160
SHORTEST_DESCRIPTION = 12


class PageContexts(Struct, frozen=True):
    """Makes the contexts of one site's pages."""

    plan: Plan
    shared: Shared
    navigation: Navigation
    entry_pages: EntryPages
    share_images: ShareImages
    third_parties: ThirdParties
    citations: CitationFiles

    def context(self, planned: PlannedPage, body: Body) -> PageContext:
        site, page = self.shared.site, planned.page
        front_matter = planned.front_matter
        language = front_matter.lang or site.language
        title, is_home = page_title(self.plan.site, planned), planned.address == "/"
        shows_title = self._shows_title(planned, title)
        canonical = site.url + quote(planned.address) if site.url else ""
        beside = self.entry_pages.neighbours(planned)
        image = self.share_images.of_page(planned)
        return PageContext(
            title=title,
            shows_title=shows_title,
            full_title=self._full_title(planned, title),
            address=planned.address,
            description=self._description(planned, body),
            canonical=canonical,
            image=image.url if image else "",
            content=Markup(lower_headings(body.html) if shows_title or is_home else body.html),  # noqa: S704
            toc=table_of_contents(body.headings),
            toc_label=body.toc_label or front_matter.toc_label,
            shows_toc=body.toc == "beside" or (front_matter.toc and body.toc != "here"),
            share=share_links(page, self.plan.site.settings, self.shared.plain(title), canonical),
            related=self._related_posts(page),
            related_papers=self.entry_pages.related(planned),
            navigation=self.navigation.menu(planned),
            breadcrumbs=self.navigation.breadcrumbs(planned),
            section=planned.section,
            paper=self.entry_pages.paper(planned),
            bibtex=self.citations.bibtex(planned),
            downloads=self.citations.links(planned),
            entry=self.entry_pages.entry(planned),
            previous=beside.previous,
            next=beside.next,
            look=front_matter.look or site.look,
            language=language,
            direction=direction(language),
            words_language=foreign(site.language, language),
            when=page.when if page else None,
            modified=front_matter.modified,
            tags=front_matter.all_tags,
            minutes=_minutes(page),
            author=front_matter.author,
            author_profile=front_matter.author_profile,
            is_home=is_home,
            is_post=planned.is_post,
            is_draft=page is not None and page.is_draft,
            header=front_matter.header,
            sidebar=front_matter.sidebar,
            analytics=self.third_parties.analytics(front_matter),
            comments=self.third_parties.comments(planned, language),
            noindex=front_matter.noindex,
            extra=front_matter.extra,
        )

    def _shows_title(self, planned: PlannedPage, title: Text) -> bool:
        """Whether the template prints the title: not where the text has it.

        On the home page only in the look whose theme does, and not when it is the site's or the person's name.
        """
        front_matter = planned.front_matter
        if planned.address != "/":
            return bool(title) and not (planned.page and planned.page.says_title)
        if not front_matter.title:
            return False
        names = (self.shared.site.title, self.plan.site.profile.name)
        is_name = self.shared.plain(front_matter.title) in {"", *map(self.shared.plain, names)}
        return (front_matter.look or self.shared.site.look) == "academicpages" and not is_name

    def _related_posts(self, page: Page | None) -> tuple[PostContext, ...]:
        if page is None:
            return ()
        wanted = page.front_matter.related
        if wanted is None:
            wanted = page.is_post and self.plan.site.settings.related
        return related_posts(page.address, page.front_matter.all_tags, self.shared.posts) if wanted else ()

    def _full_title(self, planned: PlannedPage, title: Text) -> str:
        """The title of the browser's window: with what tells an entry from others of the same title, and the site."""
        site_title, own = self.shared.plain(self.shared.site.title), self.shared.plain(title)
        if qualifier := self.entry_pages.qualifier(planned):
            own = f"{own} ({qualifier})"
        return site_title if planned.address == "/" or own in {"", site_title} else f"{own} - {site_title}"

    def _description(self, planned: PlannedPage, body: Body) -> str:
        """What the author wrote, else the page's first paragraph of some length, else the site's description."""
        of_site = self.shared.site.description
        written = planned.front_matter.description or planned.front_matter.excerpt
        if planned.address == "/":
            written = written or of_site
        if written:
            return self.shared.plain(written)
        if generated := self.entry_pages.description(planned):
            return _shortened(generated)
        for paragraph in map(plain, paragraphs(body.html)):
            if len(paragraph) > SHORTEST_DESCRIPTION:
                return _shortened(paragraph)
        return self.shared.plain(of_site)


def _minutes(page: Page | None) -> int:
    """How long a page takes to read; 0 where that is not shown."""
    if page is None:
        return 0
    is_shown = page.is_post if page.front_matter.read_time is None else page.front_matter.read_time
    return reading_minutes(page.body) if is_shown else 0


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_DESCRIPTION:
        return text
    return text[: LONGEST_DESCRIPTION - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
