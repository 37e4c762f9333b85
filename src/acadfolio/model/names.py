"""Compare names of authors: whether two names may be of the same person."""

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
ORGANIZATION = re.compile(
    r"\b(?:Collaborations?|Consortium|Committee|Universit\w+|Institut\w*|Laborator\w+|Society|Association|Foundation"
    r"|Group|Team|Network|Project|Organi[sz]ation|Company|Inc|Ltd|GmbH|Academy|Council|Commission|Ministry|Agency"
    r"|Centre|Center|Department|Museum|Press)\b|^The\s|[&\d]"
)
"""Words of the names of organizations that do not occur in names of people."""
NAME_WORD = re.compile(r"\w+")
MAX_INITIALS = 4
MIN_LETTERS_IN_CAPITALS = 4
"""The minimum length of a family name in capitals; shorter words may be initials."""
VIETNAMESE = " nguyen tran le pham hoang huynh phan vu vo dang đang bui do đo ho ngo duong ly "
MIDDLE_NAMES = " van thi huu duc đuc quang minh ngoc xuan thanh "
"""If one of these follows such a family name, the family name comes first."""
MARKS = "*†‡§¶#+✉"
"""Author marks after a name, besides superscript numbers. Other symbols need the key `marks`."""
OTHER_MARKS = "＊∗＃＋¹²³⁰⁴⁵⁶⁷⁸⁹"
"""Full-width marks, and superscript numbers."""
BRACKETED = re.compile(r"(?<!\s)\s*[(（][^()（）]*[)）]$")
DEGREE = re.compile(
    r"(?<=\S)(?:,?\s+(?:Ph\.?\s?D\.?|M\.?Sc\.?|B\.?Sc\.?|D\.?\s?Phil\.?|D\.Sc\.?|FRS)"
    r"|,\s*(?:Prof\.?\s*)?(?:M\.?D|M\.?A|MBA|DSc|Sc\.D|Esq|Dr(?:\.?\s?[-\w]+\.){0,3}|Prof)\.?)$"
)
SUFFIX = re.compile(r"(?:,|(?<!\s))\s+(Jr|Sr|I{2,3}|IV)(?:\.|\b)(?=\s*(?:,|$))")
"""A suffix at the end of a name, or of its family name: `Waals, Jr., J. D. van der`."""
NICKNAME = re.compile(r"^(.*?)(\S+)\s*[(“\"']([^\W\d_][^()”\"']*)[)”\"']\s+(?=\S)")
"""A given name with another one in brackets or quotes after it: `William (Bill) Bragg`."""
LONGEST_NAME = 200
"""Characters of a name with a nickname: the pattern is slow for long texts."""
UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
WITHOUT_UMLAUTS = str.maketrans(
    UMLAUTS | {letter.upper(): text.capitalize() for letter, text in UMLAUTS.items()}
)
WHOLE_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
"""Lower-case letters that Unicode does not decompose. The search in the browser has its own."""
CJK = "\u1100-\u11ff\u3005\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
"""Characters of Chinese, Japanese and Korean names, with or without a space between their parts."""
HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Characters of Chinese and Japanese texts, which have no spaces between words."""
EAST_ASIAN = re.compile(rf"(?![·\s])[{CJK}·\s]+")
AROUND = dict.fromkeys(map(ord, "()（）[]【】"), " ")
HYPHENS = "-‐‑"
NO_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS))
FORMS_OF_ADDRESS = re.compile(
    r"^(?:(?:Professor|Prof|Doctor|Dr|PD|Sir|Dame|Mr|Ms|Miss|Mlle|Lady|Lord|Frau|Herr|(?:Mrs|Mme)(?!\.?\s+\w\.))"
    r"(?:\.|(?=\s))\s*)+(?=\S+\s)"
)
"""What may precede a name. Citations keep `Sir`; two names are compared without it.

