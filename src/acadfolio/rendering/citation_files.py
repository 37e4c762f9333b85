"""Publications as citations: files of BibTeX, RIS and CSL-JSON, and links to these."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from acadfolio.model.publication import Publication
from acadfolio.model.section_kinds import section_kind
from acadfolio.model.values import Link, Url
from acadfolio.routing.generated import citation_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.citations.papers import Papers
    from acadfolio.problems import Location
    from acadfolio.routing import Plan, PlannedPage

LABELS = {"bibtex": "BibTeX", "ris": "RIS", "csl": "CSL-JSON"}
"""The formats by the names of their writers, in the order of the suffixes of their files."""


class CitationFiles:
    """The citations of one site's publications."""

    def __init__(self, plan: Plan, papers: Papers) -> None:
        self.plan, self.papers = plan, papers

    def of_page(self, planned: PlannedPage) -> Iterator[tuple[str, Callable[[], str]]]:
        """The files of the publication whose page this is: each path, and the function that writes it."""
        if isinstance(planned.entry, Publication):
            yield from self.files(planned.url, planned.entry.source_location)

    def key(self, planned: PlannedPage) -> str:
        """The key by which a publication is cited, which depends on the keys of the others."""
        return (
            self.papers.works[planned.entry.source_location].key
            if isinstance(planned.entry, Publication)
            else ""
        )

    def links(self, planned: PlannedPage) -> tuple[Link, ...]:
        """Links to the files of the publication whose page this is, or of all on the page of their list.

        All languages have those of the first one.
        """
        if not section_kind(planned.section).of_publications:
            return ()
        paths = citation_paths(planned.url if planned.entry is not None else "")
        labels = zip(LABELS.values(), paths, strict=True)
        return tuple(
            Link(label, Url(f"/{path}"))
            for label, path in labels
            if self.plan.paths.start_of(path) is not None
        )

    def files(
        self, url: str = "", location: Location | None = None
    ) -> Iterator[tuple[str, Callable[[], str]]]:
        """The planned files for a publication's page, or for all publications, and the functions that write them."""
        for path, name in zip(citation_paths(url), LABELS, strict=True):
            if path in self.plan.generated_files:
                yield path, partial(self._written, name, location)

    def _written(self, name: str, location: Location | None) -> str:
        # Only new files and those of changed publications are written.
        from acadfolio.bibliography.writers import FORMATS

        write, works = FORMATS[name], self.papers.works
        if location:
            return write([works[location]])
        return write(
            [works[publication.source_location] for publication in self.plan.site.publications]
        )
