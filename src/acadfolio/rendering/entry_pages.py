"""The pages of entries and posts: their records, previous and next pages, related papers, and descriptions."""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from acadfolio.html.text import plain_text
from acadfolio.model.dates import When
from acadfolio.model.names import normal
from acadfolio.model.publication import PUBLICATIONS, Publication
from acadfolio.model.record import fields_of
from acadfolio.model.section_kinds import PAGED, section_kind
from acadfolio.model.site import SectionSettings
from acadfolio.model.values import Text
from acadfolio.rendering.entries import Entries, Entry
from acadfolio.rendering.navigation import entry_title, page_title
from acadfolio.rendering.selection import Grouping, select
from acadfolio.routing.generated import entries_of
from acadfolio.theme.context import PageLink, SectionContext
from acadfolio.theme.dates import format_when
from acadfolio.theme.words import foreign, words_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.citations.papers import Paper
    from acadfolio.rendering.sections import Sections
    from acadfolio.rendering.shared import Shared
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.excerpts import TextConverter

MOST_AUTHORS = 3
MOST_RELATED = 4
NEAREST = 25
"""Of many papers with the same tag, author or venue, only so many before and after one are compared."""
VENUE, AUTHOR, TAG = 1, 10**6, 10**12
"""The weight of what papers share: any number of venues less than an author, and of authors less than a tag."""

Facet = tuple[int, str]


Neighbours = tuple[PageLink | None, PageLink | None]
"""The previous and the next page."""


class EntryPages:
    """The template variables for the pages of entries and posts of one site."""

    def __init__(
        self, plan: Plan, shared: Shared, sections: Sections, texts: TextConverter
    ) -> None:
        self.plan, self.site, self.sections, self.texts, self.plain = (
            plan,
            shared.site,
            sections,
            texts,
            shared.plain,
        )
        self.language = shared.site.language
        self.entries = Entries(self.language, plan.entry_pages, plan.site.today)
        self.labels = cache(self._labels)

    def paper(self, planned: PlannedPage) -> Paper | None:
        """The publication whose page this is, or None."""
        return (
            self.sections.papers.paper(planned.entry)
            if isinstance(planned.entry, Publication)
            else None
        )

    def related(self, planned: PlannedPage) -> tuple[Paper, ...]:
        """Related publications, on a publication's page."""
        paper = self.paper(planned)
        return self._related.of(paper) if paper else ()

    @cached_property
    def _related(self) -> RelatedPapers:
        return RelatedPapers(
            [self.sections.papers.paper(entry) for entry in self._in_order(PUBLICATIONS)]
        )

    def entry(self, planned: PlannedPage) -> Entry | None:
        """The entry of another section whose page this is, or None."""
        if planned.entry is None or isinstance(planned.entry, Publication):
            return None
        return self.entries.whole(planned.entry, planned.section)

    def section(self, planned: PlannedPage) -> SectionContext:
        """The section of an entry whose page this is, as the templates of its entries see it."""
        return self.section_of(planned.entry, planned.section)

    def section_of(self, entry: Any, section: str) -> SectionContext:
        """A section for one entry: its citation style, date style, labels and legend of marks."""
        settings = self.plan.site.settings_of(section)
        has_marks = isinstance(entry, Publication) and any(
            author.all_marks for author in entry.authors
        )
        return SectionContext(
            name=section,
            kind=section,
            settings=settings,
            labels=self.labels(section),
            label=self.sections.label(section),
            legend=self.sections.legend(settings, [entry]) if has_marks else None,
            words_language=foreign(self.site.language, self.site.language),
            direction=self.site.direction,
        )

    def _labels(self, section: str) -> dict[str, str]:
        """The labels of all fields of a section."""
        return self.sections.labels_of_fields(fields_of(section_kind(section).record))

    def neighbours(self, planned: PlannedPage) -> Neighbours:
        """The pages before and after an entry in its list, from new to old, or before and after a post in time."""
        if planned.entry is None and not planned.is_post:
            return None, None
        return self._neighbours.get(planned.url, (None, None))

    @cached_property
    def _neighbours(self) -> dict[str, Neighbours]:
        """The neighbours by the URL of the page."""
        # Those in another language have neighbours there.
        posts = [post for post in reversed(self.sections.posts) if not post.language]
        found = _beside([PageLink(post.title, post.url) for post in posts])
        for section in PAGED:
            urls = [
                (entry, self.plan.entry_pages.get(entry.source_location, ""))
                for entry in self._in_order(section)
            ]
            found |= _beside([PageLink(entry_title(entry), url) for entry, url in urls if url])
        return found

    def _in_order(self, section: str) -> list[Any]:
        """The entries in the order of their list, without its groups."""
        order = SectionSettings(sort=self.plan.site.settings_of(section).sort)
        selection = select(
            entries_of(self.plan.site, section), {}, Grouping(order, self.plan.site, section)
        )
        return list(selection.every)

    def qualifier(self, planned: PlannedPage) -> str:
        """The place and date that distinguish an entry's page from others with the same title; else empty."""
        if planned.entry is None or self._titles[self.plain(entry_title(planned.entry))] == 1:
            return ""
        return self._facts(planned.entry, planned.section)

    @cached_property
    def _titles(self) -> Counter[str]:
        pages = [planned for planned in self.plan.pages if planned.layout != "missing"]
        return Counter(self.plain(page_title(self.plan.site, planned)) for planned in pages)

    def description(self, planned: PlannedPage) -> str:
        """A plain description of a generated page; empty for any other page."""
        if planned.entry is not None:
            return self._description_of_entry(planned.entry, planned.section)
        if planned.page or planned.layout == "missing":
            return ""
        title = self.plain(page_title(self.plan.site, planned))
        return f"{title} – {self.plain(self.plan.site.profile.name)}"

    def _description_of_entry(self, entry: Any, section: str) -> str:
        """The first paragraph of an entry's summary or text; without one, its title and facts."""
        text: Text | None = getattr(entry, "summary", None) or entry.text
        if text:
            return plain_text(self.texts.excerpt(text))
        return ": ".join(
            filter(None, (self.plain(entry_title(entry)), self._facts(entry, section)))
        )

    def _facts(self, entry: Any, section: str) -> str:
        """The line below its title, in plain words."""
        if isinstance(entry, Publication):
            parts = self._facts_of_paper(self.sections.papers.paper(entry))
        else:
            parts = [self._words(getattr(entry, name)) for name in section_kind(section).facts]
        return ", ".join(filter(None, parts))

    def _facts_of_paper(self, paper: Paper) -> list[str]:
        authors = ", ".join(author.name for author in paper.authors[:MOST_AUTHORS])
        more = "…" if len(paper.authors) > MOST_AUTHORS else ""
        where = self.plain(paper.venue.name if paper.venue else None)
        return [authors + more, where, str(paper.when.year) if paper.when else ""]

    def _words(self, value: Any) -> str:
        if isinstance(value, When):
            return format_when(
                value, words_for(self.language)["long_date"], self.site.ongoing, self.language
            )
        if isinstance(value, tuple):
            return ", ".join(map(self._words, value))
        return self.plain(value) if isinstance(value, Text) else str(value or "")


