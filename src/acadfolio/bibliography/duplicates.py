"""Decide whether two publications are the same work, and in which fields they differ."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.bibliography.tables import words
from acadfolio.bibliography.vocabulary import ARXIV_DOI, STOP_WORDS, VERSION_SUFFIX
from acadfolio.html.text import without_tags
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import fold
from acadfolio.model.publication import Author, Publication
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from acadfolio.problems import Location

Identifier = tuple[str, str]
"""A kind of identifier (doi, arxiv, key or title) and its value."""
LEAST_SIMILARITY = 0.5
"""Titles that are less similar belong to different works: an identifier is wrong."""
VAGUE_KINDS = frozenset({"preprint", "other"})
NUMBERS = ("volume", "issue", "number", "pages", "isbn")
DATES = frozenset({"date", "year"})
SHOWN_FROM_BOTH = frozenset({"key", "bibtex", "bibliography", "links", "accessed", "extra"})
PREPRINT_DIFFERENCES = frozenset(words.PREPRINT_DIFFERENCES.split())
"""Fields in which a preprint may differ from the published article."""

MARKDOWN_SYNTAX = r"\]\([^()\s]*\)|[\\`*_$\[\]{}]"


class SourcedPublication(Struct, frozen=True):
    """A publication with its location, before or after it is merged with others."""

    publication: Publication
    location: Location
    fields: frozenset[str]
    """The names of the fields that have a value."""
    lacks_parent: bool = False
    """Whether fields are missing because the entry from which it inherits is missing, which is reported."""
    is_from_yaml: bool = False
    """Whether it is in `publications.yml`."""
    completed_by: SourcedPublication | None = None
    """The first entry of a bibliography that was merged into it."""
    yaml_fields: frozenset[str] = frozenset()
    """The names of the fields that `publications.yml` sets."""


def title_of(publication: Publication) -> str:
    """The title in the form in which titles are compared; empty without one."""
    return normal_title(str(publication.title))


def year_of(publication: Publication) -> int | None:
    return publication.when.year if publication.when else None


@cache
def normal_title(title: str) -> str:
    """The title without markup, accents, case and punctuation."""
    return fold(re.sub(MARKDOWN_SYNTAX, "", without_tags(title))).replace(" ", "")


def identifiers_of(publication: Publication) -> Iterator[Identifier]:
    """The identifiers of a work, the most reliable first.

    All versions of an arXiv paper have the same.
    """
    if doi := _doi_of(publication):
        yield "doi", doi
    if publication.arxiv:
        yield "arxiv", re.sub(VERSION_SUFFIX, "", publication.arxiv).lower()
    if publication.key:
        yield "key", publication.key.lower()
    title, year = title_of(publication), year_of(publication)
    if title and year:
        yield "title", f"{title} {year}"


def _doi_of(publication: Publication) -> str:
    """The DOI in lowercase; empty for that of an arXiv paper."""
    doi = publication.doi.lower()
    return "" if doi.startswith(ARXIV_DOI) else doi


def _is_same_work(known: SourcedPublication, added: SourcedPublication, identifier: str) -> bool:
    """Whether a publication with the same identifier (of this kind) as a known work is the same work."""
    one, other = known.publication, added.publication
    if identifier in {"doi", "arxiv"}:
        return not _is_wrong_identifier(one, other)
    if _are_different(_doi_of(one), _doi_of(other)):
        return False
    completes_yaml = known.is_from_yaml and not added.is_from_yaml
    if identifier == "key":
        is_other = (
            _is_of_other_work(known, other)
            if completes_yaml
            else _are_different(title_of(one), title_of(other))
        )
        return not is_other
    return (completes_yaml or _have_same_kind_and_numbers(one, other)) and _is_same_by_title(
        known, added
    )


def _is_same_by_title(known: SourcedPublication, added: SourcedPublication) -> bool:
    """Whether two works of one title may be the same by their years, files and authors."""
    one, other = known.publication, added.publication
    if _are_different(year_of(one), year_of(other)) or _are_separate(known, added):
        return False
    return _may_share_author(one, other)


def _is_of_other_work(known: SourcedPublication, other: Publication) -> bool:
    """Whether another entry, of another work, has completed the work in YAML with this key."""
    return known.completed_by is not None and have_other_titles(
        known.completed_by.publication, other
    )


def _are_different(value: object, other: object) -> bool:
    """Whether both values are known and differ."""
    return bool(value and other) and value != other


def _is_wrong_identifier(one: Publication, other: Publication) -> bool:
    """Whether neither titles nor authors are similar, so that the identifier belongs to another work."""
    may_share_author = _may_share_author(one, other) or _may_share_author(other, one)
    return not may_share_author and have_other_titles(one, other)


def _values_of_both(
    one: Publication, other: Publication, names: Iterable[str]
) -> Iterator[tuple[Any, Any]]:
    """The values of those of these fields that both publications have."""
    for name in names:
        values = getattr(one, name), getattr(other, name)
        if all(values):
            yield values


def _have_same_kind_and_numbers(one: Publication, other: Publication) -> bool:
    if {one.kind, other.kind} & VAGUE_KINDS:
        return True
    numbers = _values_of_both(one, other, ("volume", "pages", "isbn", "number"))
    return one.kind == other.kind and all(
        number == other_number for number, other_number in numbers
    )


def _may_share_author(one: Publication, other: Publication) -> bool:
    """Whether a word in the name of the first author is also in an author's name of the other publication."""
    if not one.authors or not other.authors:
        return True
    words = {
        word for author in other.authors for word in fold(author.name).split() if len(word) > 1
    }
    return not words.isdisjoint(fold(one.authors[0].name).split())


