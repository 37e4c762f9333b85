"""Publications from several files come in, each work comes out once; what is said twice, or in two ways, is named.

What the author wrote in YAML goes before every other file, field by field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.fuller import is_shorter
from acadfolio.bibliography.identity import LoneTitles, Register, names_of, title_of, unlike, year_of
from acadfolio.bibliography.missing import missing_in
from acadfolio.bibliography.sought import Known
from acadfolio.bibliography.twice import DATES, WORDS, Twice, contradicting, place_of
from acadfolio.model.fields import defaults_of
from acadfolio.model.publication import Publication
from acadfolio.model.record import LOCATION
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from acadfolio.model.values import Links
    from acadfolio.problems import Location, Problems

LONGEST_WAY = 5
"""So many years may lie between a preprint and the article that it became."""
SHORTENED = ("authors", "editors", "translators", "venue")
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
    by_hand: frozenset[str] = frozenset()
    """The fields that were written in YAML, whatever was added."""
    files: frozenset[str] = frozenset()
    """The bibliographies whose entries it is made of, once they are merged."""


def given_in(publication: Publication) -> frozenset[str]:
    """The fields that say something."""
    return frozenset(
        name for name, default in DEFAULTS.items() if name != LOCATION and getattr(publication, name) != default
    )


def merged(
    yaml: Sequence[Sourced], others: Sequence[Sourced], problems: Problems, strayed: Sequence[str] = ()
) -> tuple[Publication, ...]:
    """YAML's in its order, then the others' in theirs. `strayed` are bibliographies that lie where none are read."""
    works: dict[int, Sourced] = {}
    register, twice, lone = Register(), Twice(), LoneTitles.of(entry.publication for entry in others)
    sources = (*(replace(entry, is_by_hand=True, by_hand=entry.given) for entry in yaml), *others)
    for number, source in enumerate(sources):
        publication = source.publication
        # A file may complete what the author wrote by hand; two entries of files are one only where all fits.
        names = (*names_of(publication), *(lone.names_of(publication) if source.is_by_hand else ()))
        found = register.find(source, names, works)
        if not found:
            _report_borrowed(source, register.others(source, names, works), problems)
            works[number] = source if source.is_by_hand else replace(source, files=frozenset({source.location.file}))
            register.enter(publication, names, number)
            continue
        position = next((place for place in found if works[place].is_by_hand), next(iter(found)))
        name = found.pop(position)
        if source.is_by_hand:
            _report_contradiction(works[position], source, name, problems)
        elif not works[position].completed_by:
            _report(works[position], source, name, works[position].by_hand, problems)
        for other, other_name in found.items():
            if works[position].is_by_hand and not (works[other].is_by_hand and works[other].publication.title):
                _take_in(works, position, other, other_name, twice)
                register.move(other, position)
                name = other_name if works[position].completed_by else name
        work = works[position]
        first = work.completed_by or work
        if work.completed_by and not source.is_by_hand:
            _report(first, source, name, work.by_hand, problems)
        if not first.is_by_hand:
            twice.add(first, source, name, work.by_hand)
        files = work.files if source.is_by_hand else work.files | {source.location.file}
        works[position] = replace(_joined(work, source), completed_by=work.completed_by or source, files=files)
        register.enter(publication, names, position)
        register.enter(works[position].publication, names_of(works[position].publication), position)
    twice.tell(others, problems)
    known = Known([entry.publication for entry in others], strayed)
    return tuple(complete for work in works.values() if (complete := _complete(work, known, problems)) is not None)


def _take_in(works: dict[int, Sourced], position: int, other: int, name: str, twice: Twice) -> None:
    """Two works turn out to be one, as an entry is both: a preprint's, and that of lines which name its article."""
    mine, theirs = works[position], works.pop(other)
    entry = theirs if not theirs.is_by_hand else theirs.completed_by
    if mine.completed_by and entry and not (mine.completed_by.is_by_hand or entry.is_by_hand):
        twice.add(mine.completed_by, entry, name, mine.by_hand)
    by_hand = mine.by_hand | theirs.by_hand
    works[position] = replace(
        _joined(mine, theirs),
        completed_by=mine.completed_by or entry,
        by_hand=by_hand,
        files=mine.files | theirs.files,
    )


def _report_borrowed(source: Sourced, others: Iterable[tuple[Sourced, str]], problems: Problems) -> None:
    """Works with other titles by other people are two, even where an identifier was pasted into both."""
    for other, name in others:
        what = f"the {WORDS[name]} of this is also that of {place_of(other, source)}, which is another work"
        hint = "give one of them another key" if name == "key" else "correct the one that is wrong"
        problems.warn(source.location, f"{what}: both are shown", hint)


