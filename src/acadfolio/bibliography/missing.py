"""A publication comes in; what its kind needs and it does not say comes out, with how to say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.publication import NOT_ACCEPTED, ON_ITS_WAY, Publication

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.bibliography.merge import Sourced

VENUES = {
    "journal": "journal", "conference": "booktitle", "workshop": "booktitle", "chapter": "booktitle",
    "thesis": "school",
}  # fmt: skip
"""What BibTeX calls the place where a work of this kind appears."""
IN_YAML = {
    "author": "authors: …", "journal": "venue: …", "booktitle": "venue: …", "school": "institution: …",
    "in press": "status: in press",
}  # fmt: skip
"""What an author writes by hand for it, where that is called otherwise."""
WITHOUT_AUTHOR = frozenset({"other", "software", "dataset", "patent"})


def missing_in(work: Sourced) -> Iterator[tuple[str, str]]:
    """What a visitor would look for in vain, and a hint in the words of the file in which the work stands."""
    publication = work.publication
    if publication.when is None and publication.status not in ON_ITS_WAY:
        yield "year", f"{_add('year', work)}, or `{_written('in press', work)}` while there is none"
    if not _has_people(publication) and (publication.kind not in WITHOUT_AUTHOR or _is_of_no_kind(work)):
        yield "author", _add("author", work)
    if publication.kind in VENUES and publication.status not in NOT_ACCEPTED:
        name = VENUES[publication.kind]
        is_thesis = publication.kind == "thesis"
        if (publication.institution or publication.venue if is_thesis else publication.venue) is None:
            yield _called(name, work), _add(name, work)


def _has_people(publication: Publication) -> bool:
    return any(author.is_person for author in publication.authors) or bool(
        publication.editors or publication.translators
    )


def _is_of_no_kind(work: Sourced) -> bool:
    """Whether an author wrote a work by hand, and left out what it is: most are papers."""
    return work.is_by_hand and "kind" not in work.given


def _add(name: str, work: Sourced) -> str:
    return f"add `{_written(name, work)}`"


def _written(name: str, work: Sourced) -> str:
    """How the work's file says something, by BibTeX's name for it."""
    if work.is_by_hand:
        return IN_YAML.get(name, f"{name}: …")
    from acadfolio.bibliography.file_words import in_words_of  # Only a mistake pays for it.

    return in_words_of(work.location.file, name)


def _called(name: str, work: Sourced) -> str:
    """What the place where a work appears is called: BibTeX's words are for those who write BibTeX."""
    file = work.location.file.lower()
    if work.is_by_hand or (name != "journal" and file.endswith((".ris", ".json"))):
        return IN_YAML[name].partition(":")[0]
    return name
