"""Merge the publications of all files: each work once. What YAML says goes before what other files say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.bibliography.duplicates import (
    DATES,
    Identifier,
    Index,
    Sourced,
    differences,
    have_other_titles,
    identifiers_of,
    is_shorter,
    title_of,
    year_of,
)
from acadfolio.model.publication import FORTHCOMING_STATUSES, NOT_ACCEPTED, Publication
from acadfolio.model.record import LOCATION, defaults_of
from acadfolio.model.values import Text
from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from acadfolio.model.values import Links
    from acadfolio.problems import Problems

IDENTIFIER_NAMES = {"doi": "DOI", "arxiv": "arXiv identifier", "key": "key", "title": "title and year"}
MAX_YEARS_OF_PREPRINT = 5
"""Between a preprint and the article that it became."""
COMPLETED_FIELDS = frozenset({"authors", "editors", "translators", "venue"})
"""Fields that may be short for those of another entry."""
DEFAULTS = defaults_of(Publication)
VENUE_NAMES = {
    "journal": "journal", "conference": "booktitle", "workshop": "booktitle", "chapter": "booktitle",
    "thesis": "school",
}  # fmt: skip
"""BibTeX's name of the venue, by the kind of work."""
YAML_NAMES = {"author": "authors", "journal": "venue", "booktitle": "venue", "school": "institution"}
WITHOUT_AUTHOR = frozenset({"other", "software", "dataset", "patent"})


def given_in(publication: Publication) -> frozenset[str]:
    """The fields that are not empty."""
    return frozenset(
        name for name, default in DEFAULTS.items() if name != LOCATION and getattr(publication, name) != default
    )


def merged(yaml: Sequence[Sourced], others: Sequence[Sourced], problems: Problems) -> tuple[Publication, ...]:
    """Merge publications: first those of YAML, then those of other files, each in their order."""
    merger = _Merger(others, problems)
    for source in yaml:
        merger.add(replace(source, is_by_hand=True, by_hand=source.given))
    for source in others:
        merger.add(replace(source, files=frozenset({source.location.file})))
    return tuple(merger.complete())


