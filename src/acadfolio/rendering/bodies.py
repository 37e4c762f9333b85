"""A page's text comes in, its HTML comes out: section lines taken out, Liquid, Markdown, sections put back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.markdown.model import Heading  # noqa: TC001 - msgspec asks what it is
from acadfolio.markdown.plain import may_have_emoji
from acadfolio.model.kinds import PAGED
from acadfolio.model.page import FrontMatter
from acadfolio.model.site import SectionSettings
from acadfolio.model.values import Text  # noqa: TC001 - msgspec asks what it is
from acadfolio.problems import Location
from acadfolio.rendering.accessible import accessible
from acadfolio.rendering.arguments import WrongArgumentError
from acadfolio.rendering.counts import HOW, Filling
from acadfolio.rendering.features import TAKES, Features
from acadfolio.rendering.lines import MarkedText, SectionLine, line_of, mark, put_back, take_out_lines
from acadfolio.rendering.media import marked_media
from acadfolio.rendering.page_anchors import PageAnchors
from acadfolio.routing.generated import cv_sections
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from acadfolio.markdown import Document
    from acadfolio.model.page import Look, Page
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.rendering.counts import KnownCounts
    from acadfolio.rendering.liquid import Include
    from acadfolio.rendering.sections import Sections
    from acadfolio.routing import PlannedPage

NEWS_ON_HOME = 5
"""In a look of many pages the home page is short, unless the site says how many it wants."""
LEVEL_OF_GROUPS = 2
"""The looks write a page's sections as headings of level 1."""
COMPACT = frozenset({"cv", "table"})
"""The views, besides lists, in which a section stands in the CV too."""
NO_HOME_SECTIONS = frozenset({"people", "posts", "visitor_map"})


class Body(Struct, frozen=True):
    """A page's text as HTML, with its headings."""

    html: str
    headings: tuple[Heading, ...]
    toc: Literal["", "here", "beside"] = ""
    """Whether the text has its table of contents itself, or asks for one beside it."""
    toc_label: Text | None = None
    """What the text calls the one beside it."""


