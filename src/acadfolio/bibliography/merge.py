"""Publications from several files come in, each work comes out once; what is said twice, or in two ways, is named.

What the author wrote in YAML goes before every other file, field by field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from acadfolio.bibliography.identity import Register, names_of, title_of, unlike, year_of
from acadfolio.records.publication import Publication
from acadfolio.records.values import Text
from acadfolio.struct import Struct, defaults_of, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.problems import Location, Problems
    from acadfolio.records.values import Links

NEEDS_VENUE = {"journal": "journal", "conference": "booktitle", "workshop": "booktitle", "chapter": "booktitle"}
WITHOUT_AUTHOR = frozenset({"other", "software", "dataset", "patent"})
WORDS = {"doi": "DOI", "arxiv": "arXiv identifier", "key": "key", "title": "title and year"}
LONGEST_WAY = 5
"""So many years may lie between a preprint and the article that it became."""
DEFAULTS = defaults_of(Publication)


class Sourced(Struct, frozen=True):
    """A publication, where it stands, and which of its fields were written there."""

    publication: Publication
    location: Location
    given: frozenset[str]
    is_by_hand: bool = False
    """Whether its author wrote it as YAML."""
    completed_by: Sourced | None = None
    """The entry of a file that was added to it."""


def given_in(publication: Publication) -> frozenset[str]:
    """The fields that say something."""
    return frozenset(name for name, default in DEFAULTS.items() if getattr(publication, name) != default)


def merged(yaml: Sequence[Sourced], others: Sequence[Sourced], problems: Problems) -> tuple[Publication, ...]:
    """YAML's in its order, then the others' in theirs."""
    works: list[Sourced] = []
    register = Register()
    for source in (*(replace(entry, is_by_hand=True) for entry in yaml), *others):
        publication = source.publication
        # A file may complete what the author wrote by hand; two entries of files are one only where all fits.
        names = tuple(names_of(publication))
        found = register.find(publication, names, works, by_hand=not source.is_by_hand)
        if found is None:
            works.append(source)
            register.enter(names, len(works) - 1)
            continue
        position, name = found
        work = works[position]
        _report(work.completed_by or work, source, name, problems)
        works[position] = replace(_joined(work, source), completed_by=work.completed_by or source)
        register.enter(names_of(works[position].publication), position)
    return tuple(complete for work in works if (complete := _complete(work, problems)) is not None)


def _report(first: Sourced, second: Sourced, name: str, problems: Problems) -> None:
    """Two entries of one file, or of two files, are a slip; that YAML adds to a file is what it is for."""
    completes = first.is_by_hand and not second.is_by_hand
    one, other = first.publication, second.publication
    titles = title_of(one), title_of(other)
    if all(titles) and titles[0] != titles[1] and (not completes or unlike(*titles)):
        what = f"this has the {WORDS[name]} of {_place(first, second)}, but another title: that one is shown"
        problems.warn(second.location, what, "see which of the two is right")
    years = year_of(one), year_of(other)
    is_on_its_way = (first.publication.kind == "preprint") != (second.publication.kind == "preprint")
    is_near = years[0] and years[1] and abs(years[0] - years[1]) <= (LONGEST_WAY if is_on_its_way else completes)
    if years[0] and years[1] and years[0] != years[1] and not is_near:
        what = f"{_place(first, second)} has the same {WORDS[name]}, but the year {years[0]} in place of {years[1]}"
        problems.warn(second.location, what, f"{years[0]} is shown: correct the one that is wrong")
    if not completes:
        what = f"this work stands in {_place(first, second)} already, by its {WORDS[name]}: it is shown once"
        problems.warn(second.location, what, "delete one of them")


def _place(first: Sourced, second: Sourced) -> str:
    same_file = first.location.file == second.location.file
    return f"line {first.location.line}" if same_file else f"{first.location.file}:{first.location.line}"


def _joined(first: Sourced, second: Sourced) -> Sourced:
    """The first, with what only the second says. Of a preprint and what was published of it, the latter goes first."""
    if not first.is_by_hand and first.publication.kind == "preprint" != second.publication.kind:
        return replace(_joined(second, first), location=first.location)
    one, other = first.publication, second.publication
    missing = {
        name: getattr(other, name) for name in second.given - first.given - {"links"} if _may_take(name, first, other)
    }
    missing["links"] = _links(one.links, other.links)
    return replace(
        first,
        publication=msgspec.structs.replace(one, **missing),
        given=first.given | missing.keys(),
    )


def _may_take(name: str, first: Sourced, other: Publication) -> bool:
    """Whether a field of the other goes with what is said already: a month with its year, a state with its kind."""
    if name in {"date", "year"}:
        said = year_of(first.publication)
        return said is None or (name == "date" and said == year_of(other))
    if name == "status":
        return not (first.publication.kind != "preprint" == other.kind and not first.is_by_hand)
    if name == "issue":
        return "volume" not in first.given or first.publication.volume == other.volume
    return True


def _links(mine: Links, others: Links) -> Links:
    """Mine, and those of the other's whose label and address are new."""
    labels, addresses = {link.label.lower() for link in mine}, {link.url for link in mine}
    return (*mine, *(link for link in others if link.label.lower() not in labels and link.url not in addresses))


def _complete(work: Sourced, problems: Problems) -> Publication | None:
    """The publication when it has a title; what else its kind needs is asked of entries of files alone."""
    publication = work.publication
    if not publication.title:
        if work.is_by_hand:
            hint = "add `title: …`, or the `key`, `doi` or `arxiv` of an entry in one of your bibliographies"
            problems.error(work.location, "the key `title` is missing", hint)
            return None
        problems.warn(work.location, "this entry has no title: its key is shown", "add `title = {…}`")
        publication = msgspec.structs.replace(publication, title=Text.of(publication.key or "?"))
    if not work.is_by_hand:
        for what, how in _missing(publication):
            name = publication.key or publication.title.by_language[0][1]
            problems.warn(work.location, f"`{name}` has no {what}", how)
    return publication


def _missing(publication: Publication) -> list[tuple[str, str]]:
    found = []
    if publication.when is None and publication.status in {"published", "preprint"}:
        found.append(("year", "add `year = {…}`, or `pubstate = {inpress}` while there is none"))
    if (
        not any(author.is_person for author in publication.authors)
        and not publication.editors
        and publication.kind not in WITHOUT_AUTHOR
    ):
        found.append(("author", "add `author = {…}`"))
    if (
        publication.kind in NEEDS_VENUE
        and publication.venue is None
        and publication.status in {"published", "preprint"}
    ):
        found.append((NEEDS_VENUE[publication.kind], f"add `{NEEDS_VENUE[publication.kind]} = {{…}}`"))
    return found
