"""Find people in names that contain several: `Radium Collaboration (including L. Meitner)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.model.names import MARKS, OTHER_MARKS, are_initials, is_organization

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Knows = Callable[[str], bool]

GAP = r"[,\s]{0,3}"
"""Before a separator.

More of them stay at the end of a name, from which they are removed: a limit saves time.
"""
ET_AL = rf"{GAP}(?<!\w)(?:et\.?\s+al\.?|(?:and|&)\s+(?:\d+\s+)?others|and\s+colleagues|u\.\s?a\.|等人?)(?!\w)\.?"
AND = r"\s{0,3},?\s{1,3}(?:and|And|AND|und|et|y|e|&|\\&)\s+|\s{0,3}[;；、/]\s*"
COMMA = r"\s{0,3}[,，]\s*"
BEFORE_GROUP = r"[,\s]{1,3}(?:for|für|pour|para|per)\s+"
ON_BEHALF = rf"{GAP}\b(?:[Oo]n\s+behalf\s+of|im\s+Namen\s+(?:von|der|des)|au\s+nom\s+d[eu]|en\s+nombre\s+de)\s+"
INTRODUCTION = (
    rf"{GAP}(?<![\w-])(?:(?i:including|incl\.|includes|includ(?:ed|es)|among\s+(?:them|others)|amongst\s+others|namely"
    r"|in\s+particular|especially|such\s+as|e\.g\.|i\.a\.|i\.e\.|represented\s+by|presented\s+by|led\s+by|written\s+by"
    r"|edited\s+by|in\s+collaboration\s+with|together\s+with|with\s+contributions\s+(?:from|by)|spokes(?:person|man|woman)"
    r"|contact(?:\s+person)?|coordinator|corresponding\s+authors?|einschließlich|darunter|unter\s+Mitarbeit\s+von"
    r"|y\s+compris|incluant|incluyendo|members?|authors?|c/o)|with|mit|avec|dont|con|by|von)(?![\w-])\s*:?\s*,?\s*"
)
BRACKET = r"\s{0,3}[()（）\[\]]\s*|\s{0,3}[:：]\s+|\s{1,3}[–—-]\s+"
SEPARATOR = (
    f"(?P<others>{ET_AL})|(?P<behalf>{ON_BEHALF})|(?P<introduction>{INTRODUCTION})|(?P<group>{BEFORE_GROUP})"
    f"|(?P<bracket>{BRACKET})|(?P<and>{AND})|(?P<comma>{COMMA})"
)
MAY_BE_SEVERAL = re.compile(r"[,;:&/()\[\]，；：、（）]|\s[a-zA-ZüA-Z–—-]+\s|等")
MARKS_AT_END = MARKS + OTHER_MARKS + "0123456789.,\u200b "
INITIAL = r"(?:[^\W\d_]\.-?)+|[^\W\d_]"
GROUP = (
    r"\b(?:Actions?|Administration|Agenc\w+|Board|Books|Brothers|Bureau|Club|Co|Corps|Editions?|Experiment|Fellows"
    r"|Fellowships?|Fund|Gesellschaft|Hospital|Klinik\w*|Library|Libraries|Office|Prizes?|Program(?:me)?s?"
    r"|Publish\w+|School|Schule|College|Service|Sons|Stiftung|Survey|Verein|Verlag|Zentrum)\b"
)
"""Words of the names of groups, besides those of `is_organization`."""
COUNTRY = r"(?:U\.?\s?S|U\.?\s?K|U\.?\s?N|E\.?\s?U)\b\.?\s"
"""The beginning of names such as `U.S. Geological Survey`, which look like initials."""
OF_PEOPLE = (
    r"\b(?:Collaborations?|Consorti(?:um|a)|Experiment|Group|Team|Network|Project)\b|^[Tt]he\s"
)
"""Words of the names of groups that are not named after the two people before them."""
LONGEST_NAME = 3
"""The number of parts between commas in the longest name: `Family, Given, Suffix`."""
MIN_WORDS = 2


class Part(Struct, frozen=True):
    """A part of a name between two separators: its position, and the kinds of the separators."""

    start: int
    end: int
    before: str
    after: str


def may_be_several(name: str) -> bool:
    """Whether a name has something that separates names. Most have not."""
    return MAY_BE_SEVERAL.search(name) is not None


def listed_people(name: str, is_known: Knows) -> tuple[str, ...]:
    """The people in a name that is a list of people; empty for any other name.

    Of `A. Author, B. Author, et al.`, the last one is `others`. Each of the people must have
    initials or be known: `Barnes and Noble` is the name of one company.
    """
    parts = list(_parts(name))
    between = {part.before for part in parts} | {part.after for part in parts[:-1]}
    if not between <= {"", "and", "comma"} or not {part.after for part in parts[-1:]} <= {
        "",
        "others",
    }:
        return ()
    people = []
    position = 0
    while position < len(parts):
        person = next(_people_at(position, parts, name, is_known), None)
        if person is None:
            return ()
        people.append(name[person.start : person.end])
        position += sum(person.start <= part.start < person.end for part in parts)
    if parts and parts[-1].after == "others":
        people.append("others")
    return tuple(people) if len(people) > 1 else ()


def _people_at(position: int, parts: list[Part], name: str, is_known: Knows) -> Iterator[Part]:
    """The people whose names begin with a part, the longest name first."""
    for count in range(LONGEST_NAME, 0, -1):
        whole = _joined(parts[position : position + count], count)
        if whole is None:
            continue
        text = name[whole.start : whole.end]
        if (has_initials(text) or is_known(text)) and not _is_group(text):
            yield whole


def _joined(parts: list[Part], count: int) -> Part | None:
    """Some parts that commas join, as one part: `Meitner, L.` is one name.

    None if there are fewer, or no commas.
    """
    if len(parts) != count or any(part.after != "comma" for part in parts[:-1]):
        return None
    return Part(parts[0].start, parts[-1].end, parts[0].before, parts[-1].after)


def positions_of(name: str, is_own: Knows) -> tuple[tuple[int, int], ...]:
    """The start and end of each own name among several names, or after a word such as “including”.

    An own name within a longer one (`Marie Curie Actions`) is not found.
    """
    parts = list(_parts(name))
    found = []
    position = 0
    while position < len(parts):
        count = _length_of_own_name(position, parts, name, is_own)
        if count:
            found.append((parts[position].start, parts[position + count - 1].end))
        position += count or 1
    return tuple(found)


def _length_of_own_name(position: int, parts: list[Part], name: str, is_own: Knows) -> int:
    """How many parts are an own name that begins at a position: 0 without one."""
    for count in range(LONGEST_NAME, 0, -1):
        own = _joined(parts[position : position + count], count)
        if own is not None and is_own(name[own.start : own.end]):
            parts_before = parts[:position][-LONGEST_NAME:]
            parts_after = parts[position + count :][:LONGEST_NAME]
            before = [name[part.start : parts_before[-1].end] for part in parts_before]
            after = [name[parts_after[0].start : part.end] for part in parts_after]
            return 0 if _is_within_longer_name(own, before, after, name) else count
    return 0


def _is_within_longer_name(own: Part, before: list[str], after: list[str], name: str) -> bool:
    """Whether the parts around an own name make it that of a group: `Marie Curie and Pierre Curie Foundation`.

    before, after: the texts of up to three parts that end before the own name, or begin after it.
    """
    if own.before == "group":
        return True
    if own.after == "group":
        return not any(_is_group(text) or re.search(OF_PEOPLE, text) for text in after[:1])
    if own.before == "and" and not any(map(_is_beside_people, before)):
        return not has_initials(name[own.start : own.end])
    if own.after == "and":
        return not any(map(_is_beside_people, after))
    return own.after in {"comma", "bracket"} and any(map(_is_legal_form, after[:1]))


def _is_beside_people(text: str) -> bool:
    """Whether what stands beside an own name is a person or a group of its own."""
    if re.search(OF_PEOPLE, text):
        return True
    words = text.replace(",", " ").split()
    is_initials = bool(words) and all(map(_is_initial, words))
    is_full_name = len(words) == MIN_WORDS and all(word[:1].isupper() for word in words)
    return (is_initials or is_full_name or has_initials(text)) and not _is_group(text)


def _is_legal_form(text: str) -> bool:
    """Whether a part after a name is that of a company or a programme: `Marie Curie, Inc.`."""
    return re.match(r"(?:Inc|Ltd|LLC|GmbH|AG|SE|S\.A|Co)\b", text) is not None or bool(
        re.match(GROUP, text)
    )


def _is_group(text: str) -> bool:
    """Whether a text has a word of the names of groups. `W. H. Press` is a person."""
    if re.match(COUNTRY, text):
        return True
    *initials, family = text.split()
    if initials and all(map(_is_initial, initials)) and family.isalpha():
        return False
    return is_organization(text) or re.search(GROUP, text) is not None


def has_initials(text: str) -> bool:
    """Whether a text is a person's name with initials: `L. Meitner`, `Meitner, L.`, `Meitner L`."""
    family, comma, given = text.partition(",")
    if comma:
        return bool(family.strip()) and bool(given.strip()) and all(map(_is_initial, given.split()))
    words = text.split()
    has_family = any(word[:1].isupper() and not _is_initial(word) for word in words)
    return has_family and any(map(_is_initial, words))


def _is_initial(word: str) -> bool:
    return re.fullmatch(INITIAL, word) is not None and word[0].isupper() and are_initials(word)


def _parts(name: str) -> Iterator[Part]:
    """The parts of a name between separators, without empty ones and without marks at their end."""
    start, before = 0, ""
    for match in re.finditer(SEPARATOR, name):
        if part := _part(name, start, match.start(), before, str(match.lastgroup)):
            yield part
        start, before = match.end(), str(match.lastgroup)
    if part := _part(name, start, len(name), before, ""):
        yield part


def _part(name: str, start: int, end: int, before: str, after: str) -> Part | None:
    text = name[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    bare = text.rstrip(MARKS_AT_END)
    if not bare:
        return None
    is_initial_at_end = (
        text[len(bare) :].startswith(".")
        and re.fullmatch(INITIAL, bare.split()[-1] + ".") is not None
    )
    return Part(start, start + len(bare) + is_initial_at_end, before, after)
