"""A key of an old file and its node come in, lines of YAML come out that mean the same to Jekyll."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.writing import clean, scalar
from acadfolio.source.yaml import Mapping, Node, Scalar, is_nothing, is_plain, items_of

if TYPE_CHECKING:
    from collections.abc import Iterable

TYPED = re.compile(r"[\d.+:_,eE-]+|(?:true|false|yes|no|on|off|y|n)", re.IGNORECASE)
"""What YAML may take for something else than text, where it has no quotes."""


def as_written(key: str, node: Node) -> list[str]:
    name = scalar(key)
    if isinstance(node, Scalar):
        return _scalar(name, node)
    if not node.value:
        return [f"{name}: {'{}' if isinstance(node, Mapping) else '[]'}"]
    if isinstance(node, Mapping):
        return [f"{name}:", *_below(line for label, said in items_of(node) for line in as_written(label, said))]
    found = [f"{name}:"]
    for item in node.value:
        first, *others = _item(item)
        found += [f"  - {first}", *(f"    {line}" for line in others)]
    return found


def _below(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _scalar(name: str, node: Scalar) -> list[str]:
    if is_nothing(node):
        return [f"{name}: ~"]
    text = clean(node.value)
    if "\n" in text:
        return [f"{name}: |-", *(f"  {line}" if line else "" for line in text.split("\n"))]
    return [f"{name}: {scalar(text)}" if is_plain(node) or not TYPED.fullmatch(text) else f"{name}: '{text}'"]


def _item(node: Node) -> list[str]:
    """One of a list: a mapping's keys, or what would stand behind a key."""
    if isinstance(node, Mapping) and node.value:
        return [line for label, said in items_of(node) for line in as_written(label, said)]
    first, *others = as_written("x", node)
    behind = first.removeprefix("x:").strip()
    return [behind, *others] if behind else [line.removeprefix("  ") for line in others]
