"""Merge the publications of all files, so that each work is shown once.

YAML has precedence over bibliographies.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.bibliography import duplicates
from acadfolio.bibliography.tables.words import VENUE_FIELDS
from acadfolio.markdown.markup import escape_markdown
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import fold
from acadfolio.model.publication import FORTHCOMING_STATUSES, NOT_ACCEPTED, Publication
from acadfolio.model.record import LOCATION, defaults_of
from acadfolio.model.values import Links, Text
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from acadfolio.bibliography.duplicates import Identifier, SourcedPublication
    from acadfolio.problems import Location, Problems

IDENTIFIER_NAMES = {
    "doi": "DOI",
    "arxiv": "arXiv identifier",
    "key": "key",
    "title": "title and year",
}
CITED_FOLDER = "cited/"
"""The folder in `data/` for bibliographies of works that are cited, but are not the author's own."""
MAX_YEARS_BETWEEN = 1
"""The years between the online and the printed version of a paper."""
COMPLETED_FIELDS = frozenset({"authors", "editors", "translators", "venue"})
"""Fields whose short forms are replaced by the complete value of another entry."""
DEFAULTS = defaults_of(Publication)
YAML_FIELDS = {
    "author": "authors",
    "journal": "venue",
    "booktitle": "venue",
    "school": "institution",
}
KINDS_WITHOUT_AUTHOR = frozenset({"other", "software", "dataset", "patent"})


def filled_fields(publication: Publication) -> frozenset[str]:
    """The names of the fields that have a value."""
    names = DEFAULTS.keys() - {LOCATION}
    return frozenset(name for name in names if getattr(publication, name) != DEFAULTS[name])


def merge_publications(
    yaml: Sequence[SourcedPublication], others: Sequence[SourcedPublication], problems: Problems
) -> tuple[Publication, ...]:
    """Merge the publications of `publications.yml` with those of bibliographies (`others`).

    Those of YAML come first. Differences between the entries of a work, and works without a title,
    are reported.
    """
    merger = _Merger(others, problems)
    for publication in yaml:
        merger.add(replace(publication, is_from_yaml=True, yaml_fields=publication.fields))
    for publication in others:
        merger.add(publication)
    publications = tuple(merger.complete())
    _report_copies(publications, problems)
    return publications


