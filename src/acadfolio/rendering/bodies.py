"""A page's text comes in, its HTML comes out: section lines taken out, Liquid, Markdown, sections put back."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from acadfolio.liquid.theme_lists import with_shortcodes
from acadfolio.markdown.emoji import make_emoji
from acadfolio.markdown.model import Document, Heading
from acadfolio.markdown.shortcodes import fill, mark, marked, place, take_from_html, unmark, without_shortcodes
from acadfolio.model.kinds import PAGED
from acadfolio.model.page import FrontMatter
from acadfolio.model.site import SectionSettings
from acadfolio.model.values import Text  # noqa: TC001 - msgspec asks what it is
from acadfolio.problems import Location, Problems, with_extra
from acadfolio.rendering.arguments import WrongArgumentError
from acadfolio.rendering.counts import PAPER, fill_counts
from acadfolio.rendering.features import TAKES, Features
from acadfolio.rendering.kramdown_html import complete
from acadfolio.rendering.page_state import PageState
from acadfolio.routing.generated import cv_sections
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from acadfolio.liquid.environment import Include
    from acadfolio.markdown.model import Shortcode
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
        source = mark(self._written(page), has_liquid=page.has_liquid) if page else ""
        text = source
        includes: tuple[Include, ...] = ()
        if page is not None and page.has_liquid:
            text, includes = self._liquid(source, page)
        parts = self._converted(planned, text)
        document = parts[-1]
        self._report(planned, document, text, source)
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
        html = "\n".join(self._filled(part, planned, features, includes) for part in parts)
        if PAPER in html:
            state.lists.add("publications")
        if page is not None:
            html = fill_counts(html, self.known_counts, page, self.problems)
        return Body(html, document.headings, state.toc, state.toc_label, frozenset(state.shown), frozenset(state.lists))

    def _written(self, page: Page) -> str:
        """A page's text, in which the lists of Jekyll's themes are shortcodes."""
        return with_shortcodes(page.body, self.site) if page.has_liquid else page.body

    def _converted(self, planned: PlannedPage, text: str) -> list[Document]:
        """A page's text, and the sections that are listed for it below; they are one document unless it is HTML."""
        if planned.page is not None and planned.page.is_html:
            shortcodes: list[Shortcode] = []
            html = make_emoji(unmark(take_from_html(text, shortcodes)))
            listed = self.convert(self._listed_sections(planned, shortcodes))
            return [Document(html, shortcodes=tuple(shortcodes)), listed]
        document = self.convert(text)
        listed_sections = self._listed_sections(planned, document.shortcodes)
        return [self.convert(text + listed_sections) if listed_sections else document]

    def _filled(self, document: Document, planned: PlannedPage, features: Features, includes: Iterable[Include]) -> str:
        """The HTML of a document with what its shortcodes and includes place."""
        contents = {}
        for number, shortcode in enumerate(document.shortcodes):
            location = _location(planned, shortcode.line)
            contents[str(number)] = self.shortcodes.evaluate(shortcode.expression, location, features)
        for number, include in enumerate(includes):
            if place_of_include(number) in document.html:
                contents[f"include {number}"] = self._include(include, features)
        return fill(complete(document.html, words_for(self.site.settings.language)), contents)

    def _report(self, planned: PlannedPage, document: Document, text: str, source: str) -> None:
        """Report the warnings of Markdown, and shortcodes among other words: visitors would read the braces."""
        for warning in document.warnings:
            line = warning.line if text == source else _line_in_source(warning.line, text, source)
            self.problems.warn(_location(planned, line), warning.message, warning.hint, rule=warning.rule)
        if planned.page is None or planned.page.has_liquid:
            return
        for shortcode in document.misplaced:
            name = shortcode.expression
            if self.sections.exists(name) or name in TAKES:
                message = f"`{{{{ {name}` places nothing here, and visitors read it"
                hint = f"give it a line of its own that ends with `}}}}`, or write `\\{{{{ {name}` to show the braces"
                self.problems.warn(planned.page.at(shortcode.line), message, hint, rule="shortcode-in-text")

    def _listed_sections(self, planned: PlannedPage, shortcodes: Iterable[Shortcode]) -> str:
        """The Markdown of the sections that are listed for a page whose text has these shortcodes."""
        markdown = ""
        if planned.section:
            markdown = f"{marked(f'{planned.section}({self._as_archive(planned.section)})')}\n"
        look = self._look(planned)
        for name in self._wanted_sections(planned, places_some=self._places_some(shortcodes)):
            shortcode = marked(f"{name}({self._arguments(name, planned)})")
            markdown += f"\n\n{self._heading(name, look)}\n\n{shortcode}\n"
        return markdown

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

    def _places_some(self, shortcodes: Iterable[Shortcode]) -> bool:
        """Whether any of the shortcodes places a section, and not just a picture or a video."""
        called = {shortcode.expression.partition("(")[0].strip() for shortcode in shortcodes}
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

    def _liquid(self, text: str, page: Page) -> tuple[str, tuple[Include, ...]]:
        """What Liquid makes of the text, empty where it has an error, and the includes of the themes in it."""
        if find_spec("liquid") is None:
            place = page.at(text.count("\n", 0, max(text.find("{%"), 0)) + 1)
            message = "this page holds Liquid tags, and python-liquid is not installed"
            self.problems.error(place, message, with_extra("jekyll"), rule="missing-extra")
            return "", ()
        return _rendered_liquid(text, page, self.site, self.convert, self.problems)


def _rendered_liquid(
    text: str, page: Page, site: Site, convert: Callable[[str], Document], problems: Problems
) -> tuple[str, tuple[Include, ...]]:
    from acadfolio.liquid.environment import PageEnvironment
    from acadfolio.liquid.render import render

    environment = PageEnvironment(
        page,
        site,
        lambda written: convert(unmark(written)).html,
        problems,
        locate=page.at,
        known_includes=frozenset(TAKES),
        mark=place_of_include,
    )
    rendered = render(text, environment)
    return rendered, tuple(environment.includes)


def prose_of(page: Page, site: Site, convert: Callable[[str], Document]) -> str:
    """A page's text for lists of posts, without its shortcodes. Its problems are reported with the page."""
    if not page.has_liquid:
        return page.body
    text, _ = _rendered_liquid(mark(page.body, has_liquid=True), page, site, convert, Problems())
    return without_shortcodes(text)


def place_of_include(number: int) -> str:
    return place(f"include {number}")


def _line_in_source(line: int, text: str, source: str) -> int:
    """The line of a page's source that became a line of its text, both counted from 1; 0 where nothing tells."""
    lines, source_lines = text.split("\n"), source.split("\n")
    if lines[:line] == source_lines[:line]:
        return line
    wanted = lines[line - 1] if 0 < line <= len(lines) else ""
    return source_lines.index(wanted) + 1 if source_lines.count(wanted) == 1 else 0


def _location(planned: PlannedPage, line: int) -> Location:
    if planned.page is None:
        return Location("data/site.yml")
    return planned.page.at(line, 1) if line else Location(planned.page.file)