class Bodies(Struct, frozen=True):
    """Makes the bodies of one site's pages."""

    site: Site
    sections: Sections
    convert: Callable[[str], Document]
    header_id: Callable[[str], str]
    problems: Problems
    known_counts: KnownCounts

    def body(self, planned: PlannedPage) -> Body:
        page = planned.page
        if planned.entry is not None:
            return Body("", ())  # The layout of its section prints the record.
        marked = take_out_lines(self._written(page), has_liquid=page.has_liquid) if page else MarkedText("", (), ())
        text, lines, tail = marked.text, *self._listed_sections(planned, marked)
        includes: tuple[Include, ...] = ()
        if page is not None and page.has_liquid:
            rendered, includes = self._liquid(text, page, marked, len(lines))
            text = rendered or ""  # What else is wrong with a text that could not be rendered follows from that.
        if page is not None and page.is_html:
            listed = self.convert(tail)
            document = replace(listed, html=f"{_with_emoji(text)}\n{listed.html}")
        else:
            document = self.convert(text + tail)
        for remark in document.warnings:
            line = remark.line if text is marked.text else line_of(remark.line, text + tail, marked.text)
            place = _place(planned, marked.original_line(line))
            self.problems.warn(place, remark.message, remark.hint)
        self._report_calls_in_text(planned, marked)
        anchors = PageAnchors(
            {heading.id for heading in document.headings},
            LEVEL_OF_GROUPS,
            self.header_id,
            planned.address,
            (page.front_matter.lang if page else "") or self.site.settings.language,
        )
        features = Features(
            self.sections.templates,
            page.front_matter if page else FrontMatter(),
            document.headings,
            self.known_counts,
        )
        sections = [self._evaluated(line.expression, _place(planned, line.line), anchors, features) for line in lines]
        sections += [self._include(include, include.place, features) for include in includes]
        html = accessible(put_back(marked_media(document.html), sections), words_for(self.site.settings.language))
        if page is not None:
            html = Filling(self.known_counts, page, self.problems).filled(html)
        return Body(html, document.headings, features.toc, next(iter(features.labels), None))

    def _written(self, page: Page) -> str:
        """A page's text, in which the lists of Jekyll's themes are section lines."""
        if not page.has_liquid:
            return page.body
        from acadfolio.rendering.bibliography_tags import with_publications  # Few pages come from Jekyll.
        from acadfolio.rendering.listings import with_section_lines

        return with_section_lines(with_publications(page.body), self.site)

    def _report_calls_in_text(self, planned: PlannedPage, marked: MarkedText) -> None:
        """Among other words nothing is placed, and visitors would read the braces."""
        for call in marked.calls_in_text:
            if planned.page is not None and (self.sections.exists(call.name) or call.name in TAKES):
                place = planned.page.at(call.line, call.column)
                if call.written:
                    fault = _fault_of_braces(call.written)
                    what = f"`{call.written}` {fault}: it places nothing, and visitors read it"
                    self.problems.warn(place, what, f"write `{call.meant}`")
                    continue
                hint = f"give it a line of its own, or write `\\{{{{ {call.name}` to show the braces"
                self.problems.warn(
                    place, f"`{{{{ {call.name}(…) }}}}` stands among other words: it places nothing", hint
                )

    def _evaluated(self, expression: str, place: Location, anchors: PageAnchors, features: Features) -> str:
        """What a line places."""
        html = self.sections.evaluate(expression, place, anchors, features.calls)
        self._report_unknown(place, features)
        return html

    def _report_unknown(self, place: Location, features: Features) -> None:
        """A figure that nothing tells is left out."""
        while features.unknown:
            self.problems.warn(place, f"nothing tells `{features.unknown.pop()}`: this line shows nothing", HOW)

    def _listed_sections(self, planned: PlannedPage, marked: MarkedText) -> tuple[list[SectionLine], str]:
        """The page's section lines with those of its (or the site's) `sections`, and the Markdown of these."""
        lines, tail = list(marked.lines), ""
        if planned.section:
            tail = f"{mark(len(lines))}\n"
            lines.append(SectionLine(f"{planned.section}({self._as_archive(planned.section)})", 0))
        look = self._look(planned)
        for name in self._wanted_sections(planned, places_some=self._places_some(lines)):
            tail = f"{tail}\n\n{self._heading(name, look)}\n\n{mark(len(lines))}\n"
            lines.append(SectionLine(f"{name}({self._arguments(name, planned)})", 0))
        return lines, tail

    def heading_id(self, section: str) -> str:
        """The anchor of a section's heading: in every look the one of the look whose headings have an emoji."""
        return self.header_id(self.sections.heading(section, "acad-homepage"))

    def _heading(self, section: str, look: Look) -> str:
        """The Markdown of a section's heading, with its anchor where its words would make another."""
        heading, anchor = self.sections.heading(section, look), self.heading_id(section)
        said = "" if self.header_id(heading) == anchor else f'\n{{: id="{anchor}"}}'
        return f"# {heading}{said}"

    def _look(self, planned: PlannedPage) -> Look:
        """The look of the site, or the other one where the page asks for it."""
        return (planned.page.front_matter.look if planned.page else None) or self.site.settings.look

    def _arguments(self, name: str, planned: PlannedPage) -> str:
        """How a section stands below a heading: short on the home page of a site of pages, compact in the CV."""
        said = self.site.section_settings.get(name, SectionSettings())
        if name == "news" and planned.address == "/" and self._look(planned) == "academicpages":
            return f"limit={NEWS_ON_HOME}" if said.limit is None else ""
        if planned.layout != "cv" or name not in PAGED:
            return ""
        return "" if said.view in COMPACT else 'view="list"'

    def _as_archive(self, section: str) -> str:
        """How a section stands on its own page, unless the site says how: publications by kind, as in the theme."""
        if self.site.settings.look != "academicpages":
            return ""
        said = self.site.section_settings.get(section, SectionSettings())
        grouped = section != "publications" or said.group_by is not None
        return ", ".join(["" if said.view else 'view="archive"'] + ([] if grouped else ['group_by="kind"'])).strip(", ")

    def _places_some(self, lines: Iterable[SectionLine]) -> bool:
        """Whether any of the lines places a section, and not just a picture or a video."""
        called = {line.expression.partition("(")[0].strip() for line in lines}
        return not called <= TAKES.keys() - set(self.sections.names)

    def _wanted_sections(self, planned: PlannedPage, *, places_some: bool) -> list[str]:
        """What the page lists, else what belongs on a page of its kind."""
        page = planned.page
        wanted, place = (page.front_matter.sections, Location(page.file)) if page else ((), Location("data/site.yml"))
        if planned.layout == "cv":
            wanted = cv_sections(self.site)
        elif not wanted and planned.address == "/":
            wanted, place = self._home_sections(self._look(planned), places_some=places_some), Location("data/site.yml")
        for name in wanted:
            # One that does not exist was reported where it was read.
            if self.sections.exists(name) and not self.sections.has_entries(name):
                self.sections.report_empty(name, self._named_in(place, name))
        return [name for name in wanted if self.sections.exists(name) and self.sections.has_entries(name)]

    def _named_in(self, file: Location, section: str) -> Location:
        """Where a file lists a section."""

        def is_listed(match: re.Match[str]) -> bool:
            before = match.string[: match.start()].rstrip()
            return before.endswith(("-", "[", ",", "sections:")) and not match.string.startswith(":", match.end())

        from acadfolio.source.mentions import Mentions  # Only a mistake pays for it.

        found = Mentions(self.site.root).find(re.escape(section), file.file, is_listed)
        return found if found and found.file == file.file else file

    def _home_sections(self, look: Look, *, places_some: bool) -> tuple[str, ...]:
        """What follows the home page's text: in a look of one page what the site lists, else all that has entries.

        In a look of many pages the others have it, and the home page has the news. Where there are no other pages,
        because it is only this one that asks for that look, it has all.
        """
        if look == self.site.settings.look == "academicpages":
            return ("news",) if self.sections.has_entries("news") and not places_some else ()
        if self.site.settings.sections or places_some:
            return self.site.settings.sections
        return tuple(name for name in self.sections.names if self._belongs_on_home(name))

    def _belongs_on_home(self, name: str) -> bool:
        return name not in NO_HOME_SECTIONS and self.sections.has_entries(name)

    def _include(self, include: Include, place: Location, features: Features) -> str:
        """What an include of the Jekyll themes places; empty, and a problem, when it is told something wrong."""
        try:
            html = features.include(include.name, include.arguments)
        except WrongArgumentError as error:
            self.problems.error(place, error.message, error.hint)
            return ""
        self._report_unknown(place, features)
        return html

    def _liquid(
        self, text: str, page: Page, marked: MarkedText, first_mark: int
    ) -> tuple[str | None, tuple[Include, ...]]:
        """What Liquid makes of the text, None where it has a mistake, and the includes of the themes in it."""
        from acadfolio.rendering.liquid import Around, Includes, render_liquid

        includes = Includes(TAKES, lambda line: page.at(marked.original_line(line)), self.problems, first_mark)
        around = Around(self.site, lambda written: self.convert(written).html)
        return render_liquid(text, page, includes, around), tuple(includes.reached)


def _fault_of_braces(written: str) -> str:
    """What is wrong with a line that would be an expression, had it the right braces."""
    if "｛" in written or "｝" in written:
        return "has full-width braces"
    return "lacks a brace" if "{{" in written or "}}" in written else "has single braces"


def _with_emoji(html: str) -> str:
    """That of a page, for which no Markdown is read."""
    if not may_have_emoji(html):
        return html
    from acadfolio.markdown.emoji import in_html

    return in_html(html)


def _place(planned: PlannedPage, line: int) -> Location:
    if planned.page is None:
        return Location("data/site.yml")
    return planned.page.at(line, 1) if line else Location(planned.page.file)
