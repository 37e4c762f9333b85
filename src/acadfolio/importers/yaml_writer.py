"""Write YAML as a person writes it: nothing is quoted without need, and long texts are blocks."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from acadfolio.source.text import CONTROL
from acadfolio.source.yaml import Mapping as MappingNode
from acadfolio.source.yaml import Node, Scalar, is_nothing, is_plain, items_of

Value: TypeAlias = "str | Sequence[Value] | Mapping[str, Value] | None"

LONGEST = 100
"""Characters of a line: longer texts are wrapped."""
NOT_PLAIN = re.compile(r"[\s\-?:,\[\]{}#&*!|>'\"%@`]|\Z|.*(?::(?:\s|\Z)|\s#|\n|\s\Z)")
NOT_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}?]|:(?=[,\[\]{}]|\Z)")
NULLS = frozenset({"~", "null", "Null", "NULL"})
DOCUMENT_MARKS = ("---", "...")
UNPRINTABLE = re.compile("[\x85\u2028\u2029\ufeff\ud800-\udfff]")
TYPED = re.compile(r"[\d.+:_,eE-]+|(?:true|false|yes|no|on|off|y|n)", re.IGNORECASE)
"""What YAML may read as a number, a date or a boolean where it has no quotes."""


class Exact(str):
    """A text that keeps its lines, and its quotes where it looks like a number, a date or a boolean."""

    __slots__ = ()


def list_file(
    entries: Iterable[Mapping[str, Value]], keys: Sequence[str], comment: str, *, is_compact: bool = False
) -> str:
    """A data file with one entry after another, each with its keys in this order."""
    blocks = []
    for entry in entries:
        ordered = {key: entry[key] for key in keys if key in entry}
        blocks.append("\n".join(_item(ordered)))
    return f"# {comment}\n" + ("\n" if is_compact else "\n\n").join(blocks) + "\n"


def mapping_file(values: Mapping[str, Value], comment: str) -> str:
    """A data file with these keys."""
    return "\n".join([f"# {comment}", *_block(values)]) + "\n"


def value_of(node: Node) -> Value:
    """The value of a node of another file, so that it means the same when it is written again."""
    if isinstance(node, Scalar):
        if is_nothing(node):
            return None
        return str(node.value) if is_plain(node) else Exact(node.value)
    if isinstance(node, MappingNode):
        return {key: value_of(value) for key, value in items_of(node)}
    return [value_of(item) for item in node.value]


def scalar(text: str, *, in_flow: bool = False) -> str:
    """One value in one line, in quotes where YAML would read it as something else."""
    if not _needs_quotes(text, in_flow=in_flow):
        return text
    if '"' not in text and "\\" not in text and "'" in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _block(values: Mapping[str, Value]) -> list[str]:
    return [line for key, value in values.items() for line in _lines(scalar(_clean(key)), value)]


def _lines(key: str, value: Value) -> list[str]:
    if value is None:
        return [f"{key}: ~"]
    if isinstance(value, str):
        return _text(key, value)
    if isinstance(value, Mapping):
        return [f"{key}:", *_indented(_block(value))] if value else [f"{key}: {{}}"]
    return _list(key, value)


def _list(key: str, items: Sequence[Value]) -> list[str]:
    """In one line where it is a short list of texts."""
    if all(isinstance(item, str) for item in items):
        line = f"{key}: [{', '.join(_scalar(item, in_flow=True) for item in items)}]"
        if len(line) <= LONGEST:
            return [line]
    return [f"{key}:", *_indented(line for item in items for line in _item(item))]


def _item(value: Value) -> list[str]:
    """An item of a list that is written with dashes."""
    if value is None or isinstance(value, str):
        lines = [_scalar(value)]
    elif isinstance(value, Mapping):
        lines = _block(value) or ["{}"]
    else:
        lines = [line for item in value for line in _item(item)] or ["[]"]
    return [f"- {lines[0]}", *_indented(lines[1:])]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" if line else "" for line in lines]


def _text(key: str, value: str) -> list[str]:
    text = _clean(value)
    has_lines = "\n" in text
    if not has_lines and (len(text) + len(key) <= LONGEST or " " not in text):
        return [f"{key}: {_scalar(value)}"]
    if (has_lines and isinstance(value, Exact)) or _has_layout(text):
        lines = ["" if line.isspace() else line for line in text.split("\n")]
        return [f"{key}: |-", *_indented(lines)]
    # No line may be broken at a hyphen or within a word: the words have to be read as they were.
    lines = textwrap.wrap(text, LONGEST - 4, break_long_words=False, break_on_hyphens=False)
    return [f"{key}: >-", *_indented(lines)]


def _has_layout(text: str) -> bool:
    """Whether the lines of a text mean something: paragraphs, breaks, indentation."""
    return "\n\n" in text or "  \n" in text or "\n " in text


def _scalar(value: Value, *, in_flow: bool = False) -> str:
    if value is None:
        return "~"
    text = _clean(str(value))
    is_typed = isinstance(value, Exact) and TYPED.fullmatch(text)
    return f"'{text}'" if is_typed else scalar(text, in_flow=in_flow)


def _needs_quotes(text: str, *, in_flow: bool) -> bool:
    if text in NULLS or text.startswith(DOCUMENT_MARKS) or (in_flow and NOT_PLAIN_IN_FLOW.search(text)):
        return True
    is_plain_behind_dash = bool(text[1:2].strip(",[]{} \n")) and not NOT_PLAIN.match("x" + text)
    return bool(NOT_PLAIN.match(text)) and not (text.startswith("-") and is_plain_behind_dash)


def _clean(text: str) -> str:
    return UNPRINTABLE.sub(" ", CONTROL.sub("", text)).replace("\t", " ").strip()