def have_other_titles(one: Publication, other: Publication) -> bool:
    """Whether two titles differ so much that they belong to different works."""
    from difflib import SequenceMatcher

    titles = title_of(one), title_of(other)
    return all(titles) and SequenceMatcher(None, *titles).ratio() < LEAST_SIMILARITY


def may_be_same_date(one: Publication, other: Publication) -> bool:
    """Whether two dates are equal, or one of them is only less exact."""
    if one.when is None or other.when is None:
        return True
    date, other_date = one.when.isoformat, other.when.isoformat
    return date.startswith(other_date) or other_date.startswith(date)


def appeared_elsewhere(known: SourcedPublication, added: SourcedPublication) -> bool:
    """Whether two publications with the same title appeared in different venues, issues or pages, or on other dates.

    A preprint and an article may be the same work wherever they appeared.
    """
    entry = known.completed_by if known.is_from_yaml and known.completed_by else known
    one, other = entry.publication, added.publication
    if (one.kind == "preprint") != (other.kind == "preprint") or _share_pages(one, other):
        return False
    is_same_issue = _may_be_same_issue(one, other) and may_be_same_date(one, other)
    return not is_same_issue or _have_different_venues(one, other)


def _may_be_same_issue(one: Publication, other: Publication) -> bool:
    return all(_may_be_same_number(*numbers) for numbers in _values_of_both(one, other, NUMBERS))


def _share_pages(one: Publication, other: Publication) -> bool:
    """Whether two works have the same pages in the same volume.

    The names of the journal may differ.
    """
    are_exact = bool(one.pages and one.volume) or "–" in one.pages
    return are_exact and (one.volume, one.pages) == (other.volume, other.pages)


def _have_different_venues(one: Publication, other: Publication) -> bool:
    names = ["venue", "event"]
    if one.kind == other.kind == "other":  # Talks have a location.
        names.append("location")
    return any(_differ(*venues) for venues in _values_of_both(one, other, names))


def _may_be_same_number(one: str, other: str) -> bool:
    """Whether two numbers are equal, or one is the start of the other's range."""
    return one == other or one.startswith(f"{other}–") or other.startswith(f"{one}–")


def is_shorter(value: Any, other: Any) -> bool:
    """Whether a value is a short form of the other: an abbreviated journal, or authors that end in "and others"."""
    if not value or not other or type(value) is not type(other):
        return False
    if isinstance(value, Text):
        return is_abbreviation(str(value), str(other))
    return (
        isinstance(value, tuple) and isinstance(value[0], Author) and _is_shorter_list(value, other)
    )


def _is_shorter_list(authors: Sequence[Author], others: Sequence[Author]) -> bool:
    """Whether a list ends in "and others", and the other one begins with the same people."""
    short = [_last_word_of_family(author) for author in authors if author.is_person]
    complete = [_last_word_of_family(author) for author in others if author.is_person]
    if len(short) == len(authors) or complete[: len(short)] != short:
        return False
    return len(complete) > len(short) or len(complete) == len(others)


def _last_word_of_family(author: Author) -> str:
    """The family name without its particles, which have many spellings."""
    return fold(parts_of(author).family).rpartition(" ")[2]


def is_abbreviation(short: str, name: str) -> bool:
    """Whether a name abbreviates another one.

    Such are `Phys. Rev. Lett.` and `PRL` for `Physical Review Letters`.
    """
    short_words, words = _main_words(short), _main_words(name)
    if len("".join(short_words)) >= len("".join(words)):
        return False
    if len(short_words) == 1 and short.strip().isupper():
        return short_words[0] in {_initials(words), _initials(fold(name).split())}
    if len(short_words) != len(words):
        return False
    # `national` begins with the first letter of `natl`, and contains the others in the same order.
    return all(
        re.match(".*".join(abbreviation), word)
        for abbreviation, word in zip(short_words, words, strict=True)
    )