class _Merger:
    """Merges publications one by one. Each work has a number."""

    def __init__(self, entries: Sequence[SourcedPublication], problems: Problems) -> None:
        self.entries, self.problems = entries, problems
        self.works: dict[int, SourcedPublication] = {}
        self.next_number = 0
        self.index = duplicates.WorkIndex(self.works)

    def add(self, added: SourcedPublication) -> None:
        identifiers = [*duplicates.identifiers_of(added.publication)]
        title = duplicates.title_of(added.publication)
        if added.is_from_yaml and title and added.publication.when is None:
            identifiers.append(
                ("title", title)
            )  # Without a year, it is the first work with this title.
        found = self.index.find(added, [*identifiers, ("title", title)])
        if found:
            self._merge(added, identifiers, found)
            return
        self._report_other_works(added, identifiers)
        self.works[self.next_number] = added
        self.index.add(identifiers, self.next_number)
        self.next_number += 1

    def _merge(
        self, added: SourcedPublication, identifiers: Iterable[Identifier], found: dict[int, str]
    ) -> None:
        """Merge a publication into the works with its identifiers.

        There may be several: its entry connects them.
        """
        number = next(
            (number for number in found if self.works[number].is_from_yaml), next(iter(found))
        )
        self._report_differences(self.works[number], added, found.pop(number))
        for other in found:
            if self._may_combine(number, other):
                self._combine(number, other)
        work = self.works[number]
        completed = _completed(work, added)
        completed_by = work.completed_by or added
        self.works[number] = replace(completed, completed_by=completed_by)
        self.index.add([*identifiers, *duplicates.identifiers_of(completed.publication)], number)

    def _report_differences(
        self, work: SourcedPublication, added: SourcedPublication, identifier: str
    ) -> None:
        """Report the fields of a publication that contradict the work."""
        first = work.completed_by or work
        if added.is_from_yaml:
            first = work
            rule, result, hint = (
                "conflicting-publication",
                "that one is shown",
                "merge the two entries",
            )
        elif first.is_from_yaml:
            self._check_identifier(first, added, identifier)
            return
        else:
            rule, result = "duplicate-publication", "it is shown once"
            hint = "correct one of them, or write the right value into publications.yml"
        if differing := duplicates.differences(first, added, work.yaml_fields):
            fields = ", ".join(f"`{name}`" for name in differing)
            location, name = (
                _location_of(first.location, added.location),
                IDENTIFIER_NAMES[identifier],
            )
            message = f"{location} has the same {name}, but a different {fields}: {result}"
            self.problems.warn(added.location, message, hint, rule=rule)

    def _may_combine(self, number: int, other: int) -> bool:
        """Whether an entry in YAML may connect two works: they may not be combined if YAML has both."""
        work, other_work = self.works[number], self.works[other]
        return work.is_from_yaml and not (other_work.is_from_yaml and other_work.publication.title)

    def _combine(self, number: int, other: int) -> None:
        """Combine two works that are the same, such as a preprint and the article that YAML names."""
        work, other_work = self.works[number], self.works.pop(other)
        entry = other_work.completed_by if other_work.is_from_yaml else other_work
        self.works[number] = replace(
            _completed(work, other_work),
            completed_by=work.completed_by or entry,
            yaml_fields=work.yaml_fields | other_work.yaml_fields,
        )
        self.index.merged_into[other] = number

    def _report_other_works(
        self, added: SourcedPublication, identifiers: Iterable[Identifier]
    ) -> None:
        """Report other works with the same identifier, as it is wrong in one of them."""
        for identifier in identifiers:
            other, kind = self.index.first(identifier), identifier[0]
            if other is not None and kind in _kinds_of_conflicts(added, other):
                name, location = (
                    IDENTIFIER_NAMES[kind],
                    _location_of(other.location, added.location),
                )
                message = f"this entry has the same {name} as {location}, which is another work: both are shown"
                hint = (
                    "give one of them another key"
                    if kind == "key"
                    else "correct the one that is wrong"
                )
                self.problems.warn(added.location, message, hint, rule="conflicting-publication")

    def _check_identifier(
        self, first: SourcedPublication, second: SourcedPublication, identifier: str
    ) -> None:
        """Report an entry whose title is not that of the entry in YAML: the identifier may be wrong."""
        location, name = _location_of(first.location, second.location), IDENTIFIER_NAMES[identifier]
        if duplicates.have_other_titles(first.publication, second.publication):
            message = f"this entry has the same {name} as {location}, but a different title: it is not shown"
            self.problems.warn(
                second.location, message, "check which one is right", rule="conflicting-publication"
            )

    def complete(self) -> Iterator[Publication]:
        """Yield the works, and report missing fields.

        An entry in YAML without a title is an error.
        """
        for work in self.works.values():
            publication = work.publication
            if not publication.title and work.is_from_yaml:
                self._report_untitled(work)
                continue
            if publication.hidden or _is_only_cited(work):
                title = publication.title or Text.of(escape_markdown(publication.key or "?"))
                yield replace(publication, hidden=True, title=title, source_location=work.location)
                continue
            if publication.private:
                yield replace(publication, source_location=work.location)
                continue
            if not publication.title:
                message = "this entry has no title: its key is shown"
                self.problems.warn(work.location, message, "add `title`", rule="missing-key")
                publication = replace(
                    publication, title=Text.of(escape_markdown(publication.key or "?"))
                )
            self._report_missing(work, publication)
            yield replace(publication, source_location=work.location)

    def _report_untitled(self, work: SourcedPublication) -> None:
        """Report an entry in YAML that has no title, and no identifier of an entry of a bibliography."""
        publication = work.publication
        name = next((name for name in ("key", "doi", "arxiv") if getattr(publication, name)), "")
        if not name:
            message = "this entry has no title"
            hint = "add `title: …`, or the `key`, `doi` or `arxiv` of an entry of a bibliography"
            self.problems.error(work.location, message, hint, rule="missing-key")
            return
        value = str(getattr(publication, name))
        message = f"no bibliography has an entry with the {IDENTIFIER_NAMES[name]} `{value}`"
        known = {str(getattr(entry.publication, name)) for entry in self.entries}
        hint = (
            did_you_mean(value, known, cutoff=0.75, lists=False) or "correct it, or add `title: …`"
        )
        self.problems.error(work.location, message, hint, rule="unknown-publication")

    def _report_missing(self, work: SourcedPublication, publication: Publication) -> None:
        """Report missing fields.

        In YAML they may be missing on purpose, so only `acadfolio check` reports them.
        """
        report = self.problems.remark if work.is_from_yaml else self.problems.warn
        names = YAML_FIELDS if work.is_from_yaml else {}
        title = publication.key or str(publication.title)
        for missing in _missing_fields(work):
            name = names.get(missing, missing)
            hint = (
                f"add `{name}`, or a status such as `in press`"
                if name == "year"
                else f"add `{name}`"
            )
            report(work.location, f"`{title}` has no {name}", hint, rule="missing-key")


