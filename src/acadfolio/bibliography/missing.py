"""A publication comes in; what its kind needs and it does not say comes out, with how to say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.bibliography.merge import Sourced
    from acadfolio.records.publication import Publication

VENUES = {
    "journal": "journal", "conference": "booktitle", "workshop": "booktitle", "chapter": "booktitle",
    "thesis": "school",
}  # fmt: skip
"""What BibTeX calls the place where a work of this kind appears."""
WITHOUT_AUTHOR = frozenset({"other", "software", "dataset", "patent"})
WITHOUT_YEAR = frozenset({"accepted", "in press", "under review", "submitted"})
WITHOUT_VENUE = frozenset({"under review", "submitted"})


def missing_in(work: Sourced) -> Iterator[tuple[str, str]]:
    """What a visitor would look for in vain, and a hint in the words of the file in which the work stands."""
    publication = work.publication
    if publication.when is None and publication.status not in WITHOUT_YEAR:
        instead = "`status: in press`" if work.is_by_hand else "`pubstate = {inpress}`"
        yield "year", f"{_add('year', work)}, or {instead} while there is none"
    if not _has_people(publication) and (publication.kind not in WITHOUT_AUTHOR or _is_of_no_kind(work)):
        yield "author", _add("authors" if work.is_by_hand else "author", work)
    if publication.kind in VENUES and publication.status not in WITHOUT_VENUE:
        name = VENUES[publication.kind]
        is_thesis = publication.kind == "thesis"
        if (publication.institution or publication.venue if is_thesis else publication.venue) is None:
            own = "institution" if is_thesis else "venue"
            yield (own if work.is_by_hand else name), _add(own if work.is_by_hand else name, work)


def _has_people(publication: Publication) -> bool:
    return any(author.is_person for author in publication.authors) or bool(publication.editors)


def _is_of_no_kind(work: Sourced) -> bool:
    """Whether an author wrote a work by hand, and left out what it is: most are papers."""
    return work.is_by_hand and "kind" not in work.given


def _add(name: str, work: Sourced) -> str:
    return f"add `{name}: …`" if work.is_by_hand else f"add `{name} = {{…}}`"