The initials after `Mrs` and `Mme` may be those of the husband: `Mme P. Curie` is not `P. Curie`.
"""
TITLES = re.compile(r"^(?:(?:Prof|Dr|PD)(?:\.|(?=\s))\s*)+(?=\S+\s)")
HONORIFICS = frozenset({"Dame", "Dr", "Lady", "Mlle", "Mme", "Mr", "Mrs", "Ms", "Prof", "Sir"})


class GivenName(Struct, frozen=True):
    """A given name or an initial. `is_hyphenated`: a hyphen connects it with the next one."""

    text: str
    is_hyphenated: bool = False
    is_abbreviated: bool = False
    """Whether a full stop follows some of its letters: `Ch.`."""

    def may_stand_for(self, whole: Self) -> bool:
        """Whether it is the same name, or its initial."""
        is_initial = self.is_abbreviated or (len(self.text) == 1 and self.text != self.text.upper())
        return self.text == whole.text or (is_initial and whole.text.startswith(self.text))


class Name(Struct, frozen=True):
    """A person's name: the given names, and the words of the family name with its particles."""

    given: tuple[GivenName, ...]
    family: tuple[str, ...]
    suffix: str = ""

    @classmethod
    def of(cls, text: str) -> Self:
        """Parse a name in full, `Emmy Noether` or `Noether, Emmy`."""
        text, suffix = without_suffix(text)
        words = given_first(text).split()
        start = with_particles(words, len(words) - 1)
        return cls(_given(words[:start]), tuple(fold(" ".join(words[start:])).split()), suffix)

    def is_abbreviated_by(self, text: str) -> bool:
        """Whether a text is this name with initials or with fewer given names.

        Such are `E. Noether` and `Noether E`, the family name first (`Noether Emmy`), and initials
        after the given name (`Emmy A. Noether`). Another suffix is another person, but a suffix may
        be missing.
        """
        folded = fold(text)
        if not all(word in folded for word in self.family if word not in PARTICLES):
            return False  # As most names, which need not be read.
        text, suffix = without_suffix(text)
        if suffix and self.suffix and suffix != self.suffix:
            return False
        readings = [_given(words) for words in _readings(text)]
        if "," not in text:
            first, size = readings[0], len(self.family)
            readings.append((*first[size:], *first[:size]))
        return any(map(self._matches, readings))

    def _matches(self, names: tuple[GivenName, ...]) -> bool:
        """Whether given names, followed by the family name, may be this name."""
        count = len(names) - len(self.family)
        if count < 1 or not self.given:
            return False
        return self._has_family(names[count:]) and self._has_given(names[:count])

    def _has_family(self, names: tuple[GivenName, ...]) -> bool:
        """Whether these are the words of its family name.

        Particles may be abbreviated: `v. d. Waals`.
        """
        for name, own in zip(names, self.family, strict=True):
            is_initial_of_particle = own in PARTICLES and name.text == own[0]
            if name.text != own and not is_initial_of_particle:
                return False
        return True

    def _has_given(self, names: tuple[GivenName, ...]) -> bool:
        """Whether these are its given names, their initials, or the first one with other initials."""
        if more := names[len(self.given) :]:
            return (
                len(names[0].text) > 1 and names[0] == self.given[0] and _are_single_letters(more)
            )
        last, whole = names[-1], self.given[len(names) - 1]
        if len(names) < len(self.given) and whole.is_hyphenated and len(last.text) > 1:
            return False  # `Wei` is not `Wei-Min`.
        return all(name.may_stand_for(own) for name, own in zip(names, self.given, strict=False))


def _are_single_letters(names: tuple[GivenName, ...]) -> bool:
    return all(len(name.text) == 1 for name in names)


@cache
def fold(text: str) -> str:
    """A name in lower case without accents and punctuation."""
    bare = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l").replace("ø", "o"))
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return " ".join(NAME_WORD.findall(letters))


@cache
def normal(text: str) -> str:
    """A normal form of a name, regardless of accents, punctuation, case and the order of its parts."""
    letters = fold(given_first(text))
    return letters.replace(" ", "") if EAST_ASIAN.fullmatch(letters) else letters


@cache
def spellings(text: str) -> tuple[str, ...]:
    """The normal forms of all spellings of a name: both of `San Zhang (张三)`, and `Chul-Soo` also as `Chulsoo`."""
    names = names_in(" ".join(text.split()))
    without_hyphens = (name.translate(NO_HYPHENS) for name in names)
    return tuple(dict.fromkeys(map(normal, (*names, *without_hyphens))))


def without_suffix(text: str) -> tuple[str, str]:
    """The name without a suffix such as `Jr.`, and the suffix without its full stop; empty without one."""
    match = SUFFIX.search(text)
    return (text[: match.start()] + text[match.end() :], match[1]) if match else (text, "")


def names_in(text: str) -> tuple[str, ...]:
    """Both names of `张三 (San Zhang)`, `San Zhang 张三` and `William (Bill) Bragg`; for another text, the text itself.

    Also the spelling of a name without its umlauts: `Goedel` for `Gödel`.
    """
    eastern = EAST_ASIAN.search(text)
    if eastern is None:
        return _western_names_in(text)
    before, after = text[: eastern.start()], text[eastern.end() :]
    western = " ".join(f"{before} {after}".translate(AROUND).split()).strip(",/| ")
    is_separate = not before[-1:].isalnum() and not (
        after[:1].isalnum() and not eastern[0][-1:].isspace()
    )
    is_name = any(map(str.isalpha, western)) and not EAST_ASIAN.search(western)
    return (eastern[0].strip(), western) if is_separate and is_name else (text,)


def _western_names_in(text: str) -> tuple[str, ...]:
    names = [text]
    if len(text) <= LONGEST_NAME and (nickname := NICKNAME.match(text)):
        before, given, other = nickname.groups()
        after = text[nickname.end() :]
        names += [f"{before}{given} {after}", f"{before}{other} {after}"]
    if not text.isascii():
        names += [name.translate(WITHOUT_UMLAUTS) for name in names]
    return tuple(dict.fromkeys(names))


