"""A page's text comes in, its HTML comes out: section lines taken out, Liquid, Markdown, sections put back."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.liquid.theme_lists import with_shortcodes
from acadfolio.markdown.model import Heading  # noqa: TC001 - msgspec asks what it is
from acadfolio.model.kinds import PAGED
from acadfolio.model.page import FrontMatter
from acadfolio.model.site import SectionSettings
from acadfolio.model.values import Text  # noqa: TC001 - msgspec asks what it is
from acadfolio.problems import Location, Problems, with_extra
from acadfolio.rendering.arguments import WrongArgumentError
from acadfolio.rendering.counts import PAPER, fill_counts
from acadfolio.rendering.features import TAKES, Features
from acadfolio.rendering.lines import MarkedText, SectionLine, line_of, mark, put_back, take_out_lines
from acadfolio.rendering.page_html import complete
from acadfolio.rendering.page_state import PageState
from acadfolio.routing.generated import cv_sections
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from acadfolio.liquid.environment import Include
    from acadfolio.markdown import Document
    from acadfolio.model.page import Look, Page
    from acadfolio.model.site import Site
    from acadfolio.rendering.counts import KnownCounts
    from acadfolio.rendering.sections import Sections
    from acadfolio.rendering.shortcodes import Shortcodes
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
    shown: frozenset[Location] = frozenset()
    """The entries that it shows, by their `source_location`."""
    lists: frozenset[str] = frozenset()
    """The sections whose entries it depends on."""


class Bodies(Struct, frozen=True):
    """Makes the bodies of one site's pages."""

    site: Site
    sections: Sections
    shortcodes: Shortcodes
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
            text, includes = self._liquid(text, page, marked, len(lines))
        if page is not None and page.is_html:
            listed = self.convert(tail)
            document = replace(listed, html=f"{_with_emoji(text)}\n{listed.html}")
        else:
            document = self.convert(text + tail)
        for remark in document.warnings:
            line = remark.line if text is marked.text else line_of(remark.line, text + tail, marked.text)
            place = _place(planned, marked.original_line(line))
            self.problems.warn(place, remark.message, remark.hint, rule=remark.rule)
        self._report_calls_in_text(planned, marked)
        state = PageState(
            {heading.id for heading in document.headings},
            LEVEL_OF_GROUPS,
            self.header_id,
            planned.address,
            (page.front_matter.lang if page else "") or self.site.settings.language,
        )
        features = Features(
            self.shortcodes.templates,
            page.front_matter if page else FrontMatter(),
            document.headings,
            self.known_counts,
            self.problems,
            state,
        )
        sections = [self.shortcodes.evaluate(line.expression, _place(planned, line.line), features) for line in lines]
        sections += [self._include(include, features) for include in includes]
        html = put_back(complete(document.html, words_for(self.site.settings.language)), sections)
        if PAPER in html:
            state.lists.add("publications")
        if page is not None:
            html = fill_counts(html, self.known_counts, page, self.problems)
        return Body(html, document.headings, state.toc, state.toc_label, frozenset(state.shown), frozenset(state.lists))

    def _written(self, page: Page) -> str:
        """A page's text, in which the lists of Jekyll's themes are shortcodes."""
        return with_shortcodes(page.body, self.site) if page.has_liquid else page.body

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
        wanted, place = page.front_matter.sections if page else (), Location("data/site.yml")
        if page is not None:
            place = page.places.get("sections", Location(page.file))
        if planned.layout == "cv":
            wanted = cv_sections(self.site)
        elif not wanted and planned.address == "/":
            wanted, place = self._home_sections(self._look(planned), places_some=places_some), Location("data/site.yml")
        for name in wanted:
            # One that does not exist was reported where it was read.
            if self.sections.exists(name) and not self.sections.has_entries(name):
                self.sections.report_empty(name, place)
        return [name for name in wanted if self.sections.exists(name) and self.sections.has_entries(name)]

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

    def _include(self, include: Include, features: Features) -> str:
        """The HTML of an include of the Jekyll themes; empty, and a problem, when it is wrong."""
        try:
            return features.include(include.name, include.arguments, include.location)
        except WrongArgumentError as error:
            self.problems.error(include.location, error.message, error.hint, rule="shortcode-argument")
            return ""

    def _liquid(self, text: str, page: Page, marked: MarkedText, first_mark: int) -> tuple[str, tuple[Include, ...]]:
        """What Liquid makes of the text, empty where it has an error, and the includes of the themes in it."""
        if find_spec("liquid") is None:
            place = page.at(marked.original_line(text.count("\n", 0, max(text.find("{%"), 0)) + 1))
            message = "this page holds Liquid tags, and python-liquid is not installed"
            self.problems.error(place, message, with_extra("jekyll"), rule="missing-extra")
            return "", ()
        return _rendered_liquid(
            text,
            page,
            self.site,
            lambda written: self.convert(written).html,
            self.problems,
            locate=lambda line: page.at(marked.original_line(line)),
            first_mark=first_mark,
        )


def _rendered_liquid(  # noqa: PLR0913 - what a page is rendered with
    text: str,
    page: Page,
    site: Site,
    convert: Callable[[str], str],
    problems: Problems,
    *,
    locate: Callable[[int], Location],
    first_mark: int,
) -> tuple[str, tuple[Include, ...]]:
    from acadfolio.liquid.environment import PageEnvironment
    from acadfolio.liquid.render import render

    def mark_of(number: int) -> str:
        return mark(first_mark + number)

    environment = PageEnvironment(
        page, site, convert, problems, locate=locate, known_includes=frozenset(TAKES), mark=mark_of
    )
    rendered = render(text, environment)
    return rendered, tuple(environment.includes)


def prose_of(page: Page, site: Site, convert: Callable[[str], str]) -> str:
    """A page's text for lists of posts, without its shortcodes. Its problems are reported with the page."""
    if not page.has_liquid:
        return page.body
    marked = take_out_lines(page.body, has_liquid=True)
    return _rendered_liquid(marked.text, page, site, convert, Problems(), locate=page.at, first_mark=len(marked.lines))[
        0
    ]


def _fault_of_braces(written: str) -> str:
    """What is wrong with a line that would be an expression, had it the right braces."""
    if "｛" in written or "｝" in written:
        return "has full-width braces"
    return "lacks a brace" if "{{" in written or "}}" in written else "has single braces"


def _with_emoji(html: str) -> str:
    """That of a page, for which no Markdown is read."""
    from acadfolio.markdown.emoji import make_emoji  # Few pages are HTML.

    return make_emoji(html)


def _place(planned: PlannedPage, line: int) -> Location:
    if planned.page is None:
        return Location("data/site.yml")
    return planned.page.at(line, 1) if line else Location(planned.page.file)