def _beside(links: Sequence[PageLink]) -> dict[str, Neighbours]:
    """The neighbours of each page of a list, by its URL."""
    row: list[PageLink | None] = [None, *links, None]
    return {link.url: (row[number], row[number + 2]) for number, link in enumerate(links)}


class RelatedPapers:
    """The papers of one site, in the order of their list."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.papers = papers
        self.places = {paper.record.source_location: place for place, paper in enumerate(papers)}
        self.facets = [set(_facets(paper)) for paper in papers]
        self.sharing: dict[Facet, list[int]] = defaultdict(list)
        for place, facets in enumerate(self.facets):
            for facet in facets:
                self.sharing[facet].append(place)
        self.at = cache(self._at)

    def of(self, paper: Paper) -> tuple[Paper, ...]:
        """The papers with the most tags in common, then co-authors, then the venue; then the nearest in the list."""
        return self.at(self.places[paper.record.source_location])

    def _at(self, here: int) -> tuple[Paper, ...]:
        scores: dict[int, int] = defaultdict(int)
        for facet in self.facets[here]:
            weight, _ = facet
            for place in self._near(facet, here):
                scores[place] += weight
        scores.pop(here, None)
        best_first = sorted((-score, abs(place - here), place) for place, score in scores.items())
        return tuple(self.papers[place] for _, _, place in best_first[:MOST_RELATED])

    def _near(self, facet: Facet, here: int) -> list[int]:
        places = self.sharing[facet]
        middle = bisect(places, here)
        return places[max(0, middle - NEAREST) : middle + NEAREST]


def _facets(paper: Paper) -> Iterator[Facet]:
    """The tags, co-authors and venue of a paper, without the site's person, who is an author of all."""
    yield from ((TAG, tag.casefold()) for tag in paper.record.tags)
    yield from (
        (AUTHOR, normal(author.name))
        for author in paper.authors
        if author.is_person and not author.me
    )
    if paper.venue:
        yield VENUE, paper.venue.name.by_language[0][1].casefold()