@cache
def is_organization(name: str) -> bool:
    """Whether a name has a word such as “University”. `Press, William H.` is a person."""
    family, _, given = name.partition(",")
    is_one_word = len([word for word in family.split() if word.lower() not in PARTICLES]) == 1
    return ORGANIZATION.search(given if given and is_one_word else name) is not None


def written_family_first(words: list[str]) -> tuple[str, str] | None:
    """The family and given names of a name in this order, `ZHANG Wei` or `Nguyễn Văn A`; else None."""
    if len(words) < 2:  # noqa: PLR2004 - a family name and a given one
        return None
    first = words[0]
    if is_in_capitals(first, MIN_LETTERS_IN_CAPITALS) and are_given(words[1:]):
        return first.capitalize(), " ".join(words[1:])
    if " ".join(words).isascii():
        return None
    if f" {fold(first)} " in VIETNAMESE and f" {fold(words[1])} " in MIDDLE_NAMES:
        return first, " ".join(words[1:])
    return None


def written_family_last(words: list[str]) -> tuple[str, str] | None:
    """The family and given names of `Wei ZHANG`; else None.

    Four capitals after a name are initials.
    """
    if (
        len(words) > 1
        and is_in_capitals(words[-1], MIN_LETTERS_IN_CAPITALS + 1)
        and are_given(words[:-1])
    ):
        return words[-1].capitalize(), " ".join(words[:-1])
    return None


def is_in_capitals(word: str, least: int) -> bool:
    """Whether a word is a name in capitals: `LI` and `ZHANG`, but not `JRR` and `VIII`."""
    if not (len(word) >= least and word.isalpha() and word.isupper() and word.lower() != word):
        return False
    has_vowel = bool(set("AEIOUY") & set(fold(word).upper()))
    is_number = set(word) <= set("IVX") and word != "XI"
    return has_vowel and not is_number


def are_given(words: list[str]) -> bool:
    """Whether words are given names, in lower case after their first letter: `Wei`, `Xiao-Ming`."""
    return all(part[1:].islower() for word in words for part in word.split("-"))


def is_spelt_out(text: str) -> bool:
    """Whether a name has its given names in full, not initials or `Mme Curie`."""
    words = given_first(text).split()
    has_initials = any(word.endswith(".") or are_initials(word) for word in words)
    return len(words) > 1 and not has_initials and words[0] not in HONORIFICS


@cache
def given_first(text: str) -> str:
    """`Noether, Emmy` as `Emmy Noether`, without titles, degrees and a name in another script."""
    text = DEGREE.sub("", BRACKETED.sub("", FORMS_OF_ADDRESS.sub("", text)))
    family, comma, given = text.partition(",")
    if comma:
        given = FORMS_OF_ADDRESS.sub("", given.strip() + " ").strip()
        return _in_spoken_order(family.strip(), given) or text
    in_capitals = written_family_first(text.split()) if text[:2].isupper() else None
    return " ".join(reversed(in_capitals)) if in_capitals else text


def _in_spoken_order(family: str, given: str) -> str:
    """The two parts of a name in the order in which they are spoken; empty unless there are two parts."""
    if not given or "," in given:
        return ""
    name = f"{family}{given}"
    return name if EAST_ASIAN.fullmatch(name) else f"{given} {family}"


def _given(words: list[str]) -> tuple[GivenName, ...]:
    """Split words into single names: `Jean-Pierre` is two, connected by a hyphen."""
    names: list[GivenName] = []
    for word in words:
        parts = fold(word).split()
        is_abbreviated = word.endswith(".") and len(parts) == 1 and len(parts[0]) <= MAX_INITIALS
        names += [GivenName(part, is_hyphenated="-" in word) for part in parts[:-1]]
        names += [GivenName(part, is_abbreviated=is_abbreviated) for part in parts[-1:]]
    return tuple(names)


def _readings(text: str) -> list[list[str]]:
    """The words of a name in several readings: as they are, and with initials (`Tolkien JRR`) split and first."""
    words = given_first(text).split()
    end = end_of_words(words)
    initials_first = [*words[end:], *words[:end]]
    return [words, _with_split_initials(words), _with_split_initials(initials_first)]


def with_particles(words: list[str], start: int) -> int:
    """Where a family name begins with the particles before it. The first word is a given name."""
    while start > 1 and fold(words[start - 1]) in PARTICLES:
        start -= 1
    return start


def end_of_words(words: list[str]) -> int:
    """The index of the initials at the end of a name, `Tolkien JRR`; without some, the number of words."""
    end = len(words)
    while end > 1 and are_initials(words[end - 1]):
        end -= 1
    return end


def are_initials(word: str) -> bool:
    """Whether a word has only capital initials."""
    letters = word.replace(".", "").replace("-", "")
    return (
        len(letters) <= MAX_INITIALS
        and letters.isalpha()
        and word[0].isalpha()
        and letters.isupper()
    )


def _with_split_initials(words: list[str]) -> list[str]:
    """The words with each initial as a word."""
    result: list[str] = []
    for word in words:
        result += filter(str.isalpha, word) if are_initials(word) else [word]
    return result
