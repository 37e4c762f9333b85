"""Convert the texts of pages to HTML: first a plug-in, then Markdown, then shortcodes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.contracts import PageRendering, SourceText
from acadfolio.markdown.emoji import make_emoji
from acadfolio.markdown.shortcodes import (
    fill_placeholders,
    mark,
    placeholder,
    take_from_html,
    unmark,
)
from acadfolio.markdown.state import Document, Heading, Shortcode
from acadfolio.model.page import FrontMatter
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.plugins import plugin_named
from acadfolio.problems import Location
from acadfolio.rendering.arguments import WrongArgumentError
from acadfolio.rendering.citing import Citer
from acadfolio.rendering.counts import PAPER, KnownCounts, fill_counts
from acadfolio.rendering.features import FEATURES, Features
from acadfolio.rendering.locating import locate_text
from acadfolio.rendering.page_html import complete
from acadfolio.rendering.page_state import PageState
from acadfolio.rendering.source_lines import SourceLines
from acadfolio.rendering.urls import link_to_files
from acadfolio.theme.words import words_for
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from acadfolio.contracts import FeatureCall
    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.problems import Problems
    from acadfolio.rendering.sections import ListedSections
    from acadfolio.rendering.shortcodes import Shortcodes
    from acadfolio.routing import PlannedPage
    from acadfolio.theme.excerpts import TextConverter


OF_DATA = frozenset({"unknown-tag", "formula"})
"""The rules of what `content_warnings` reports in the data, with its lines."""


class Body(Struct, frozen=True):
    """A page's text as HTML, with its headings."""

    html: str
    headings: tuple[Heading, ...]
    state: PageState


def page_text(page: Page | None, rendering: PageRendering) -> SourceText:
    """A page's text for Markdown; empty after an error of a plug-in, which is reported."""
    if page is not None and page.source.makes_text:
        return plugin_named(page.source.plugin).page_text(page, rendering)
    text = mark(page.body) if page else ""
    return SourceText(text, text)


