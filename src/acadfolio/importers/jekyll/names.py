"""A text with several people's names comes in; the names come out one by one, given names first, or nothing.

Nothing comes out wherever it might be read in two ways: a name too few or too many is worse than none.
"""

from __future__ import annotations

import re

from acadfolio.model.names import PARTICLES, are_initials
from acadfolio.model.publication import MARKS

AND = re.compile(r",?\s+(?:and|und|et|&)\s+(?!al\b)|\s*;\s*(?:and\s+|&\s*)?")
OTHERS = re.compile(r"[,;]?\s+(?:(?:and|&)\s+)?(?:et\s+al\.?|others|colleagues)\s*$|,?\s*(?:…|\.\.\.)\s*$")
SOMEBODY = re.compile(r"[^\W\d_][^\d_,;:()\[\]<>/\"“”]*")
NO_GIVEN = frozenset({"ed", "eds", "ii", "iii", "iv", "jr", "md", "phd", "sr"})
"""What stands behind a comma, and is no name."""
MOST_WORDS, LONGEST = 6, 60


def split_names(text: str) -> list[str] | None:
    """None where they cannot be told apart for certain. A last `others` stands for those who are not named."""
    rest = OTHERS.sub("", text.strip().rstrip(",;: "))
    names = _people(_without_stop(rest))
    if not names or not all(map(_is_somebody, names)):
        return None
    return [*names, *(["others"] if rest != text.strip().rstrip(",;: ") else [])]


def _people(text: str) -> list[str] | None:
    """The names, where all of them are written in the same way; None where none of the ways fits."""
    groups = [group.strip(" ,") for group in AND.split(text)]
    if not all(groups):
        return None
    parted = [[part.strip() for part in group.split(",")] for group in groups]
    if all(len(parts) == 2 and _is_turned(*parts) for parts in parted):  # noqa: PLR2004
        return [_straight(*parts) for parts in parted]  # Noether, Emmy and Hilbert, David
    parts = [part for parts in parted for part in parts]
    if all(map(_is_whole, parts)):
        return parts  # Emmy Noether, Felix Klein and David Hilbert
    if all(map(_ends_with_initials, parts)):
        return [_straight(*part.rsplit(maxsplit=1)) for part in parts]  # Noether E, Hilbert D
    if len(parts) % 2 == 0 and all(map(_is_family, parts[::2])) and all(map(_has_initials, parts[1::2])):
        return [_straight(*pair) for pair in zip(parts[::2], parts[1::2], strict=True)]  # Noether, E., Hilbert, D.
    if len(parts) > 1 and _is_turned(*parts[:2]) and all(map(_is_whole, parts[2:])):
        return [_straight(*parts[:2]), *parts[2:]]  # Noether, Emmy, and David Hilbert
    return None


def _is_whole(name: str) -> bool:
    """Whether it is a name with given and family names: `Emmy Noether`, `E. Noether`, `B. L. van der Waerden`."""
    words = name.split()
    return len(words) > 1 and not are_initials(words[-1]) and words[0] not in PARTICLES


def _is_turned(family: str, given: str) -> bool:
    """Whether a comma between them can only part a family name from the given ones: neither is a whole name."""
    if not _is_family(family) or given.strip(".").replace(".", "").lower() in NO_GIVEN:
        return False
    return _has_initials(given) or not (_is_whole(family) and _is_whole(given))


def _is_family(name: str) -> bool:
    return bool(name) and not any(map(are_initials, name.split()))


def _ends_with_initials(name: str) -> bool:
    """Whether it is a name as `Noether E`."""
    *family, last = name.split() or [""]
    return bool(family) and _is_family(" ".join(family)) and are_initials(last)


def _has_initials(name: str) -> bool:
    return bool(name) and all(are_initials(word) for word in name.strip(MARKS).split())


def _straight(family: str, given: str) -> str:
    bare = given.rstrip(MARKS)
    return f"{bare} {family}{given[len(bare) :]}"


def _without_stop(text: str) -> str:
    """A full stop behind the last name goes; one of an initial stays."""
    words = text.split()
    return text.removesuffix(".") if words and not are_initials(words[-1]) else text


def _is_somebody(name: str) -> bool:
    words = name.split()
    has_others = any(word.islower() and word not in PARTICLES for word in words)
    return bool(SOMEBODY.fullmatch(name)) and not has_others and len(words) <= MOST_WORDS and len(name) <= LONGEST