def _is_only_cited(work: SourcedPublication) -> bool:
    """Whether a work is only in the folder of works that are cited."""
    names = work.publication.bibliography
    return (
        not work.is_from_yaml
        and bool(names)
        and all(name.startswith(CITED_FOLDER) for name in names)
    )


def _kinds_of_conflicts(one: SourcedPublication, other: SourcedPublication) -> set[str]:
    """The kinds of identifiers that two works may not share.

    The reader reports one key twice in a file.
    """
    is_reported = one.location.file == other.location.file and not one.is_from_yaml
    return {"doi", "arxiv"} if is_reported else {"doi", "arxiv", "key"}


def _location_of(first: Location, second: Location) -> str:
    """The location of the first publication in a message about the second: without the file if that is the same."""
    if first.file == second.file:
        return f"line {first.line}"
    return f"{first.file}:{first.line}"


def _completed(first: SourcedPublication, second: SourcedPublication) -> SourcedPublication:
    """The first publication, completed by the fields that only the second has.

    If one is a preprint and the other the published article, the fields of the article have
    precedence.
    """
    is_article = first.publication.kind == "preprint" != second.publication.kind
    if is_article and not first.is_from_yaml:
        return replace(_completed(second, first), location=first.location)
    one, other = first.publication, second.publication
    names = {name for name in second.fields - first.fields if _may_add(name, first, other)}
    names |= _short_fields(first, second)
    if is_article and first.completed_by is not None:
        names |= _fields_of_article(first, second)
    values = {name: getattr(other, name) for name in names - {"links"}}
    values["links"] = _combined_links(one.links, other.links)
    values["bibliography"] = tuple(dict.fromkeys((*one.bibliography, *other.bibliography)))
    return replace(first, publication=replace(one, **values), fields=first.fields | values.keys())


def _short_fields(first: SourcedPublication, second: SourcedPublication) -> set[str]:
    """The fields of which the first has a short form, except those that YAML sets."""
    one, other = first.publication, second.publication
    names = COMPLETED_FIELDS - first.yaml_fields
    return {
        name for name in names if duplicates.is_shorter(getattr(one, name), getattr(other, name))
    }


def _fields_of_article(first: SourcedPublication, second: SourcedPublication) -> frozenset[str]:
    """The fields of an article that replace those of the preprint which was merged into the entry in YAML before."""
    if "kind" in first.yaml_fields:
        return frozenset()
    replaced = second.fields | {"status"}
    if second.publication.when and not duplicates.DATES & first.yaml_fields:
        replaced |= duplicates.DATES
    return replaced - first.yaml_fields - {"key", "bibtex"}


def _may_add(name: str, first: SourcedPublication, other: Publication) -> bool:
    """Whether a field of another publication fits: a date its year, a status its kind, an issue its volume."""
    publication, year = first.publication, duplicates.year_of(first.publication)
    if name == "date":
        return year in {None, duplicates.year_of(other)}
    if name == "year":
        return year is None
    if name == "status":
        is_known = not first.is_from_yaml or first.completed_by is not None
        return not (is_known and publication.kind != "preprint" == other.kind)
    return name != "issue" or "volume" not in first.fields or publication.volume == other.volume


