"""YAML text comes in, a tree of nodes with their places comes out; nothing is turned into a Python date or number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from acadfolio.problems import Location

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

try:
    from yaml import CBaseLoader as Loader
except ImportError:  # PyYAML without libyaml: the same nodes, ten times slower.
    from yaml import BaseLoader as Loader  # type: ignore[assignment]

Node = yaml.Node
Scalar = yaml.ScalarNode
Sequence = yaml.SequenceNode
Mapping = yaml.MappingNode

# Far deeper than any homepage; it keeps hostile files from exhausting the stack (libyaml crashes at some 50,000).
DEEPEST = 500
DEEP_LINE = re.compile(rf"^[ ?-]{{{2 * DEEPEST},}}", re.MULTILINE)
BRACKET = re.compile(r"[\[\]{}]")
NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


def parse_yaml(source: Source, problems: Problems, *, first_line: int = 1, text: str | None = None) -> Node | None:
    """The one document of a file, or of a part of it that starts at `first_line`; None when it is empty or broken."""
    body = source.text if text is None else text
    if _reaches_too_deep(body):
        problems.error(source.at(first_line), f"this nests more than {DEEPEST} levels deep", "close the brackets")
        return None
    loader = Loader(body)
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        _report_broken(source, error, first_line, problems)
        return None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        problems.error(source.at(first_line), f"this is not YAML: {str(error).splitlines()[0]}")
        return None
    finally:
        loader.dispose()
    if node is None or is_nothing(node):
        return None
    _shift(node, first_line - 1)
    return node


def is_nothing(node: Node) -> bool:
    """An empty value, `~` or `null`: the key might as well not be there."""
    return isinstance(node, Scalar) and node.style is None and node.value in NOTHING


def place(source: Source, node: Node) -> Location:
    return source.at(node.start_mark.line + 1, node.start_mark.column + 1)


def kind_of(node: Node) -> str:
    """What a node is, in the reader's words."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    return "empty" if is_nothing(node) else f"`{_short(node.value)}`"


def _short(text: str) -> str:
    longest = 40
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _reaches_too_deep(text: str) -> bool:
    """Whether brackets or indentation nest so deeply that libyaml, which recurses, could exhaust the stack.

    Brackets inside quotes count too: nobody opens hundreds that stay open.
    """
    if DEEP_LINE.search(text):
        return True
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in BRACKET.findall(text):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        if depth > DEEPEST:
            return True
    return False


def _report_broken(source: Source, error: yaml.MarkedYAMLError, first_line: int, problems: Problems) -> None:
    mark = error.problem_mark or error.context_mark
    location = source.at(mark.line + first_line, mark.column + 1) if mark else Location(source.name)
    sentence = (error.problem or error.context or "it cannot be read").strip()
    problems.error(location, f"this is not YAML: {sentence}", _advice(source, location, sentence))


def _advice(source: Source, location: Location, sentence: str) -> str:
    lines = source.text.split("\n")
    line = lines[location.line - 1] if 0 < location.line <= len(lines) else ""
    if "\t" in line and ("cannot start any token" in sentence or line.lstrip(" ").startswith("\t")):
        return "indent with spaces; YAML knows no tabs"
    if "mapping values are not allowed" in sentence:
        return 'a value that holds a colon needs quotes: "…"'
    if "another document" in sentence:
        return "a data file holds one document; delete the line `---` inside it"
    if "undefined alias" in sentence:
        return 'a value that starts with * needs quotes: "*…"'
    if sentence.startswith("found unexpected end of stream") or "while scanning a quoted scalar" in sentence:
        return "a closing quote is missing"
    return "check the indentation and the quotes around here"


def _shift(node: Node, lines: int) -> None:
    """Move the marks of front matter to the lines of its file."""
    if not lines:
        return
    seen: set[int] = set()
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        mark = here.start_mark
        here.start_mark = yaml.Mark(mark.name, mark.index, mark.line + lines, mark.column, None, 0)
        if isinstance(here, Mapping):
            waiting.extend(part for pair in here.value for part in pair)
        elif isinstance(here, Sequence):
            waiting.extend(here.value)
