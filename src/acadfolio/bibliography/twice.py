"""Entries of files that are one work come in; what is said of it twice, and differs, is told in few lines.

A work that stands twice and says the same both times is no mistake: programs export such lists again and again.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.bibliography.fuller import is_shorter
from acadfolio.bibliography.identity import VERSION, may_be_one_day, title_of
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import plain
from acadfolio.model.publication import Author, Publication
from acadfolio.model.values import Text
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from acadfolio.bibliography.merge import Sourced
    from acadfolio.problems import Problems

WORDS = {"doi": "DOI", "arxiv": "arXiv identifier", "key": "key", "title": "title and year"}
DATES = frozenset({"date", "year"})
NO_MATTER = frozenset({"key", "bibtex", "links", "accessed"})
"""What is another in each entry, or shown from both of them."""
OF_A_STATE = frozenset({"kind", "status", "venue", "doi", "date", "year", "volume", "issue", "number", "pages"})
OF_A_STATE |= {"publisher", "institution", "type", "open_access"}
"""What a preprint and the article that it became differ in by nature: the article's is shown."""
FEWEST = 2
"""So many works make a list."""


class Pair(Struct, frozen=True):
    """Two entries of files that are one work, by what they are known as one, and the fields in which they differ."""

    first: Sourced
    second: Sourced
    name: str
    differ: tuple[str, ...]


class Twice(Struct):
    """What stands a second time, gathered until all files are read."""

    pairs: list[Pair] = field(default_factory=list)

    def add(self, first: Sourced, second: Sourced, name: str, decided: frozenset[str]) -> None:
        """`decided` are the fields that the author wrote in YAML: of them there is no doubt."""
        self.pairs.append(Pair(first, second, name, differing(first, second, decided)))

    def tell(self, entries: Iterable[Sourced], problems: Problems) -> None:
        """`entries` are all that files hold: a file with nothing of its own is told in one line."""
        counts = Counter(entry.location.file for entry in entries)
        by_file: dict[str, list[Pair]] = {}
        for pair in self.pairs:
            by_file.setdefault(pair.second.location.file, []).append(pair)
        for file, pairs in by_file.items():
            if FEWEST <= len(pairs) == counts[file]:
                _tell_of_file(file, pairs, problems)
            else:
                _tell_of_works(pairs, problems)


def _tell_of_file(file: str, pairs: Sequence[Pair], problems: Problems) -> None:
    where = {pair.first.location.file for pair in pairs}
    others = [pair for pair in pairs if pair.differ]
    place = where.pop() if len(where) == 1 else "other files"
    what = f"all {len(pairs)} works of this file stand in {place} already: each is shown once"
    if others:
        first = others[0]
        what += f", as there; {len(others)} of them say something else here, first `{first.differ[0]}` in line "
        what += str(first.second.location.line)
    problems.warn(Location(file), what, "delete this file, or the other one")


def _tell_of_works(pairs: Sequence[Pair], problems: Problems) -> None:
    for pair in pairs:
        if pair.differ:
            fields = ", ".join(f"`{name}`" for name in pair.differ)
            place = place_of(pair.first, pair.second)
            what = f"this work stands in {place} already, by its {WORDS[pair.name]}, with another {fields}"
            hint = "correct one of them, or say in publications.yml what holds"
            problems.warn(pair.second.location, f"{what}: it is shown once", hint)


def place_of(first: Sourced, second: Sourced) -> str:
    """Where the first stands, for one who looks at the second."""
    same_file = first.location.file == second.location.file
    return f"line {first.location.line}" if same_file else f"{first.location.file}:{first.location.line}"


def differing(first: Sourced, second: Sourced, decided: frozenset[str]) -> tuple[str, ...]:
    """The fields of which only one's value can be shown, in the order of a record."""
    one, other = first.publication, second.publication
    aside = NO_MATTER | decided | (DATES if DATES & decided else frozenset())
    if (one.kind == "preprint") != (other.kind == "preprint"):
        aside |= OF_A_STATE
    both = ((first.given & second.given) | {"status"}) - DATES - aside
    found = {name for name in both if _differ(getattr(one, name), getattr(other, name))}
    found -= {"title"} if title_of(one) == title_of(other) else set()
    found -= {"arxiv"} if VERSION.sub("", one.arxiv) == VERSION.sub("", other.arxiv) else set()
    if not DATES & aside and not may_be_one_day(one, other):
        found.add("date")
    return tuple(name for name in Publication.__struct_fields__ if name in found)


def contradicting(first: Sourced, second: Sourced) -> tuple[str, ...]:
    """The fields that one author wrote in both entries, in two ways."""
    one, other = first.publication, second.publication
    both = (first.given & second.given) - DATES - {"key", "links"}
    found = {name for name in both if _differ(getattr(one, name), getattr(other, name))}
    if one.title and other.title:
        found = (found - {"title"}) | ({"title"} if title_of(one) != title_of(other) else set())
    if not may_be_one_day(one, other):
        found.add("date" if "date" in first.given | second.given else "year")
    return tuple(name for name in Publication.__struct_fields__ if name in found)


def _differ(one: Any, other: Any) -> bool:
    """Whether two values say different things; one that says less of the same does not."""
    return _value(one) != _value(other) and not is_shorter(one, other) and not is_shorter(other, one)


def _value(value: Any) -> Any:
    """A value without what does not matter: accents, case and points of texts, given names that may be initials."""
    if isinstance(value, Text):
        return tuple(plain(text) for _, text in value.by_language)
    if isinstance(value, tuple):
        return tuple(_value(item) for item in value)
    if isinstance(value, Author):
        return plain(parts_of(value).family)
    return plain(value) if isinstance(value, str) else value
