"""One entry of a foreign file: its keys are taken one by one, and what is left becomes its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.cv_formats.dates import date_of, single_date_of
from acadfolio.source.yaml import Mapping, Scalar, Sequence, is_nothing, items_of, place, text_of

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node

ICON = "icon"
"""A key of al-folio's entries."""
WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")


class ForeignEntry:
    """A mapping of a foreign file. Keys are compared without their case, `_` and `-`."""

    def __init__(self, node: Node, name: str, source: Source, problems: Problems) -> None:
        self.node, self.name = node, name
        self.source, self.problems = source, problems
        pairs = items_of(node)
        self.left = {_bare(key): (key, value) for key, value in pairs if not is_empty(value)}

    def text(self, *keys: str) -> str:
        """Take the text of the first of these keys that has one. Lists and mappings are left."""
        for key in keys:
            _, node = self.left.get(_bare(key), ("", None))
            if isinstance(node, Scalar):
                del self.left[_bare(key)]
                return text_of(node)
        return ""

    def texts(self, key: str) -> list[str]:
        """Take a list of texts, or one text. A list with anything else is left."""
        _, node = self.left.get(_bare(key), ("", None))
        items = node.value if isinstance(node, Sequence) else [node]
        if not all(isinstance(item, Scalar) for item in items):
            return []
        self.left.pop(_bare(key), None)
        return [text_of(item) for item in items if text_of(item)]

    def below(self, key: str) -> Node | None:
        """Take a value of any kind."""
        return self.left.pop(_bare(key), ("", None))[1]

    def date(self, start: str, end: str, single: str = "date") -> str:
        """Take a date, or its start and end. What is no date is reported, and left for the text."""
        before = dict(self.left)
        date, first, last = self.text(single), self.text(start), self.text(end)
        if not date and not first and not last:
            return ""
        found = single_date_of(date) if date else date_of(first, last)
        if found is None:
            self.left = before
            written = date or " – ".join(part for part in (first, last) if part)
            message = f"`{written}` is not a date that acadfolio knows: it is in the text"
            self.warn(message, "write it as `2019-06..2022-04` in `date`")
            return ""
        if date and (first or last):  # The date wins, as in RenderCV; the others are not lost.
            self.left |= {key: before[key] for key in (_bare(start), _bare(end)) if key in before}
        return found

    def rest(self, *first: str) -> str:
        """The texts `first`, and all keys that were not taken, as Markdown. Keys are reported."""
        parts = [text for text in first if text]
        highlights = self.texts("highlights")
        if highlights:
            parts.append("\n".join(f"- {text}" for text in highlights))
        for key, node in self.left.values():
            if _bare(key) == ICON:
                message = f"`{key}` of `{self.name}` is not imported: entries have no icons"
                self.problems.warn(place(self.source, self.node), message, rule="import-skipped")
                continue
            self.warn(f"`{key}` of `{self.name}` has no place of its own: it is in the text")
            parts.append(as_markdown(key, node))
        self.left = {}
        return "\n\n".join(parts)

    def warn(self, message: str, hint: str = "") -> None:
        self.problems.warn(place(self.source, self.node), message, hint, rule="import-uncertain")


def _bare(key: str) -> str:
    return key.lower().replace("_", "").replace("-", "")


def is_empty(node: Node | None) -> bool:
    """Whether a value is nothing, an empty text, or a list or mapping of nothing else."""
    if node is None or isinstance(node, Scalar):
        return node is None or is_nothing(node) or not node.value.strip()
    if isinstance(node, Mapping):
        return all(is_empty(value) for _, value in items_of(node))
    return all(is_empty(item) for item in node.value)


def as_markdown(key: str, node: Node) -> str:
    """A value of any kind as Markdown, after its key: `**Score:** 3.9`."""
    label = f"**{_label(key)}:** " if key else ""
    if isinstance(node, Scalar):
        return f"{label}{text_of(node)}"
    if isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node.value):
        return label + ", ".join(text_of(item) for item in node.value if text_of(item))
    lines = "\n".join(_lines(node, 0))
    return f"{label.strip()}\n\n{lines}".strip()


def _label(key: str) -> str:
    """A key as words: `Start date` for `startDate` or `start_date`."""
    words = WORD_START.sub(" ", key).replace("_", " ")
    return " ".join(words.split()).capitalize()


def _lines(node: Node, depth: int) -> list[str]:
    """The lines of nested lists."""
    before = "    " * depth + "- "
    lines = []
    pairs = items_of(node) if isinstance(node, Mapping) else [("", item) for item in node.value]
    for key, value in pairs:
        label = f"{key}: " if key else ""
        if isinstance(value, Scalar):
            lines.append(f"{before}{label}{text_of(value)}")
        elif label and not is_empty(value):
            lines.append(f"{before}{label}".rstrip())
            lines += _lines(value, depth + 1)
        elif not is_empty(value):
            lines += _lines(value, depth)
    return lines
