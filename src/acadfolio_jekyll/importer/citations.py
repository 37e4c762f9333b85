"""Parse the citations and lists of authors that old pages have as text."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.model.names import (
    CJK,
    EAST_ASIAN,
    MARKS,
    MIN_LETTERS_IN_CAPITALS,
    PARTICLES,
    are_initials,
)
from acadfolio_jekyll.importer.text import phrase, plain_words

if TYPE_CHECKING:
    from collections.abc import Iterable

YEAR_AT_END = re.compile(
    r"(?:,|(?<!\b\w)\.)?\s*(?:\(\s*(?:\d{4})[a-z]?(?:,[^()]*)?\)|(?<=[\s.,])\d{4}[a-z]?)\s*[.,:]?\s*\Z"
)
PUNCTUATION = " \t.,;:()[]\"'“”‘’«»„*_"
OPENING = " \t,;:\"'“”‘’«»„([*_¿¡"
A_YEAR = r"(?:1[6-9]|20)\d\d\b"
NUMBERS = re.compile(
    rf"""(?:,\s*|(?<![\s,])\s+)?(?<!\d)(?<!\b\d,\s)(?<!\b\d\d,\s)(?:vol(?:ume|\.)?\s*(?=\d)|(?!{A_YEAR}))(?P<volume>\d{{1,4}})
    (?:\s*\(\s*(?!{A_YEAR})(?P<issue>\d{{1,5}}(?:[-–/]\d{{1,3}})?)\s*\)|,?\s*(?:no\.?|number|issue)\s*(?P<number>\d{{1,3}}))?
    \s*(?P<year>\(\d{{4}}\))?
    (?:(?:\s*:\s*|,\s*p\.\s*|,\s*(?!{A_YEAR})(?=\w+\W*(?:\(|$|{A_YEAR})))(?P<article>[a-z]*\d+)(?![\d:]*\s*[-–])
    |\s*[,:.]\s*(?:pp?\.?\s*|pages\s+)?(?P<pages>[a-z]?\d+(?::\d+)?\s*[-–]+\s*[a-z]?\d+(?::\d+)?))?""",
    re.VERBOSE | re.IGNORECASE,
)
"""A volume, with an issue, and with pages or the number of an article: `61(12), 123103`."""
PAGES = re.compile(
    r"(?i)(?:(?:,\s*|(?<![\s,])\s+)?\b(?:pp?\.|pages?)\s*|^|(?<=\d{4}):\s*)(?P<pages>\d+\s*[–—-]+\s*\d+|(?<=[.\s])\d+)(?P<article>)"
)
AND = re.compile(r",?\s+(?:and|und|et|&)\s+(?!al\b)|\s*;\s*(?:and\s+|&\s*)?")
FINAL_ET_AL = re.compile(
    r"[,;]?\s+(?:(?:and|&)\s+)?(?:et,?\s+al\.?|others|colleagues)\s*$|,?\s*(?:…|\.\.\.)\s*$"
)
NOT_IN_NAMES = frozenset('_,;:()[]<>/"“”0123456789')
NOT_GIVEN = frozenset({"ed", "eds", "ii", "iii", "iv", "jr", "md", "phd", "sr"})
"""Words after a comma that are not given names."""
MAX_WORDS, MAX_LENGTH = 6, 60
"""The number of words and characters of a name."""


class Citation(Struct, frozen=True):
    """The parts of a citation.

    `authors` is None if they are not certain; `rest` is text that is not understood.
    """

    authors: list[str] | None
    numbers: dict[str, str] = field(default_factory=dict)
    rest: str = ""


def parse_citation(citation: str, title: str, venue: str, year: str) -> Citation:
    """Parse a citation whose title, venue and year are known. Ambiguous text is not parsed.

    Without the title in the citation, nothing is certain, and `rest` is the whole citation.
    """
    text = plain_words(citation)
    title_match = _find(plain_words(title), text)
    if title_match is None:
        return Citation(None, rest=phrase(citation))
    authors = split_names(
        YEAR_AT_END.sub("", text[: title_match.start()].rstrip(OPENING)).strip(OPENING)
    )
    end = text[title_match.end() :].lstrip(f"{PUNCTUATION}?!")
    venue_match = _find(plain_words(venue), end)
    if venue_match is not None and end[: venue_match.start()].strip(PUNCTUATION) in {"", "In"}:
        end = end[venue_match.end() :]
    numbers, rest = _parse_numbers(end.strip(PUNCTUATION.replace("(", "").replace(")", "")), year)
    return Citation(authors, numbers, rest)


def _find(phrase: str, text: str) -> re.Match[str] | None:
    """Find the words of a phrase in a text, with any punctuation between them."""
    words = re.findall(r"\w+", phrase)
    if not words or not text:
        return None
    return re.search(
        r"(?<!\w)" + r"\W+".join(map(re.escape, words)) + r"(?!\w)", text, re.IGNORECASE
    )


def _parse_numbers(text: str, year: str) -> tuple[dict[str, str], str]:
    """The volume, issue and pages after the venue by their keys, and the text if it contains anything else."""
    numbers, rest = take_numbers(text)
    return (numbers, "") if rest.strip(PUNCTUATION) in {"", year} else ({}, text)


def take_numbers(text: str) -> tuple[dict[str, str], str]:
    """The volume, issue and pages in a text by their keys, and the text without them.

    A year between them stays.
    """
    numbers = (
        match
        for match in NUMBERS.finditer(text)
        if match.lastgroup != "volume" or "vol" in match[0].lower()
    )
    found = next(numbers, PAGES.search(text))
    if found is None:
        return {}, text
    values = found.groupdict("")
    volume, issue = values.get("volume", ""), values.get("issue") or values.get("number", "")
    pages = re.sub(r"\s*[-–—]+\s*", "–", values["pages"] or values["article"])
    known = {"volume": volume, "issue": issue, "pages": pages}
    rest = f"{text[: found.start()]}, {values.get('year', '')}{text[found.end() :]}"
    return {key: value for key, value in known.items() if value}, rest


def split_names(text: str) -> list[str] | None:
    """The names in a list of people, given names first; None if the list is ambiguous.

    The last name is `others` if the list ends in "et al.".
    """
    text = " ".join(text.split()).rstrip(",;: ")
    text, has_others = FINAL_ET_AL.subn("", text)
    groups = [group.strip(" ,") for group in AND.split(_without_full_stop(text))]
    names = _names(groups)
    if not names or not all(map(_is_name, names)):
        return None
    return [*names, "others"] if has_others else names


def _names(groups: list[str]) -> list[str]:
    """The names in the groups between each `and` of a list, if all have the same form; else none."""
    if not all(groups):
        return []
    pairs = [[part.strip() for part in group.split(",")] for group in groups]
    parts = list(chain.from_iterable(pairs))
    if all(map(_is_pair, pairs)):
        return _given_names_first(pairs)  # Noether, Emmy and Hilbert, David
    if all(map(_is_full_name, parts)):
        return parts  # Emmy Noether, Felix Klein and David Hilbert
    if all(map(_ends_with_initials, parts)):
        return _given_names_first(part.rsplit(maxsplit=1) for part in parts)  # Noether E, Hilbert D
    return _alternating_names(parts)


def _alternating_names(parts: list[str]) -> list[str]:
    """The names in a list with commas between and within names."""
    pairs = [parts[start : start + 2] for start in range(0, len(parts), 2)]
    if all(map(_is_pair_with_initials, pairs)):
        return _given_names_first(pairs)  # Noether, E., Hilbert, D.
    if _is_pair(parts[:2]) and all(map(_is_full_name, parts[2:])):
        return [*_given_names_first([parts[:2]]), *parts[2:]]  # Noether, Emmy, and David Hilbert
    return []


def _given_names_first(pairs: Iterable[list[str]]) -> list[str]:
    """Join pairs of family name and given names. Marks stay at the end of the name."""
    names = []
    for family, given in pairs:
        given_without_marks = given.rstrip(MARKS)
        marks = given[len(given_without_marks) :]
        names.append(f"{given_without_marks} {family}{marks}")
    return names


def _is_pair(parts: list[str]) -> bool:
    """Whether the comma between two parts can only separate a family name from given names."""
    if len(parts) != 2:  # noqa: PLR2004
        return False
    family, given = parts
    if not _is_family(family) or given.replace(".", "").lower() in NOT_GIVEN:
        return False
    return _is_initials(given) or not (_is_full_name(family) and _is_full_name(given))


def _is_pair_with_initials(parts: list[str]) -> bool:
    return len(parts) == 2 and _is_family(parts[0]) and _is_initials(parts[1])  # noqa: PLR2004


def _is_full_name(name: str) -> bool:
    """Whether a name has given and family names: `Emmy Noether`, `B. L. van der Waerden`."""
    words = name.split()
    is_east_asian = EAST_ASIAN.fullmatch(name.rstrip(MARKS)) and 1 < len(name) <= MAX_WORDS
    return bool(is_east_asian) or (
        len(words) > 1 and not _are_initials(words[-1]) and words[0] not in PARTICLES
    )


def _is_family(name: str) -> bool:
    return bool(name) and not any(map(_are_initials, name.split()))


def _ends_with_initials(name: str) -> bool:
    """Whether a name has the form `Noether E`."""
    *family, last = name.split() or [""]
    return bool(family) and _is_family(" ".join(family)) and _are_initials(last)


def _is_initials(name: str) -> bool:
    return bool(name) and all(map(_are_initials, name.split()))


def _are_initials(word: str) -> bool:
    """Whether a word, which may have marks, is initials, and not a family name in capitals."""
    word = word.strip(MARKS)
    return are_initials(word) and (
        len(word) < MIN_LETTERS_IN_CAPITALS or "." in word or "-" in word
    )


def _without_full_stop(text: str) -> str:
    """The text without a full stop after the last name. That of an initial stays."""
    words = text.split()
    return text.removesuffix(".") if words and not are_initials(words[-1]) else text


def _is_name(name: str) -> bool:
    name = re.sub(rf"\s*[(（][{CJK}\s]+[)）]", "", name)
    words = name.split()
    if len(words) > MAX_WORDS or len(name) > MAX_LENGTH:
        return False
    if not name[:1].isalpha() or not NOT_IN_NAMES.isdisjoint(name):
        return False
    return all(word in PARTICLES or not word.islower() for word in words)
