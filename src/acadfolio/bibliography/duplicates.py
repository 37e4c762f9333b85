"""Decide whether two publications are the same work, and in which fields they differ."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.bibliography.vocabulary import ARXIV_DOI, SMALL_WORDS, VERSION
from acadfolio.html.text import without_tags
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import plain
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
PLACES = ("volume", "issue", "number", "pages", "isbn")
DATES = frozenset({"date", "year"})
SHOWN_FROM_BOTH = frozenset({"key", "bibtex", "links", "accessed"})
PREPRINT_DIFFERENCES = frozenset(
    {"kind", "status", "venue", "doi", "date", "year", "volume", "issue", "number", "pages", "publisher",
     "institution", "type", "open_access"}
)  # fmt: skip
"""The fields in which a preprint differs from the article that it became."""

MARKDOWN = re.compile(r"\]\([^()\s]*\)|[\\`*_$\[\]{}]")
SHORTEST_ACRONYM = 2


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
    """The bibliographies that its entries are from, once they are merged."""


def title_of(publication: Publication) -> str:
    """The title as titles are compared."""
    return normal_title(publication.title.by_language[0][1]) if publication.title else ""


def year_of(publication: Publication) -> int | None:
    return publication.when.year if publication.when else None


@lru_cache(maxsize=16384)
def normal_title(title: str) -> str:
    """The title without markup, accents, case and punctuation."""
    return plain(MARKDOWN.sub("", without_tags(title))).replace(" ", "")


def identifiers_of(publication: Publication) -> Iterator[Identifier]:
    """What a work is found by, the surest first. Versions of an arXiv paper are the same work."""
    if publication.doi and not _has_arxiv_doi(publication):
        yield "doi", publication.doi.lower()
    if publication.arxiv:
        yield "arxiv", re.sub(VERSION, "", publication.arxiv).lower()
    if publication.key:
        yield "key", publication.key.lower()
    title, year = title_of(publication), year_of(publication)
    if title and year:
        yield "title", f"{title} {year}"


def _has_arxiv_doi(publication: Publication) -> bool:
    return publication.doi.lower().startswith(ARXIV_DOI)


def _is_same(known: Sourced, source: Sourced, identifier: str) -> bool:
    """Whether a known work is that of a source with the same identifier."""
    one, other = known.publication, source.publication
    if identifier in {"doi", "arxiv"}:
        return not _is_wrong_identifier(one, other)
    if _have_different_dois(one, other):
        return False
    is_added_to = known.is_by_hand and not source.is_by_hand
    if identifier == "key":
        return is_added_to or _may_be_same_title(one, other)
    return (is_added_to or _fit(one, other)) and _is_same_by_title(known, source)


def _is_same_by_title(known: Sourced, source: Sourced) -> bool:
    one, other = known.publication, source.publication
    if _are_separate(known, source) or _have_different_years(one, other):
        return False
    return _may_share_author(one, other)


def _have_different_dois(one: Publication, other: Publication) -> bool:
    if _has_arxiv_doi(one) or _has_arxiv_doi(other) or not (one.doi and other.doi):
        return False
    return one.doi.lower() != other.doi.lower()


def _may_be_same_title(one: Publication, other: Publication) -> bool:
    return not (one.title and other.title) or title_of(one) == title_of(other)


def _is_wrong_identifier(one: Publication, other: Publication) -> bool:
    """Whether neither titles nor authors are similar: the identifier belongs to another work."""
    may_share_author = _may_share_author(one, other) or _may_share_author(other, one)
    return not may_share_author and have_other_titles(one, other)


def _fit(one: Publication, other: Publication) -> bool:
    """Whether two entries of files with the same title and year have the same kind and place."""
    kinds = {one.kind, other.kind}
    if kinds & VAGUE_KINDS:
        return True
    places = [(getattr(one, name), getattr(other, name)) for name in ("volume", "pages", "isbn", "number")]
    return len(kinds) == 1 and all(mine == theirs for mine, theirs in places if mine and theirs)


def _may_share_author(one: Publication, other: Publication) -> bool:
    """Whether the first author of one is among the other's, by a word of the name, if both have authors."""
    if not one.authors or not other.authors:
        return True
    words = {word for author in other.authors for word in plain(author.name).split() if len(word) > 1}
    return not words.isdisjoint(plain(one.authors[0].name).split())


