"""A page's text comes in, its HTML comes out: section lines taken out, Liquid, Markdown, sections put back."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from acadfolio.plan.made import cv_sections
from acadfolio.problems import Location, did_you_mean
from acadfolio.records.site import SectionSettings
from acadfolio.render.lines import MarkedText, SectionLine, mark, put_back, take_out_lines
from acadfolio.render.sections import PageAnchors
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.markdown import Document, Heading
    from acadfolio.plan import PlannedPage
    from acadfolio.problems import Problems
    from acadfolio.records.page import Page
    from acadfolio.records.site import Site
    from acadfolio.render.sections import Sections

CITATION_SPAN = re.compile(r"(<span class=[\"']show_paper_citations[\"'] data=[\"']([^\"']+)[\"']\s*>)\s*(</span>)")
NEWS_ON_HOME = 5
"""In a look of many pages the home page is short."""
LEVEL_OF_GROUPS = 2
"""The looks write a page's sections as headings of level 1."""
NO_HOME_SECTIONS = frozenset({"people", "posts", "visitor_map"})


@dataclass(frozen=True, slots=True)
class Body:
    """A page's text as HTML, with its headings."""

    html: str
    headings: tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
class Bodies:
    """Makes the bodies of one site's pages."""

    site: Site
    sections: Sections
    convert: Callable[[str], Document]
    header_id: Callable[[str], str]
    problems: Problems

    def body(self, planned: PlannedPage) -> Body:
        page = planned.page
        marked = take_out_lines(page.body, has_liquid=page.has_liquid) if page else MarkedText("", (), ())
        text, lines, tail = marked.text, *self._listed_sections(planned, marked)
        if page is not None and page.has_liquid:
            text = self._liquid(text, page)
        if page is not None and page.is_html:
            listed = self.convert(tail)
            document = replace(listed, html=f"{text}\n{listed.html}")
        else:
            document = self.convert(text + tail)
        for remark in document.warnings:
            self.problems.warn(_place(planned, marked.original_line(remark.line)), remark.message, remark.hint)
        anchors = PageAnchors({heading.id for heading in document.headings}, LEVEL_OF_GROUPS, self.header_id)
        sections = [self.sections.evaluate(line.expression, _place(planned, line.line), anchors) for line in lines]
        return Body(CITATION_SPAN.sub(self._citations, put_back(document.html, sections)), document.headings)

    def _listed_sections(self, planned: PlannedPage, marked: MarkedText) -> tuple[list[SectionLine], str]:
        """The page's section lines with those of its (or the site's) `sections`, and the Markdown of these."""
        lines, tail = list(marked.lines), ""
        if planned.section:
            tail = f"{mark(len(lines))}\n"
            lines.append(SectionLine(f"{planned.section}({self._view(planned.section)})", 0))
        for name in self._wanted_sections(planned, places_some=bool(lines)):
            limit = f"limit={NEWS_ON_HOME}" if name == "news" and planned.address == "/" and self._has_pages() else ""
            tail = f"{tail}\n\n# {self.sections.heading(name)}\n\n{mark(len(lines))}\n"
            lines.append(SectionLine(f"{name}({limit})", 0))
        return lines, tail

    def _has_pages(self) -> bool:
        """Whether the look has a page for each section, and not one for all."""
        return self.site.settings.look == "academicpages"

    def _view(self, section: str) -> str:
        """How a section stands on its own page, unless the site says how."""
        said = self.site.section_settings.get(section, SectionSettings()).view
        return "" if said else 'view="archive"'

    def _wanted_sections(self, planned: PlannedPage, *, places_some: bool) -> list[str]:
        """What the page lists, else what belongs on a page of its kind."""
        page = planned.page
        wanted, place = (page.front_matter.sections, Location(page.file)) if page else ((), Location("data/site.yml"))
        if planned.layout == "cv":
            wanted = cv_sections(self.site)
        elif not wanted and planned.address == "/":
            wanted, place = self._home_sections(places_some=places_some), Location("data/site.yml")
        for name in wanted:
            if not self.sections.exists(name):
                self.problems.error(place, f"there is no section `{name}`", did_you_mean(name, self.sections.names))
            elif not self.sections.has_entries(name):
                self.sections.report_empty(name, place)
        return [name for name in wanted if self.sections.exists(name) and self.sections.has_entries(name)]

    def _home_sections(self, *, places_some: bool) -> tuple[str, ...]:
        """What follows the home page's text: in a look of one page what the site lists, else all that has entries.

        In a look of many pages the others have it, and the home page has the news.
        """
        if self._has_pages():
            return ("news",) if self.sections.has_entries("news") and not places_some else ()
        if self.site.settings.sections or places_some:
            return self.site.settings.sections
        return tuple(name for name in self.sections.names if self._belongs_on_home(name))

    def _belongs_on_home(self, name: str) -> bool:
        return name not in NO_HOME_SECTIONS and self.sections.has_entries(name)

    def _liquid(self, text: str, page: Page) -> str:
        from acadfolio.render.liquid import render_liquid

        settings, front_matter = self.site.settings, page.front_matter
        variables = {
            "page": {
                "title": page.title.in_language(settings.language),
                "url": page.address,
                "permalink": front_matter.permalink,
                "tags": list(front_matter.tags),
                "date": page.when.isoformat if page.when else None,
                **front_matter.extra,
            },
            "site": {"title": settings.title.in_language(settings.language), **settings.liquid},
        }
        return render_liquid(text, page, variables, self.problems)

    def _citations(self, match: re.Match[str]) -> str:
        """The AcadHomepage themes fill these spans in the visitor's browser; here the record has the figure."""
        word = words_for(self.site.settings.language)["citations"]
        for publication in self.site.publications:
            if publication.scholar_id == match[2] and publication.citations is not None:
                return f"{match[1]}| {word}: {publication.citations.count}{match[3]}"
        return match[0]


def _place(planned: PlannedPage, line: int) -> Location:
    if planned.page is None:
        return Location("data/site.yml")
    return planned.page.at(line, 1) if line else Location(planned.page.file)
