"""A plan comes in, the citations of its papers come out: as files, as links to these, as BibTeX to read."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from acadfolio.model.publication import Publication
from acadfolio.model.values import Address, Link
from acadfolio.routing.generated import citation_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.bibliography.writers import Format
    from acadfolio.bibliography.writers.works import Work
    from acadfolio.problems import Location
    from acadfolio.routing import Plan, PlannedPage

LABELS = ("BibTeX", "RIS", "CSL-JSON")
"""In the order of the endings of their files."""


class Downloads:
    """Knows the papers of one site as works. They are made when the first one is asked for."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @cached_property
    def _works(self) -> dict[Location, Work]:
        from acadfolio.bibliography.writers.works import works_of

        site = self.plan.site
        works = works_of(site.publications, site.venues, site.settings.language)
        return {work.record.source_location: work for work in works}

    def lists(self) -> Iterator[tuple[str, str]]:
        """Each file of all papers that the plan has made room for, and what stands in it."""
        from acadfolio.bibliography.writers import FORMATS

        for path, form in zip(citation_paths(""), FORMATS, strict=True):
            if path in self.plan.made:
                yield path, form.file(form.text(work) for work in self._works.values())

    def list_paths(self) -> tuple[str, ...]:
        """The files of all papers."""
        return tuple(path for path in citation_paths("") if path in self.plan.made)

    def of_own_pages(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """The path of each file of a paper whose page the author wrote, and who writes it."""
        if not self.plan.site.settings.downloads:
            return
        made = {planned.entry.source_location for planned in self.plan.pages if planned.entry is not None}
        for place, address in self.plan.entry_pages.items():
            if place not in made and place in self._works:
                yield from self._files(place, address)

    def of_entry(self, planned: PlannedPage) -> Iterator[tuple[str, Callable[[], str]]]:
        """The same for the paper whose page this is."""
        if isinstance(planned.entry, Publication) and self.plan.site.settings.downloads:
            yield from self._files(planned.entry.source_location, planned.address)

    def paths_of_entry(self, planned: PlannedPage) -> list[str]:
        is_paper = isinstance(planned.entry, Publication) and self.plan.site.settings.downloads
        return [path for path in citation_paths(planned.address) if path in self.plan.made] if is_paper else []

    def key(self, planned: PlannedPage) -> str:
        """By which a paper is cited, which depends on the keys of the others."""
        return self._works[planned.entry.source_location].key if isinstance(planned.entry, Publication) else ""

    def _files(self, place: Location, address: str) -> Iterator[tuple[str, Callable[[], str]]]:
        """The files of one paper that the plan has made room for."""
        from acadfolio.bibliography.writers import FORMATS

        for path, form in zip(citation_paths(address), FORMATS, strict=True):
            if path in self.plan.made:
                yield path, partial(self._file, form, place)

    def _file(self, form: Format, place: Location) -> str:
        return form.file([form.text(self._works[place])])

    def links(self, planned: PlannedPage) -> tuple[Link, ...]:
        """The files of the paper whose page this is, or of the list on the page of all papers."""
        if planned.section != "publications":
            return ()
        paths = citation_paths(planned.address if planned.entry is not None else "")
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
        from acadfolio.bibliography.writers.bibtex import shown_entry

        return shown_entry(self._works[publication.source_location]).strip()
