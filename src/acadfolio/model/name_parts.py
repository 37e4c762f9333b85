"""Split names of authors into given names, family name with its particles, and suffix."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.model import names

if TYPE_CHECKING:
    from acadfolio.model.publication import Author

SUFFIXES = frozenset(
    {"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV", "PhD", "Ph.D", "Ph.D.", "Ph. D."}
)
OF_SEVERAL = re.compile(r"[\s(（](?:and|including|incl\.|with|on behalf of)\s")
"""A word of the names of groups that contain the names of people."""
AS_HYPHENS = str.maketrans(dict.fromkeys(names.HYPHENS, "-"))
LOWER_CASE = {*names.PARTICLES, "v", "t", "aus", "dem", "dell", "op"}
"""Particles of a family name if they are in lower case: `Hans aus dem Siepen`, `Gerard 't Hooft`."""
CONNECTORS = frozenset({"y", "e", "i"})
"""Words between two family names: `Ramón y Cajal`."""
BRACKETED_NAME = r"[(（][^()（）]*[)）]"
MAX_ABBREVIATION = len("Chr.")


class NameParts(NamedTuple):
    """The parts of a name.

    Organizations, `Plato` and `汤志恒` have only a family name, and are `is_whole`.
    """

    family: str
    given: str = ""
    suffix: str = ""
    particles: str = ""
    """The particles of the family name, such as `van der`. `family` has them, too."""

    @property
    def is_whole(self) -> bool:
        return not self.given

    @property
    def is_east_asian(self) -> bool:
        """Whether it is in Chinese, Japanese or Korean: the family name comes first in all styles."""
        return bool(names.EAST_ASIAN.match(self.family))

    @property
    def family_first(self) -> str:
        """The name with the family name first: `van Gogh, Vincent`."""
        return ", ".join(filter(None, (self.family, self.given, self.suffix)))

    @property
    def initials(self) -> str:
        """The initials of the given names: `J.-P.` or `J. R. R.`."""
        return " ".join(_initials(word, self) for word in self._given_words)

    @property
    def _given_words(self) -> list[str]:
        """The given names without names in brackets, which spell out an initial: `A. (Ada)`."""
        return re.sub(BRACKETED_NAME, " ", self.given).split()

    @property
    def spelt_out(self) -> str:
        """The given names with initials separated: `J. R. R.` for `JRR`."""
        words = self.given.split()
        return " ".join(
            _initials(word, self) if self.are_initials(word) else word for word in words
        )

    @property
    def bare_initials(self) -> str:
        """The initials without points and spaces, as in `Serre JP`."""
        bare = ""
        for name in self._given_words:
            word = _initials(name, self)
            has_case = word.upper() != word.lower()
            bare += "".join(filter(str.isalnum, word)) if has_case else f" {word} "
        return " ".join(bare.split())

    def are_initials(self, word: str) -> bool:
        """Whether one of the given names is initials.

        It is not if the whole name is in capitals: `LI, WEI`.
        """
        is_in_capitals = len(self.family) > 1 and self.family.isupper()
        return names.are_initials(word) and not (
            is_in_capitals and len(word) > 1 and word.isalpha()
        )


def parts_of(author: Author) -> NameParts:
    """The parts of an author's name: those of the record, else those found in the name."""
    parts = _parts(author.name, author.family, author.given, author.suffix)
    return parts if parts.family or parts.given else NameParts(author.name)  # Symbols alone: `,`.


@cache
def _parts(name: str, family: str, given: str, suffix: str) -> NameParts:
    if not given and OF_SEVERAL.search(name):
        return NameParts(name, suffix=suffix)
    whole_name, name = name, " ".join(names.BRACKETED.sub("", name).split())
    if not (family or given):
        is_whole = names.is_organization(name)
        return NameParts(whole_name) if is_whole else _split_name(name, suffix)
    if not family:
        family = _without_part(name, given) or _family_in(name, suffix)
    elif not given:
        given = _without_part(name, family)
    if not suffix:
        family, suffix = _without_suffix(family)
    return _with_particles(family, given, suffix)


def _without_part(name: str, part: str) -> str:
    """The rest of a name: `Gabriel` of `Gabriel García Márquez` without the family name."""
    return name.removeprefix(part).removesuffix(part).strip(", ") if name != part else ""