def have_other_titles(one: Publication, other: Publication) -> bool:
    """Whether their titles cannot be of one work."""
    from difflib import SequenceMatcher

    titles = title_of(one), title_of(other)
    return all(titles) and SequenceMatcher(None, *titles).ratio() < LEAST_SIMILARITY


def may_be_same_date(one: Publication, other: Publication) -> bool:
    """Whether one date is the other, or a less exact one."""
    if one.when is None or other.when is None:
        return True
    date, other_date = one.when.isoformat, other.when.isoformat
    return date.startswith(other_date) or other_date.startswith(date)


def appeared_elsewhere(known: Sourced, source: Sourced) -> bool:
    """Whether a work and an entry of the same title appeared in different places. A preprint always did."""
    entry = known.completed_by if known.is_by_hand and known.completed_by else known
    one, other = entry.publication, source.publication
    if (one.kind == "preprint") != (other.kind == "preprint") or _share_pages(one, other):
        return False
    return _have_different_numbers(one, other) or _have_different_venues(one, other) or not may_be_same_date(one, other)


def _share_pages(one: Publication, other: Publication) -> bool:
    """Whether two works have the same pages of the same volume: a journal may have two names."""
    is_same = bool(one.pages) and one.pages == other.pages and one.volume == other.volume
    return is_same and (bool(one.volume) or "–" in one.pages)


def _have_different_numbers(one: Publication, other: Publication) -> bool:
    numbers = [(getattr(one, name), getattr(other, name)) for name in PLACES]
    return any(not _may_be_same_number(mine, theirs) for mine, theirs in numbers if mine and theirs)


def _have_different_venues(one: Publication, other: Publication) -> bool:
    names = ["venue", "event"]
    if one.kind == other.kind == "other":  # Talks have places.
        names.append("location")
    venues = [(getattr(one, name), getattr(other, name)) for name in names]
    return any(_differ(mine, theirs) for mine, theirs in venues if mine and theirs)


def _may_be_same_number(one: str, other: str) -> bool:
    """Whether two numbers are equal, or one is the start of a range."""
    return one == other or one.startswith(f"{other}–") or other.startswith(f"{one}–")


def is_shorter(value: Any, other: Any) -> bool:
    """Whether the other value is the same as this one, and complete: abbreviated journals, cut lists of authors."""
    if not value or not other or type(value) is not type(other):
        return False
    if isinstance(value, Text):
        return is_abbreviation(value.by_language[0][1], other.by_language[0][1])
    return isinstance(value, tuple) and isinstance(value[0], Author) and _is_cut(value, other)


def _is_cut(authors: Sequence[Author], others: Sequence[Author]) -> bool:
    """Whether a list ends in "and others", and the other one begins with the same people and goes on."""
    named = [_family_word(author) for author in authors if author.is_person]
    complete = [_family_word(author) for author in others if author.is_person]
    if len(named) == len(authors) or complete[: len(named)] != named:
        return False
    return len(complete) > len(named) or len(complete) == len(others)


def _family_word(author: Author) -> str:
    """The last word of the family name: particles are written in many ways."""
    return plain(parts_of(author).family).rpartition(" ")[2]


def is_abbreviation(short: str, name: str) -> bool:
    """Whether a name abbreviates the other: `Phys. Rev. Lett.` or `PRL` for `Physical Review Letters`."""
    short_words, words = _main_words(short), _main_words(name)
    if len("".join(short_words)) >= len("".join(words)):
        return False
    if len(short_words) == 1 and short.strip().isupper() and len(short_words[0]) >= SHORTEST_ACRONYM:
        return short_words[0] in {_initials(words), _initials(plain(name).split())}
    if len(short_words) != len(words):
        return False
    # The letters of `natl` stand in `national` in their order, from the same beginning.
    return all(re.match(".*".join(abbreviation), word) for abbreviation, word in zip(short_words, words, strict=True))


def _initials(words: list[str]) -> str:
    return "".join(word[0] for word in words)


