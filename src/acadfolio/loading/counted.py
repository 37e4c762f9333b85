"""Publications and the figures of files come in, the publications come out with how often each was cited."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import structs

from acadfolio.bibliography.duplicates import title_of, year_of
from acadfolio.model.counts import CountIndex
from acadfolio.model.publication import Publication
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.model.counts import Counts, PaperCount
    from acadfolio.model.publication import Citations


def with_counts(publications: tuple[Publication, ...], counts: Sequence[Counts]) -> tuple[Publication, ...]:
    """What a record says itself goes before every file, and the first file before the next."""
    matches = [_Matches(publications, file) for file in counts]
    return tuple(
        structs.replace(publication, citations=found)
        if publication.citations is None and (found := _first(publication, matches))
        else publication
        for publication in publications
    )


def _first(publication: Publication, matches: Sequence[_Matches]) -> Citations | None:
    found = ((match.counts, match.of(publication)) for match in matches)
    return next((counts.citations(paper) for counts, paper in found if paper is not None), None)


class _Matches:
    """Which papers of a file are which publications: by identifier, else by title and year where that is sure."""

    def __init__(self, publications: Sequence[Publication], counts: Counts) -> None:
        self.counts = counts
        self.index = CountIndex.of(counts)
        self.mine = Counter((title_of(publication), year_of(publication)) for publication in publications)
        by_id = (self.index.find(publication.scholar_id) for publication in publications if publication.scholar_id)
        taken = {paper.scholar_id for paper in by_id if paper is not None}
        self.by_title: dict[tuple[str, int | None], list[PaperCount]] = {}
        for paper in counts.papers:
            if paper.title and paper.scholar_id not in taken:
                title = title_of(Publication(title=Text.of(paper.title)))
                self.by_title.setdefault((title, paper.year), []).append(paper)

    def of(self, publication: Publication) -> PaperCount | None:
        found = self.index.find(publication.scholar_id) if publication.scholar_id else None
        return found or self._by_title(publication)

    def _by_title(self, publication: Publication) -> PaperCount | None:
        """The one paper of its title and year, where it is the only publication of these; not every year is known."""
        title, year = name = title_of(publication), year_of(publication)
        if not title or year is None or self.mine[name] != 1:
            return None
        papers = self.by_title.get(name) or self.by_title.get((title, None), [])
        return papers[0] if len(papers) == 1 else None
