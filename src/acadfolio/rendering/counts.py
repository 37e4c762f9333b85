"""A page's HTML comes in, the same with its citation counts filled in comes out: AcadHomepage's spans and badges.

That theme asks for them in the visitor's browser; here the records and the files of counts have them.
"""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from html import escape, unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from acadfolio.model.counts import CountIndex, Counts, PaperCount, Total
from acadfolio.model.dates import When
from acadfolio.problems import Location
from acadfolio.source.text import line_and_column
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from acadfolio.model.page import Page
    from acadfolio.model.publication import Citations
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems

OF_CLASS = r"""(?=[^>]*\sclass\s*=\s*["']?[^"'>]*\bshow_paper_citations\b)"""
PAPER = re.compile(rf"""(<span\b{OF_CLASS}[^>]*\sdata\s*=\s*(["'])([^"'>]+)\2[^>]*)>.*?</span>""", re.DOTALL)
TOTAL = re.compile(r"""(<span\b[^>]*\sid\s*=\s*(["']?)total_cit\2(?=[\s>])[^>]*)>(.*?)</span>""", re.DOTALL)
BADGE = re.compile(
    r"""<img\b[^>]*?\ssrc=["'](https://img\.shields\.io/endpoint\?[^"']*gs_data_shieldsio\.json[^"']*)["'][^>]*>"""
)
ASKS = ("show_paper_citations", "total_cit", "gs_data_shieldsio.json")
HOW = "put Google Scholar’s gs_data.json or a citations.yml into data/, or `citations` into the publication"


class KnownCounts:
    """What one site knows of citations: what records say, then what files tell."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.is_asked = False
        """Whether a page has asked for the count of a paper."""
        self.word = words_for(site.settings.language)["citations"]

    def of(self, scholar_id: str) -> Citations | None:
        """A paper's count by its identifier, with or without its user, whether or not it is listed here."""
        self.is_asked = True
        own = self._own.find(scholar_id)
        if own is not None:
            return self._records[own.scholar_id]
        found = ((index, index.find(scholar_id)) for index in self._files)
        return next((index.counts.citations(paper) for index, paper in found if paper), None)

    @cached_property
    def totals(self) -> dict[str, Total]:
        """What the profile says goes before its badge, and that before a sum of papers."""
        said: dict[str, Total] = {}
        for counts in self.site.counts:
            said |= counts.totals
        return said

    @cached_property
    def per_year(self) -> dict[int, int]:
        return next((counts.per_year for counts in self.site.counts if counts.per_year), {})

    @property
    def source(self) -> str:
        return next((counts.source for counts in self.site.counts if counts.totals or counts.per_year), "")

    @cached_property
    def _records(self) -> dict[str, Citations]:
        works = self.site.publications
        return {work.scholar_id: work.citations for work in works if work.scholar_id and work.citations}

    @cached_property
    def _own(self) -> CountIndex:
        return CountIndex.of(Counts(papers=tuple(PaperCount(scholar_id=name, count=0) for name in self._records)))

    @cached_property
    def _files(self) -> tuple[CountIndex, ...]:
        return tuple(CountIndex.of(counts) for counts in self.site.counts)


class Filling(Struct, frozen=True):
    """Fills one page. What nothing is known of stays as the page has it, and is told."""

    known: KnownCounts
    page: Page
    problems: Problems

    def filled(self, html: str) -> str:
        if not any(sign in html for sign in ASKS):
            return html
        return BADGE.sub(self._badge, TOTAL.sub(self._total, PAPER.sub(self._paper, html)))

    def _paper(self, match: re.Match[str]) -> str:
        citations = self.known.of(unescape(match[3]))
        if citations is None:
            self._report(match[3], f"nothing tells how often the paper `{match[3]}` was cited")
            return match[0]
        title = _title(citations.source, citations.date)
        return f"{match[1]}{title}>| {self.known.word}: {citations.count}</span>"

    def _total(self, match: re.Match[str]) -> str:
        total = self.known.totals.get("citations")
        if total is None:
            self._report("total_cit", "nothing tells how often all papers were cited: the page’s own figure stays")
            return match[0]
        return f"{match[1]}{_title(self.known.source, total.date)}>{total.count}</span>"

    def _badge(self, match: re.Match[str]) -> str:
        """The picture of the total that shields.io draws, as words; without a total it is asked for as ever."""
        total = self.known.totals.get("citations")
        if total is None:
            return match[0]
        label = parse_qs(urlsplit(unescape(match[1])).query).get("label", [self.known.word])[0]
        title = _title(self.known.source, total.date)
        return f'<span class="badge"{title}>{escape(label)} {total.count}</span>'

    def _report(self, sign: str, what: str) -> None:
        """Where the page says it, or what it takes in; text that Liquid made of something else is told by its page."""
        offset = self.page.body.find(sign)
        place = self.page.at_offset(offset) if offset >= 0 else self.page.at(1)
        taken_in = {} if offset >= 0 else self.page.included
        for name, text in taken_in.items():
            if sign in text:
                file = posixpath.normpath(posixpath.join(posixpath.dirname(self.page.file), name))
                place = Location(file, *line_and_column(text, text.find(sign)))
        self.problems.warn(place, what, HOW)


def _title(source: str, date: When | None) -> str:
    """Who counted, and when, as an attribute."""
    day = When(date.start).isoformat if date else ""
    said = ", ".join(part for part in (source, day) if part)
    return f' title="{escape(said)}"' if said else ""
