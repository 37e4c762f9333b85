"""A site's sections: their headings and entries, and the sections below a page's own text."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.markdown import header_id
from acadfolio.markdown.shortcodes import marked
from acadfolio.model.section_kinds import (
    BUILT_IN,
    PAGED,
    SECTION_KINDS,
    WITHOUT_RECORDS,
    section_kind,
)
from acadfolio.model.values import Text
from acadfolio.problems import Location, Problems
from acadfolio.rendering.features import FEATURE_ARGUMENTS
from acadfolio.routing.generated import cv_sections, entries_of
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from acadfolio.citations.papers import Papers
    from acadfolio.markdown.state import Shortcode
    from acadfolio.model.page import Look
    from acadfolio.model.publication import Publication
    from acadfolio.model.site import SectionSettings, Site
    from acadfolio.routing import PlannedPage
    from acadfolio.theme.context import PostContext

FLAGS = {"*": "equal", "†": "lead", "✉": "corresponding"}
"""The marks of an author's `equal`, `lead` and `corresponding`, with the default words of the legend."""
NEWS_ON_HOME = 5
"""The number of news on the home page of a theme with several pages, unless the site sets another."""
COMPACT = frozenset({"cv", "table"})
"""The views, besides lists, that a section keeps on the CV."""


class Sections(Struct, frozen=True):
    """The sections of one site."""

    site: Site
    papers: Papers
    posts: Sequence[PostContext]
    problems: Problems
    lists: Mapping[str, str]
    """The URLs of the pages of sections."""

    @property
    def names(self) -> list[str]:
        """All names of sections that a shortcode may use."""
        return list(dict.fromkeys([*SECTION_KINDS, *self.site.entries, *WITHOUT_RECORDS]))

    def has_entries(self, name: str) -> bool:
        return bool(self.entries(name))

    def report_empty(self, name: str, location: Location) -> None:
        """Warn of a section without entries, whose heading would have nothing below it."""
        hint = f"write {section_kind(name).source or f'data/{name}.yml'}, or delete this"
        self.problems.warn(location, f"`{name}` has nothing to show", hint, rule="empty-section")

    def heading(self, name: str, look: str = "") -> str:
        """The Markdown of a section's heading; in the theme `acad-homepage` with an emoji before it."""
        settings = self.site.settings_of(name)
        language = self.site.settings.language
        if settings.title is not None:
            return settings.title.in_language(language)
        words = words_for(language) if name in BUILT_IN else {}
        title = words.get(name) or name.replace("_", " ").capitalize()
        has_emoji = (look or self.site.settings.look) == "acad-homepage"
        return f"{section_kind(name).emoji} {title}".strip() if has_emoji else title

    def entries(self, name: str) -> Sequence[Any]:
        """The entries of a section, in the order of its file."""
        without_records = {"posts": self.posts, "visitor_map": self.site.settings.visitor_map}
        return without_records.get(name) or entries_of(self.site, name)

    def legend(self, settings: SectionSettings, publications: Sequence[Publication]) -> Text | None:
        """The site's own legend, else one for the marks that occur.

        A mark that an author's `equal`, `lead` or `corresponding` makes has a meaning by default,
        unless an author wrote the same mark behind a name.
        """
        if settings.legend is not None:
            return settings.legend
        authors = list(chain.from_iterable(publication.authors for publication in publications))
        by_flag = set(chain.from_iterable(author.flags for author in authors))
        written = set(chain.from_iterable(author.single_marks for author in authors))
        meanings = self._meanings(written - by_flag)
        explained = [
            f"{_escaped(mark)} {meaning}"
            for mark, meaning in meanings.items()
            if mark in by_flag | written
        ]
        return Text.of(", ".join(explained)) if explained else None

    def _meanings(self, written: set[str]) -> dict[str, str]:
        """The meaning of each mark; without default words for marks that are written behind a name."""
        language = self.site.settings.language
        own = {
            mark: meaning.in_language(language)
            for mark, meaning in self.site.settings.marks.items()
        }
        words = words_for(self.site.settings.language)
        return {mark: words[name] for mark, name in FLAGS.items() if mark not in written} | own


