"""A plan comes in, what the page of each entry shows comes out, and the pages beside it, of posts too."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.model.dates import When
from acadfolio.model.kinds import PAGED, kind_of_section
from acadfolio.model.publication import Publication
from acadfolio.model.site import SectionSettings
from acadfolio.model.values import Text
from acadfolio.rendering.entries import Entries, Entry
from acadfolio.rendering.navigation import page_title
from acadfolio.rendering.selection import Grouping, select
from acadfolio.routing.generated import cv_sections, entries_of
from acadfolio.theme.context import Neighbour, SectionContext
from acadfolio.theme.dates import format_when
from acadfolio.theme.words import foreign, words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from acadfolio.citations.papers import Paper
    from acadfolio.problems import Location
    from acadfolio.rendering.related import RelatedPapers
    from acadfolio.rendering.sections import Sections
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.context import SiteContext

MOST_NAMED = 8
"""How many entries a description of their list names; it is cut long before."""
MOST_AUTHORS = 3
FIRST_SENTENCE = 1


class Neighbours(Struct, frozen=True):
    """The pages before and behind one."""

    previous: Neighbour | None = None
    next: Neighbour | None = None


ALONE = Neighbours()


class Items:
    """Knows the entries' pages of one site. What it keeps is made when it is first asked for, and once."""

    def __init__(self, plan: Plan, site: SiteContext, sections: Sections, plain: Callable[[Text], str]) -> None:
        self.plan, self.site, self.sections, self.plain = plan, site, sections, plain
        self.language = site.language
        self.found: dict[str, tuple[Paper, ...]] = {}
        """The papers related to that of each page, by its path."""
        self.rows: dict[str, tuple[Any, ...]] = {}
        self.entries = Entries(self.language, plan.entry_pages)

    def paper(self, planned: PlannedPage) -> Paper | None:
        is_paper = isinstance(planned.entry, Publication)
        return self.sections.papers.paper(planned.entry) if is_paper else None

    def related(self, planned: PlannedPage) -> tuple[Paper, ...]:
        """On a paper's page, others that its readers may like too."""
        paper = self.paper(planned)
        if paper is None:
            return ()
        if planned.path not in self.found:
            self.found[planned.path] = self._related.of(paper)
        return self.found[planned.path]

    @cached_property
    def _related(self) -> RelatedPapers:
        from acadfolio.rendering.related import RelatedPapers  # As for all that only pages of papers need.

        return RelatedPapers([self.sections.papers.paper(entry) for entry in self.in_row("publications")])

    def entry(self, planned: PlannedPage) -> Entry | None:
        is_entry = planned.entry is not None and not isinstance(planned.entry, Publication)
        return self.entries.whole(planned.entry, planned.section) if is_entry else None

    def section(self, planned: PlannedPage) -> SectionContext:
        """The section as the templates of its entries know it: how it cites, writes dates, explains marks."""
        settings = self._settings(planned.section)
        return SectionContext(
            name=planned.section,
            kind=planned.section,
            settings=settings,
            shown=(),
            rest=(),
            level=2,
            legend=self._legend(planned.entry, settings),
            words_language=foreign(self.site.language, self.site.language),
            direction=self.site.direction,
        )

    def _legend(self, entry: Any, settings: SectionSettings) -> Text | None:
        is_marked = isinstance(entry, Publication) and any(author.all_marks for author in entry.authors)
        return self.sections.legend(settings, [entry]) if is_marked else None

    def neighbours(self, planned: PlannedPage) -> Neighbours:
        """Of an entry those beside it in its list, from new to old; of a post the one before it and the next one."""
        if planned.page is not None and planned.page.is_post:
            return self._posts.get(planned.address, ALONE)
        return self._pagers.get(planned.address, ALONE) if planned.entry is not None else ALONE

    @cached_property
    def _posts(self) -> dict[str, Neighbours]:
        links = [Neighbour(post.title, post.address) for post in reversed(self.sections.posts)]
        return _beside(links)

    @cached_property
    def _pagers(self) -> dict[str, Neighbours]:
        return {address: found for name in PAGED for address, found in _beside(list(self._in_order(name))).items()}

    def _in_order(self, section: str) -> Iterator[Neighbour]:
        for entry in self.in_row(section):
            if address := self.plan.entry_pages.get(entry.source_location):
                yield Neighbour(_title(entry), address)

    def in_row(self, section: str) -> tuple[Any, ...]:
        """The entries as their list has them, but in one row."""
        if section not in self.rows:
            order = SectionSettings(sort=self._settings(section).sort)
            grouped = select(entries_of(self.plan.site, section), {}, Grouping(order, section, self.language))
            self.rows[section] = tuple(entry for group in grouped.shown for entry in group.entries)
        return self.rows[section]

    def qualifier(self, planned: PlannedPage) -> str:
        """What tells an entry's page from others of the same title: where and when; else nothing."""
        if planned.entry is None or self._titles[self.plain(_title(planned.entry))] == 1:
            return ""
        return self._facts(planned.entry, planned.section)

    @cached_property
    def _titles(self) -> Counter[str]:
        return Counter(
            self.plain(page_title(self.plan.site, planned))
            for planned in self.plan.pages
            if planned.layout != "missing"
        )

    def description(self, planned: PlannedPage) -> str:
        """A sentence on a page that acadfolio makes, in plain words; empty for any other."""
        if planned.entry is not None:
            return self._on_entry(planned.entry, planned.section)
        if planned.page is not None or not (named := list(self._named(planned))):
            return ""
        title = self.plain(page_title(self.plan.site, planned))
        return f"{title} – {self.plain(self.plan.site.profile.name)}: {'; '.join(named[:MOST_NAMED])}"

    def _named(self, planned: PlannedPage) -> Iterator[str]:
        """What a list names first."""
        if planned.section:
            first = Grouping(SectionSettings(limit=MOST_NAMED))
            newest = select(entries_of(self.plan.site, planned.section), {}, first)
            yield from (self.plain(_title(entry)) for group in newest.shown for entry in group.entries)
        elif planned.layout == "posts":
            yield from (self.plain(post.title) for post in self.sections.posts)
        elif planned.layout == "tags":
            yield from sorted({tag for post in self.sections.posts for tag in post.tags})
        elif planned.layout == "cv":
            for name in cv_sections(self.plan.site):
                yield self.plain(Text.of(self.sections.heading(name, "academicpages")))

    def _on_entry(self, entry: Any, section: str) -> str:
        """Its summary or text, else the first sentence of its abstract, else where and when."""
        said = self._said[entry.source_location]
        if said and self._how_often[said] == 1:
            return said
        named = ": ".join(part for part in (self.plain(_title(entry)), self._facts(entry, section)) if part)
        return f"{named}. {said}" if said else named

    @cached_property
    def _said(self) -> dict[Location, str]:
        """What each entry says of itself, by its `source_location`."""
        entries = (planned.entry for planned in self.plan.pages if planned.entry is not None)
        return {entry.source_location: self._first_words(entry) for entry in entries}

    @cached_property
    def _how_often(self) -> Counter[str]:
        return Counter(self._said.values())

    def saying(self, entry: Any) -> Text | None:
        """What an entry says of itself: its summary, abstract or text."""
        text: Text | None = (entry.summary or entry.abstract) if isinstance(entry, Publication) else entry.text
        return text

    def _first_words(self, entry: Any) -> str:
        text = self.saying(entry)
        if not text:
            return ""
        from acadfolio.theme.excerpts import excerpt

        return self.plain(excerpt(text, self.language, FIRST_SENTENCE))

    def _facts(self, entry: Any, section: str) -> str:
        """The line below its title, in plain words."""
        if isinstance(entry, Publication):
            paper = self.sections.papers.paper(entry)
            names = [author.name for author in paper.authors[:MOST_AUTHORS]]
            more = "…" if len(paper.authors) > MOST_AUTHORS else ""
            where = self.plain(paper.venue.name) if paper.venue else ""
            parts = [", ".join(names) + more, where, str(paper.when.year) if paper.when else ""]
        else:
            parts = [self._words(getattr(entry, name)) for name in kind_of_section(section).facts]
        return ", ".join(part for part in parts if part)

    def _words(self, value: Any) -> str:
        if isinstance(value, When):
            ongoing = self.site.ongoing
            word = ongoing.in_language(self.language) if isinstance(ongoing, Text) else ongoing
            return format_when(value, words_for(self.language)["long_date"], word, self.language)
        if isinstance(value, tuple):
            return ", ".join(self._words(item) for item in value)
        return self.plain(value) if isinstance(value, Text) else str(value or "")

    def _settings(self, section: str) -> SectionSettings:
        return self.plan.site.section_settings.get(section, SectionSettings())


def _title(entry: Any) -> Text:
    title: Text = getattr(entry, "title", None) or entry.course
    return title


def _beside(links: Sequence[Neighbour]) -> dict[str, Neighbours]:
    """For each address of a row of pages, the ones beside it."""
    row: list[Neighbour | None] = [None, *links, None]
    return {link.url: Neighbours(row[number], row[number + 2]) for number, link in enumerate(links)}
