"""The files of AcadHomepage's Google Scholar crawler come in, their figures come out, with what is wrong about each.

`gs_data.json` is a profile as the package scholarly prints it; its papers are a mapping, in older crawls a list.
`gs_data_shieldsio.json` has the total alone, as words for a badge.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.model.counts import Counts, PaperCount, Total
from acadfolio.model.dates import When

if TYPE_CHECKING:
    from acadfolio.problems import Location, Problems
    from acadfolio.source.text import Source

SOURCE = "Google Scholar"
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
"""Of a paper, as scholarly has called them over the years: the first that is there."""
PER_YEAR = "cites_per_year"
DIGITS = re.compile(r"\d{1,9}")
YEAR = re.compile(r"\d{4}")
STAYS = "let the crawler run again; the last good figure stays, where one is known"
MOST_TOLD = 3


class Profile(Struct):
    """Reads one `gs_data.json`. `lost` has the papers and totals whose figures are no figures; `*` are all."""

    source: Source
    problems: Problems
    date: When | None = None
    lost: set[str] = field(default_factory=set)
    wrong_papers: int = 0

    def counts(self) -> Counts:
        data = self._data()
        if data is None:
            self.lost.add("*")
            return Counts(source=SOURCE)
        self.date = self._updated(data)
        totals = {name: total for key, name in TOTALS.items() if (total := self._total(data, key, name))}
        user = str(data.get("scholar_id") or "")
        papers, per_year = self._papers(data), self._per_year(data)
        counts = Counts(source=SOURCE, user=user, papers=papers, totals=totals, per_year=per_year)
        if self.wrong_papers > MOST_TOLD:
            what = f"{self.wrong_papers - MOST_TOLD} more papers of this file have no number of citations"
            self.problems.warn(self.source.at(1), what, STAYS)
        return counts

    def _data(self) -> dict[str, Any] | None:
        data = json_of(self.source, self.problems)
        if data is not None and not data.keys() & {"publications", *TOTALS}:
            said = next((str(data[key]) for key in ("error", "message", "detail") if data.get(key)), "")
            what = "there are no citation counts in this file" + (f", but `{said[:60]}`" if said else "")
            self.problems.warn(self.source.at(1), what, STAYS)
            return None
        return data

    def _updated(self, data: dict[str, Any]) -> When | None:
        said = data.get("updated")
        if said is None:
            return None
        try:
            return When.parse(str(said))
        except ValueError:
            what = f"`updated` is `{str(said)[:40]}`, which is no date: the counts have none"
            self.problems.warn(self.place("updated"), what, "write it such as `2026-04-25`")
            return None

    def _total(self, data: dict[str, Any], key: str, name: str) -> Total | None:
        if key not in data:
            return None
        count = count_of(data[key])
        if count is None:
            self.lost.add(name)
            self.problems.warn(self.place(key), f"`{key}` is {_shown(data[key])}, but a number is wanted", STAYS)
            return None
        return Total(count=count, date=self.date)

    def _papers(self, data: dict[str, Any]) -> tuple[PaperCount, ...]:
        entries = data.get("publications", {})
        if isinstance(entries, list):
            pairs = [(_first(entry, IDENTIFIERS), entry) for entry in entries]
        elif isinstance(entries, dict):
            pairs = list(entries.items())
        else:
            self.lost.add("papers")
            what = f"`publications` is {_shown(entries)}, but papers are wanted"
            self.problems.warn(self.place("publications"), what, STAYS)
            return ()
        papers = (self._paper(str(key or ""), entry) for key, entry in pairs)
        return tuple(paper for paper in papers if paper is not None)

    def _paper(self, key: str, entry: Any) -> PaperCount | None:
        said = _first(entry, CITED) if isinstance(entry, dict) else entry
        count = count_of(said)
        if count is None:
            self.lost.add(key)
            self.wrong_papers += 1
            if self.wrong_papers <= MOST_TOLD:
                what = f"the paper `{key}` has no number of citations, but {_shown(said)}"
                self.problems.warn(self.place(key), what, STAYS)
            return None
        bib = entry.get("bib") if isinstance(entry, dict) else None
        bib = bib if isinstance(bib, dict) else {}
        url = entry.get("citedby_url") if isinstance(entry, dict) else ""
        return PaperCount(
            scholar_id=key,
            count=count,
            date=self.date,
            title=str(bib.get("title") or ""),
            year=year_of(str(bib.get("pub_year") or bib.get("year") or "")),
            url=url if isinstance(url, str) and url.startswith("https://scholar.google.") else "",
        )

    def _per_year(self, data: dict[str, Any]) -> dict[int, int]:
        said = data.get(PER_YEAR) or {}
        pairs = said.items() if isinstance(said, dict) else [("", said)]
        years = {year_of(str(year)): count_of(count) for year, count in pairs}
        found = {year: count for year, count in sorted(years.items(), key=str) if year and count is not None}
        if len(found) < len(years):
            self.lost.add(PER_YEAR)
            what = f"`{PER_YEAR}` has something else than years and numbers"
            self.problems.warn(self.place(PER_YEAR), what, STAYS)
        return found

    def place(self, key: str) -> Location:
        """Where a key stands in the file."""
        return self.source.at_offset(max(self.source.text.find(f'"{key}"'), 0))


def read_profile(source: Source, problems: Problems) -> tuple[Counts, set[str]]:
    """The figures of a `gs_data.json`, and what of it could not be read."""
    profile = Profile(source, problems)
    return profile.counts(), profile.lost


def read_badge(source: Source, problems: Problems) -> tuple[Counts, set[str]]:
    """The total of a `gs_data_shieldsio.json`."""
    data = json_of(source, problems)
    if data is None:
        return Counts(source=SOURCE), {"*"}
    count = None if data.get("isError") else count_of(data.get("message"))
    if count is None:
        what = f"`message` is {_shown(data.get('message'))}, but the number of citations is wanted"
        problems.warn(source.at_offset(max(source.text.find('"message"'), 0)), what, STAYS)
        return Counts(source=SOURCE), {"citations"}
    return Counts(source=SOURCE, totals={"citations": Total(count=count)}), set()


def json_of(source: Source, problems: Problems) -> dict[str, Any] | None:
    """The object that a JSON file holds; None, and a warning, for anything else."""
    try:
        data = json.loads(source.text)
    except json.JSONDecodeError as error:
        is_page = source.text.lstrip().startswith("<")
        what = "this is a web page, and no JSON: an error was saved in its place" if is_page else "this is no JSON"
        place = source.at(1) if is_page or not source.text.strip() else source.at(error.lineno, error.colno)
        said = "" if is_page else " (it is empty)" if not source.text.strip() else f": {error.msg}"
        problems.warn(place, what + said, STAYS)
        return None
    except RecursionError:
        problems.warn(source.at(1), "this JSON nests too deep", STAYS)
        return None
    if not isinstance(data, dict):
        problems.warn(source.at(1), f"this file holds {_shown(data)}, but a profile is wanted", STAYS)
        return None
    return data


def count_of(said: Any) -> int | None:
    """A number of citations; None for what is none."""
    if isinstance(said, str) and DIGITS.fullmatch(said.strip()):
        return int(said)
    return said if isinstance(said, int) and not isinstance(said, bool) and said >= 0 else None


def year_of(said: str) -> int | None:
    """Google Scholar does not know every paper's year."""
    match = YEAR.search(said)
    return int(match[0]) if match else None


def _first(entry: Any, names: tuple[str, ...]) -> Any:
    return next((entry[name] for name in names if name in entry), None) if isinstance(entry, dict) else None


def _shown(said: Any) -> str:
    """A value in the reader's words."""
    if isinstance(said, dict):
        return "a mapping"
    return "a list" if isinstance(said, list) else "nothing" if said in {None, ""} else f"`{str(said)[:40]}`"
