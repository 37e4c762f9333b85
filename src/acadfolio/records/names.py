"""Names of people as papers print them: two of them come in, whether they may be one person's comes out."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Self

from acadfolio.regex import regex
from acadfolio.struct import Struct

PARTICLES = frozenset(
    {"af", "al", "av", "bin", "da", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "ibn", "la",
     "le", "of", "ten", "ter", "van", "von", "zu", "zum", "zur"}
)  # fmt: skip
INITIALS = regex(r"(?:[^\W\d_]\.?-?)+")
WORD = regex(r"\w+")
MOST_INITIALS = 4
LOUD = 4
"""A family name in capitals has so many letters, or it might be initials."""
VIETNAMESE = " nguyen tran le pham hoang huynh phan vu vo dang đang bui do đo ho ngo duong ly "
MIDDLE_NAMES = " van thi huu duc đuc quang minh ngoc xuan thanh "
"""Behind such a family name they tell that it stands first."""
BRACKETED = regex(r"\s*[(（][^()（）]*[)）]$")
DEGREE = regex(r"(?<=\S),?\s+Ph\.?\s?D\.?$")
WHOLE_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Those that Unicode does not take apart into a bare one and its mark, small."""
TITLES = regex(r"^(?:(?:Prof|Dr|PD)(?:\.|(?=\s))\s*)+(?=\S+\s)")
BEFORE = ("Dr", "Pr", "PD")


class GivenName(Struct, frozen=True):
    """A given name or an initial; `goes_on` when a hyphen ties the next one to it."""

    letters: str
    goes_on: bool = False

    def may_stand_for(self, whole: Self) -> bool:
        """Whether it is the same name, or its initial."""
        is_initial = len(self.letters) == 1 and self.letters != self.letters.upper()
        return self.letters == whole.letters or (is_initial and whole.letters.startswith(self.letters))


class Name(Struct, frozen=True):
    """A person's name, its given names apart from the family name with its particles."""

    given: tuple[GivenName, ...]
    family: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """A name as its bearer writes it, `Emmy Noether` or `Noether, Emmy`."""
        words = given_first(text).split()
        start = len(words) - 1
        while start > 1 and plain(words[start - 1]) in PARTICLES:
            start -= 1
        return cls(_given(words[:start]), tuple(plain(" ".join(words[start:])).split()))

    def is_abbreviated_by(self, text: str) -> bool:
        """Whether a name is this one with initials, or with fewer given names: `E. Noether`, `Noether E`."""
        return any(self._fits(_given(words)) for words in _readings(text))

    def _fits(self, names: tuple[GivenName, ...]) -> bool:
        """Whether given names, with the family name at their end, are this name's."""
        count = len(names) - len(self.family)
        if not 0 < count <= len(self.given) or tuple(name.letters for name in names[count:]) != self.family:
            return False
        last, whole = names[count - 1], self.given[count - 1]
        if count < len(self.given) and whole.goes_on and len(last.letters) > 1:
            return False  # Wei is not Wei-Min.
        return all(name.may_stand_for(own) for name, own in zip(names[:count], self.given, strict=False))


@cache
def plain(text: str) -> str:
    """A name without accents, punctuation and case."""
    letters = text.casefold()
    if not letters.isascii():
        bare = unicodedata.normalize("NFKD", letters.replace("ł", "l").replace("ø", "o"))
        letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return " ".join(WORD.findall(letters))


@cache
def normal(text: str) -> str:
    """One spelling for a name, however its accents, points and case are written and whichever part comes first."""
    return plain(given_first(text))


def written_family_first(words: list[str]) -> tuple[str, str] | None:
    """The family and the given names of a name that is written in this order: `ZHANG Wei`, `Nguyễn Văn A`."""
    if len(words) < 2:  # noqa: PLR2004 - a family name and a given one
        return None
    first, second = words[0], plain(words[1])
    is_loud = len(first) >= LOUD and first.isalpha() and first.isupper() and first.lower() != first
    if is_loud and all(word[1:].islower() for word in words[1:]) and set("AEIOUY") & set(plain(first).upper()):
        return first.capitalize(), " ".join(words[1:])
    if f" {plain(first)} " in VIETNAMESE and f" {second} " in MIDDLE_NAMES and not " ".join(words).isascii():
        return first, " ".join(words[1:])
    return None


@cache
def given_first(text: str) -> str:
    """`Noether, Emmy` the right way round, without the name in other letters and the degrees behind it."""
    if text.endswith((")", "）", "D", "D.")) or text[:2] in BEFORE:
        text = DEGREE.sub("", BRACKETED.sub("", TITLES.sub("", text)))
    family, comma, given = text.partition(",")
    if not comma and text[:2].isupper() and (turned := written_family_first(text.split())):
        return f"{turned[1]} {turned[0]}"
    return f"{given.strip()} {family.strip()}" if comma and given.strip() and "," not in given else text


def _given(words: list[str]) -> tuple[GivenName, ...]:
    """Single names out of words: `Jean-Pierre` is two that belong together."""
    names: list[GivenName] = []
    for word in words:
        parts = plain(word).split()
        names += [GivenName(part, goes_on="-" in word) for part in parts[:-1]]
        names += [GivenName(part) for part in parts[-1:]]
    return tuple(names)


def _readings(text: str) -> list[list[str]]:
    """The words of a name, given names first, and initials that stand together (`Tolkien JRR`) taken apart."""
    words = given_first(text).split()
    end = len(words)
    while end > 1 and are_initials(words[end - 1]):
        end -= 1
    turned = [*words[end:], *words[:end]]
    return [words, *([part for word in order for part in _apart(word)] for order in (words, turned))]


def are_initials(word: str) -> bool:
    """Whether a word is nothing but capital initials."""
    letters = re.sub(r"[.-]", "", word)
    return (
        letters == letters.upper() != letters.lower()
        and len(letters) <= MOST_INITIALS
        and bool(INITIALS.fullmatch(word))
    )


def _apart(word: str) -> list[str]:
    return re.findall(r"[^\W\d_]", word) if are_initials(word) else [word]