class _Merger:
    """Merges one source after the other into the works so far, each known by its number."""

    def __init__(self, entries: Sequence[Sourced], problems: Problems) -> None:
        self.entries, self.problems = entries, problems
        self.works: dict[int, Sourced] = {}
        self.next_number = 0
        self.index = Index()

    def add(self, source: Sourced) -> None:
        identifiers = [*identifiers_of(source.publication)]
        title = title_of(source.publication)
        if source.is_by_hand and title and source.publication.when is None:
            identifiers.append(("title", title))  # It names the first work of the files that has this title.
        found = self.index.find(source, [*identifiers, ("title", title)], self.works)
        if found:
            self._merge(source, identifiers, found)
            return
        self._report_other_works(source, identifiers)
        self.works[self.next_number] = source
        self.index.add(identifiers, self.next_number)
        self.next_number += 1

    def _merge(self, source: Sourced, identifiers: Iterable[Identifier], found: dict[int, str]) -> None:
        """Merge a source into the works that it is: several, if it has the identifiers of several."""
        number = next((number for number in found if self.works[number].is_by_hand), next(iter(found)))
        identifier = found.pop(number)
        self._report_differences(self.works[number], source, identifier)
        for other in found:
            if self._may_unite(number, other):
                self._unite(number, other)
        work = self.works[number]
        joined = _joined(work, source)
        completed_by = work.completed_by or source
        self.works[number] = replace(joined, completed_by=completed_by, files=work.files | source.files)
        self.index.add([*identifiers, *identifiers_of(joined.publication)], number)

    def _report_differences(self, work: Sourced, source: Sourced, identifier: str) -> None:
        """Report where a source contradicts what the work says already."""
        first = work.completed_by or work
        if source.is_by_hand:
            first = work
            rule, shown, hint = "conflicting-publication", "that one is shown", "merge the two entries"
        elif first.is_by_hand:
            self._check_identifier(first, source, identifier)
            return
        else:
            rule, shown = "duplicate-publication", "it is shown once"
            hint = "correct one of them, or write the right value into publications.yml"
        if differ := differences(first, source, work.by_hand):
            fields = ", ".join(f"`{name}`" for name in differ)
            place, name = _place_of(first, source), IDENTIFIER_NAMES[identifier]
            message = f"{place} has the same {name}, but another {fields}: {shown}"
            self.problems.warn(source.location, message, hint, rule=rule)

    def _may_unite(self, number: int, other: int) -> bool:
        is_work_by_hand = self.works[other].is_by_hand and bool(self.works[other].publication.title)
        return self.works[number].is_by_hand and not is_work_by_hand

    def _unite(self, number: int, other: int) -> None:
        """Two works turn out to be one, such as a preprint, and the article that YAML names."""
        mine, theirs = self.works[number], self.works.pop(other)
        entry = theirs.completed_by if theirs.is_by_hand else theirs
        self.works[number] = replace(
            _joined(mine, theirs),
            completed_by=mine.completed_by or entry,
            by_hand=mine.by_hand | theirs.by_hand,
            files=mine.files | theirs.files,
        )
        self.index.merge(other, into=number)

    def _report_other_works(self, source: Sourced, identifiers: Iterable[Identifier]) -> None:
        """Other works with the same identifier: it is wrong in one of them."""
        unique = {"doi", "arxiv", "key"} if source.is_by_hand else {"doi", "arxiv"}
        for identifier in identifiers:
            other = self.index.first(identifier, self.works) if identifier[0] in unique else None
            if other is not None:
                name, place = IDENTIFIER_NAMES[identifier[0]], _place_of(other, source)
                message = f"this has the {name} of {place}, which is another work: both are shown"
                hint = "give one of them another key" if name == "key" else "correct the one that is wrong"
                self.problems.warn(source.location, message, hint, rule="conflicting-publication")

    def _check_identifier(self, first: Sourced, second: Sourced, identifier: str) -> None:
        """Report that the entry that YAML names has another title or year: the identifier may be wrong."""
        place, name = _place_of(first, second), IDENTIFIER_NAMES[identifier]
        if have_other_titles(first.publication, second.publication):
            message = f"this has the {name} of {place}, but another title: that one is shown"
            self.problems.warn(second.location, message, "check which one is right", rule="conflicting-publication")
        year, other = year_of(first.publication), year_of(second.publication)
        if year and other and abs(year - other) > _allowed_years(first, second):
            message = f"{place} has the same {name}, but the year {year} instead of {other}"
            hint = f"{year} is shown: correct the one that is wrong"
            self.problems.warn(second.location, message, hint, rule="conflicting-publication")

    def complete(self) -> Iterator[Publication]:
        """The works that have a title. What else a work lacks is reported."""
        for work in self.works.values():
            publication = work.publication
            if not publication.title and work.is_by_hand:
                self._report_untitled(work)
                continue
            if not publication.title:
                message = "this entry has no title: its key is shown"
                self.problems.warn(work.location, message, "add `title`", rule="missing-key")
                publication = replace(publication, title=Text.of(publication.key or "?"))
            self._report_missing(work, publication)
            yield replace(publication, source_location=work.location)

    def _report_untitled(self, work: Sourced) -> None:
        """Report an entry of YAML that names no entry of a file."""
        publication = work.publication
        name = next((name for name in ("key", "doi", "arxiv") if getattr(publication, name)), "")
        if not name:
            message = "this has no title"
            hint = "add `title: …`, or the `key`, `doi` or `arxiv` of an entry of a bibliography"
            self.problems.error(work.location, message, hint, rule="missing-key")
            return
        value = str(getattr(publication, name))
        message = f"no bibliography has an entry with the {IDENTIFIER_NAMES[name]} `{value}`"
        known = {str(getattr(entry.publication, name)) for entry in self.entries}
        hint = did_you_mean(value, known, cutoff=0.75, lists=False) or "correct it, or add `title: …`"
        self.problems.error(work.location, message, hint, rule="unknown-publication")

    def _report_missing(self, work: Sourced, publication: Publication) -> None:
        """Report missing fields. An author who writes by hand may know that there is none: only a check says so."""
        report = self.problems.remark if work.is_by_hand else self.problems.warn
        names = YAML_NAMES if work.is_by_hand else {}
        title = publication.key or publication.title.by_language[0][1]
        for missing in _missing_in(work):
            name = names.get(missing, missing)
            hint = f"add `{name}`, or a status such as `in press`" if name == "year" else f"add `{name}`"
            report(work.location, f"`{title}` has no {name}", hint, rule="missing-key")


