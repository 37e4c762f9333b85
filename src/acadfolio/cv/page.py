"""The HTML that a CV shows: that of its page, or of the sections that it lists, in the view of a CV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from acadfolio.cv.links import Links
from acadfolio.model.page import FrontMatter, Page
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.section_kinds import WITHOUT_RECORDS, section_kind
from acadfolio.model.values import ByLanguage, LanguageTag, Text
from acadfolio.rendering.navigation import page_title
from acadfolio.rendering.parts import make_parts
from acadfolio.routing import PlannedPage
from acadfolio.routing.generated import cv_sections
from acadfolio.theme.words import theme_language

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from acadfolio.model.cv import CvSettings
    from acadfolio.model.site import SectionSettings, Site
    from acadfolio.problems import Location
    from acadfolio.rendering.parts import Parts
    from acadfolio.rendering.site_renderer import SiteRenderer

DETAILED_STYLES = frozenset({"", "archive-full"})
"""Styles that take several lines for a publication. A CV has one paragraph."""


class CvPage(NamedTuple):
    """The text of a CV, and what rendered it."""

    html: str
    title: Text
    language: str
    parts: Parts
    links: Links
    page: Page | None
    """The author's page whose text it is."""
    shown: AbstractSet[Location]
    """The entries that it shows."""


def cv_page(renderer: SiteRenderer, cv: CvSettings) -> CvPage:
    """Render the text of a CV, with the settings of the CV for each section."""
    plan, of_documents = renderer.plan, renderer.plan.site.of_documents
    planned = plan.page_at(cv.page_url)
    page = planned.page if planned and not cv.sections else None
    if planned is None or cv.sections:
        planned = _page_of_sections(of_documents, cv, planned)
    parts = renderer.main.parts
    language = str(planned.front_matter.lang or of_documents.settings.language)
    has_words = theme_language(language) == language
    words_language = language if has_words else of_documents.settings.language
    site = _site_for(of_documents, cv, words_language)
    plan = replace(plan, site=site)
    parts = make_parts(plan, parts.look, renderer.problems, renderer.options, parts)
    title = cv.title or page_title(site, planned)
    links = Links(plan, planned.url, parts.moved)
    body = parts.bodies.body(planned)
    return CvPage(body.html, title, language, parts, links, page, body.state.shown)


def _page_of_sections(site: Site, cv: CvSettings, planned: PlannedPage | None) -> PlannedPage:
    """A page with the sections that a CV lists; by default all that belong in one."""
    language = planned.front_matter.lang if planned else None
    sections = cv.sections or cv_sections(site)
    url = planned.url if planned else cv.page_url
    page = Page(
        file=cv.source_location.file,
        url=url,
        front_matter=FrontMatter(sections=sections, lang=language),
        title=page_title(site, planned) if planned else Text.of(""),
        has_title_in_text=False,
        body=cv.text.in_language(str(language or site.settings.language)) if cv.text else "",
        body_line=cv.source_location.line,
        is_html=False,
        is_post=False,
        when=None,
        is_draft=False,
        places={"sections": cv.source_location},
    )
    return PlannedPage(cv.path, url, "page", page)


def _site_for(site: Site, cv: CvSettings, language: str) -> Site:
    """The site with the settings of a CV, and in its language."""
    names = [name for name in (PUBLICATIONS, *site.entries) if name not in WITHOUT_RECORDS]
    own = {name: _settings_for(name, site.settings_of(name), cv, language) for name in names}
    publications = site.publications
    if cv.publications.selected:
        publications = tuple(paper for paper in publications if paper.selected)
    return replace(
        site,
        settings=replace(
            site.settings,
            language=LanguageTag(language),
            date_style=cv.date_style or site.settings.date_style,
        ),
        section_settings=site.section_settings | own,
        publications=publications,
    )


def _settings_for(
    name: str, settings: SectionSettings, cv: CvSettings, language: str
) -> SectionSettings:
    """The settings of a section in a CV in a language: dates at the side, and all entries."""
    changes: dict[str, Any] = {
        "limit": None,
        "offset": 0,
        "per_page": None,
        "search": False,
        "max_authors": None,
    }
    if cv.date_style:
        changes["date_style"] = cv.date_style
    if "cv" in section_kind(name).views:
        changes["view"] = "cv"
    if name in cv.headings:
        changes["title"] = cv.headings[name]
    if section_kind(name).of_publications:
        wanted = cv.publications
        changes["limit"] = wanted.limit
        style = (wanted.style or settings.style).in_language(language)
        changes["style"] = ByLanguage.of("plain" if style in DETAILED_STYLES else style)
        if wanted.group_by is not None:
            changes["group_by"] = wanted.group_by
        if wanted.numbered is not None:
            changes["numbered"] = wanted.numbered
    return replace(settings, **changes)
