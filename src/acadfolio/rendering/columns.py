"""The entries of a list in a table come in, the fields that it needs columns for come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from acadfolio.citations.papers import Paper
    from acadfolio.model.site import SectionSettings
    from acadfolio.rendering.entries import Entry

IN_TITLE = frozenset({"code", "title", "course"})
"""What stands in the column of the titles."""
TITLES = ("title", "course")
YEARS = frozenset({"date", "year"})
NARROW = {"year": "4em", "date": "7em", "terms": "7em"}
WIDE = {"title": 3, "course": 3, "authors": 2, "venue": 2, "event": 2, "text": 2}


def columns_of_papers(papers: Iterable[Paper], settings: SectionSettings) -> tuple[str, ...]:
    """Year, title, authors, venue and links: those that any paper has, but for what the headings of groups say."""
    papers, grouped = list(papers), set(settings.group_by or ())
    has = {
        "year": any(paper.when for paper in papers) and not grouped & YEARS,
        "title": True,
        "authors": any(paper.authors for paper in papers),
        "venue": any(paper.venue or _house(paper) for paper in papers) and "venue" not in grouped,
        "links": any(paper.links for paper in papers),
    }
    return tuple(name for name, is_there in has.items() if is_there)


def _house(paper: Paper) -> bool:
    is_in_arxiv = paper.record.kind == "preprint" and paper.record.arxiv
    return bool(is_in_arxiv or paper.record.publisher or paper.record.institution)


def columns_of_entries(entries: Sequence[Entry], section: str, settings: SectionSettings) -> tuple[str, ...]:
    """The fields that any of the entries shows, in their order; the code of a course stands before its title."""
    shown = {name for entry in entries for name in entry.fields}
    order = settings.fields or KINDS[section].fields
    return tuple(name for name in order if name in shown and (name in TITLES or name not in IN_TITLE))


def widths_of(columns: Iterable[str], *, numbered: bool) -> str:
    """The tracks of a row’s grid, the same in all tables of a section. Where they have no room, the table scrolls."""
    tracks = [NARROW.get(name) or f"minmax(6em, {WIDE.get(name, 1)}fr)" for name in columns]
    return " ".join(["4em", *tracks] if numbered else tracks)