def _allowed_years(first: Sourced, second: Sourced) -> int:
    """How far the years of an entry of YAML and of the file that it names may be apart."""
    is_preprint = "preprint" in {first.publication.kind, second.publication.kind}
    return MAX_YEARS_OF_PREPRINT if is_preprint else 1


def _place_of(first: Sourced, second: Sourced) -> str:
    """Where the first stands, for a reader who looks at the second."""
    is_same_file = first.location.file == second.location.file
    return f"line {first.location.line}" if is_same_file else f"{first.location.file}:{first.location.line}"


def _joined(first: Sourced, second: Sourced) -> Sourced:
    """The first, with what only the second has. Of a preprint and its article, the article goes first."""
    is_article = first.publication.kind == "preprint" != second.publication.kind
    if is_article and not first.is_by_hand:
        return replace(_joined(second, first), location=first.location)
    one, other = first.publication, second.publication
    names = {name for name in second.given - first.given if _may_take(name, first, other)}
    names |= _completed_fields(first, second)
    if is_article and first.completed_by is not None:
        names |= _fields_of_article(first, second)
    taken = {name: getattr(other, name) for name in names - {"links"}}
    taken["links"] = _links(one.links, other.links)
    return replace(first, publication=replace(one, **taken), given=first.given | taken.keys())


def _completed_fields(first: Sourced, second: Sourced) -> set[str]:
    """The fields of which the first has a short form, unless its author wrote it."""
    one, other = first.publication, second.publication
    names = COMPLETED_FIELDS - first.by_hand
    return {name for name in names if is_shorter(getattr(one, name), getattr(other, name))}


def _fields_of_article(first: Sourced, second: Sourced) -> frozenset[str]:
    """The fields of an article that replace those of the preprint that completed an entry of YAML before."""
    if "kind" in first.by_hand:
        return frozenset()
    replaced = second.given | {"status"}
    if second.publication.when and not DATES & first.by_hand:
        replaced |= DATES
    return replaced - first.by_hand - {"key", "bibtex"}


def _may_take(name: str, first: Sourced, other: Publication) -> bool:
    """Whether a field of the other fits: a month to its year, a status to its kind, an issue to its volume."""
    publication, year = first.publication, year_of(first.publication)
    if name == "date":
        return year in {None, year_of(other)}
    if name == "year":
        return year is None
    if name == "status":
        is_known = not first.is_by_hand or first.completed_by is not None
        return not (is_known and publication.kind != "preprint" == other.kind)
    return name != "issue" or "volume" not in first.given or publication.volume == other.volume


def _links(mine: Links, others: Links) -> Links:
    """Mine, and those of the other with a new label and a new URL."""
    labels, urls = {link.label.lower() for link in mine}, {link.url for link in mine}
    return (*mine, *(link for link in others if link.label.lower() not in labels and link.url not in urls))


def _missing_in(work: Sourced) -> Iterator[str]:
    """What visitors would miss, by BibTeX's names."""
    publication = work.publication
    if publication.when is None and publication.status not in FORTHCOMING_STATUSES:
        yield "year"
    if _lacks_people(work):
        yield "author"
    if _lacks_venue(publication):
        yield VENUE_NAMES[publication.kind]


def _lacks_people(work: Sourced) -> bool:
    publication = work.publication
    is_kind_open = work.is_by_hand and "kind" not in work.given
    people = (*publication.authors, *publication.editors, *publication.translators)
    needs_author = is_kind_open or publication.kind not in WITHOUT_AUTHOR
    return needs_author and not any(person.is_person for person in people)


def _lacks_venue(publication: Publication) -> bool:
    if publication.kind not in VENUE_NAMES or publication.status in NOT_ACCEPTED or publication.venue:
        return False
    return publication.kind != "thesis" or publication.institution is None
