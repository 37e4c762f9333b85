"""Two publications come in; whether they are the same work, and what they disagree about, comes out."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import chain, islice
from typing import TYPE_CHECKING, Self

from msgspec import Struct, field

from acadfolio.bibliography.fuller import is_shorter
from acadfolio.bibliography.titles import bare_title, scripts_in
from acadfolio.model.dates import When
from acadfolio.model.names import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from acadfolio.bibliography.merge import Sourced
    from acadfolio.model.publication import Publication
    from acadfolio.model.values import Text

VERSION = re.compile(r"v\d+$")
ARXIV_DOI = "10.48550/arxiv."
UNLIKE = 0.5
"""Below this, two titles are of different works: somebody has mistaken an identifier."""
IDENTIFIERS = frozenset({"doi", "arxiv"})
VAGUE = frozenset({"preprint", "other"})
MOST_OF_A_TITLE = 50
"""So many works of one title and year are held against a new one, each of them."""
PLACES = ("volume", "issue", "number", "pages", "isbn")


def title_of(publication: Publication) -> str:
    """The title as it is compared."""
    return bare_title(publication.title.by_language[0][1]) if publication.title else ""


def year_of(publication: Publication) -> int | None:
    return publication.when.year if publication.when else None


def names_of(publication: Publication) -> Iterator[tuple[str, str]]:
    """What a work is known by, the surest first. DOIs and keys know no case; versions are of the same work."""
    if publication.doi and not publication.doi.lower().startswith(ARXIV_DOI):
        yield "doi", publication.doi.lower()
    if publication.arxiv:
        yield "arxiv", VERSION.sub("", publication.arxiv).lower()
    if publication.key:
        yield "key", publication.key.lower()
    if (title := title_of(publication)) and (year := year_of(publication)):
        yield "title", f"{title} {year}"


def may_be_same(one: Publication, other: Publication, name: str, *, by_hand: bool) -> bool:
    """Whether two that share such a name are one work. `by_hand`: an author wrote one of them to add to the other."""
    if name in IDENTIFIERS:
        return not _is_pasted(one, other)
    if one.doi and other.doi and one.doi.lower() != other.doi.lower() and not _is_arxivs(one) and not _is_arxivs(other):
        return False
    if name == "key":
        alike = not one.title or not other.title or title_of(one) == title_of(other)
        return by_hand or alike
    return not _have_other_scripts(one, other) and _fit(one, other, by_hand=by_hand)


def _have_other_scripts(one: Publication, other: Publication) -> bool:
    """Whether two titles raise and lower other things, as `C^*` and `C_*`; one in plain words says nothing of it."""
    scripts = [scripts_in(title.by_language[0][1]) for title in (one.title, other.title) if title]
    return all(scripts) and len({*scripts}) > 1


def _is_pasted(one: Publication, other: Publication) -> bool:
    """Whether an identifier that two works share was copied by mistake: neither title nor authors are alike."""
    if not (one.authors and other.authors) or share_author(one, other) or share_author(other, one):
        return False
    titles = title_of(one), title_of(other)
    return all(titles) and titles[0] != titles[1] and unlike(*titles)


def _is_arxivs(publication: Publication) -> bool:
    return publication.doi.lower().startswith(ARXIV_DOI)


def _fit(one: Publication, other: Publication, *, by_hand: bool) -> bool:
    """Of the same title and year: of the same first author, the same kind, and at no other place."""
    if one.authors and other.authors and not share_author(one, other):
        return False
    if by_hand:
        return True
    kinds = {one.kind, other.kind}
    if len(kinds) > 1 and not kinds & VAGUE:
        return False
    places = [(one.volume, other.volume), (one.pages, other.pages), (one.isbn, other.isbn), (one.number, other.number)]
    return bool(kinds & VAGUE) or all(not mine or not theirs or mine == theirs for mine, theirs in places)


def _are_kept_apart(known: Sourced, source: Sourced) -> bool:
    """Whether two of one title stand in one file, by keys of their own, and tell of other places."""
    keys = known.publication.key.lower(), source.publication.key.lower()
    return source.location.file in known.files and (not keys[0] or keys[0] != keys[1]) and _tell_apart(known, source)


def _tell_apart(known: Sourced, source: Sourced) -> bool:
    """Whether a work and an entry of the same title appeared in other places. A preprint did so by nature."""
    entry = known.completed_by if known.is_by_hand and known.completed_by else known
    one, other = entry.publication, source.publication
    if (one.kind == "preprint") != (other.kind == "preprint"):
        return False
    is_range = "–" in one.pages and one.pages == other.pages
    if one.pages and one.pages == other.pages and one.volume == other.volume and (one.volume or is_range):
        return False  # A journal may be called by two names.
    numbers = [(getattr(one, name), getattr(other, name)) for name in PLACES]
    if any(mine and theirs and not _may_be_one(mine, theirs) for mine, theirs in numbers):
        return True
    return (
        _are_other_venues(one.venue, other.venue)
        or _are_other_venues(one.event, other.event)
        or (one.kind == other.kind == "other" and _are_other_venues(one.location, other.location))
        or not may_be_one_day(one, other)
    )


def _may_be_one(one: str, other: str) -> bool:
    """Whether two numbers are one, or one is the beginning of a range."""
    return one == other or one.startswith(f"{other}–") or other.startswith(f"{one}–")


def _are_other_venues(one: Text | None, other: Text | None) -> bool:
    if not one or not other or is_shorter(one, other) or is_shorter(other, one):
        return False
    return plain(one.by_language[0][1]) != plain(other.by_language[0][1])


def may_be_one_day(one: Publication, other: Publication) -> bool:
    """Whether one date is the other, or says it less exactly."""
    if year_of(one) is None or year_of(other) is None:
        return True
    days = [when.isoformat if isinstance(when, When) else "" for when in (one.when, other.when)]
    return days[0].startswith(days[1]) or days[1].startswith(days[0])


def share_author(one: Publication, other: Publication) -> bool:
    """Whether the first author of one is among the other's, by a word of the name."""
    words = {word for author in other.authors for word in plain(author.name).split() if len(word) > 1}
    return any(word in words for word in plain(one.authors[0].name).split())