class Bodies(Struct, frozen=True):
    """Makes the bodies of one site's pages."""

    site: Site
    listed: ListedSections
    shortcodes: Shortcodes
    texts: TextConverter
    problems: Problems
    known_counts: KnownCounts
    urls: Mapping[str, str]
    """The URLs of the author's pages and of static files, by their files."""

    def body(self, planned: PlannedPage, *, with_layouts: bool = False) -> Body:
        """The text of a page, with the sections that are listed for it below, and in its site's own layouts."""
        page = planned.page
        if planned.entry is not None:
            return self._body_of_entry(planned)
        source, documents = self.converted(planned)
        headings = documents[-1].headings
        self._report(planned, documents[-1], source)
        features = self._features(planned, headings)
        html = "\n".join(
            self._filled(document, planned, features, source.calls) for document in documents
        )
        state = features.page
        if not state.has_references:
            html += features.citer.references(has_heading=True)
        if PAPER in html:
            state.lists.add(PUBLICATIONS)
        if page is not None:
            state.shown |= self._shown_by_plugin(page, source)
            if with_layouts:
                html = self._in_layouts(html, page, features)
            html = fill_counts(html, self.known_counts, page, self.problems)
            html = link_to_files(html, page.file, self.urls)
        return Body(html, headings, state)

    def _shown_by_plugin(self, page: Page, source: SourceText) -> set[Location]:
        """The entries that a page shows in a text that a plug-in makes."""
        if not page.source.plugin:
            return set()
        return plugin_named(page.source.plugin).entries_shown(page, source.source, self.site)

    def _body_of_entry(self, planned: PlannedPage) -> Body:
        """The text of an entry, or the abstract of a publication.

        The layout of its section prints the rest.
        """
        text: Text | None = planned.entry.text
        if not text:
            return Body("", (), PageState(set()))
        document = self.texts.document(text, self.in_data)
        self._report(planned, document, SourceText("", ""))
        html = complete(document.html, words_for(self.site.settings.language))
        return Body(
            html, document.headings, PageState({heading.id for heading in document.headings})
        )

    def in_data(self, expression: str) -> str:
        """The HTML of a video or a figure in a text of the data."""
        state = PageState(set())
        templates, papers = self.shortcodes.templates, self.listed.sections.papers
        citer = Citer(papers, templates, self.problems, None, state)
        features = Features(
            templates, FrontMatter(), (), self.known_counts, self.problems, state, citer
        )
        return self.shortcodes.evaluate(
            expression, locate_text(self.site, None, expression), features
        )

    def converted(self, planned: PlannedPage) -> tuple[SourceText, list[Document]]:
        """A page's text, and its HTML before its shortcodes are evaluated."""
        source = page_text(planned.page, self._rendering())
        return source, self._documents(planned, source.text)

    def _rendering(self) -> PageRendering:
        return PageRendering(self.site, self.texts.convert, self.problems, FEATURES)

    def _documents(self, planned: PlannedPage, text: str) -> list[Document]:
        """A page's text, and the sections below it: one document, or two when the text is HTML."""
        if planned.page is not None and planned.page.is_html:
            shortcodes: list[Shortcode] = []
            html = make_emoji(unmark(take_from_html(text, shortcodes)))
            listed = self.texts.convert(self.listed.markdown(planned, shortcodes))
            return [Document(html, shortcodes=tuple(shortcodes)), listed]
        document = self.texts.convert(text)
        sections = self.listed.markdown(planned, document.shortcodes)
        return [self.texts.convert(text + sections) if sections else document]

    def _features(self, planned: PlannedPage, headings: tuple[Heading, ...]) -> Features:
        front_matter = planned.front_matter
        state = PageState(
            {heading.id for heading in headings},
            planned.url,
            front_matter.lang or self.site.settings.language,
            planned.years,
        )
        templates, papers = self.shortcodes.templates, self.listed.sections.papers
        citer = Citer(papers, templates, self.problems, planned.page, state)
        return Features(
            templates, front_matter, headings, self.known_counts, self.problems, state, citer
        )

    def _filled(
        self,
        document: Document,
        planned: PlannedPage,
        features: Features,
        calls: Mapping[str, FeatureCall],
    ) -> str:
        """The HTML of a document with the HTML of its shortcodes, and of the calls of a plug-in."""
        html = features.citer.cite(document.html)  # Before `references()`.
        contents = self._evaluated(document.shortcodes, partial(_location, planned), features)
        contents |= self._called_in(document.html, calls, features)
        return fill_placeholders(complete(html, words_for(self.site.settings.language)), contents)

    def _evaluated(
        self,
        shortcodes: Iterable[Shortcode],
        location_of: Callable[[int], Location],
        features: Features,
    ) -> dict[str, str]:
        """The HTML of shortcodes by the keys of their placeholders.

        `location_of` gives the location of a line.
        """
        return {
            str(number): self.shortcodes.evaluate(
                shortcode.expression, location_of(shortcode.line), features
            )
            for number, shortcode in enumerate(shortcodes)
        }

    def _in_layouts(self, html: str, page: Page, features: Features) -> str:
        """The HTML of a page in the layouts of its site."""
        for layout in page.source.layouts:
            plugin = plugin_named(page.source.plugin)
            made = plugin.in_layout(layout, html, page, self._rendering())
            shortcodes: list[Shortcode] = []
            html = unmark(take_from_html(made.text, shortcodes))
            contents = self._evaluated(shortcodes, partial(Location, layout), features)
            contents |= self._called_in(html, made.calls, features)
            html = fill_placeholders(html, contents)
        return html

    def _called_in(
        self, html: str, calls: Mapping[str, FeatureCall], features: Features
    ) -> dict[str, str]:
        """The HTML of the calls whose placeholders are in a text, by their keys."""
        found = {key: call for key, call in calls.items() if placeholder(key) in html}
        return {key: call.html or self._called(call, features) for key, call in found.items()}

    def _called(self, call: FeatureCall, features: Features) -> str:
        """The HTML of a feature; empty for wrong arguments, which are reported."""
        try:
            return features.include(call.name, call.arguments, call.location)
        except WrongArgumentError as error:
            for message, hint in error.wrong:
                self.problems.warn(call.location, message, hint, rule="shortcode-argument")
            return ""

    def _report(self, planned: PlannedPage, document: Document, source: SourceText) -> None:
        """Report the warnings of Markdown, and shortcodes among other words."""
        if not (document.warnings or document.misplaced):
            return
        written = planned.page.body if planned.page else ""
        lines = SourceLines(written, source.source, source.text)
        location_of = partial(_written_location, planned, lines)
        for warning in document.warnings:
            if warning.rule in OF_DATA and planned.page is None:
                continue  # `content_warnings` reports those of the data, with their lines.
            location = location_of(warning.line, warning.written)
            self.problems.warn(location, warning.message, warning.hint, rule=warning.rule)
        if planned.page is None or planned.page.source.makes_text:
            return
        for shortcode in document.misplaced:
            location = location_of(shortcode.line, shortcode.written)
            self._report_misplaced(shortcode, location)

    def _report_misplaced(self, shortcode: Shortcode, location: Location) -> None:
        """Report a shortcode among other words, also one with a misspelt name: visitors would read the braces."""
        name = shortcode.expression
        known = self.shortcodes.names
        is_call = "(" in shortcode.written.partition("}")[0]
        if name in known or (is_call and did_you_mean(name, known, cutoff=0.75, lists=False)):
            hint = f"it needs a line of its own, from `{{{{` to `}}}}`; to show the braces, write `\\{{{{ {name}`"
            self.problems.warn(
                location, f"the shortcode `{name}` is shown as text", hint, rule="shortcode-syntax"
            )


def _written_location(
    planned: PlannedPage, lines: SourceLines, line: int, written: str
) -> Location:
    """The location in a page's source of a line after a plug-in."""
    location = _location(planned, lines.line_in_source(line))
    if planned.page is None or not location.line or not written:
        return location
    text = lines.written[location.line - planned.page.body_line]
    return location._replace(column=max(text.rfind(written), 0) + 1)


def _location(planned: PlannedPage, line: int) -> Location:
    if planned.page is None:
        return planned.entry.source_location if planned.entry else Location("data/site.yml")
    return planned.page.at(line, 1) if line else Location(planned.page.file)
