"""Entries come in, YAML as a person writes it comes out: nothing is quoted that need not be, long texts are blocks."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from acadfolio.source.text import CONTROL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from acadfolio.importers.jekyll.entries import Entry, Value

    Listed = Mapping[str, str | list[dict[str, str]]]

LONGEST = 100
"""Letters of a line: longer texts are wrapped."""
NOT_PLAIN = re.compile(r"[\s\-?:,\[\]{}#&*!|>'\"%@`]|\Z|.*(?::(?:\s|\Z)|\s#|\n|\s\Z)")
STARTS_PLAIN = re.compile(r"-[^\s,\[\]{}]")
IN_FLOW = re.compile(r"[,\[\]{}?]|:(?=[,\[\]{}]|\Z)")
NOTHING = frozenset({"~", "null", "Null", "NULL"})
DOCUMENT = ("---", "...")
STRANGE = re.compile("[\x85\u2028\u2029\ufeff\ud800-\udfff]")


def as_list(entries: Iterable[Entry], keys: tuple[str, ...], about: str, *, is_short: bool) -> str:
    """A data file with one line `about` it. Each entry has its keys in this order; short ones stand close together."""
    between = "\n" if is_short else "\n\n"
    return f"# {about}\n" + between.join(_entry(entry, keys) for entry in entries) + "\n"


def as_mapping(values: Mapping[str, Value], about: str, *, below: Iterable[str] = (), **lists: Sequence[Listed]) -> str:
    """`lists` are those of mappings, by their keys; `below` are lines that follow."""
    lines = [line for key, value in values.items() for line in _lines(key, value)]
    for key, items in lists.items():
        lines += _list(key, items) if items else []
    lines += below
    return f"# {about}\n" + "\n".join(lines) + "\n"


def _list(key: str, items: Sequence[Listed]) -> list[str]:
    found = [f"{key}:"]
    for item in items:
        lines = [line for label, value in item.items() for line in _listed(label, value)]
        found += [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:])]
    return found


def _listed(key: str, value: str | list[dict[str, str]]) -> list[str]:
    return _lines(key, value) if isinstance(value, str) else _list(key, value)


def _entry(entry: Mapping[str, Value], keys: tuple[str, ...]) -> str:
    lines = [line for key in keys if key in entry for line in _lines(key, entry[key])]
    return "\n".join([f"- {lines[0]}", *(f"  {line}" if line else "" for line in lines[1:])])


def _lines(key: str, value: Value) -> list[str]:
    if isinstance(value, str):
        return _text(key, clean(value))
    if isinstance(value, dict):
        return [f"{key}:", *(f"  {scalar(clean(label))}: {scalar(clean(said))}" for label, said in value.items())]
    items = [clean(item) for item in value]
    line = f"{key}: [{', '.join(scalar(item, in_flow=True) for item in items)}]"
    return [line] if len(line) <= LONGEST else [f"{key}:", *(f"  - {scalar(item)}" for item in items)]


def _text(key: str, text: str) -> list[str]:
    if "\n" not in text and len(text) + len(key) <= LONGEST:
        return [f"{key}: {scalar(text)}"]
    has_breaks = "\n\n" in text or "  \n" in text
    if not has_breaks and not any(word[:1].isspace() for word in text.split("\n")):
        # No line may be broken at a hyphen or within a word: the words are to be the same again.
        lines = textwrap.wrap(text, LONGEST - 4, break_long_words=False, break_on_hyphens=False)
        return [f"{key}: >-", *(f"  {line}" for line in lines)]
    lines = [line.rstrip() if line.isspace() else line for line in text.split("\n")]
    sign = "|-" if not lines[0][:1].isspace() else "|2-"
    return [f"{key}: {sign}", *(f"  {line}" if line else "" for line in lines)]


def scalar(text: str, *, in_flow: bool = False) -> str:
    """One value in one line, in quotes where YAML would read it as something else."""
    if not _needs_quotes(text, in_flow=in_flow):
        return text
    if '"' not in text and "\\" not in text and "'" in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _needs_quotes(text: str, *, in_flow: bool) -> bool:
    if text in NOTHING or text.startswith(DOCUMENT) or (in_flow and IN_FLOW.search(text)):
        return True
    return bool(NOT_PLAIN.match(text)) and not (STARTS_PLAIN.match(text) and not NOT_PLAIN.match("x" + text))


def clean(text: str) -> str:
    return STRANGE.sub(" ", CONTROL.sub("", text)).replace("\t", " ").strip()
