"""Write YAML for people: without unnecessary quotes, and with long texts as blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from acadfolio.source.text import CONTROL
from acadfolio.source.yaml import MAX_NODES, NOTHING, Scalar, is_nothing, is_plain, items_of
from acadfolio.source.yaml import Mapping as MappingNode
from acadfolio.source.yaml import Sequence as SequenceNode

if TYPE_CHECKING:
    from acadfolio.source.yaml import Node

Value: TypeAlias = "str | Sequence[Value] | Mapping[str, Value] | None"

WIDTH = 92
"""The length of a line in characters. Longer texts are wrapped."""
UNREADABLE = dict.fromkeys([0x85, 0x2028, 0x2029, 0xFEFF, *range(0xD800, 0xE000)], " ")
UNPRINTABLE = {**UNREADABLE, ord("\t"): " "}
TEXT, LIST, MAPPING = (f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))


class Exact(str):
    """A text whose line breaks are kept, and its quotes if it looks like a number, a date or a boolean."""


class Verbatim(str):
    """A text that is written with all its white space, so that it is read again as it is."""


class QuotedVerbatim(Verbatim):
    """Such a text with quotes if it looks like a number, a date or a boolean."""


class _Dumper(yaml.SafeDumper):
    """Does not quote numbers and dates, as acadfolio reads all values as strings."""

    yaml_implicit_resolvers: Any = {}  # noqa: RUF012 - as PyYAML has it

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: FBT001, FBT002, ARG002 - PyYAML's
        super().increase_indent(flow, indentless=False)

    def analyze_scalar(self, scalar: str) -> Any:
        found = super().analyze_scalar(scalar)
        found.allow_block = True  # Two spaces at the end of a line are a line break in Markdown.
        return found


def list_file(
    entries: Iterable[Mapping[str, Value]],
    keys: Sequence[str],
    comment: str,
    *,
    is_compact: bool = False,
) -> str:
    """Write a data file with a list of entries, each with its keys in this order."""
    blocks = [written([{key: entry[key] for key in keys if key in entry}]) for entry in entries]
    return f"# {comment}\n" + ("" if is_compact else "\n").join(blocks)


def mapping_file(values: Mapping[str, Value], comment: str) -> str:
    """Write a data file with these keys."""
    return f"# {comment}\n{written(values)}"


def value_of(node: Node) -> Value:
    """The value of a node of another file, which means the same when it is written again.

    None for one with so many aliases in aliases that nobody could write it out, or in itself.
    """
    return None if is_too_large(node) else _value_of(node)


def is_too_large(node: Node) -> bool:
    """Whether a node has so many aliases in aliases that nobody could write it out, or contains itself."""
    return _size(node, {}) > MAX_NODES


def _size(node: Node, sizes: dict[Node, float]) -> float:
    """The number of nodes if all aliases are written out; infinite for a node that contains itself."""
    if node not in sizes:
        sizes[node] = inf
        items = (
            node.value if isinstance(node, SequenceNode) else [value for _, value in items_of(node)]
        )
        sizes[node] = 1 + sum(_size(item, sizes) for item in items)
    return sizes[node]


def _value_of(node: Node) -> Value:
    if isinstance(node, Scalar):
        if is_nothing(node):
            return None
        return str(node.value) if is_plain(node) else Exact(node.value)
    if isinstance(node, MappingNode):
        return {key: _value_of(value) for key, value in items_of(node)}
    return [_value_of(item) for item in node.value]


def written(value: Value) -> str:
    """A value in YAML."""
    return yaml.serialize(_node(value), Dumper=_Dumper, width=WIDTH, allow_unicode=True)


def _node(value: Value, key: str = "") -> yaml.Node:
    if value is None:
        return yaml.ScalarNode(TEXT, "~")
    if isinstance(value, str):
        return _scalar(value, key)
    if isinstance(value, Mapping):
        pairs = [(_scalar(name), _node(inner, name)) for name, inner in value.items()]
        return yaml.MappingNode(MAPPING, pairs, flow_style=False)
    return yaml.SequenceNode(
        LIST, [_node(item) for item in value], flow_style=bool(key) and _fits(value, key)
    )


def _fits(items: Sequence[Value], key: str) -> bool:
    """Whether a list has only texts, which fit on one line after their key."""
    return (
        all(isinstance(item, str) for item in items)
        and len(f"{key}: {', '.join(map(str, items))}") <= WIDTH
    )


def _scalar(value: str, key: str = "") -> yaml.ScalarNode:
    if isinstance(value, Verbatim):
        return _verbatim(value, key)
    text = re.sub("(?m)^ +$", "", CONTROL.sub("", value).translate(UNPRINTABLE).strip())
    if isinstance(value, Exact) and "\n" in value:
        return yaml.ScalarNode(TEXT, f"{text}\n", style="|")
    style = _style(text, key, is_exact=isinstance(value, Exact))
    if style == ">":
        text = " ".join(text.split())
    return yaml.ScalarNode(TEXT, text, style=style)


def _verbatim(value: Verbatim, key: str) -> yaml.ScalarNode:
    text = CONTROL.sub("", value).translate(UNREADABLE)
    style = None
    if "\n" in text:
        style = "|"
    elif text in NOTHING or (isinstance(value, QuotedVerbatim) and _is_typed(text)):
        style = "'"
    elif len(key) + len(text) > WIDTH and " " in text and text == " ".join(text.split()):
        style = ">"
    return yaml.ScalarNode(TEXT, text, style=style)


def _style(text: str, key: str, *, is_exact: bool) -> str | None:
    """The style of a text: the character that begins a block or a quotation; None for PyYAML's own choice."""
    if _has_layout(text):
        return "|"
    if "\n" in text or (len(key) + len(text) > WIDTH and " " in text):
        return ">"
    if text in NOTHING or (is_exact and _is_typed(text)):
        return "'"
    return None


def _has_layout(text: str) -> bool:
    """Whether a text has paragraphs, line breaks or indented lines."""
    return any(spaces in text for spaces in ("\n\n", "  \n", "\n "))


def _is_typed(text: str) -> bool:
    """Whether YAML may read a text without quotes as a number, a date or a boolean."""
    tag: str = yaml.SafeLoader("").resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return tag != TEXT
