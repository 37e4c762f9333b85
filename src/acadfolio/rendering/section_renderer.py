"""Render a section of entries for one page: choose, group and arrange its records for the section's template."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from acadfolio.model.section_kinds import WITHOUT_RECORDS, section_kind
from acadfolio.rendering.arguments import Arguments, hint_for_no_match
from acadfolio.rendering.counts import HINT
from acadfolio.rendering.entries import (
    Entries,
    columns_of_entries,
    columns_of_papers,
    map_height,
    places_of,
)
from acadfolio.rendering.search_form import SearchForm, SearchForms, has_search_form
from acadfolio.rendering.search_index import SEARCH_OFF, SEARCH_ON
from acadfolio.rendering.selection import Group, Grouping, Selection, on_page, select
from acadfolio.rendering.year_pages import links_of
from acadfolio.theme.context import SectionContext
from acadfolio.theme.words import direction, foreign, link_to_all, words_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.model.site import SectionSettings
    from acadfolio.model.values import Text
    from acadfolio.problems import Location, Problems
    from acadfolio.rendering.page_state import PageState
    from acadfolio.rendering.sections import Sections
    from acadfolio.rendering.templates import Templates

LOWEST_LEVEL = 5
"""The deepest level for headings of groups: in an archive those of entries are below, and HTML has six levels."""


class SectionRenderer:
    """Renders the sections of one site."""

    def __init__(self, sections: Sections, templates: Templates, problems: Problems) -> None:
        self.sections, self.templates, self.problems = sections, templates, problems
        self.papers = sections.papers
        self.site, self.names = sections.site, sections.called
        self.arguments = Arguments(sections.site, templates)
        self.whole_lists: dict[str, SectionContext] = {}
        """The lists that are divided into pages, each prepared once for all of its pages."""

    def render(
        self, name: str, arguments: Mapping[str, Any], page: PageState, location: Location
    ) -> str:
        """The HTML of a section on a page, with the arguments of its shortcode.

        Raises WrongArgumentError.
        """
        if not self.sections.has_entries(name):
            self.sections.report_empty(name, location)
        settings, filters = self.arguments.read(name, arguments)
        selection = self._select(name, settings, filters)
        if not (selection.shown or selection.rest):
            self._report_no_match(name, filters, location)
        elif section_kind(name).of_publications:
            self._report_missing(settings, selection, location)
        return self._rendered(name, settings, selection, page)

    def _rendered(
        self, name: str, settings: SectionSettings, selection: Selection, page: PageState
    ) -> str:
        more = self._more(name, selection, settings, page)
        selection = replace(selection, rest=()) if more else selection
        page.lists.add(name)
        if page.years:
            context = self._part_of_list(name, settings, selection, page)
            selection = replace(selection, shown=on_page(selection.shown, page.years))
        else:
            context = self._context(name, settings, selection, page, more)
        shown = (
            set()
            if name in WITHOUT_RECORDS
            else {entry.source_location for entry in selection.every}
        )
        page.shown |= shown
        html = self.templates.render(
            f"sections/{name}.html", "sections/entries.html", section=context
        )
        all_have_pages = shown and shown <= self.papers.pages.keys()
        return f"{SEARCH_OFF}{html}{SEARCH_ON}" if all_have_pages else html

    def _part_of_list(
        self, name: str, settings: SectionSettings, selection: Selection, page: PageState
    ) -> SectionContext:
        """The years of a divided list that are on one of its pages.

        Numbers, anchors, columns and the search form are those of the whole list.
        """
        if name not in self.whole_lists:
            if settings.search is None:
                settings = replace(settings, search=True)
            self.whole_lists[name] = self._context(name, settings, selection, page, "")
        whole = self.whole_lists[name]
        links = links_of(self.site, self.sections.year_pages, whole.shown, page.url)
        return replace(whole, shown=on_page(whole.shown, page.years), year_pages=links)

    def _context(
        self, name: str, settings: SectionSettings, selection: Selection, page: PageState, more: str
    ) -> SectionContext:
        shown = self._prepared(name, selection.shown, settings, page)
        rest = self._prepared(name, selection.rest, settings, page)
        entries = list(chain.from_iterable(group.every for group in (*shown, *rest)))
        columns = self._columns(name, entries, settings)
        places = places_of(entries) if settings.view == "map" else ()
        context = SectionContext(
            name=name,
            kind="free" if section_kind(name).is_free else name,
            settings=settings,
            shown=shown,
            rest=rest,
            more=more,
            more_label=link_to_all(name, words_for(self.site.settings.language)),
            columns=columns,
            labels=self.sections.labels_of_fields(columns),
            label=self.sections.label(name),
            places=places,
            map_height=map_height(places),
            words_language=foreign(self.site.settings.language, page.language),
            direction=direction(page.language),
            numbers=selection.numbers,
        )
        if not section_kind(name).of_publications:
            return context
        return replace(
            context,
            legend=page.first_time(self._legend_of(settings, selection)),
            search_form=self._search_form(entries, settings, page),
        )

    def _report_no_match(self, name: str, filters: Mapping[str, Any], location: Location) -> None:
        """Warn of a shortcode whose filters no entry matches."""
        if not filters or not self.sections.has_entries(name):
            return  # That the section is empty was reported.
        if name in self.site.withheld:
            return  # Entries for others may have it.
        wanted = " and ".join(f"`{key}={_as_argument(value)}`" for key, value in filters.items())
        hint = hint_for_no_match(filters, self.sections.entries(name))
        self.problems.warn(
            location, f"no entry of `{name}` has {wanted}", hint, rule="shortcode-argument"
        )

    def _report_missing(
        self, settings: SectionSettings, selection: Selection, location: Location
    ) -> None:
        """Report what the settings ask for and the publications do not have."""
        papers = list({paper.source_location: paper for paper in selection.every}.values())
        if settings.sort == "citations" and not any(paper.citations for paper in papers):
            message = "these publications cannot be sorted by citations: none of them has a count"
            self.problems.warn(location, message, HINT, rule="citation-counts")
        without = [paper for paper in papers if not paper.image] if settings.view == "boxes" else []
        if without:
            title = without[0].key or str(without[0].title)
            message = (
                f"{len(without)} of {len(papers)} boxes have no picture, such as that of `{title}`"
            )
            if len(papers) == 1:
                message = f"the box of `{title}` has no picture"
            hint = "write `image: images/…` into the publication, or show these as a list"
            self.problems.remark(location, message, hint, rule="box-without-picture")

    def _select(
        self, name: str, settings: SectionSettings, filters: Mapping[str, Any]
    ) -> Selection:
        entries = self.sections.entries(name)
        grouping = Grouping(settings, self.site, name)
        if name in WITHOUT_RECORDS:
            limit = len(entries) if settings.limit is None else settings.limit
            return Selection(grouping.groups(entries[:limit]) or (Group(None, ()),), ())
        return select(entries, filters, grouping)

    def _more(
        self, name: str, selection: Selection, settings: SectionSettings, page: PageState
    ) -> str:
        """The URL of the page with all entries; empty if the rest can be opened or searched here."""
        url = self.sections.lists.get(name, "") if selection.rest and not settings.search else ""
        return url if url != page.url else ""

    def _prepared(
        self,
        name: str,
        groups: Sequence[Group],
        settings: SectionSettings,
        page: PageState,
        level: int = 2,
    ) -> tuple[Group, ...]:
        """Groups with their anchors, and with entries as templates see them."""
        found = []
        for group in groups:
            anchor = (
                page.anchor(group.title.in_language(self.site.settings.language))
                if group.title
                else ""
            )
            inner = self._prepared(name, group.groups, settings, page, min(level + 1, LOWEST_LEVEL))
            entries = self._entries(name, group.entries, settings)
            if settings.view == "map":  # The circles of the map link to the list below it.
                entries = tuple(
                    replace(entry, anchor=page.anchor(str(entry.record.title))) for entry in entries
                )
            found.append(Group(group.title, entries, anchor, inner, level, group.year))
        return tuple(found)

    def _entries(
        self, name: str, records: Sequence[Any], settings: SectionSettings
    ) -> tuple[Any, ...]:
        if name in WITHOUT_RECORDS:
            return tuple(records)
        if section_kind(name).of_publications:
            return tuple(map(self.papers.paper, records))
        entries = Entries(self.site.settings.language, self.papers.pages, self.site.today)
        return tuple(entries.entry(record, name, settings) for record in records)

    def _columns(
        self, name: str, entries: Sequence[Any], settings: SectionSettings
    ) -> tuple[str, ...]:
        if settings.view != "table":
            return ()
        columns = (
            columns_of_papers
            if section_kind(name).of_publications
            else partial(columns_of_entries, section=name)
        )
        return columns(entries, settings=settings)

    def _search_form(
        self, entries: Sequence[Any], settings: SectionSettings, page: PageState
    ) -> SearchForm | None:
        # An entry in several groups counts once.
        papers = list({paper.record.source_location: paper for paper in entries}.values())
        if not has_search_form(settings, len(papers)):
            return None
        return SearchForms(self.site).form(papers, settings, page.next_form())

    def _legend_of(self, settings: SectionSettings, selection: Selection) -> Text | None:
        papers = list(selection.every)
        if settings.view == "archive":  # Marks are on the papers' own pages.
            papers = [paper for paper in papers if paper.source_location not in self.papers.pages]
        return self.sections.legend(settings, papers) if papers else None


def _as_argument(value: Any) -> str:
    """A value as a shortcode writes it."""
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
