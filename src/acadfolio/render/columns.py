"""The entries of a list in a table come in, the fields that it needs columns for come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.records.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from acadfolio.records.site import SectionSettings
    from acadfolio.render.entries import Entry
    from acadfolio.render.papers import Paper

BELOW_TITLE = frozenset({"code", "title", "course", "schedule", "text"})
"""What stands in the column of the titles."""
TITLES = ("title", "course")
YEARS = frozenset({"date", "year"})


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
    return bool(paper.record.publisher or paper.record.institution)


def columns_of_entries(entries: Sequence[Entry], section: str, settings: SectionSettings) -> tuple[str, ...]:
    """The fields that any of the entries shows, in their order; the title's column has its text too."""
    shown = {name for entry in entries for name in entry.fields}
    order = settings.fields or KINDS[section].fields
    return tuple(name for name in order if name in shown and (name in TITLES or name not in BELOW_TITLE))
