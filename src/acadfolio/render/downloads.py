"""A plan comes in, the citations of its papers come out: as files, as links to these, as BibTeX to read."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from acadfolio.plan.downloads import paths_of
from acadfolio.records.publication import Publication
from acadfolio.records.values import Address, Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.bibliography.export.works import Work
    from acadfolio.plan import Plan, PlannedPage

LABELS = ("BibTeX", "RIS", "CSL-JSON")
"""In the order of the endings of their files."""


class Downloads:
    """Knows the papers of one site as works. They are made when the first one is asked for."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @cached_property
    def _works(self) -> dict[int, Work]:
        from acadfolio.bibliography.export.works import works_of

        site = self.plan.site
        works = works_of(site.publications, site.venues, site.settings.language)
        return {id(work.record): work for work in works}

    def files(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """The path of each file of the whole list that the plan may have made room for, and who writes it."""
        if not self.plan.site.publications or not self.plan.site.settings.downloads:
            return
        yield from self._files("", lambda: tuple(self._works.values()))
        made = {id(planned.entry) for planned in self.plan.pages if planned.entry is not None}
        for known, address in self.plan.entry_pages.items():
            if known not in made and known in self._works:  # Its page is the author's own.
                yield from self._files(address, partial(self._work, known))

    def list_paths(self) -> tuple[str, ...]:
        """The files of the whole list."""
        return tuple(path for path in paths_of("") if path in self.plan.made)

    def of_entry(self, planned: PlannedPage) -> Iterator[tuple[str, Callable[[], str]]]:
        """The same for the paper whose page this is."""
        if isinstance(planned.entry, Publication) and self.plan.site.settings.downloads:
            files = self._files(planned.address, partial(self._work, id(planned.entry)))
            yield from ((path, make) for path, make in files if path in self.plan.made)

    def paths_of_entry(self, planned: PlannedPage) -> list[str]:
        is_paper = isinstance(planned.entry, Publication) and self.plan.site.settings.downloads
        return [path for path in paths_of(planned.address) if path in self.plan.made] if is_paper else []

    def key(self, planned: PlannedPage) -> str:
        """By which a paper is cited, which depends on the keys of the others."""
        return self._works[id(planned.entry)].key if isinstance(planned.entry, Publication) else ""

    def _work(self, known: int) -> tuple[Work, ...]:
        return (self._works[known],)

    def _files(self, address: str, works: Callable[[], tuple[Work, ...]]) -> Iterator[tuple[str, Callable[[], str]]]:
        from acadfolio.bibliography.export.bibtex import to_bibtex
        from acadfolio.bibliography.export.csl import to_csl
        from acadfolio.bibliography.export.ris import to_ris

        for path, make in zip(paths_of(address), (to_bibtex, to_ris, to_csl), strict=True):
            yield path, partial(_made, make, works)

    def links(self, planned: PlannedPage) -> tuple[Link, ...]:
        """The files of the paper whose page this is, or of the list on the page of all papers."""
        if planned.section != "publications":
            return ()
        paths = paths_of(planned.address if planned.entry is not None else "")
        return tuple(
            Link(label, Address(f"/{path}"))
            for label, path in zip(LABELS, paths, strict=True)
            if path in self.plan.made
        )

    def bibtex(self, planned: PlannedPage) -> str:
        """The BibTeX that a paper's page shows: the author's own, else what its record tells, without its abstract."""
        publication = planned.entry
        if not isinstance(publication, Publication):
            return ""
        if publication.bibtex:
            return publication.bibtex.strip()
        from acadfolio.bibliography.export.bibtex import shown_entry

        return shown_entry(self._works[id(publication)]).strip()


def _made(make: Callable[[tuple[Work, ...]], str], works: Callable[[], tuple[Work, ...]]) -> str:
    return make(works())
