"""al-folio's `citations.yml` comes in, how often papers were cited comes out, with what is lost to mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from acadfolio.loading.citations import SCHOLAR, STAYS
from acadfolio.loading.scholar import year_of
from acadfolio.model.counts import Counts, PaperCount, Total
from acadfolio.model.dates import When
from acadfolio.model.reading import Reader
from acadfolio.model.values import Count, Text
from acadfolio.source.yaml import Scalar, items_of, parse_yaml

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node


class CountedPaper(msgspec.Struct, frozen=True, kw_only=True):
    """A paper of al-folio's `citations.yml`."""

    citations: Count
    title: Text = Text(())
    year: str = ""


def read_citations(source: Source, problems: Problems) -> tuple[Counts, set[str]]:
    """al-folio's file: `metadata` with the day of the count, and `papers` by their identifiers."""
    node, reader = parse_yaml(source, problems), Reader(source, problems)
    pairs = reader.pairs(node, "`papers: …`") if node is not None else None
    if node is None and not problems.found:
        problems.warn(source.at(0), "this file is empty", STAYS)
    if pairs is None or "papers" not in pairs:
        if pairs is not None:
            problems.warn(source.at(1), "there are no `papers` in this file", STAYS)
        return Counts(source=SCHOLAR), {"*"}
    date = _date(reader, pairs["metadata"][1]) if "metadata" in pairs else None
    entries = reader.pairs(pairs["papers"][1], "`USER:PAPER: {citations: 1}`")
    if entries is None:
        return Counts(source=SCHOLAR), {"*"}
    papers = {key: _paper(reader, key, value, date) for key, (_, value) in entries.items()}
    lost = {key for key, paper in papers.items() if paper is None}
    counted = tuple(paper for paper in papers.values() if paper is not None)
    totals = {"citations": Total(count=sum(paper.count for paper in counted), date=date)} if counted else {}
    if lost:
        return Counts(source=SCHOLAR, papers=counted), {*lost, "citations"}  # The sum would be of some of them.
    return Counts(source=SCHOLAR, papers=counted, totals=totals), lost


def _date(reader: Reader, node: Node) -> When | None:
    updated = dict(items_of(node)).get("last_updated")
    return reader.attempt(updated, lambda: When.parse(updated.value)) if isinstance(updated, Scalar) else None


def _paper(reader: Reader, key: str, node: Node, date: When | None) -> PaperCount | None:
    if isinstance(node, Scalar):
        count = reader.value(node, Count, key)
        return None if count is None else PaperCount(scholar_id=key, count=count, date=date)
    paper = reader.record(node, CountedPaper, also=[name for name, _ in items_of(node)])
    if paper is None:
        return None
    title = paper.title.by_language[0][1] if paper.title else ""
    return PaperCount(scholar_id=key, count=paper.citations, date=date, title=title, year=year_of(paper.year))
