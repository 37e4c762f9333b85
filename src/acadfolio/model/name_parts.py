"""Split names as papers print them into given names, family name with its particles, and suffix."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.model.names import (
    BRACKETED,
    EASTERN,
    HYPHENS,
    PARTICLES,
    TITLES,
    are_initials,
    plain,
    written_family_first,
    written_family_last,
)

if TYPE_CHECKING:
    from acadfolio.model.publication import Author

SUFFIXES = frozenset({"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV", "PhD", "Ph.D", "Ph.D.", "Ph. D."})
ORGANIZATION = re.compile(
    r"\b(?:Collaborations?|Consortium|Committee|Universit\w+|Institut\w*|Laborator\w+|Society|Association|Foundation"
    r"|Group|Team|Network|Project|Organi[sz]ation|Company|Inc|Ltd|GmbH|Academy|Council|Commission|Ministry|Agency"
    r"|Centre|Center|Department|Museum|Press)\b|^The\s|[&\d]"
)
"""What occurs in names of organizations, but not of persons."""
AS_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS, "-"))
CONNECTORS = frozenset({"y", "e", "i"})
"""What stands between two family names: `Ramón y Cajal`."""
ASIDE = re.compile(r"[(（][^()（）]*[)）]")
HONORIFICS = frozenset({"Mme", "Mlle", "Mrs", "Mr", "Dr", "Prof", "Sir", "Lady", "Dame"})
LONGEST_ABBREVIATION = len("Chr.")


class NameParts(NamedTuple):
    """The parts of one name. An organization, `Plato` or `汤志恒` is a family name alone, and `is_whole`."""

    family: str
    given: str = ""
    suffix: str = ""
    particles: str = ""
    """The small words with which the family name begins, `van der`; they are part of `family` too."""

    @property
    def is_whole(self) -> bool:
        return not self.given

    @property
    def is_written_together(self) -> bool:
        """Whether it is Chinese, Japanese or Korean: the family first, in every style."""
        return bool(EASTERN.match(self.family))

    @property
    def initials(self) -> str:
        """The given names cut to their first letters: `J.-P.` or `J. R. R.` and the like."""
        return " ".join(_initials(word, self) for word in self._given_words)

    @property
    def _given_words(self) -> list[str]:
        """The given names without those in brackets, which spell out what stands before them: `A. (Ada)`."""
        return ASIDE.sub(" ", self.given).split() if "(" in self.given or "（" in self.given else self.given.split()

    @property
    def spelt_out(self) -> str:
        """The given names as they are, but for initials written together: `J. R. R.` for `JRR`."""
        words = self.given.split()
        return " ".join(_initials(word, self) if self.are_initials(word) else word for word in words)

    @property
    def bare_initials(self) -> str:
        """The same without points and spaces, as in `Serre JP`."""
        written = [_initials(word, self) for word in self._given_words]
        bare = ["".join(filter(str.isalnum, word)) if word.upper() != word.lower() else f" {word} " for word in written]
        return " ".join("".join(bare).split())

    def are_initials(self, word: str) -> bool:
        """Whether one of the given names is initials; where all of the name is in capitals, it is a name: `LI, WEI`."""
        is_in_capitals = len(self.family) > 1 and self.family.isupper()
        return are_initials(word) and not (is_in_capitals and len(word) > 1 and word.isalpha())


def parts_of(author: Author) -> NameParts:
    """What an author's record says of the parts, else what the name tells."""
    parts = _said(author.name, author.family, author.given, author.suffix)
    return parts if parts.family or parts.given else NameParts(author.name)  # Symbols alone: `,`.


@lru_cache(maxsize=20_000)
def _said(name: str, family: str, given: str, suffix: str) -> NameParts:
    name = " ".join((BRACKETED.sub("", name) if name.endswith((")", "）")) else name).split())
    if not (family or given):
        return _derived(name, suffix)
    if not family:
        family = _without(name, given) or _derived(name, suffix).family
    elif not given:
        given = _without(name, family)
    return _with_particles(family, given, suffix)


