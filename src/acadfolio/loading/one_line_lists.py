"""Report a list of the profile or of people that is in one line without brackets, and so is one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.loading.author_lists import is_full_name, two_full_names
from acadfolio.source.yaml import Scalar, is_plain, items_of, nodes_in

if TYPE_CHECKING:
    from acadfolio.model.reading import Reader
    from acadfolio.source.yaml import Node

PAIR = 2
UNCLEAR = frozenset("[]{}\"'#:")
"""What parts in brackets would need quotes for, or what may hold them together."""


def check_one_line_lists(reader: Reader, node: Node) -> None:
    """Warn of `variants` that are several names, and of `interests` with commas, if they are one text.

    A text in quotes, or in a list, is meant as one.
    """
    for entry in nodes_in(node):
        for key, value in items_of(entry):
            if key not in LISTS or not isinstance(value, Scalar) or not is_plain(value):
                continue
            parts = [part.strip() for part in value.value.split(",")]
            if LISTS[key](parts):
                hint = (
                    f"write a list: `{key}: [{', '.join(parts)}]`; if it is one, put it in quotes"
                )
                reader.warn(
                    value, f"`{key}` is one text with commas", hint, rule="list-in-one-line"
                )


def _are_several(parts: list[str]) -> bool:
    return len(parts) > 1 and all(parts) and UNCLEAR.isdisjoint("".join(parts))


def _are_names(parts: list[str]) -> bool:
    """Whether each part is a full name. Two parts may also be one: `van der Waerden, B. L.`."""
    if len(parts) == PAIR and two_full_names(", ".join(parts)) is None:
        return False
    return _are_several(parts) and all(map(is_full_name, parts))


LISTS = {"variants": _are_names, "interests": _are_several}
"""The keys with such lists, and the functions that tell whether parts of a text are several items."""
