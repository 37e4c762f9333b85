"""Fill the citation counts of AcadHomepage's spans and badges in a page.

That theme loads them in the visitor's browser. acadfolio reads them from the records and the files
of counts.
"""

from __future__ import annotations

from functools import cached_property
from html import escape
from itertools import chain, islice
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from acadfolio.html.tokens import Token, read
from acadfolio.model.counts import ByScholarId, Total
from acadfolio.model.dates import When
from acadfolio.rendering.locating import locate_text
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from acadfolio.model.page import Page
    from acadfolio.model.publication import Citations
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems

PAPER, TOTAL, BADGE = "show_paper_citations", "total_cit", "gs_data_shieldsio.json"
"""The markup of a paper's count, of the total, and of the badge with the total."""
SHIELDS = "https://img.shields.io/endpoint?"
HINT = "put Google Scholar’s gs_data.json or a citations.yml into data/, or `citations` into the publication"


class KnownCounts:
    """The citation counts of one site: those of the records, then those of files."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.word = words_for(site.settings.language)["citations"]

    def of(self, scholar_id: str) -> Citations | None:
        """A paper's count by its identifier, with or without the user's, even if the site does not list the paper."""
        return next(filter(None, (counts.find(scholar_id) for counts in self._papers)), None)

    @cached_property
    def totals(self) -> dict[str, Total]:
        """The totals of the profile, else of its badge, else the sums over papers."""
        return dict(chain.from_iterable(counts.totals.items() for counts in self.site.counts))

    @cached_property
    def per_year(self) -> dict[int, int]:
        return next((counts.per_year for counts in self.site.counts if counts.per_year), {})

    @property
    def source(self) -> str:
        return next(
            (counts.source for counts in self.site.counts if counts.totals or counts.per_year), ""
        )

    @cached_property
    def _papers(self) -> list[ByScholarId[Citations]]:
        own = {
            work.scholar_id: work.citations
            for work in self.site.publications
            if work.scholar_id and work.citations
        }
        files = (
            {paper.scholar_id: counts.citations(paper) for paper in counts.papers}
            for counts in self.site.counts
        )
        return [ByScholarId(papers) for papers in (own, *files)]


def fill_counts(html: str, known: KnownCounts, page: Page, problems: Problems) -> str:
    """The HTML of a page with its counts.

    An unknown count leaves the page's text unchanged, and is reported.
    """
    if not any(name in html for name in (PAPER, TOTAL, BADGE)):
        return html
    filler = _Filler(known, page, problems)
    filled = []
    tokens = read(html)
    for token in tokens:
        text = filler.text_for(token)
        filled.append(token.source if text is None else text)
        if text is not None and token.name == "span":
            filled += islice(
                (inner.source for inner in tokens if (inner.kind, inner.name) == ("end", "span")), 1
            )
    return "".join(filled)


class _Filler(Struct, frozen=True):
    known: KnownCounts
    page: Page
    problems: Problems

    def text_for(self, tag: Token) -> str | None:
        """The replacement for a tag and its text; None if nothing changes."""
        if tag.kind != "start" or tag.name not in {"span", "img"}:
            return None
        attributes = tag.attributes
        if tag.name == "img":
            return self._badge(attributes.get("src", ""))
        if PAPER in attributes.get("class", "").split() and attributes.get("data"):
            return self._paper(tag, attributes["data"])
        return self._total(tag) if attributes.get("id") == TOTAL else None

    def _paper(self, tag: Token, scholar_id: str) -> str | None:
        citations = self.known.of(scholar_id)
        if citations is None:
            self._report(scholar_id, f"there is no citation count for the paper `{scholar_id}`")
            return None
        title = _title(citations.source, citations.date)
        return f"{tag.source[:-1]}{title}>| {self.known.word}: {citations.count}"

    def _total(self, tag: Token) -> str | None:
        total = self.known.totals.get("citations")
        if total is None:
            self._report(TOTAL, "there is no total citation count: the page keeps its own number")
            return None
        return f"{tag.source[:-1]}{_title(self.known.source, total.date)}>{total.count}"

    def _badge(self, url: str) -> str | None:
        """The badge of shields.io with the total, as text; without a known total, it remains an image of that host."""
        total = self.known.totals.get("citations")
        if total is None or not url.startswith(SHIELDS) or BADGE not in url:
            return None
        label = parse_qs(urlsplit(url).query).get("label", [self.known.word])[0]
        title = _title(self.known.source, total.date)
        return f'<span class="badge"{title}>{escape(label)} {total.count}</span>'

    def _report(self, written: str, message: str) -> None:
        location = locate_text(self.known.site, self.page, written)
        self.problems.warn(location, message, HINT, rule="citation-counts")


def _title(source: str, date: When | None) -> str:
    """The source and the date of the count, as an attribute."""
    day = When(date.start).isoformat if date else ""
    title = ", ".join(filter(None, (source, day)))
    return f' title="{escape(title)}"' if title else ""