def _report_contradiction(first: Sourced, second: Sourced, name: str, problems: Problems) -> None:
    """An author may write of a work in two places; but of what is said in both, only one can be shown."""
    if differ := contradicting(first, second):
        fields = ", ".join(f"`{field}`" for field in differ)
        what = f"this work stands in {place_of(first, second)} already, by its {WORDS[name]}, with another {fields}"
        problems.warn(second.location, f"{what}: what it says there is shown", "make one entry of the two")


def _report(first: Sourced, second: Sourced, name: str, decided: frozenset[str], problems: Problems) -> None:
    """Other titles and years are a slip, unless YAML `decided` them; that it adds to a file is what it is for."""
    completes = first.is_by_hand and not second.is_by_hand
    decided = frozenset() if first.is_by_hand else decided
    one, other = first.publication, second.publication
    titles = title_of(one), title_of(other)
    if "title" not in decided and all(titles) and titles[0] != titles[1] and (not completes or unlike(*titles)):
        what = f"this has the {WORDS[name]} of {place_of(first, second)}, but another title: that one is shown"
        problems.warn(second.location, what, "see which of the two is right")
    years = year_of(one), year_of(other)
    is_on_its_way = (first.publication.kind == "preprint") != (second.publication.kind == "preprint")
    is_near = years[0] and years[1] and abs(years[0] - years[1]) <= (LONGEST_WAY if is_on_its_way else completes)
    if not DATES & decided and years[0] and years[1] and years[0] != years[1] and not is_near:
        what = f"{place_of(first, second)} has the same {WORDS[name]}, but the year {years[0]} in place of {years[1]}"
        problems.warn(second.location, what, f"{years[0]} is shown: correct the one that is wrong")


def _joined(first: Sourced, second: Sourced) -> Sourced:
    """The first, with what only the second says. Of a preprint and what was published of it, the latter goes first."""
    if not first.is_by_hand and first.publication.kind == "preprint" != second.publication.kind:
        return replace(_joined(second, first), location=first.location)
    one, other = first.publication, second.publication
    missing = {
        name: getattr(other, name) for name in second.given - first.given - {"links"} if _may_take(name, first, other)
    }
    missing |= {name: getattr(other, name) for name in _said_in_short(first, second)}
    missing |= {name: getattr(other, name) for name in _outgrown(first, second)}
    missing["links"] = _links(one.links, other.links)
    return replace(
        first,
        publication=msgspec.structs.replace(one, **missing),
        given=first.given | missing.keys(),
    )


def _outgrown(first: Sourced, second: Sourced) -> Iterable[str]:
    """The fields of an article that go before those of the preprint which completed lines of YAML ahead of it."""
    is_outgrown = first.completed_by is not None and first.publication.kind == "preprint" != second.publication.kind
    if not is_outgrown or "kind" in first.by_hand:
        return ()
    times = DATES | {"status"} if not DATES & first.by_hand and second.publication.when else {"status"}
    return (second.given | times) - first.by_hand - {"links", "key", "bibtex"}


def _said_in_short(first: Sourced, second: Sourced) -> list[str]:
    """The fields of which the second says the same, and more of it. What an author wrote by hand stays."""
    one, other = first.publication, second.publication
    return [
        name for name in SHORTENED if name not in first.by_hand and is_shorter(getattr(one, name), getattr(other, name))
    ]


def _may_take(name: str, first: Sourced, other: Publication) -> bool:
    """Whether a field of the other goes with what is said already: a month with its year, a state with its kind."""
    if name in {"date", "year"}:
        said = year_of(first.publication)
        return said is None or (name == "date" and said == year_of(other))
    if name == "status":
        is_said = not first.is_by_hand or first.completed_by is not None
        return not (first.publication.kind != "preprint" == other.kind and is_said)
    if name == "issue":
        return "volume" not in first.given or first.publication.volume == other.volume
    return True


def _links(mine: Links, others: Links) -> Links:
    """Mine, and those of the other's whose label and address are new."""
    labels, addresses = {link.label.lower() for link in mine}, {link.url for link in mine}
    return (*mine, *(link for link in others if link.label.lower() not in labels and link.url not in addresses))


def _complete(work: Sourced, known: Known, problems: Problems) -> Publication | None:
    """The publication when it has a title; what else its kind needs is named."""
    publication = work.publication
    if not publication.title:
        if work.is_by_hand:
            problems.error(work.location, *known.why_untitled(publication))
            return None
        from acadfolio.bibliography.file_words import in_words_of  # As few entries need it.

        hint = f"add `{in_words_of(work.location.file, 'title')}`"
        problems.warn(work.location, "this entry has no title: its key is shown", hint)
        publication = msgspec.structs.replace(publication, title=Text.of(publication.key or "?"))
    tell = problems.remark if work.is_by_hand else problems.warn  # Who writes by hand may know that there is none.
    for what, how in missing_in(work):
        name = publication.key or publication.title.by_language[0][1]
        tell(work.location, f"`{name}` has no {what}", how)
    return msgspec.structs.replace(publication, source_location=work.location)