def _combined_links(links: Links, others: Links) -> Links:
    """The links, and those of the others that have a new label and a new URL."""
    labels, urls = {link.label.lower() for link in links}, {link.url for link in links}
    new = (link for link in others if link.label.lower() not in labels and link.url not in urls)
    return (*links, *new)


def _missing_fields(work: SourcedPublication) -> Iterator[str]:
    """The missing fields that every publication of its kind should have, by BibTeX's names."""
    publication = work.publication
    if work.lacks_parent:
        return
    if publication.when is None and publication.status not in FORTHCOMING_STATUSES:
        yield "year"
    if _lacks_people(work):
        yield "author"
    if _lacks_venue(publication):
        yield VENUE_FIELDS[publication.kind]


def _lacks_people(work: SourcedPublication) -> bool:
    publication = work.publication
    is_kind_unknown = work.is_from_yaml and "kind" not in work.fields
    if publication.kind in KINDS_WITHOUT_AUTHOR and not is_kind_unknown:
        return False
    people = (*publication.authors, *publication.editors, *publication.translators)
    return not any(person.is_person for person in people)


def _lacks_venue(publication: Publication) -> bool:
    if (
        publication.kind not in VENUE_FIELDS
        or publication.status in NOT_ACCEPTED
        or publication.venue
    ):
        return False
    return publication.kind != "thesis" or publication.institution is None


def _report_copies(publications: Iterable[Publication], problems: Problems) -> None:
    """Report works with the same title and authors that were not merged, because their years differ."""
    by_title: dict[str, list[Publication]] = defaultdict(list)
    for publication in publications:
        if publication.hidden:
            continue
        by_title[duplicates.title_of(publication)].append(publication)
    by_title.pop("", None)
    for namesakes in by_title.values():
        for first, second in combinations(namesakes, 2):
            if _may_be_same_work(first, second):
                _report_copy(first, second, problems)


def _report_copy(first: Publication, second: Publication, problems: Problems) -> None:
    """Report a work that may be the same as another one.

    A build warns only of preprints in bibliographies.
    """
    where = _location_of(first.source_location, second.source_location)
    years = f"the year {duplicates.year_of(first)}" if duplicates.year_of(first) else "no year"
    title = second.title.in_language("en")
    message = (
        f"`{title}` has the same title and authors as {where}, which has {years}: both are shown"
    )
    has_years = duplicates.year_of(first) and duplicates.year_of(second)
    hint = (
        "give its `doi` and its `arxiv` together in publications.yml"
        if has_years
        else "add the year"
    )
    report = (
        problems.warn
        if second.bibliography and "preprint" in {first.kind, second.kind}
        else problems.remark
    )
    report(
        second.source_location, message, f"if it is one work, {hint}", rule="duplicate-publication"
    )


def _first_author(publication: Publication) -> list[tuple[str, str]]:
    """The family name and the first initial: lists often abbreviate the rest."""
    return [
        (fold(name.family), fold(name.given)[:1]) for name in map(parts_of, publication.authors[:1])
    ]


def _may_be_same_work(one: Publication, other: Publication) -> bool:
    """Whether two with one title may be the same work: a preprint and its article, or one with a wrong year."""
    if duplicates.year_of(one) == duplicates.year_of(other):
        return False  # Works of the same year were merged unless their entries differ.
    if not one.authors or _first_author(one) != _first_author(other):
        return False
    if one.kind != other.kind:
        return bool({one.kind, other.kind} & duplicates.VAGUE_KINDS)
    years = list(filter(None, (duplicates.year_of(one), duplicates.year_of(other))))
    return max(years) - min(years) <= MAX_YEARS_BETWEEN and _have_same_numbers(one, other)


def _have_same_numbers(one: Publication, other: Publication) -> bool:
    """Whether the DOI, volume and pages are equal, as far as both have them."""
    numbers = [
        (one.doi.lower(), other.doi.lower()),
        (one.volume, other.volume),
        (one.pages, other.pages),
    ]
    return all(first == second for first, second in numbers if first and second)
