"""A site's sections: their headings and entries, and the sections below a page's own text."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.markdown import header_id
from acadfolio.markdown.shortcodes import marked
from acadfolio.model.look import ALL
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
from acadfolio.theme.words import label_of_field, name_of_section, words_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from acadfolio.citations.papers import Papers
    from acadfolio.markdown.state import Shortcode
    from acadfolio.model.look import Look
    from acadfolio.model.publication import Publication
    from acadfolio.model.site import SectionSettings, Site
    from acadfolio.routing import PlannedPage
    from acadfolio.theme.context import PostContext

FLAGS = {"*": "equal", "†": "lead", "✉": "corresponding"}
"""The marks of an author's `equal`, `lead` and `corresponding`, with the default words of the legend."""
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
    year_pages: Sequence[PlannedPage] = ()
    """The pages of the list of publications, if it is divided."""

    @property
    def names(self) -> list[str]:
        """All names of sections."""
        return list(dict.fromkeys([*SECTION_KINDS, *self.site.entries, *WITHOUT_RECORDS]))

    @property
    def called(self) -> list[str]:
        """The names that shortcodes call. `references()` is the feature unless there are such entries."""
        return [
            name for name in self.names if name not in FEATURE_ARGUMENTS or self.has_entries(name)
        ]

    def has_entries(self, name: str) -> bool:
        return bool(self.entries(name))

    def report_empty(self, name: str, location: Location) -> None:
        """Warn of a section without entries, whose heading would have nothing below it.

        One whose entries are for others is empty on purpose.
        """
        if name in self.site.withheld:
            return
        hint = f"write {section_kind(name).source or f'data/{name}.yml'}, or delete this"
        self.problems.warn(location, f"`{name}` has nothing to show", hint, rule="empty-section")

    def heading(self, name: str, *, has_emoji: bool, language: str = "") -> str:
        """The Markdown of a section's heading, perhaps with an emoji before it.

        language: by default that of the site.
        """
        settings = self.site.settings_of(name)
        language = language or self.site.settings.language
        if settings.title is not None:
            return settings.title.in_language(language)
        title = self.label(name, language)
        return f"{section_kind(name).emoji} {title}".strip() if has_emoji else title

    def label(self, name: str, language: str = "") -> str:
        """The name of a section, by default in the site's language. A free one may be named like a word."""
        words = words_for(language or self.site.settings.language) if name in BUILT_IN else {}
        return name_of_section(name, words)

    def labels_of_fields(self, fields: Iterable[str]) -> dict[str, str]:
        """The label of each field in the site's language."""
        words = words_for(self.site.settings.language)
        return {field: label_of_field(field, words) for field in fields}

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
        has_emoji = self.site.look_of(planned.front_matter).emoji
        for name in self._names(planned, shortcodes):
            shortcode = marked(f"{name}({self._arguments(name, planned)})")
            text += f"\n\n{self._heading(name, has_emoji=has_emoji)}\n\n{shortcode}\n"
        return text

    def heading_id(self, section: str) -> str:
        """The id of a section's heading: in all looks that of a look whose headings have an emoji.

        In all languages it is that of the first, so that links and the menu lead to it.
        """
        language = self.site.first_language
        return header_id(self.sections.heading(section, has_emoji=True, language=language))

    def _heading(self, section: str, *, has_emoji: bool) -> str:
        """The Markdown of a section's heading, with its id if its words would give another."""
        heading = self.sections.heading(section, has_emoji=has_emoji)
        wanted = self.heading_id(section)
        attributes = "" if header_id(heading) == wanted else f'\n{{: id="{wanted}"}}'
        emoji, space, title = heading.partition(" ")
        if emoji == section_kind(section).emoji:
            heading = f'<span class="emoji">{emoji}</span>{space}{title}'  # Paper leaves it out.
        return f"# {heading}{attributes}"

    def _arguments(self, name: str, planned: PlannedPage) -> str:
        """A section's arguments below a heading."""
        if planned.layout == "cv":
            return self._cv_arguments(name) if name in PAGED else ""
        return self._home_arguments(name, planned) if planned.url == "/" else ""

    def _home_arguments(self, name: str, planned: PlannedPage) -> str:
        """On the home page there may be few entries of a section, or cards."""
        settings = self.site.settings_of(name)
        limit = self.site.look_of(planned.front_matter).home_limits.get(name)
        arguments = []
        if limit is not None and settings.limit is None:
            arguments.append(f"limit={limit}")
        if section_kind(name).cards and settings.view is None:
            arguments.append('view="archive"')
        return ", ".join(arguments)

    def _cv_arguments(self, name: str) -> str:
        """On the CV, lists are short."""
        settings = self.site.settings_of(name)
        if settings.view in COMPACT:
            return ""
        style = settings.style.in_language(self.site.settings.language)
        cites = section_kind(name).of_publications and style in {"", "archive-full"}
        return 'view="list", style="plain"' if cites else 'view="list"'

    def _archive_arguments(self, section: str) -> str:
        """The default arguments of a section on its own page: in the view of the look, and grouped; or as cards."""
        settings = self.site.settings_of(section)
        view = "archive" if section_kind(section).cards else self.site.look.page_view
        grouping = "year" if settings.per_page else ""
        arguments = []
        if view in section_kind(section).views:
            arguments = [] if settings.view else [f'view="{view}"']
            grouping = grouping or section_kind(section).grouping
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
            features = FEATURE_ARGUMENTS.keys() - set(self.sections.called)
            look = self.site.look_of(planned.front_matter)
            places_sections = not called <= features
            return self._home_sections(look, places_sections=places_sections), in_settings
        return (), in_settings

    def _home_sections(self, look: Look, *, places_sections: bool) -> tuple[str, ...]:
        """The sections below the home page's text.

        Those that the site lists, unless its list is that of a CV; else those of the look, unless
        shortcodes place some. All of them if the look relies on pages that the site does not have.
        """
        has_cv = look.cv and self.site.look.cv
        if self.site.settings.sections and not has_cv:
            return self.site.settings.sections
        if places_sections:
            return ()
        lacks_pages = look.has_pages and not self.site.look.has_pages
        names = [ALL] if lacks_pages else look.home
        found = chain.from_iterable(map(self._sections_named, names))
        return tuple(name for name in dict.fromkeys(found) if self.sections.has_entries(name))

    def _sections_named(self, name: str) -> list[str]:
        """The section of this name; for `all`, all that belong on a home page."""
        if name != ALL:
            return [name]
        return [each for each in self.sections.names if section_kind(each).home]


def _escaped(mark: str) -> str:
    return f"\\{mark}" if mark in "*+#_`" else mark
