"""Read citation counts from the files that crawlers of Google Scholar write into `data/`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.bibliography.duplicates import title_of, year_of
from acadfolio.loading.files import COUNT_FILES, is_file
from acadfolio.model.counts import TOTALS, ByScholarId, Counts, PaperCount, Total
from acadfolio.model.dates import When
from acadfolio.model.publication import Publication
from acadfolio.model.reading import Reader
from acadfolio.model.values import Count, Text
from acadfolio.problems import Problems
from acadfolio.source.text import Source, read_source
from acadfolio.source.yaml import Node, Scalar, items_of, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


SOURCE = "Google Scholar"
HINT = "run the crawler again"
RULE = "citation-counts"


class CountedPaper(Struct, frozen=True, kw_only=True):
    """A paper of al-folio's `citations.yml`."""

    citations: Count
    title: Text = Text(())
    year: str = ""


class ScholarWork(Struct, frozen=True):
    """The bibliographic data of a paper, as the package scholarly writes it."""

    title: str = ""
    pub_year: int | str = ""


class ScholarPaper(Struct, frozen=True):
    """A paper in a profile of scholarly."""

    bib: ScholarWork = ScholarWork()
    num_citations: Count | None = None
    citedby_url: str = ""


class ScholarProfile(Struct, frozen=True):
    """A profile as scholarly writes it."""

    scholar_id: str = ""
    updated: str = ""
    citations: Count | None = field(default=None, name="citedby")
    citations_5y: Count | None = field(default=None, name="citedby5y")
    h_index: Count | None = field(default=None, name="hindex")
    h_index_5y: Count | None = field(default=None, name="hindex5y")
    i10_index: Count | None = field(default=None, name="i10index")
    i10_index_5y: Count | None = field(default=None, name="i10index5y")
    cites_per_year: dict[int, Count] = {}
    publications: dict[str, ScholarPaper] = {}


def read_counts(root: Path, problems: Problems) -> tuple[Counts, ...]:
    """Read the citation counts of all files, in the order of their precedence.

    Errors are reported as warnings, because crawlers that are blocked save an error message instead
    of the counts.
    """
    counts = []
    for name, read in zip(COUNT_FILES, READERS, strict=True):
        path = root / "data" / name
        problems_of_file = Problems()
        source = read_source(path, f"data/{name}", problems_of_file) if is_file(path) else None
        read_from_file = read(source, problems_of_file) if source else None
        problems.add_as_warnings(problems_of_file, HINT)
        if read_from_file is not None:
            counts.append(read_from_file)
    return tuple(counts)


def read_citations(source: Source, problems: Problems) -> Counts | None:
    """Read al-folio's `citations.yml`: `metadata` with the date of the counts, and `papers` by their identifiers."""
    reader = Reader(source, problems)
    keys = dict(items_of(parse_yaml(source, problems)))
    if "papers" not in keys:
        if not problems.found:
            problems.warn(source.at(1), "there are no `papers` in this file", HINT, rule=RULE)
        return None
    updated = dict(items_of(keys.get("metadata"))).get("last_updated")
    date: When | None = None if updated is None else reader.value(updated, When, "last_updated")
    entries = reader.pairs(keys["papers"], "`USER:PAPER: {citations: 1}`") or {}
    papers = [_counted_paper(reader, key, value, date) for key, (_, value) in entries.items()]
    counted = tuple(paper for paper in papers if paper is not None)
    # The sum of some papers would not be the total.
    totals = _totals(counted, date) if len(counted) == len(papers) else {}
    return Counts(source=SOURCE, papers=counted, totals=totals)


def _totals(papers: tuple[PaperCount, ...], date: When | None) -> dict[str, Total]:
    """The sum of all papers; empty without papers."""
    if not papers:
        return {}
    return {"citations": Total(count=sum(paper.count for paper in papers), date=date)}


def _counted_paper(reader: Reader, key: str, node: Node, date: When | None) -> PaperCount | None:
    """A paper of al-folio's file, which is a mapping or only a number."""
    if isinstance(node, Scalar):
        count = reader.value(node, Count, key)
        return None if count is None else PaperCount(scholar_id=key, count=count, date=date)
    paper = reader.record(node, CountedPaper, also=[name for name, _ in items_of(node)])
    if paper is None:
        return None
    title = paper.title.in_language("")
    return PaperCount(
        scholar_id=key, count=paper.citations, date=date, title=title, year=_year(paper.year)
    )


