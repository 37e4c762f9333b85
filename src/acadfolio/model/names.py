"""Compare names of people as papers print them: whether two may be one person's."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Self

from msgspec import Struct

PARTICLES = frozenset(
    {"af", "al", "av", "bin", "da", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "ibn", "la",
     "le", "of", "ten", "ter", "van", "von", "zu", "zum", "zur"}
)  # fmt: skip
WORD = re.compile(r"\w+")
MOST_INITIALS = 4
SHORTEST_IN_CAPITALS = 4
"""The fewest letters of a family name in capitals; fewer might be initials."""
VIETNAMESE = " nguyen tran le pham hoang huynh phan vu vo dang đang bui do đo ho ngo duong ly "
MIDDLE_NAMES = " van thi huu duc đuc quang minh ngoc xuan thanh "
"""After such a family name, they show that the family name comes first."""
MARKS = "*†‡§¶#+✉"
"""The symbols that are marks behind a name, beside raised numbers; other symbols need `marks` of the author."""
OTHER_MARKS = "＊∗＃＋¹²³⁰⁴⁵⁶⁷⁸⁹"
"""Full-width forms of marks, and raised numbers."""
BRACKETED = re.compile(r"\s*[(（][^()（）]*[)）]$")
DEGREE = re.compile(r"(?<=\S),?\s+Ph\.?\s?D\.?$")
WHOLE_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Those that Unicode does not take apart into a bare one and its mark, small."""
CJK = "\u1100-\u11ff\u3005\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
"""Characters of Chinese, Japanese and Korean names, which are written with or without a space between their parts."""
EASTERN = re.compile(rf"[{CJK}][{CJK}·\s]*")
AROUND = dict.fromkeys(map(ord, "()（）[]【】"), " ")
HYPHENS = "-‐‑"
NO_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS))
TITLES = re.compile(r"^(?:(?:Prof|Dr|PD)(?:\.|(?=\s))\s*)+(?=\S+\s)")
HONORIFICS = frozenset({"dr", "lady", "mlle", "mme", "mr", "mrs", "ms", "prof", "sir"})
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
        """Whether a name is this one with initials or with fewer given names (`E. Noether`, `Noether E`).

        Also with the family name first (`Noether Emmy`), or with initials behind the given name (`Emmy A. Noether`).
        """
        readings = [_given(words) for words in _readings(text)]
        if "," not in text:
            first, size = readings[0], len(self.family)
            readings.append((*first[size:], *first[:size]))
        return any(map(self._fits, readings))

    def _fits(self, names: tuple[GivenName, ...]) -> bool:
        """Whether given names, with the family name at their end, are this name's."""
        count = len(names) - len(self.family)
        if count < 1 or not self.given or tuple(name.letters for name in names[count:]) != self.family:
            return False
        if more := names[len(self.given) : count]:
            is_spelt_out = len(names[0].letters) > 1
            return is_spelt_out and names[0] == self.given[0] and all(len(name.letters) == 1 for name in more)
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
    letters = plain(given_first(text))
    return letters.replace(" ", "") if not letters.isascii() and EASTERN.fullmatch(letters) else letters


@cache
def spellings(text: str) -> tuple[str, ...]:
    """The normal ones of all that a name says: `San Zhang (张三)` says two, and `Chul-Soo` may be `Chulsoo`."""
    names = names_in(text)
    tied = (name.translate(NO_HYPHENS) for name in names)
    return tuple(dict.fromkeys(map(normal, (*names, *tied))))


def names_in(text: str) -> tuple[str, ...]:
    """Both names of `张三 (San Zhang)` and `San Zhang 张三`; any other text is one."""
    eastern = None if text.isascii() else EASTERN.search(text)
    if eastern is None:
        return (text,)
    before, behind = text[: eastern.start()], text[eastern.end() :]
    western = " ".join(f"{before} {behind}".translate(AROUND).split()).strip(",/| ")
    is_apart = not before[-1:].isalnum() and not (behind[:1].isalnum() and not eastern[0][-1:].isspace())
    is_name = any(map(str.isalpha, western)) and not EASTERN.search(western)
    return (eastern[0].strip(), western) if is_apart and is_name else (text,)


def written_family_first(words: list[str]) -> tuple[str, str] | None:
    """The family and the given names of a name that is written in this order: `ZHANG Wei`, `Nguyễn Văn A`."""
    if len(words) < 2:  # noqa: PLR2004 - a family name and a given one
        return None
    first, second = words[0], plain(words[1])
    if is_in_capitals(first, SHORTEST_IN_CAPITALS) and are_given(words[1:]):
        return first.capitalize(), " ".join(words[1:])
    if f" {plain(first)} " in VIETNAMESE and f" {second} " in MIDDLE_NAMES and not " ".join(words).isascii():
        return first, " ".join(words[1:])
    return None


def written_family_last(words: list[str]) -> tuple[str, str] | None:
    """The family and the given names of `Wei ZHANG`. Behind a name, four letters are initials."""
    if len(words) > 1 and is_in_capitals(words[-1], SHORTEST_IN_CAPITALS + 1) and are_given(words[:-1]):
        return words[-1].capitalize(), " ".join(words[:-1])
    return None


def is_in_capitals(word: str, least: int) -> bool:
    """Whether a word is in capitals, and can be spoken: `LI` and `ZHANG`, but no `JRR` and no `VIII`."""
    is_upper = len(word) >= least and word.isalpha() and word.isupper() and word.lower() != word
    return is_upper and bool(set("AEIOUY") & set(plain(word).upper())) and (word == "XI" or not set(word) <= set("IVX"))


def are_given(words: list[str]) -> bool:
    """Whether words are given names in small letters behind their first: `Wei`, `Xiao-Ming`."""
    return all(part[1:].islower() for word in words for part in word.split("-"))


def are_spelt_out(text: str) -> bool:
    """Whether a name is whole: neither initials nor `Mme Curie`."""
    words = given_first(text).split()
    return (
        len(words) > 1
        and not any(word.endswith(".") or are_initials(word) for word in words)
        and (words[0].casefold() not in HONORIFICS)
    )


@cache
def given_first(text: str) -> str:
    """`Noether, Emmy` the right way round, without the name in other letters and the degrees behind it."""
    if text.endswith((")", "）", "D", "D.")) or text[:2] in BEFORE:
        text = DEGREE.sub("", BRACKETED.sub("", TITLES.sub("", text)))
    family, comma, given = text.partition(",")
    if comma:
        return _turned(family.strip(), given.strip()) or text
    in_capitals = written_family_first(text.split()) if text[:2].isupper() else None
    return " ".join(reversed(in_capitals)) if in_capitals else text


def _turned(family: str, given: str) -> str:
    """Both parts in the order in which they are spoken; empty where this is no name of two parts."""
    if not given or "," in given:
        return ""
    name = f"{family}{given}"
    is_eastern = not name.isascii() and EASTERN.fullmatch(name)
    return name if is_eastern else f"{given} {family}"


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
    letters = word.replace(".", "").replace("-", "")
    return len(letters) <= MOST_INITIALS and letters.isalpha() and word[0].isalpha() and letters.isupper()


def _apart(word: str) -> list[str]:
    return list(filter(str.isalpha, word)) if are_initials(word) else [word]
