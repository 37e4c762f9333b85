"""Take apart the citations and lists of authors that old pages have as text.

Nothing is guessed: where a text can be read in two ways, it stays text.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.importers.jekyll.text import plain_words
from acadfolio.model.names import MARKS, PARTICLES, are_initials

if TYPE_CHECKING:
    from collections.abc import Iterable

YEAR_AT_END = re.compile(
    r"(?:,|(?<!\b\w)\.)?\s*(?:\(\s*(?:\d{4})[a-z]?(?:,[^()]*)?\)|(?<=[\s.,])\d{4}[a-z]?)\s*[.,:]?\s*\Z"
)
PUNCTUATION = " \t.,;:()[]\"'“”‘’«»„*_"
OPENING = " \t,;:\"'“”‘’«»„([*_¿¡"
NUMBERS = re.compile(
    r"""(?:(?:vol(?:ume)?\.?\s*)?(?P<volume>\d{1,4}))?
    (?:\s*\(\s*(?P<issue>\d{1,3}(?:[-–/]\d{1,3})?)\s*\)|,?\s*(?:no\.?|number|issue)\s*(?P<number>\d{1,3}))?
    (?:\s*\(\s*(?P<year>\d{4})\s*\))?
    (?:\s*[,:.]?\s*(?:pp?\.?\s*|pages\s+)?(?<!\d)(?P<pages>\d{1,6}\s*(?:-{1,3}|–|—)\s*\d{1,6}))?
    (?:\s*[,.]?\s*\(?(?P<last>\d{4})\)?)?""",
    re.VERBOSE | re.IGNORECASE,
)
AND = re.compile(r",?\s+(?:and|und|et|&)\s+(?!al\b)|\s*;\s*(?:and\s+|&\s*)?")
OTHERS = re.compile(r"[,;]?\s+(?:(?:and|&)\s+)?(?:et\s+al\.?|others|colleagues)\s*$|,?\s*(?:…|\.\.\.)\s*$")
NOT_IN_NAMES = frozenset('_,;:()[]<>/"“”0123456789')
NOT_GIVEN = frozenset({"ed", "eds", "ii", "iii", "iv", "jr", "md", "phd", "sr"})
"""What may stand behind a comma, and is no given name."""
MOST_WORDS, LONGEST = 6, 60


class Citation(Struct, frozen=True):
    """The parts of a citation. `authors` is None where they are not certain; `rest` is the text that stays text."""

    authors: list[str] | None
    facts: dict[str, str] = field(default_factory=dict)
    rest: str = ""
    has_title: bool = True


def parse_citation(citation: str, title: str, venue: str, year: str) -> Citation:
    """`title` and `venue` as the same front matter has them: without the title, nothing is certain."""
    words = plain_words(citation)
    found = _find(plain_words(title), words)
    if found is None:
        return Citation(None, rest=words, has_title=False)
    authors = split_names(YEAR_AT_END.sub("", words[: found.start()].rstrip(OPENING)).strip(OPENING))
    behind = words[found.end() :].lstrip(f"{PUNCTUATION}?!")
    where = _find(plain_words(venue), behind)
    if where is not None and behind[: where.start()].strip(PUNCTUATION) in {"", "In"}:
        behind = behind[where.end() :]
    facts, rest = _facts(behind.strip(PUNCTUATION.replace("(", "").replace(")", "")), year)
    return Citation(authors, facts, rest)


def _find(wanted: str, text: str) -> re.Match[str] | None:
    """Where words stand in a text, whatever punctuation is between them."""
    words = re.findall(r"\w+", wanted)
    if not words or not text:
        return None
    return re.search(r"(?<!\w)" + r"\W+".join(map(re.escape, words)) + r"(?!\w)", text, re.IGNORECASE)


def _facts(text: str, year: str) -> tuple[dict[str, str], str]:
    """Volume, issue and pages behind the venue, where they are all that is there; else the text."""
    if text.strip(PUNCTUATION) in {"", year}:
        return {}, ""
    match = NUMBERS.fullmatch(text) or re.fullmatch(r"(?i)pp?\.?\s*(?P<pages>\d{1,6})", text)
    if match is None:
        return {}, text
    facts = {key: value for key, value in match.groupdict().items() if value}
    years = {facts.pop("year", year), facts.pop("last", year)}
    return (_as_data(facts), "") if facts and years == {year} else ({}, text)


def _as_data(facts: dict[str, str]) -> dict[str, str]:
    """The facts by the keys of data files, and with the dash that these have."""
    if "number" in facts:
        facts["issue"] = facts.pop("number")
    if "pages" in facts:
        facts["pages"] = re.sub(r"\s*(?:-{1,3}|–|—)\s*", "–", facts["pages"])
    return facts


def split_names(text: str) -> list[str] | None:
    """The names of a list of people, given names first; None where it can be read in two ways.

    A last `others` stands for those who are not named.
    """
    whole = text.strip().rstrip(",;: ")
    named = OTHERS.sub("", whole)
    groups = [group.strip(" ,") for group in AND.split(_without_full_stop(named))]
    names = _names(groups)
    if not names or not all(map(_is_name, names)):
        return None
    return names if named == whole else [*names, "others"]


def _names(groups: list[str]) -> list[str]:
    """The names between the `and`s of a list, if all of them are of one form; else none."""
    if not all(groups):
        return []
    pairs = list(map(_parts, groups))
    parts = list(chain.from_iterable(pairs))
    if all(map(_is_pair, pairs)):
        return _turned(pairs)  # Noether, Emmy and Hilbert, David
    if all(map(_is_whole, parts)):
        return parts  # Emmy Noether, Felix Klein and David Hilbert
    if all(map(_ends_with_initials, parts)):
        return _turned(part.rsplit(maxsplit=1) for part in parts)  # Noether E, Hilbert D
    return _alternating(parts)


def _parts(group: str) -> list[str]:
    return list(map(str.strip, group.split(",")))


def _alternating(parts: list[str]) -> list[str]:
    """The names of a list in which commas are also within names."""
    pairs = [parts[start : start + 2] for start in range(0, len(parts), 2)]
    if all(map(_is_pair_with_initials, pairs)):
        return _turned(pairs)  # Noether, E., Hilbert, D.
    if _is_pair(parts[:2]) and all(map(_is_whole, parts[2:])):
        return [*_turned([parts[:2]]), *parts[2:]]  # Noether, Emmy, and David Hilbert
    return []


def _turned(pairs: Iterable[list[str]]) -> list[str]:
    """Names with the given names first."""
    return [_given_first(family, given) for family, given in pairs]


def _is_pair(parts: list[str]) -> bool:
    """Whether the comma between two parts can only separate a family name from given names."""
    if len(parts) != 2:  # noqa: PLR2004
        return False
    family, given = parts
    if not _is_family(family) or given.replace(".", "").lower() in NOT_GIVEN:
        return False
    return _is_initials(given) or not (_is_whole(family) and _is_whole(given))


def _is_pair_with_initials(parts: list[str]) -> bool:
    return len(parts) == 2 and _is_family(parts[0]) and _is_initials(parts[1])  # noqa: PLR2004


def _is_whole(name: str) -> bool:
    """Whether a name has given and family names: `Emmy Noether`, `B. L. van der Waerden`."""
    words = name.split()
    return len(words) > 1 and not are_initials(words[-1]) and words[0] not in PARTICLES


def _is_family(name: str) -> bool:
    return bool(name) and not any(map(are_initials, name.split()))


def _ends_with_initials(name: str) -> bool:
    """Whether a name is of the form `Noether E`."""
    *family, last = name.split() or [""]
    return bool(family) and _is_family(" ".join(family)) and are_initials(last)


def _is_initials(name: str) -> bool:
    return bool(name) and all(are_initials(word) for word in name.strip(MARKS).split())


def _given_first(family: str, given: str) -> str:
    bare = given.rstrip(MARKS)
    return f"{bare} {family}{given[len(bare) :]}"


def _without_full_stop(text: str) -> str:
    """The text without a full stop behind the last name; that of an initial stays."""
    words = text.split()
    return text.removesuffix(".") if words and not are_initials(words[-1]) else text


def _is_name(name: str) -> bool:
    words = name.split()
    has_length = len(words) <= MOST_WORDS and len(name) <= LONGEST
    has_letters = name[:1].isalpha() and NOT_IN_NAMES.isdisjoint(name)
    return has_length and has_letters and all(map(_is_word_of_name, words))


def _is_word_of_name(word: str) -> bool:
    return word in PARTICLES or not word.islower()
