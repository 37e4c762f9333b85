"""Parse JSON into the nodes of YAML, with lines and columns."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from yaml import Mark

from acadfolio.source.text import line_and_column
from acadfolio.source.yaml import (
    TOO_DEEP,
    Mapping,
    Node,
    Scalar,
    Sequence,
    nests_too_deep,
)

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

HINT = "fix it, or export the file again"
SPACE = re.compile(r"[ \t\n\r]*")
DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, strict=False)
"""Numbers stay text, as they are written. A text may have line ends, which editors of JSON forgive."""


def parse_json(source: Source, problems: Problems) -> Node | None:
    """Parse a file. None, and reported, if it is no JSON. Duplicate keys are kept."""
    if nests_too_deep(source.text):
        problems.error(source.at(1), TOO_DEEP, "close the brackets", rule="json-syntax")
        return None
    try:
        DECODER.decode(source.text)
    except json.JSONDecodeError as error:
        message = f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        line, column = line_and_column(source.text, error.pos)
        problems.error(source.at(line, column), message, HINT, rule="json-syntax")
        return None
    return _Composer(source.text).node()


class _Composer:
    """Reads a text that is known to be JSON from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def node(self) -> Node:
        self.skip_space()
        start = self.mark()
        character = self.text[self.position]
        if character == "{":
            return self.mapping(start)
        if character == "[":
            return self.sequence(start)
        return self.scalar(start)

    def scalar(self, start: Mark) -> Scalar:
        value, self.position = DECODER.raw_decode(self.text, self.position)
        is_text = self.text[start.index] == '"'
        text = value if is_text else self.text[start.index : self.position]
        style: Any = '"' if is_text else None
        return Scalar("", text, start, self.mark(), style=style)

    def sequence(self, start: Mark) -> Sequence:
        items: list[Node] = []
        self.position += 1
        while self.continues("]"):
            items.append(self.node())
        return Sequence("", items, start, self.mark(), flow_style=True)

    def mapping(self, start: Mark) -> Mapping:
        pairs: list[tuple[Node, Node]] = []
        self.position += 1
        while self.continues("}"):
            self.skip_space()
            key = self.scalar(self.mark())
            self.skip_space()
            self.position += 1  # the colon
            pairs.append((key, self.node()))
        return Mapping("", pairs, start, self.mark(), flow_style=True)

    def continues(self, end: str) -> bool:
        """Whether another item follows. Reads the comma before it, or the end."""
        self.skip_space()
        character = self.text[self.position]
        if character in {",", end}:
            self.position += 1
        return character != end

    def skip_space(self) -> None:
        found = SPACE.match(self.text, self.position)
        self.position = found.end() if found else self.position

    def mark(self) -> Mark:
        line = bisect_right(self.line_starts, self.position) - 1
        column = self.position - self.line_starts[line]
        nothing: Any = (
            None  # The types of PyYAML's stubs are those of marks with a text around them.
        )
        return Mark("", self.position, line, column, nothing, nothing)