def read_profile(source: Source, problems: Problems) -> Counts | None:
    """Read AcadHomepage's `gs_data.json`, a profile of the package scholarly."""
    try:
        profile = msgspec.json.decode(source.text, type=ScholarProfile, strict=False)
        date = _date(profile.updated)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        _report(source, error, problems)
        return None
    papers = [_paper(key, paper, date) for key, paper in profile.publications.items()]
    counts = {name: getattr(profile, name) for name in TOTALS}
    totals = {
        name: Total(count=count, date=date) for name, count in counts.items() if count is not None
    }
    if not papers and not totals:
        _report(source, ValueError("it has no paper and no total"), problems)
        return None
    counted = tuple(paper for paper in papers if paper is not None)
    per_year = dict(sorted(profile.cites_per_year.items()))
    return Counts(
        source=SOURCE, user=profile.scholar_id, papers=counted, totals=totals, per_year=per_year
    )


READERS = (read_citations, read_profile)


def _report(source: Source, error: Exception, problems: Problems) -> None:
    problems.warn(source.at(1), f"this file contains no citation counts: {error}", HINT, rule=RULE)


def _date(text: str) -> When | None:
    """The date of the counts. Raises ValueError for text that is not a date."""
    try:
        return When.parse(text) if text else None
    except ValueError as error:
        raise ValueError(f"`updated` is `{text[:40]}`, which is not a date") from error


def _paper(key: str, paper: ScholarPaper, date: When | None) -> PaperCount | None:
    """A paper in a profile; None without a count."""
    if paper.num_citations is None:
        return None
    url = paper.citedby_url if paper.citedby_url.startswith("https://scholar.google.") else ""
    year = _year(str(paper.bib.pub_year))
    return PaperCount(
        scholar_id=key,
        count=paper.num_citations,
        date=date,
        title=paper.bib.title,
        year=year,
        url=url,
    )


def with_counts(
    publications: tuple[Publication, ...], counts: Sequence[Counts]
) -> tuple[Publication, ...]:
    """Add the citation counts to the publications.

    A count in the record has precedence over all files, and each file over the next ones.
    """
    for matcher in [CountMatcher(publications, file) for file in counts]:
        publications = tuple(map(matcher.with_count, publications))
    return publications


class CountMatcher:
    """Finds the counts of publications in a file, by identifier, or else by title and year if these are unique."""

    def __init__(self, publications: Sequence[Publication], counts: Counts) -> None:
        self.counts = counts
        self.index = ByScholarId({paper.scholar_id: paper for paper in counts.papers})
        self.titles_and_years = Counter(
            (title_of(publication), year_of(publication)) for publication in publications
        )
        found_by_id = [self.index.find(publication.scholar_id) for publication in publications]
        used_ids = {paper.scholar_id for paper in found_by_id if paper is not None}
        self.by_title = _by_title(
            paper for paper in counts.papers if paper.scholar_id not in used_ids
        )

    def with_count(self, publication: Publication) -> Publication:
        """The publication with its count, unless it has one already."""
        if publication.citations:
            return publication
        paper = self.index.find(publication.scholar_id) or self._find_by_title(publication)
        return (
            replace(publication, citations=self.counts.citations(paper)) if paper else publication
        )

    def _find_by_title(self, publication: Publication) -> PaperCount | None:
        """The only paper with the title and year of a publication, or with its title and no year."""
        title, year = title_of(publication), year_of(publication)
        if not title or year is None or self.titles_and_years[title, year] != 1:
            return None
        papers = self.by_title.get((title, year)) or self.by_title.get((title, None), [])
        return papers[0] if len(papers) == 1 else None


def _by_title(papers: Iterable[PaperCount]) -> dict[tuple[str, int | None], list[PaperCount]]:
    """Papers by their titles and years."""
    found: dict[tuple[str, int | None], list[PaperCount]] = {}
    for paper in papers:
        if paper.title:
            title = title_of(Publication(title=Text.of(paper.title)))
            found.setdefault((title, paper.year), []).append(paper)
    return found


def _year(text: str) -> int | None:
    """The year at the start of a text; None without one, as some papers in Google Scholar have none."""
    year = re.match(r"\s*([0-9]{4})", text)
    return int(year[1]) if year else None