def _without(name: str, part: str) -> str:
    """The rest of a name: `Gabriel` of `Gabriel García Márquez` without the family name."""
    return name.removeprefix(part).removesuffix(part).strip(", ") if name != part else ""


def _derived(name: str, suffix: str) -> NameParts:
    if ORGANIZATION.search(name):
        return NameParts(name)
    name = TITLES.sub("", name)
    if not name.isascii() and EASTERN.fullmatch(name.replace(",", "")):
        family, _, given = name.replace(",", " ").partition(" ")
        return NameParts(family, given.strip())
    if not suffix:
        name, suffix = _without_suffix(name)
    family, *others = (part.strip() for part in name.split(","))
    if not others:
        given, family = _split(name.split())
        return _with_particles(family, given, suffix)
    family, suffix_of_family = _without_suffix(family)  # `Smith Jr., John`
    suffixes = [part for part in others if part in SUFFIXES]
    given = " ".join(part for part in others if part not in suffixes)
    return _with_particles(family, given, suffix_of_family or suffix or " ".join(suffixes))


def _without_suffix(name: str) -> tuple[str, str]:
    """A name, and the suffix that stood at its end; that is empty where none did."""
    start, _, last = name.rpartition(" ")
    return (start.rstrip(" ,"), last) if start and last in SUFFIXES else (name, "")


def _split(words: list[str]) -> tuple[str, str]:
    """Given and family names of a name without a comma."""
    if turned := written_family_first(words) or written_family_last(words):
        return turned[1], turned[0]
    end = len(words)
    while end > 1 and are_initials(words[end - 1]):
        end -= 1
    if end < len(words) and not are_initials(words[0]):  # `van Beethoven L`
        return " ".join(words[end:]), " ".join(words[:end])
    start = _start_of_family(words)
    return " ".join(words[:start]), " ".join(words[start:])


def _start_of_family(words: list[str]) -> int:
    """Where the family name begins: at the first small particle, else at the particles before the last word."""
    last = len(words) - 1
    small = (place for place in range(last) if words[place].islower() and plain(words[place]) in PARTICLES)
    start = next(small, last)
    for place in range(2, last):
        if words[place] in CONNECTORS:
            start = min(start, place - 1)
    while start > 1 and plain(words[start - 1]) in PARTICLES:
        start -= 1
    return max(start, 0)


def _with_particles(family: str, given: str, suffix: str) -> NameParts:
    """Particles are small; one behind the given names (`Beethoven, L. van`) goes before the family name."""
    words = given.split()
    end = len(words)
    while end > 1 and words[end - 1].islower() and words[end - 1] in PARTICLES:
        end -= 1
    family, given = " ".join([*words[end:], family]), " ".join(words[:end])
    names = family.split()
    count = 0
    while count < len(names) - 1 and plain(names[count]) in PARTICLES:
        count += 1
    return NameParts(family, given, suffix, " ".join(names[:count]))


def _initials(word: str, name: NameParts) -> str:
    """`J.-P.` of `Jean-Pierre`, `J. R. R.` of `JRR`; names in letters without capitals stay as they are."""
    if _stays_whole(word):
        return word
    if name.are_initials(word) and "-" not in word:
        return " ".join(f"{letter}." for letter in word if letter.isalpha())
    parts = (part.strip() for part in word.translate(AS_HYPHENS).split("-"))
    return "-".join(f"{part[0].upper()}." for part in parts if part[:1].isalpha())


def _stays_whole(word: str) -> bool:
    """Whether it has no initials: titles, abbreviations (`St. Meyer`, `Th. Wulf`), letters without capitals."""
    is_abbreviation = word.endswith(".") and len("Th.") <= len(word) <= LONGEST_ABBREVIATION and word[:-1].isalpha()
    has_capitals = word[:1].isalpha() and word.upper() != word.lower()
    return not has_capitals or is_abbreviation or word.rstrip(".") in HONORIFICS or bool(EASTERN.search(word))
