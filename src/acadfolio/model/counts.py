"""How often works were cited, as one file has it: each paper by Google Scholar's identifier, and the totals."""

from __future__ import annotations

from collections import defaultdict
from typing import Self

from msgspec import Struct

from acadfolio.model.dates import When
from acadfolio.model.publication import Citations
from acadfolio.model.values import Url

TOTALS = ("citations", "citations_5y", "h_index", "h_index_5y", "i10_index", "i10_index_5y")
"""What a profile counts besides its papers."""


class PaperCount(Struct, frozen=True, kw_only=True):
    """One paper of a profile. `scholar_id` is `USER:PAPER`, or the paper alone."""

    scholar_id: str
    count: int
    date: When | None = None
    title: str = ""
    year: int | None = None
    url: str = ""
    """Where those who cite it are listed."""


class Total(Struct, frozen=True, kw_only=True):
    """One figure of a profile, and when it was counted."""

    count: int
    date: When | None = None


class Counts(Struct, frozen=True, kw_only=True):
    """One file's figures."""

    source: str = ""
    user: str = ""
    """By what name Google Scholar knows the person."""
    papers: tuple[PaperCount, ...] = ()
    totals: dict[str, Total] = {}
    """By the names in TOTALS."""
    per_year: dict[int, int] = {}
    """How often all papers were cited in each year."""

    def citations(self, paper: PaperCount) -> Citations:
        """A paper's figure as a publication holds it."""
        url = Url(paper.url) if paper.url else None
        return Citations(count=paper.count, source=self.source, date=paper.date, url=url)


class CountIndex(Struct, frozen=True):
    """Finds a file's papers by their identifiers."""

    counts: Counts
    by_paper: dict[str, list[PaperCount]]

    @classmethod
    def of(cls, counts: Counts) -> Self:
        by_paper: dict[str, list[PaperCount]] = defaultdict(list)
        for paper in counts.papers:
            by_paper[split_id(paper.scholar_id)[1]].append(paper)
        return cls(counts, dict(by_paper))

    def find(self, scholar_id: str) -> PaperCount | None:
        """The paper of this identifier, with or without its user; None where two of them could be meant."""
        user, paper = split_id(scholar_id)
        found = self.by_paper.get(paper, []) if paper else []
        same = [count for count in found if split_id(count.scholar_id)[0] == user]
        fitting = same or [count for count in found if not user or not split_id(count.scholar_id)[0]]
        return fitting[0] if len(fitting) == 1 else None


def split_id(scholar_id: str) -> tuple[str, str]:
    """The user, who may be unknown, and the paper."""
    user, _, paper = scholar_id.strip().rpartition(":")
    return user, paper