def unlike(one: str, other: str) -> bool:
    """Whether two plain titles are of different works."""
    from difflib import SequenceMatcher  # Only a contradiction pays for it.

    return SequenceMatcher(None, one, other).ratio() < UNLIKE


class LoneTitles(Struct, frozen=True):
    """Titles that the entries of files give to one work only, and its year: they are enough to name it by hand."""

    years: dict[str, int]

    @classmethod
    def of(cls, publications: Iterable[Publication]) -> Self:
        by_title: dict[str, list[Publication]] = defaultdict(list)
        for publication in publications:
            if title := title_of(publication):
                by_title[title].append(publication)
        return cls({title: year for title, of_title in by_title.items() if (year := _only_year(of_title))})

    def names_of(self, publication: Publication) -> Iterator[tuple[str, str]]:
        """The name of a work that is without a year, by that of its title."""
        title = title_of(publication)
        if publication.when is None and title in self.years:
            yield "title", f"{title} {self.years[title]}"


def _only_year(publications: list[Publication]) -> int | None:
    """The year of entries that are all one work; None where they are several."""
    first, *others = publications
    years = {year_of(publication) for publication in publications}
    are_one = all(
        may_be_same(first, other, "title", by_hand=False) or _have_other_scripts(first, other) for other in others
    )
    return years.pop() if len(years) == 1 and are_one else None


class Register(Struct):
    """Finds, for a publication, the one that was entered before it and is the same work."""

    by_name: dict[tuple[str, ...], dict[int, None]] = field(default_factory=lambda: defaultdict(dict))
    """Where works of a name are, in the order in which they were entered."""
    moved: dict[int, int] = field(default_factory=dict)

    def enter(self, publication: Publication, names: Iterable[tuple[str, str]], position: int) -> None:
        for name in names:
            places = self.by_name[name]
            places[position] = None
            if name[0] == "title" and len(places) > MOST_OF_A_TITLE:  # Those before are looked at anyway.
                self.by_name[name + _told_by(publication)][position] = None

    def move(self, position: int, to: int) -> None:
        """What was entered here is the work there."""
        self.moved[position] = to

    def find(self, source: Sourced, names: Iterable[tuple[str, str]], entered: Mapping[int, Sourced]) -> dict[int, str]:
        """Where it is, and by what name it was known there, the surest first: lines of YAML may tie two works."""
        found: dict[int, str] = {}
        for name in names:
            if name not in self.by_name:
                continue  # As almost all are.
            among = self._likely(name, source.publication)
            places = (place for place in among if _is_one(entered[place], source, name[0]))
            position = next(places, None)
            if position is None:
                continue
            if name[0] == "title" and position not in found and _tell_apart(entered[position], source):
                position = next((place for place in places if not _tell_apart(entered[place], source)), position)
            found.setdefault(position, name[0])
        return found

    def _likely(self, name: tuple[str, str], publication: Publication) -> Iterable[int]:
        """Of very many works with one title, those that are told in the same words, and the first ones."""
        if name[0] != "title" or len(self.by_name.get(name, ())) <= MOST_OF_A_TITLE:
            return self._places(name)
        return chain(self._places(name + _told_by(publication)), islice(self._places(name), MOST_OF_A_TITLE))

    def _places(self, name: tuple[str, ...]) -> Iterator[int]:
        for position in self.by_name.get(name, ()):
            place = position
            while place in self.moved:
                place = self.moved[place]
            yield place

    def others(
        self, source: Sourced, names: Iterable[tuple[str, str]], entered: Mapping[int, Sourced]
    ) -> Iterator[tuple[Sourced, str]]:
        """Other works that were entered with such an identifier, or by hand with such a key."""
        for name in names:
            if name[0] in IDENTIFIERS or (name[0] == "key" and source.is_by_hand):
                yield from ((entered[place], name[0]) for place in islice(self._places(name), 1))


def _told_by(publication: Publication) -> tuple[str, ...]:
    """What a publication says of the place where it appeared."""
    venue = plain(publication.venue.by_language[0][1]) if publication.venue else ""
    return (publication.doi.lower(), venue, *(getattr(publication, name) for name in PLACES))


def _is_one(known: Sourced, source: Sourced, name: str) -> bool:
    """Whether a work that was entered is that of a source which shares such a name."""
    if name == "title" and ((known.is_by_hand and source.is_by_hand) or _are_kept_apart(known, source)):
        return False  # Two that an author wrote are two.
    by_hand = known.is_by_hand and not source.is_by_hand
    return may_be_same(known.publication, source.publication, name, by_hand=by_hand)
