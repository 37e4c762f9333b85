"""A pattern comes in, what a match of it may begin with comes out: ASCII characters, as bits of a number.

It may say too much, never too little: what it does not know may begin with anything.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # pragma: no cover - in a Python to come
    parser = None

ANY = (1 << 128) - 1
CAPITALS = ((1 << 26) - 1) << ord("A")
_OTHER_CASES = sum(1 << ord(char) for char in "iksIKS")
"""What a few letters beyond ASCII have as their other case."""
LONGEST = 2000
"""Patterns of all of Unicode's letters are longer, and slow to read."""
_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]|\\[uUxN0-9]")
_CASE_DOES_NOT_COUNT = re.compile(r"\(\?[a-zA-Z]*i")
_REPEATS = frozenset(("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"))
_NO_WIDTH = frozenset(("AT", "ASSERT", "ASSERT_NOT"))


def first_characters(pattern: re.Pattern[str]) -> int:
    """Any, too, where a match may be empty."""
    if parser is None or len(pattern.pattern) > LONGEST:
        return ANY
    tree = parser.parse(pattern.pattern, pattern.flags)
    found, is_optional = _of_sequence(tree)
    if is_optional:
        return ANY
    if not pattern.flags & re.IGNORECASE and _CASE_DOES_NOT_COUNT.search(pattern.pattern) is None:
        return found
    return _of_both_cases(found) | (_OTHER_CASES if _BEYOND_ASCII.search(pattern.pattern) else 0)


def _of_sequence(tree: Iterable[tuple[Any, Any]]) -> tuple[int, bool]:
    """What the first of the elements begins with that must be there, and all before it; whether there is none."""
    found = 0
    for operation, value in tree:
        own, is_optional = _of_element(str(operation), value)
        found |= own
        if not is_optional:
            return found, False
    return found, True


def _of_element(operation: str, value: Any) -> tuple[int, bool]:
    if operation in ("LITERAL", "IN"):
        return _of_set([(operation, value)] if operation == "LITERAL" else value), False
    if operation in _NO_WIDTH:
        return 0, True
    if operation == "SUBPATTERN":
        return _of_sequence(value[3])
    if operation == "BRANCH":
        branches = [_of_sequence(branch) for branch in value[1]]
        found = 0
        for own, _ in branches:
            found |= own
        return found, any(is_optional for _, is_optional in branches)
    if operation in _REPEATS:
        found, is_optional = _of_sequence(value[2])
        return found, is_optional or not value[0]
    return ANY, operation not in ("ANY", "NOT_LITERAL")


def _of_set(members: list[tuple[Any, Any]]) -> int:
    found, is_negated = 0, False
    for kind, value in members:
        name = str(kind)
        if name == "NEGATE":
            is_negated = True
        elif name == "LITERAL":
            found |= 1 << value if value < 128 else 0  # noqa: PLR2004 - the end of ASCII
        elif name == "RANGE":
            found |= (1 << value[1] + 1) - (1 << value[0]) if value[1] < 128 else ANY & -(1 << min(value[0], 128))  # noqa: PLR2004
        elif str(value) in _CATEGORIES:
            found |= _of_category(str(value))
        else:
            return ANY
    return ANY & ~found if is_negated else found


@cache
def _of_category(name: str) -> int:
    written = re.compile(_CATEGORIES[name])
    return sum(1 << code for code in range(128) if written.match(chr(code)))


def _of_both_cases(found: int) -> int:
    """Where case does not count."""
    capitals, small = found & CAPITALS, found >> 32 & CAPITALS
    return found | capitals << 32 | small