class ListedSections(Struct, frozen=True):
    """The sections below the texts of one site's pages."""

    site: Site
    sections: Sections

    def markdown(self, planned: PlannedPage, shortcodes: Iterable[Shortcode]) -> str:
        """The Markdown of the sections below a text with these shortcodes."""
        text = ""
        if planned.section:
            arguments = self._archive_arguments(planned.section)
            text = f"{marked(f'{planned.section}({arguments})')}\n"
        look = self._look(planned)
        for name in self._names(planned, shortcodes):
            shortcode = marked(f"{name}({self._arguments(name, planned)})")
            text += f"\n\n{self._heading(name, look)}\n\n{shortcode}\n"
        return text

    def heading_id(self, section: str) -> str:
        """The id of a section's heading: in both themes that of the theme whose headings have an emoji."""
        return header_id(self.sections.heading(section, "acad-homepage"))

    def _heading(self, section: str, look: Look) -> str:
        """The Markdown of a section's heading, with its id if its words would give another."""
        heading, wanted = self.sections.heading(section, look), self.heading_id(section)
        attributes = "" if header_id(heading) == wanted else f'\n{{: id="{wanted}"}}'
        emoji, space, title = heading.partition(" ")
        if emoji == section_kind(section).emoji:
            heading = f'<span class="emoji">{emoji}</span>{space}{title}'  # Paper leaves it out.
        return f"# {heading}{attributes}"

    def _look(self, planned: PlannedPage) -> Look:
        """The look of the page, by default that of the site."""
        return planned.front_matter.look or self.site.settings.look

    def _arguments(self, name: str, planned: PlannedPage) -> str:
        """A section's arguments below a heading."""
        if planned.layout == "cv":
            return self._cv_arguments(name) if name in PAGED else ""
        return self._home_arguments(name, planned) if planned.url == "/" else ""

    def _home_arguments(self, name: str, planned: PlannedPage) -> str:
        """On the home page there are few news, and cards of projects."""
        settings = self.site.settings_of(name)
        if name == "news" and settings.limit is None and self._look(planned) == "academicpages":
            return f"limit={NEWS_ON_HOME}"
        shows_cards = section_kind(name).cards and settings.view is None
        return 'view="archive"' if shows_cards else ""

    def _cv_arguments(self, name: str) -> str:
        """On the CV, lists are short."""
        settings = self.site.settings_of(name)
        if settings.view in COMPACT:
            return ""
        cites = section_kind(name).of_publications and settings.style in {"", "archive-full"}
        return 'view="list", style="plain"' if cites else 'view="list"'

    def _archive_arguments(self, section: str) -> str:
        """The default arguments of a section on its own page: publications by kind, as in the theme, project cards."""
        if self.site.settings.look != "academicpages" and not section_kind(section).cards:
            return ""
        settings = self.site.settings_of(section)
        arguments = [] if settings.view else ['view="archive"']
        grouping = section_kind(section).grouping
        if grouping and settings.group_by is None:
            arguments.append(f'group_by="{grouping}"')
        return ", ".join(arguments)

    def _names(self, planned: PlannedPage, shortcodes: Iterable[Shortcode]) -> list[str]:
        """The sections with entries below the text; sections without entries are reported."""
        wanted, location = self._wanted(planned, shortcodes)
        names = []
        for name in filter(
            self.sections.names.__contains__, wanted
        ):  # Others were reported where they were read.
            if self.sections.has_entries(name):
                names.append(name)
            else:
                self.sections.report_empty(name, location)
        return names

    def _wanted(
        self, planned: PlannedPage, shortcodes: Iterable[Shortcode]
    ) -> tuple[tuple[str, ...], Location]:
        """The sections that are listed for a page, and the location of the list."""
        page, in_settings = planned.page, Location("data/site.yml")
        if planned.layout == "cv":
            return cv_sections(self.site), in_settings
        if page is not None and "sections" in page.places:
            return page.front_matter.sections, page.places["sections"]
        if planned.url == "/":
            called = {shortcode.expression.partition("(")[0].strip() for shortcode in shortcodes}
            features = FEATURE_ARGUMENTS.keys() - set(self.sections.names)
            return self._home_sections(
                self._look(planned), places_sections=not called <= features
            ), in_settings
        return (), in_settings

    def _home_sections(self, look: Look, *, places_sections: bool) -> tuple[str, ...]:
        """The sections below the home page's text.

        In a site of one page what the site lists, else all sections with entries, unless shortcodes
        place some. In a site of many pages the news, since the others have pages.
        """
        has_pages = look == self.site.settings.look == "academicpages"
        if self.site.settings.sections and not has_pages:
            return self.site.settings.sections
        if places_sections:
            return ()
        names = (
            ["news"]
            if has_pages
            else [name for name in self.sections.names if section_kind(name).home]
        )
        return tuple(filter(self.sections.has_entries, names))


def _escaped(mark: str) -> str:
    return f"\\{mark}" if mark in "*+#_`" else mark
