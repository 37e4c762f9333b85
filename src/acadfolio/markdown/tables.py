"""Tables: lines with pipes go in, rows of cells come out. A table has no header unless a separator line follows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.tree import Table

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks

_SEPARATOR = re.compile(r"(?=[+|: -]*-)[+|: -]+[ \t]*\Z")
_FOOT_SEPARATOR = re.compile(r"(?=[+|: =]*=)[+|: =]+[ \t]*\Z")
_LEADING_PIPE = re.compile(r"\s*\|")
_ALIGNMENT = re.compile(r"[ \t]*(:?)[-=]+(:?)")
_PIECE = re.compile(r"\\.|`+|\||[^\\`|]+|\\")
_STYLES = {"::": "center", ":": "left", "": ""}
WIDEST = 4096  # columns; a longer line of pipes is text


def table(blocks: Blocks) -> bool:
    text = blocks.text
    first_end = text.find("\n", blocks.position)
    if text.find("|", blocks.position, first_end) < 0 or not blocks.after_boundary():
        return False
    if _has_no_pipe(text[blocks.position : first_end]):
        return False
    start, line = blocks.position, blocks.line()
    found = _rows(blocks)
    if found is None or not blocks.before_boundary():
        blocks.position = start
        return False
    node = blocks.add("table")
    node.line = line
    node.rows = found
    return True


def _has_no_pipe(line: str) -> bool:
    return line.count("|") > WIDEST or len(_cells(line, strip_first=False)) < 2 and not _LEADING_PIPE.match(line)  # noqa: PLR2004, RUF021


def _rows(blocks: Blocks) -> Table | None:
    """Read lines while they belong to the table."""
    text = blocks.text
    result = Table()
    rows: list[list[str]] = []
    in_foot = False
    position = blocks.position
    while position < blocks.end:
        end = text.find("\n", position)
        line = text[position:end]
        if _SEPARATOR.match(line) and ("|" in line or "-" in line):
            if rows or result.alignments:
                if not result.alignments and not in_foot:
                    result.head, rows = rows, []
                elif not in_foot and rows:
                    result.bodies.append(rows)
                    rows = []
            if not result.alignments:
                result.alignments = _alignments(line)
        elif _FOOT_SEPARATOR.match(line) and not in_foot:
            if rows:
                result.bodies.append(rows)
            rows = []
            in_foot = True
        elif "|" in line and not _has_no_pipe(line):
            rows.append(_cells(line, strip_first=True))
        else:
            break
        position = end + 1
    if in_foot:
        result.foot = rows
    elif rows:
        result.bodies.append(rows)
    if not (result.head or result.bodies or result.foot):
        return None
    blocks.position = position
    return _squared(result)


def _alignments(line: str) -> list[str]:
    found: list[str] = []
    inner = line.strip()
    if inner.startswith("|"):
        inner = inner[1:]
    if inner.endswith("|"):
        inner = inner[:-1]
    for cell in re.split(r"[+|]", inner):
        match = _ALIGNMENT.match(cell)
        left, right = (match[1], match[2]) if match else ("", "")
        found.append("center" if left and right else "left" if left else "right" if right else "")
    return found


def _cells(line: str, *, strip_first: bool) -> list[str]:
    """Split at pipes that are neither escaped nor inside code."""
    cells: list[str] = []
    current: list[str] = []
    pieces = _PIECE.findall(line)
    closings = _closing_ticks(pieces) if "`" in line else {}
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        if piece == "|":
            cells.append("".join(current))
            current = []
        elif piece == "\\|":
            current.append("|")
        elif index in closings:
            current.extend(pieces[index : closings[index] + 1])
            index = closings[index]
        else:
            current.append(piece)
        index += 1
    cells.append("".join(current))
    if strip_first:
        if not cells[0].strip():
            del cells[0]
        if len(cells) > 1 and not cells[-1].strip():
            del cells[-1]
        cells = [cell.strip() for cell in cells]
    return cells


def _closing_ticks(pieces: list[str]) -> dict[int, int]:
    """For each run of backticks that opens code, where the run is that closes it."""
    last: dict[str, list[int]] = {}
    for index, piece in enumerate(pieces):
        if piece[0] == "`":
            last.setdefault(piece, []).append(index)
    closings: dict[int, int] = {}
    behind = -1
    for index, piece in enumerate(pieces):
        if piece[0] == "`" and index > behind:
            later = last[piece]
            while later and later[0] <= index:
                later.pop(0)
            if later:
                closings[index] = behind = later[0]
    return closings


def _squared(result: Table) -> Table:
    """Rows of the same length, and an alignment for each column."""
    rows = [*result.head, *(row for body in result.bodies for row in body), *result.foot]
    width = max(len(row) for row in rows)
    for row in rows:
        row.extend([""] * (width - len(row)))
    result.alignments = (result.alignments + [""] * width)[:width]
    return result
