"""Read how often works were cited, from the files that crawlers of Google Scholar write into `data/`.

`citations.yml` is al-folio's. `gs_data.json` is AcadHomepage's: a profile as the package scholarly prints it.
`gs_data_shieldsio.json` has the total alone, as words for a badge. Crawlers are refused now and then, and save an
error in place of an answer: so what is wrong in these files is a warning.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.duplicates import title_of, year_of
from acadfolio.loading.files import is_file
from acadfolio.model.counts import CountIndex, Counts, PaperCount, Total
from acadfolio.model.dates import When
from acadfolio.model.publication import Publication
from acadfolio.model.reading import Reader
from acadfolio.model.values import Count, Text
from acadfolio.problems import Location, Problems
from acadfolio.source.text import Source, read_source
from acadfolio.source.yaml import Scalar, items_of, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from acadfolio.model.publication import Citations
    from acadfolio.model.reading import Pairs
    from acadfolio.source.yaml import Node

SOURCE = "Google Scholar"
HINT = "let the crawler run again"
RULE = "citation-counts"
TOTALS = {
    "citedby": "citations",
    "citedby5y": "citations_5y",
    "hindex": "h_index",
    "hindex5y": "h_index_5y",
    "i10index": "i10_index",
    "i10index5y": "i10_index_5y",
}
"""The crawler's names of the totals, and ours."""
IDENTIFIERS = ("author_pub_id", "id_citations")
CITED = ("num_citations", "citedby")
"""Of a paper, as scholarly has called them over the years: the first that is there counts."""
PER_YEAR = "cites_per_year"
LONGEST_COUNT = 9
YEAR_DIGITS = 4
MOST_REPORTED = 3


class CountedPaper(Struct, frozen=True, kw_only=True):
    """A paper of al-folio's `citations.yml`."""

    citations: Count
    title: Text = Text(())
    year: str = ""


def read_counts(root: Path, problems: Problems) -> tuple[Counts, ...]:
    """The counts of every file that there is, in the order in which they are asked."""
    counts = []
    for name, read in FILES.items():
        path = root / "data" / name
        if not is_file(path):
            continue
        found = Problems()
        source = read_source(path, f"data/{name}", found)
        read_from_file = read(source, found) if source else None
        for problem in found.found:
            problems.found.append(problem._replace(severity="warning", hint=problem.hint or HINT))
        if read_from_file is not None:
            counts.append(read_from_file)
    return tuple(counts)


def read_citations(source: Source, problems: Problems) -> Counts | None:
    """al-folio's file: `metadata` with the day of the count, and `papers` by their identifiers."""
    reader = Reader(source, problems)
    pairs = _pairs_of(reader)
    if pairs is None:
        return None
    date = _updated_in(reader, pairs["metadata"][1]) if "metadata" in pairs else None
    entries = reader.pairs(pairs["papers"][1], "`USER:PAPER: {citations: 1}`") or {}
    papers = [_counted_paper(reader, key, value, date) for key, (_, value) in entries.items()]
    counted = tuple(paper for paper in papers if paper is not None)
    totals = {}
    if counted and len(counted) == len(papers):  # Else the sum would be that of some papers.
        totals["citations"] = Total(count=sum(paper.count for paper in counted), date=date)
    return Counts(source=SOURCE, papers=counted, totals=totals)


def _pairs_of(reader: Reader) -> Pairs | None:
    """The keys of al-folio's file, `papers` among them; None, and a warning, for anything else."""
    source, problems = reader.source, reader.problems
    node = parse_yaml(source, problems)
    if node is None:
        if not problems.found:
            problems.warn(source.at(0), "this file is empty", HINT, rule="empty-file")
        return None
    pairs = reader.pairs(node, "`papers: …`")
    if pairs is not None and "papers" not in pairs:
        problems.warn(source.at(1), "there are no `papers` in this file", HINT, rule=RULE)
        return None
    return pairs


def _updated_in(reader: Reader, metadata: Node) -> When | None:
    """The day of the count."""
    updated = dict(items_of(metadata)).get("last_updated")
    date: When | None = None if updated is None else reader.value(updated, When, "last_updated")
    return date


def _counted_paper(reader: Reader, key: str, node: Node, date: When | None) -> PaperCount | None:
    """A paper of al-folio's file: its figures, or the bare number."""
    if isinstance(node, Scalar):
        count = reader.value(node, Count, key)
        return None if count is None else PaperCount(scholar_id=key, count=count, date=date)
    paper = reader.record(node, CountedPaper, also=[name for name, _ in items_of(node)])
    if paper is None:
        return None
    title = paper.title.in_language("")
    return PaperCount(scholar_id=key, count=paper.citations, date=date, title=title, year=_year(paper.year))


