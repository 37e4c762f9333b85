"""The context of a page's template: `page`, with its title, description, text, menu and neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct

from acadfolio.html.text import paragraphs, plain_text
from acadfolio.model.languages import language_name
from acadfolio.rendering.navigation import Navigation, page_title
from acadfolio.rendering.page_html import lower_headings, table_of_contents
from acadfolio.rendering.posts import reading_minutes, related_posts
from acadfolio.rendering.third_parties import ThirdParties, share_links
from acadfolio.theme.context import PageContext, PdfLink, PostContext, TranslationLink, same_fields
from acadfolio.theme.excerpts import shorten
from acadfolio.theme.filters import percent_encoded
from acadfolio.theme.words import direction, foreign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.model.cv import CvSettings
    from acadfolio.model.values import Text
    from acadfolio.rendering.bodies import Body
    from acadfolio.rendering.citation_files import CitationFiles
    from acadfolio.rendering.entry_pages import EntryPages
    from acadfolio.rendering.share_images import ShareImages
    from acadfolio.rendering.shared import Shared
    from acadfolio.routing import Plan, PlannedPage

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
        title = page_title(self.plan.site, planned)
        canonical = site.url + percent_encoded(planned.url) if site.url else ""
        previous, following = self.entry_pages.neighbours(planned)
        computed = {
            "title": title,
            "shows_title": self._shows_title(planned, title),
            "full_title": self._full_title(planned, title),
            "description": self._description(planned, body),
            "canonical": canonical,
            "image": self._image(planned),
            "content": self._content(planned, title, body),
            "toc": table_of_contents(body.headings),
            "toc_label": body.state.toc_label or front_matter.toc_label,
            "shows_toc": _shows_toc(planned, body),
            "share": share_links(
                planned, self.plan.site.settings, self.shared.plain(title), canonical
            ),
            "related": self._related_posts(planned),
            "related_papers": self.entry_pages.related(planned),
            "navigation": self.navigation.menu(planned),
            "translations": self._translations(planned),
            "breadcrumbs": self.navigation.breadcrumbs(planned),
            "paper": self.entry_pages.paper(planned),
            "downloads": self.citations.links(planned),
            "pdfs": self._pdfs(planned),
            "entry": self.entry_pages.entry(planned),
            "previous": previous,
            "next": following,
            "look": self.plan.site.look_of(front_matter).name,
            "language": language,
            "direction": direction(language),
            "words_language": foreign(site.language, language),
            "when": page.when if page else None,
            "tags": front_matter.all_tags,
            "minutes": _minutes(planned),
            "is_home": planned.url == "/",
            "analytics": self.third_parties.analytics(front_matter),
            "comments": self.third_parties.comments(planned, language),
        }
        return PageContext(
            **same_fields(PageContext, front_matter) | same_fields(PageContext, planned) | computed
        )

    def _translations(self, planned: PlannedPage) -> tuple[TranslationLink, ...]:
        """The page in each language of the site."""
        top = self.plan.site.top_url
        return tuple(
            TranslationLink(
                language=found.language,
                name=language_name(found.language),
                link=percent_encoded(found.link),
                url=top + percent_encoded(found.url) if top else "",
                is_same=found.is_same,
                is_here=found.is_here,
            )
            for found in self.plan.translations.get(planned.path, ())
        )

    def _image(self, planned: PlannedPage) -> str:
        image = self.share_images.of_page(planned)
        return image.url if image else ""

    def _pdfs(self, planned: PlannedPage) -> tuple[PdfLink, ...]:
        """Links to the PDFs that are made of a page, and to those of languages that lack the page.

        Readers of such a language have this page instead.
        """
        made = [cv for cv in self.plan.site.settings.cv if cv.pdf]
        made = [cv for cv in made if self.plan.page_at(cv.page_url) == planned]
        lacking = [other.site for other in self.plan.others if other.page_at(planned.url) is None]
        return tuple(
            PdfLink(label, cv.url(mount), language)
            for label, cv in zip(self._labels(planned, made), made, strict=True)
            for mount, language in (
                ("", ""),
                *((site.mount, site.settings.language) for site in lacking),
            )
        )

    def _labels(self, planned: PlannedPage, made: Sequence[CvSettings]) -> list[str]:
        """The labels of the PDFs of a page.

        Of several, each has its title, or that of the page. Of those with the same, it has its file.
        """
        if len(made) == 1:
            return ["PDF"]
        title = page_title(self.plan.site, planned)
        titles = [self.shared.plain(cv.title or title) for cv in made]
        names = [
            str(cv.file) if not name or titles.count(name) > 1 else name
            for name, cv in zip(titles, made, strict=True)
        ]
        return [f"PDF: {name}" for name in names]

    def _content(self, planned: PlannedPage, title: Text, body: Body) -> Markup:
        has_title_above = planned.url == "/" or self._shows_title(planned, title)
        return Markup(lower_headings(body.html) if has_title_above else body.html)  # noqa: S704

    def _shows_title(self, planned: PlannedPage, title: Text) -> bool:
        """Whether the template prints the title: not if the text has it.

        On the home page only the one in its front matter, in a look that shows it.
        """
        if planned.page and planned.page.has_title_in_text:
            return False
        if planned.url != "/":
            return bool(title)
        has_title = bool(self.shared.plain(planned.front_matter.title))
        return has_title and self.plan.site.look_of(planned.front_matter).home_title

    def _related_posts(self, planned: PlannedPage) -> tuple[PostContext, ...]:
        is_shown = planned.wants("related", of_posts=self.plan.site.settings.related)
        return (
            related_posts(planned.url, planned.front_matter.all_tags, self.shared.posts)
            if is_shown
            else ()
        )

    def _full_title(self, planned: PlannedPage, title: Text) -> str:
        """The title of the browser's window: with the site's, and with what distinguishes entries of the same title."""
        site_title, own = self.shared.plain(self.shared.site.title), self.shared.plain(title)
        if qualifier := self.entry_pages.qualifier(planned):
            own = f"{own} ({qualifier})"
        return (
            site_title if planned.url == "/" or own in {"", site_title} else f"{own} - {site_title}"
        )

    def _description(self, planned: PlannedPage, body: Body) -> str:
        """The author's description, else the page's first paragraph of some length, else the site's description."""
        of_site = self.shared.site.description
        by_default = of_site if planned.url == "/" else None
        written = planned.front_matter.description or planned.front_matter.excerpt or by_default
        if written:
            return self.shared.plain(written)
        text = self.entry_pages.description(planned) or _first_paragraph(body.html)
        return shorten(text, LONGEST_DESCRIPTION) or self.shared.plain(of_site)


def _shows_toc(planned: PlannedPage, body: Body) -> bool:
    """Whether the table of contents is beside the text: not if the text has it at another place."""
    return body.state.toc == "beside" or (planned.front_matter.toc and body.state.toc != "here")


def _minutes(planned: PlannedPage) -> int:
    """The reading time in minutes; 0 if the page does not show it."""
    return reading_minutes(planned.page.body) if planned.page and planned.wants("read_time") else 0


def _first_paragraph(html: str) -> str:
    """The words of the first paragraph of some length. Notices and legends have attributes."""
    for tag, paragraph in paragraphs(html):
        text = plain_text(paragraph)
        if tag.source == "<p>" and len(text) > SHORTEST_DESCRIPTION:
            return text
    return ""
