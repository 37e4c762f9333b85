"""Tables: lines with pipes go in, rows of cells come out. A table has no header unless a separator line follows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import tags
from acadfolio.markdown.tree import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.markdown.blocks import Blocks

_SEPARATOR = re.compile(r"(?=[+|: \t-]*-)[+|: \t-]+\Z")
_FOOT_SEPARATOR = re.compile(r"(?=[+|: \t=]*=)[+|: \t=]+\Z")
_PIPE = re.compile(r"(?<!\\)\|")
_ALIGNMENT = re.compile(r"(:?)-+(:?)")
_PIECE = re.compile(r"\\\||`+|\||[^\\`|]+|\\")
# A line whose pipes are all that they look like: none is escaped, none is in code.
_SIMPLE = re.compile(r"(?>(?:[^`\\]*+`[^`|\\\s][^`|\\]*+`(?!`))*)[^`\\]*+")
_TAG_OR_PIPE = re.compile(rf"{tags.TAG.pattern}|{tags.CLOSING_TAG.pattern}|\|")
_NO_SPAN = tags.VOID | tags.BLOCK  # what holds no text inside a line
WIDEST = 4096  # columns; a longer line of pipes is text


def table(blocks: Blocks) -> bool:
    text = blocks.text
    line_end = text.find("\n", blocks.position)
    if text.find("|", blocks.position, line_end) < 0:
        return False
    if _PIPE.search(text, blocks.position, line_end) is None or not blocks.after_boundary():
        return False
    if not _has_bare_pipe(text[blocks.position : line_end]):
        return _no_table(blocks)
    start, line = blocks.position, blocks.line()
    rows = _Rows()
    while blocks.position < blocks.end:
        end = text.index("\n", blocks.position)
        if not rows.take(text[blocks.position : end]):
            break
        blocks.position = end + 1
    if not blocks.before_boundary() or not rows.finish():
        blocks.position = start
        return _no_table(blocks)
    node = blocks.add("table")
    node.line = line
    node.rows = rows.table
    return True


def _no_table(blocks: Blocks) -> bool:
    """What only looked like a table has used up the attributes above it."""
    blocks.pending = None
    return False


class _Rows:
    """Gathers lines into the parts of a table."""

    def __init__(self) -> None:
        self.table = Table()
        self.rows: list[list[str]] = []
        self.leading_pipe: bool | None = None
        self.in_foot = False

    def take(self, line: str) -> bool:
        """Add a line; False when it does not belong to the table."""
        if "|" not in line or _PIPE.search(line) is None:
            return False
        if ("`" in line or "<" in line) and line[0] not in "`<" and not _has_bare_pipe(line):
            return False
        if self.leading_pipe is None:
            self.leading_pipe = line.lstrip().startswith("|")
        if _SEPARATOR.match(line):
            self._separate(line)
        elif _FOOT_SEPARATOR.match(line):
            if self.rows:
                self.table.bodies.append(self.rows)
                self.rows = []
            self.in_foot = True
        else:
            return self._add(line)
        return True

    def _separate(self, line: str) -> None:
        """The first separator below rows makes them the head; a later one starts another body."""
        if not self.rows:
            return
        if not self.table.alignments and not self.in_foot:
            self.table.head, self.rows = self.rows, []
            self.table.alignments = [_side(*match) for match in _ALIGNMENT.findall(line)]
        elif not self.in_foot:
            self.table.bodies.append(self.rows)
            self.rows = []

    def _add(self, line: str) -> bool:
        if line.count("|") > WIDEST:
            return False
        cells = _cells(line)
        if self.leading_pipe and not cells[0].strip():
            del cells[0]
        if cells and not cells[-1].strip():
            del cells[-1]
        self.rows.append([cell.strip() for cell in cells])
        return True

    def finish(self) -> bool:
        """Whether this is a table; its rows have the same length then."""
        if self.rows and self.in_foot:
            self.table.foot = self.rows
        elif self.rows:
            self.table.bodies.append(self.rows)
        if not self.table.bodies:
            return False
        found = self.table
        rows = [*found.head, *(row for body in found.bodies for row in body), *found.foot]
        width = max(len(row) for row in rows)
        for row in rows:
            row.extend([""] * (width - len(row)))
        found.alignments = (found.alignments + [""] * width)[:width]
        return True


def _has_bare_pipe(line: str) -> bool:
    """Whether a pipe stands outside of code and HTML elements; only then the first line of a table is one."""
    if "<" not in line and _SIMPLE.fullmatch(line):
        return "|" in line
    opened: list[str] = []
    for match in _TAG_OR_PIPE.finditer(_outside_code(line)):
        started, _, closed, ended = match.groups()
        if match[0] == "|":
            if not opened:
                return True
        elif ended:
            if opened and opened[-1] == ended.lower():
                opened.pop()
        elif closed is None and started.lower() not in _NO_SPAN:
            opened.append(started.lower())
    return False


def _side(left: str, right: str) -> str:
    if left and right:
        return "center"
    return "left" if left else "right" if right else ""


def _cells(line: str) -> list[str]:
    """Split at pipes that are neither escaped nor inside code."""
    if _SIMPLE.fullmatch(line):
        return line.split("|")
    cells: list[str] = []
    current: list[str] = []
    for piece, _ in _pieces(line):
        if piece == "\\|":
            current.append("|")
        elif piece == "|":
            cells.append("".join(current))
            current = []
        else:
            current.append(piece)
    cells.append("".join(current))
    return cells


def _outside_code(line: str) -> str:
    """The line without code and escaped pipes."""
    return "".join(piece for piece, in_code in _pieces(line) if not in_code and piece != "\\|")


def _pieces(line: str) -> Iterator[tuple[str, bool]]:
    """Pipes, text in between, and code (True) as one piece."""
    pieces = _PIECE.findall(line)
    closings = _closing_ticks(pieces) if "`" in line else {}
    index = 0
    while index < len(pieces):
        end = closings.get(index, index)
        yield "".join(pieces[index : end + 1]), end > index
        index = end + 1


def _closing_ticks(pieces: list[str]) -> dict[int, int]:
    """For each run of backticks that opens code, where the run is that closes it."""
    later: dict[str, list[int]] = {}
    for index in range(len(pieces) - 1, -1, -1):
        if pieces[index][0] == "`":
            later.setdefault(pieces[index], []).append(index)
    closings: dict[int, int] = {}
    behind = -1
    for index, piece in enumerate(pieces):
        if piece[0] == "`":
            waiting = later[piece]
            waiting.pop()
            if index > behind and waiting and not _alone(pieces, index):
                closings[index] = behind = waiting[-1]
    return closings


def _alone(pieces: list[str], index: int) -> bool:
    """Whether this is a single backtick between spaces, which opens nothing."""
    before = pieces[index - 1][-1] if index else " "
    return pieces[index] == "`" and before.isspace() and pieces[index + 1][0].isspace()