def read_profile(source: Source, problems: Problems) -> Counts | None:
    """A `gs_data.json`."""
    data = _json_of(source, problems)
    return None if data is None else ProfileReader(source, problems, data).counts()


def read_badge(source: Source, problems: Problems) -> Counts | None:
    """The total of a `gs_data_shieldsio.json`."""
    data = _json_of(source, problems)
    if data is None:
        return None
    count = None if data.get("isError") else _count(data.get("message"))
    if count is None:
        what = f"`message` is {_shown(data.get('message'))}, but the number of citations is wanted"
        problems.warn(_place(source, "message"), what, HINT, rule=RULE)
        return None
    return Counts(source=SOURCE, totals={"citations": Total(count=count)})


FILES = {"citations.yml": read_citations, "gs_data_shieldsio.json": read_badge, "gs_data.json": read_profile}
"""The first that knows a paper tells its count, the last that knows a total tells that: others sum up or repeat it."""


class ProfileReader:
    """Reads the counts of one profile."""

    def __init__(self, source: Source, problems: Problems, data: dict[str, Any]) -> None:
        self.source, self.problems, self.data = source, problems, data
        self.date: When | None = None

    def counts(self) -> Counts | None:
        if not self.data.keys() & {"publications", *TOTALS}:
            error = next((str(self.data[key]) for key in ("error", "message", "detail") if self.data.get(key)), "")
            what = "there are no citation counts in this file" + (f", but `{error[:60]}`" if error else "")
            self.problems.warn(self.source.at(1), what, HINT, rule=RULE)
            return None
        self.date = self._updated()
        return Counts(
            source=SOURCE,
            user=str(self.data.get("scholar_id") or ""),
            papers=self._papers(),
            totals=self._totals(),
            per_year=self._per_year(),
        )

    def _updated(self) -> When | None:
        written = self.data.get("updated")
        if written is None:
            return None
        try:
            return When.parse(str(written))
        except ValueError:
            self._warn("updated", f"`updated` is {_shown(written)}, which is no date", "write it such as `2026-04-25`")
            return None

    def _totals(self) -> dict[str, Total]:
        totals = {}
        for key, name in TOTALS.items():
            count = _count(self.data.get(key))
            if count is not None:
                totals[name] = Total(count=count, date=self.date)
            elif key in self.data:
                self._warn(key, f"`{key}` is {_shown(self.data[key])}, but a number is wanted")
        return totals

    def _papers(self) -> tuple[PaperCount, ...]:
        papers = []
        wrong = []
        for key, entry in self._entries():
            count = _count(_first(entry, CITED))
            if count is None:
                wrong.append((key, entry))
            else:
                papers.append(self._paper(key, count, entry))
        for key, entry in wrong[:MOST_REPORTED]:
            self._warn(key, f"the paper `{key}` has no number of citations, but {_shown(_first(entry, CITED))}")
        if len(wrong) > MOST_REPORTED:
            what = f"{len(wrong) - MOST_REPORTED} more papers of this file have no number of citations"
            self.problems.warn(self.source.at(1), what, HINT, rule=RULE)
        return tuple(papers)

    def _entries(self) -> list[tuple[str, Any]]:
        """The papers by their identifiers: a mapping, or a list of papers that have theirs."""
        entries = self.data.get("publications", {})
        if isinstance(entries, list):
            return [(str(_first(entry, IDENTIFIERS) or ""), entry) for entry in entries]
        if isinstance(entries, dict):
            return list(entries.items())
        self._warn("publications", f"`publications` is {_shown(entries)}, but papers are wanted")
        return []

    def _paper(self, key: str, count: int, entry: Any) -> PaperCount:
        entry = _mapping(entry)
        bib = _mapping(entry.get("bib"))
        url = str(entry.get("citedby_url") or "")
        return PaperCount(
            scholar_id=key,
            count=count,
            date=self.date,
            title=str(bib.get("title") or ""),
            year=_year(str(bib.get("pub_year") or bib.get("year") or "")),
            url=url if url.startswith("https://scholar.google.") else "",
        )

    def _per_year(self) -> dict[int, int]:
        written = self.data.get(PER_YEAR) or {}
        counts = {}
        is_wrong = not isinstance(written, dict)
        for key, value in sorted(_mapping(written).items()):
            year, count = _year(key), _count(value)
            if year is None or count is None:
                is_wrong = True
            else:
                counts[year] = count
        if is_wrong:
            self._warn(PER_YEAR, f"`{PER_YEAR}` has something else than years and numbers")
        return counts

    def _warn(self, key: str, message: str, hint: str = HINT) -> None:
        self.problems.warn(_place(self.source, key), message, hint, rule=RULE)


