"""A list in which an entry begins without its dash comes in; where that is, and what to do, come out.

Only a mistake imports this.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.source.yaml import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.source.yaml import Node

KEY = re.compile(r"([ \t]*)([\w-]+)[ \t]*:(?:\s|\Z)")
ENTRY = re.compile(r"([ \t]*)- +([\w-]+)[ \t]*:(?:\s|\Z)")
NO_CONTENT = re.compile(r"\s*(?:#.*)?|---\s*")
BEHIND_DASH = re.compile(r"(?:\A|\s)-\s*\Z")
PARENT = re.compile(r"[ \t]*[^\s#].*:\s*(?:#.*)?")
SOON = 6
"""So many keys are looked at from a doubled one on."""


class Doubled(NamedTuple):
    """A key that stands in its mapping once more than it can."""

    key: Scalar
    sentence: str
    hint: str


def how_to_begin(other: int) -> str:
    """Advice that names the line, counted from 0, of an entry that has its dash."""
    return f"begin it with `- `, as the one in line {other + 1}, and put its other keys right below this one"


def doubled_keys(node: Mapping, text: str) -> Iterator[Doubled]:
    """What is wrong with every key that stands in a mapping of this text again.

    Where several do in a row, in an entry of a list, that is the next entry: who deletes one of each loses that. So it
    is where one does behind a blank line, or as the first key did, and another soon after.
    """
    lines = _lines(text)
    keys = [key for key, _ in node.value if isinstance(key, Scalar)]
    is_entry = not node.flow_style and _is_behind_dash(node, lines)
    met: dict[str, Scalar] = {}
    for number, key in enumerate(keys):
        first = met.setdefault(key.value, key)
        if first is key:
            continue
        again = [other.value in met and other.value != key.value for other in keys[number + 1 : number + SOON]]
        is_start = key.value == keys[0].value or not lines[key.start_mark.line - 1].strip()
        if is_entry and any(again if is_start else again[:1]):
            yield Doubled(key, "a new entry seems to begin here, without `- `", how_to_begin(node.start_mark.line))
            met = {key.value: key}
        else:
            what = f"the key `{key.value}` stands here twice, first in line {first.start_mark.line + 1}"
            yield Doubled(key, what, "keep one of them")


@lru_cache(maxsize=1)  # Asked for every entry of a list in which a key stands twice.
def _lines(text: str) -> list[str]:
    return text.split("\n")


def _is_behind_dash(node: Node, lines: list[str]) -> bool:
    mark = node.start_mark
    above = (lines[number] for number in range(mark.line - 1, -1, -1))
    before = chain((lines[mark.line][: mark.column],), above)
    return bool(BEHIND_DASH.search(next((line for line in before if line.strip()), "")))


def entry_without_dash(lines: list[str], failed: int) -> tuple[int, int, str, str] | None:
    """The first entry of a list, where it lacks its dash and so makes YAML stumble in line `failed`, or at its dash.

    It is one where those with a dash have its keys, or most of them. All lines and columns count from 0.
    """
    dashed = next((number for number in range(failed, len(lines)) if ENTRY.match(lines[number])), failed)
    entry = ENTRY.match(lines[dashed])
    if entry is None:
        return None
    contents = [number for number in range(dashed - 1, -1, -1) if not NO_CONTENT.fullmatch(lines[number])]
    if contents and PARENT.fullmatch(lines[contents[0]]):
        return None  # The list is the value of this key.
    above: list[tuple[int, re.Match[str]]] = []
    for number in contents:
        if _indentation(lines[number]) < len(entry[1]):
            break
        if key := KEY.match(lines[number]):
            above.append((number, key))
        elif _indentation(lines[number]) == len(entry[1]):
            return None  # An entry, or what is no key.
    keys, others = {key[2] for _, key in above}, _keys_of_entries(lines[dashed:], len(entry[1]))
    if entry[2] not in keys or len(keys & others) <= len(keys - others):
        return None
    number, key = above[-1]
    return number, len(key[1]), "this entry of a list lacks its `- `", how_to_begin(dashed)


def _keys_of_entries(lines: list[str], column: int) -> set[str]:
    """The keys of a list whose dashes stand in this column, up to its end."""
    found = set()
    for line in lines:
        if NO_CONTENT.fullmatch(line):
            continue
        entry, indentation = ENTRY.match(line), _indentation(line)
        if indentation < column or (indentation == column and not entry):
            break
        if key := entry or KEY.match(line):
            found.add(key[2])
    return found


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