def _main_words(name: str) -> list[str]:
    return [word for word in re.sub(r"[\W\d_]+", " ", plain(name)).split() if word not in SMALL_WORDS]


def differences(first: Sourced, second: Sourced, by_hand: frozenset[str]) -> list[str]:
    """The fields in which two entries differ, or for YAML contradict each other.

    The author decided those that are written `by_hand`, and a preprint differs from its article.
    """
    one, other = first.publication, second.publication
    names = first.given & second.given
    ignored = frozenset({"key", "links"})
    if not second.is_by_hand:
        names |= {"status"}
        ignored = SHOWN_FROM_BOTH | by_hand
        if (one.kind == "preprint") != (other.kind == "preprint"):
            ignored |= PREPRINT_DIFFERENCES
    found = _differing(one, other, names - ignored)
    return found if DATES & ignored or may_be_same_date(one, other) else [*found, "date"]


def _differing(one: Publication, other: Publication, names: frozenset[str]) -> list[str]:
    """The fields of these that differ, but for dates."""
    same = {"title"} if title_of(one) == title_of(other) else set()
    if re.sub(VERSION, "", one.arxiv) == re.sub(VERSION, "", other.arxiv):
        same.add("arxiv")
    ordered = [name for name in Publication.__struct_fields__ if name in names - DATES - same]
    return [name for name in ordered if _differ(getattr(one, name), getattr(other, name))]


def _differ(one: Any, other: Any) -> bool:
    """Whether two values differ. A shorter form of the same does not."""
    return _normal(one) != _normal(other) and not is_shorter(one, other) and not is_shorter(other, one)


def _normal(value: Any) -> Any:
    """A value without accents, case and punctuation, and without given names, which may be initials."""
    if isinstance(value, Text):
        return tuple(plain(text) for _, text in value.by_language)
    if isinstance(value, tuple):
        return tuple(_normal(item) for item in value)
    if isinstance(value, Author):
        return plain(parts_of(value).family)
    return plain(value) if isinstance(value, str) else value


class Index(Struct):
    """Finds the works that were added before by their identifiers. A work is known by its number."""

    numbers: dict[Identifier, dict[int, None]] = field(default_factory=lambda: defaultdict(dict))
    merged_into: dict[int, int] = field(default_factory=dict)

    def add(self, identifiers: Iterable[Identifier], number: int) -> None:
        for identifier in identifiers:
            self.numbers[identifier][number] = None

    def merge(self, number: int, into: int) -> None:
        self.merged_into[number] = into

    def find(self, source: Sourced, identifiers: Iterable[Identifier], works: Mapping[int, Sourced]) -> dict[int, str]:
        """The works that a source is, each with the kind of identifier, the surest first. YAML may tie two works."""
        found: dict[int, str] = {}
        for identifier in identifiers:
            same = [number for number in self._numbers(identifier) if _is_same(works[number], source, identifier[0])]
            if not same:
                continue
            number = same[0]
            if identifier[0] == "title" and number not in found:
                number = next((other for other in same if not appeared_elsewhere(works[other], source)), number)
            found.setdefault(number, identifier[0])
        return found

    def first(self, identifier: Identifier, works: Mapping[int, Sourced]) -> Sourced | None:
        """The first work with an identifier, whether it is the same or not."""
        number = next(self._numbers(identifier), None)
        return None if number is None else works[number]

    def _numbers(self, identifier: Identifier) -> Iterator[int]:
        for added in self.numbers.get(identifier, ()):
            number = added
            while number in self.merged_into:
                number = self.merged_into[number]
            yield number


def _have_different_years(one: Publication, other: Publication) -> bool:
    return None not in {year_of(one), year_of(other)} and year_of(one) != year_of(other)


def _are_separate(known: Sourced, source: Sourced) -> bool:
    """Whether YAML, or one file with keys of their own, has two works of the same title."""
    if known.is_by_hand and source.is_by_hand:
        return True
    keys = known.publication.key.lower(), source.publication.key.lower()
    has_own_key = not keys[0] or keys[0] != keys[1]
    return has_own_key and source.location.file in known.files and appeared_elsewhere(known, source)