def with_counts(publications: tuple[Publication, ...], counts: Sequence[Counts]) -> tuple[Publication, ...]:
    """The publications with how often each was cited.

    What a record says itself goes before every file, and the first file before the next.
    """
    matches = [Matches(publications, file) for file in counts]
    counted = []
    for publication in publications:
        citations = publication.citations
        for match in matches:
            citations = citations or match.citations(publication)
        counted.append(replace(publication, citations=citations) if citations else publication)
    return tuple(counted)


class Matches:
    """Which papers of a file are which publications: by identifier, else by title and year where that is sure."""

    def __init__(self, publications: Sequence[Publication], counts: Counts) -> None:
        self.counts = counts
        self.index = CountIndex.of(counts)
        self.names = Counter((title_of(publication), year_of(publication)) for publication in publications)
        by_id = (self.index.find(publication.scholar_id) for publication in publications if publication.scholar_id)
        taken = {paper.scholar_id for paper in by_id if paper is not None}
        self.by_title: dict[tuple[str, int | None], list[PaperCount]] = {}
        for paper in counts.papers:
            if paper.title and paper.scholar_id not in taken:
                title = title_of(Publication(title=Text.of(paper.title)))
                self.by_title.setdefault((title, paper.year), []).append(paper)

    def citations(self, publication: Publication) -> Citations | None:
        paper = self.index.find(publication.scholar_id) if publication.scholar_id else None
        paper = paper or self._by_title(publication)
        return self.counts.citations(paper) if paper else None

    def _by_title(self, publication: Publication) -> PaperCount | None:
        """The one paper of its title and year, where it is the only publication of these; not every year is known."""
        title, year = name = title_of(publication), year_of(publication)
        if not title or year is None or self.names[name] != 1:
            return None
        papers = self.by_title.get(name) or self.by_title.get((title, None), [])
        return papers[0] if len(papers) == 1 else None


def _json_of(source: Source, problems: Problems) -> dict[str, Any] | None:
    """The object that a JSON file holds; None, and a warning, for anything else."""
    text = source.text.strip()
    try:
        data = json.loads(source.text)
    except json.JSONDecodeError as error:
        if not text:
            problems.warn(source.at(1), "this is no JSON (it is empty)", HINT, rule=RULE)
        elif text.startswith("<"):
            what = "this is a web page, and no JSON: an error was saved in its place"
            problems.warn(source.at(1), what, HINT, rule=RULE)
        else:
            place = source.at(error.lineno, error.colno)
            problems.warn(place, f"this is no JSON: {error.msg}", HINT, rule=RULE)
        return None
    except RecursionError:
        problems.warn(source.at(1), "this JSON nests too deep", HINT, rule=RULE)
        return None
    if not isinstance(data, dict):
        what = f"this file holds {_shown(data)}, but a profile is wanted"
        problems.warn(source.at(1), what, HINT, rule=RULE)
        return None
    return data


def _mapping(value: Any) -> dict[str, Any]:
    """A value that should be a mapping; nothing of any other."""
    return value if isinstance(value, dict) else {}


def _place(source: Source, key: str) -> Location:
    """Where a key stands in a JSON file."""
    return source.at_offset(max(source.text.find(f'"{key}"'), 0))


def _count(value: Any) -> int | None:
    """A number of citations; None for what is none."""
    if isinstance(value, str):
        digits = value.strip()
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_COUNT
        return int(digits) if is_number else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _year(text: str) -> int | None:
    """Google Scholar does not know every paper's year."""
    year = text.strip()[:YEAR_DIGITS]
    return int(year) if len(year) == YEAR_DIGITS and year.isascii() and year.isdigit() else None


def _first(entry: Any, names: tuple[str, ...]) -> Any:
    """The first of these keys that a mapping has; what is no mapping is the value itself."""
    if not isinstance(entry, dict):
        return entry
    return next((entry[name] for name in names if name in entry), None)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return "nothing" if value in {None, ""} else f"`{str(value)[:40]}`"
