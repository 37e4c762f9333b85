"""The files of citation counts below `data/` come in, their figures come out, in the order in which they are asked.

They are written by programs that ask others, and those may answer with an error: what is wrong in them is a warning,
and the last good figure stays, from the last build that read it. Nothing of that is kept where the cache is not.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from acadfolio.loading.files import is_file
from acadfolio.model.counts import Counts
from acadfolio.problems import Location, Problem, Problems
from acadfolio.source.text import read_source
from acadfolio.store import CACHE, read_kept, write_kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.source.text import Source

    Read = Callable[[Source, Problems], tuple[Counts, set[str]]]

CITATIONS, PROFILE, BADGE = "citations.yml", "gs_data.json", "gs_data_shieldsio.json"
FILES = (CITATIONS, BADGE, PROFILE)
"""The first that knows a paper tells its count, the last that knows a total tells that: others sum up or repeat it."""
KEPT = "citations"
"""The file in the cache's folder that has the last good figures."""
HEAD = b"acadfolio citations 1\n"
"""No version of the program: figures outlive it."""
SCHOLAR = "Google Scholar"
STAYS = "write the file anew; the last good figure stays, where one is known"


class CountFiles(Struct, frozen=True):
    """The files of one site. `cache` gives the folder for what is kept, `recalls` allows to read what was kept."""

    root: Path
    cache: Callable[[], str] | None = None
    recalls: bool = True

    def read(self, problems: Problems) -> tuple[Counts, ...]:
        """The figures of every file that there is, or was when they were last read."""
        kept = self._kept()
        found: dict[str, Counts] = {}
        for name in FILES:
            path = self.root / "data" / name
            if is_file(path):
                found[name] = self._read(path, kept.get(name), problems)
            elif name in kept:
                what = "this file is gone: the figures of the last build stay"
                hint = f"put it back, or delete {CACHE}/{KEPT} if you mean to have none"
                problems.warn(Location(f"data/{name}"), what, hint)
                found[name] = kept[name]
        if found != kept:
            self._keep(found)
        return tuple(found.values())

    def _read(self, path: Path, kept: Counts | None, problems: Problems) -> Counts:
        """A file's figures, and those of the last build for what is wrong in it. All that is wrong is a warning."""
        heard = Problems()
        source = read_source(path, f"data/{path.name}", heard)
        counts, lost = _reader_of(path.name)(source, heard) if source else (Counts(source=SCHOLAR), {"*"})
        for problem in heard.found:
            problems.found.append(_as_warning(problem))
        return _completed(counts, lost, kept) if kept and lost else counts

    def _kept(self) -> dict[str, Counts]:
        if not self.recalls:
            return {}
        payload = read_kept(str(self.root / CACHE / KEPT), HEAD)
        try:
            return msgspec.json.decode(payload, type=dict[str, Counts]) if payload else {}
        except msgspec.MsgspecError:
            return {}

    def _keep(self, found: dict[str, Counts]) -> None:
        if self.cache is None:
            return
        with suppress(OSError):  # Without a cache, a figure that is broken is not shown.
            write_kept(str(Path(self.cache(), KEPT)), HEAD, msgspec.json.encode(found))


def misplaced(path: Path) -> str:
    """A hint for a file that stands in a folder, or for that folder; empty where it is none of these files."""
    names = [name for name in FILES if path.name == name or is_file(path / name)]
    return f"{' and '.join(names)} belongs into data/ itself: data/{names[0]}" if names else ""


def _reader_of(name: str) -> Read:
    if name == CITATIONS:
        from acadfolio.loading.counting import read_citations  # It needs all that reads YAML.

        return read_citations
    from acadfolio.loading.scholar import read_badge, read_profile

    return read_profile if name == PROFILE else read_badge


def _as_warning(problem: Problem) -> Problem:
    return Problem(problem.location, problem.message, problem.hint or STAYS, "warning")


def _completed(counts: Counts, lost: set[str], kept: Counts) -> Counts:
    """With what was kept for everything that is lost."""
    if "*" in lost:
        return kept
    known = {paper.scholar_id for paper in counts.papers}
    papers = (paper for paper in kept.papers if paper.scholar_id not in known and lost & {paper.scholar_id, "papers"})
    totals = {name: total for name, total in kept.totals.items() if name in lost}
    return msgspec.structs.replace(
        counts,
        papers=(*counts.papers, *papers),
        totals=counts.totals | totals,
        per_year=kept.per_year if "cites_per_year" in lost else counts.per_year,
    )