def _family_in(name: str, suffix: str) -> str:
    return name if names.is_organization(name) else _split_name(name, suffix).family


def _split_name(name: str, suffix: str) -> NameParts:
    name = names.TITLES.sub("", name)
    if names.EAST_ASIAN.fullmatch(name.replace(",", "")):
        family, _, given = name.replace(",", " ").partition(" ")
        return NameParts(family, given.strip())
    if not suffix:
        name, suffix = _without_suffix(name)
    if "," in name:
        return _split_at_commas(name, suffix)
    given, family = _split(name.split())
    return _with_particles(family, given, suffix)


def _split_at_commas(name: str, suffix: str) -> NameParts:
    """The parts of a name with its family name first: `Smith, John, Jr.`."""
    family, *others = (part.strip() for part in name.split(","))
    family, suffix_of_family = _without_suffix(family)  # `Smith Jr., John`
    suffixes = [part for part in others if part in SUFFIXES] or others[:-1][:1]
    given = " ".join(part for part in others if part not in suffixes)
    return _with_particles(family, given, suffix_of_family or suffix or " ".join(suffixes))


def _without_suffix(name: str) -> tuple[str, str]:
    """The name without the suffix at its end, and the suffix or an empty text."""
    start, _, last = name.rpartition(" ")
    if start and last in SUFFIXES:
        return start.rstrip(" ,"), last
    return name, ""


def _split(words: list[str]) -> tuple[str, str]:
    """The given and family names of a name without a comma."""
    if pair := names.written_family_first(words) or names.written_family_last(words):
        return pair[1], pair[0]
    end = names.end_of_words(words)
    if end < len(words) and not names.are_initials(words[0]):  # `van Beethoven L`
        return " ".join(words[end:]), " ".join(words[:end])
    start = _start_of_family(words)
    return " ".join(words[:start]), " ".join(words[start:])


def _start_of_family(words: list[str]) -> int:
    """The index of the family name's first word: the first lower-case particle, else the particles of the last word."""
    last = len(words) - 1
    particles = (
        index
        for index in range(last)
        if words[index].islower() and names.fold(words[index]) in LOWER_CASE
    )
    start = next(particles, last)
    for index in range(2, last):
        if words[index] in CONNECTORS:
            start = min(start, index - 1)
    return max(names.with_particles(words, start), 0)


def _with_particles(family: str, given: str, suffix: str) -> NameParts:
    """Move particles after the given names (`Beethoven, L. van`) to the family name, and find its particles."""
    words = given.split()
    end = len(words)
    while end > 1 and words[end - 1].islower() and words[end - 1] in names.PARTICLES:
        end -= 1
    family, given = " ".join([*words[end:], family]), " ".join(words[:end])
    parts = family.split()
    count = 0
    while count < len(parts) - 1 and names.fold(parts[count]) in names.PARTICLES:
        count += 1
    return NameParts(family, given, suffix, " ".join(parts[:count]))


def _initials(word: str, name: NameParts) -> str:
    """The initials of given names: `J.-P.` of `Jean-Pierre`, `J. R. R.` of `JRR`.

    Names in scripts without capitals are not changed.
    """
    if _has_no_initials(word):
        return word
    if name.are_initials(word) and "-" not in word:
        return " ".join(f"{letter}." for letter in word if letter.isalpha())
    parts = (part.strip() for part in word.translate(AS_HYPHENS).split("-"))
    return "-".join(f"{part[0].upper()}." for part in parts if part[:1].isalpha())


def _has_no_initials(word: str) -> bool:
    """Whether a word is a title, an abbreviation, or in a script without capitals.

    Abbreviations are the first words of `St. Meyer` and `Th. Wulf`.
    """
    is_abbreviation = (
        word.endswith(".") and len("Th.") <= len(word) <= MAX_ABBREVIATION and word[:-1].isalpha()
    )
    has_capitals = word[:1].isalpha() and word.upper() != word.lower()
    is_title = word.rstrip(".") in names.HONORIFICS
    return not has_capitals or is_abbreviation or is_title or bool(names.EAST_ASIAN.search(word))