def _initials(words: list[str]) -> str:
    return "".join(word[0] for word in words)


def _main_words(name: str) -> list[str]:
    return [word for word in re.sub(r"[\W\d_]+", " ", fold(name)).split() if word not in STOP_WORDS]


def differences(
    first: SourcedPublication, second: SourcedPublication, yaml_fields: frozenset[str]
) -> list[str]:
    """The names of the fields in which two entries differ.

    If `second` is an entry of a bibliography, `yaml_fields` (which `publications.yml` decides) and
    the differences between a preprint and the published article do not count.
    """
    one, other = first.publication, second.publication
    names, ignored = first.fields & second.fields, frozenset({"key", "bibliography", "links"})
    if not second.is_from_yaml:
        names |= {"status"}
        ignored = SHOWN_FROM_BOTH | yaml_fields
        if (one.kind == "preprint") != (other.kind == "preprint"):
            ignored |= PREPRINT_DIFFERENCES
    compared = names - ignored - DATES
    differing = [
        name
        for name in Publication.__struct_fields__
        if name in compared and _differ_in(name, one, other)
    ]
    if not DATES & ignored and not may_be_same_date(one, other):
        differing.append("date")
    return differing


def _differ_in(name: str, one: Publication, other: Publication) -> bool:
    """Whether two publications differ in a field.

    Markup in titles and versions of arXiv papers do not count.
    """
    if name == "title":
        return title_of(one) != title_of(other)
    if name == "arxiv":
        return re.sub(VERSION_SUFFIX, "", one.arxiv) != re.sub(VERSION_SUFFIX, "", other.arxiv)
    return _differ(getattr(one, name), getattr(other, name))


def _differ(one: Any, other: Any) -> bool:
    """Whether two values differ, and neither is a short form of the other."""
    return (
        _normalized(one) != _normalized(other)
        and not is_shorter(one, other)
        and not is_shorter(other, one)
    )


def _normalized(value: Any) -> Any:
    """A value without accents, case and punctuation.

    Of people, only the family name: given names may be initials.
    """
    if isinstance(value, Text):
        return tuple(fold(text) for _, text in value.by_language)
    if isinstance(value, tuple):
        return tuple(_normalized(item) for item in value)
    if isinstance(value, Author):
        return fold(parts_of(value).family)
    return fold(value) if isinstance(value, str) else value


class WorkIndex(Struct):
    """Finds works by their identifiers. Each work has a number."""

    works: Mapping[int, SourcedPublication]
    numbers: dict[Identifier, dict[int, None]] = field(default_factory=lambda: defaultdict(dict))
    merged_into: dict[int, int] = field(default_factory=dict)
    """For works that were merged into others, the numbers of these."""

    def add(self, identifiers: Iterable[Identifier], number: int) -> None:
        for identifier in identifiers:
            self.numbers[identifier][number] = None

    def find(self, added: SourcedPublication, identifiers: Iterable[Identifier]) -> dict[int, str]:
        """The numbers of the works that are the same as a publication, with the kind of identifier that they share.

        The most reliable identifier is first. There may be several works: an entry in YAML can
        connect two.
        """
        found: dict[int, str] = {}
        for identifier in identifiers:
            kind = identifier[0]
            same = [
                number
                for number in self._numbers(identifier)
                if _is_same_work(self.works[number], added, kind)
            ]
            if same and kind == "title" and same[0] not in found:
                same.sort(key=lambda number: appeared_elsewhere(self.works[number], added))
            if same:
                found.setdefault(same[0], kind)
        return found

    def first(self, identifier: Identifier) -> SourcedPublication | None:
        """The first work with an identifier, even if its other fields show that it is another work."""
        return next((self.works[number] for number in self._numbers(identifier)), None)

    def _numbers(self, identifier: Identifier) -> Iterator[int]:
        for original in self.numbers.get(identifier, ()):
            number = original
            while number in self.merged_into:
                number = self.merged_into[number]
            yield number


def _are_separate(known: SourcedPublication, added: SourcedPublication) -> bool:
    """Whether the author wrote two works with the same title: both in YAML, or in one file with different keys."""
    if known.is_from_yaml and added.is_from_yaml:
        return True
    key = known.publication.key.lower()
    has_same_key = key and key == added.publication.key.lower()
    is_in_one_file = not set(added.publication.bibliography).isdisjoint(
        known.publication.bibliography
    )
    return not has_same_key and is_in_one_file and appeared_elsewhere(known, added)
