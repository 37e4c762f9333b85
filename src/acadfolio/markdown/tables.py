"""Tables: lines with pipes are rows of cells. Rows above a separator line are the header."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.elements import BLOCK, VOID
from acadfolio.markdown.markup import CLOSING_TAG, TAG
from acadfolio.markdown.state import MAX_WRITTEN, Table, code_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.markdown.block_parser import BlockParser

_SEPARATOR = frozenset("+|: \t-")
_FOOT_SEPARATOR = frozenset("+|: \t=")
_PIECE = re.compile(r"\\\||`+|[^\\`|]+|.")
_TAG_OR_PIPE = re.compile(rf"{TAG.pattern}|{CLOSING_TAG.pattern}|\|")
_FORMULA = r"\$\$.+?\$\$|(?<![\\$\w])\$(?![\s$])[^$]*(?<![\s\\])\$(?!\d)"
_DOLLARS = re.compile(r"(?<![\\$\w])\$(?![\s$|])[^$]*(?<![\s\\|])\$(?![\d$])")
"""A formula between single dollars in a row. Those of `$|x|$` are split, but no price is `$|`."""
_SPLIT = re.compile(
    r"""(?P<formula>\$\$(?:(?!\$\$).)+\$\$)
    |(?P<link>!?\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<[a-z]+:[^<>\s]*>)
    |(?P<element><(?P<name>[a-zA-Z]+)\b[^<>]*>[^<]*</(?P=name)>)
    |(?P<emphasis>
        \*\*(?=[^\s*|])(?:(?!\*\*).)+(?<=[^\s|])\*\*
       |(?<!\w)__(?=[^\s_|])(?:(?!__).)+(?<=[^\s|])__(?!\w)
       |~~(?=[^\s~|])(?:(?!~~).)+(?<=[^\s|])~~
       |(?<!\*)\*(?=[^\s*|])[^*]+(?<=[^\s|])\*(?!\*)
       |(?<![\w_])_(?=[^\s_|])[^_]+(?<=[^\s|])_(?![\w_])
    )""",
    re.VERBOSE,
)
"""What a pipe may split in a row. Escaped pipes and code are masked before."""
_NAMES = {
    "formula": "formula",
    "link": "link",
    "element": "element of HTML",
    "emphasis": "emphasis",
}
_WITHOUT_TEXT = VOID | BLOCK  # elements that hold no text inside a line


def table(parser: BlockParser) -> bool:
    text, start = parser.text, parser.position
    line_end = text.index("\n", start)
    first = text[start:line_end]
    if parser.state.options.math == "dollar":
        first = re.sub(_FORMULA, "", first)  # `$|x|$` is no table
    if not _has_pipe(first) or not parser.is_after_boundary():
        return False
    if not _has_bare_pipe(first):
        return _no_table(parser)
    line = parser.line_number()
    rows = _Rows()
    while parser.position < parser.end:
        line_end = text.index("\n", parser.position)
        if not rows.take(text[parser.position : line_end]):
            break
        parser.position = line_end + 1
    if not parser.is_before_boundary() or not rows.finish():
        parser.position = start
        return _no_table(parser)
    node = parser.add("table")
    node.line = line
    node.rows = rows.table
    for number, row in enumerate(text[start : parser.position].split("\n")):
        _warn_of_split(parser, row, line + number)
    return True


def _warn_of_split(parser: BlockParser, row: str, line: int) -> None:
    """Warn of a row whose pipes split a formula, a link, an element or emphasis: kramdown splits them as well."""
    masked = row.replace("\\|", "xx")
    for start, end in code_spans(row):
        masked = masked[:start] + "x" * (end - start) + masked[end:]
    found = _with_pipe(_SPLIT, masked)
    if found is None and parser.state.options.math == "dollar":
        found = _with_pipe(_DOLLARS, masked)
    if found is None:
        return
    what = _NAMES[found.lastgroup or "formula"]
    written = row[found.start() : found.end()]
    hint = (
        "write `\\vert` in the formula" if what == "formula" else "write `\\|`, or `&#124;` in code"
    )
    message = f"this line is the row of a table, and its `|` splits the {what} `{written}`"
    parser.state.warn(
        "table-pipe", line, message, hint, row[found.start() :][:MAX_WRITTEN].rstrip()
    )


def _with_pipe(pattern: re.Pattern[str], row: str) -> re.Match[str] | None:
    """The first match of a pattern with a pipe in it."""
    return next((match for match in pattern.finditer(row) if "|" in match[0]), None)


def _no_table(parser: BlockParser) -> bool:
    """As in kramdown, a text that only looks like a table loses the attribute list above it."""
    parser.pending = None
    return False


class _Rows:
    """Collects lines as rows of the parts of a table."""

    def __init__(self) -> None:
        self.table = Table()
        self.rows: list[list[str]] = []
        self.leading_pipe: bool | None = None
        self.in_foot = False

    def take(self, line: str) -> bool:
        """Add a line. Returns False if it does not belong to the table."""
        if not _has_pipe(line) or (line[0] not in "`<" and not _has_bare_pipe(line)):
            return False
        if self.leading_pipe is None:
            self.leading_pipe = line.lstrip().startswith("|")
        if "-" in line and _SEPARATOR.issuperset(line):
            self._separate(line)
        elif "=" in line and _FOOT_SEPARATOR.issuperset(line):
            self._end_body()
            self.in_foot = True
        else:
            self._add(line)
        return True

    def _end_body(self) -> None:
        if self.rows:
            self.table.bodies.append(self.rows)
            self.rows = []

    def _separate(self, line: str) -> None:
        """The first separator makes the rows above it the head; a later one starts another body."""
        if not self.rows or self.in_foot:
            return
        if self.table.alignments:
            self._end_body()
        else:
            self.table.head, self.rows = self.rows, []
            self.table.alignments = [
                _side(part.strip()) for part in line.replace("+", "|").split("|") if "-" in part
            ]

    def _add(self, line: str) -> None:
        cells = _cells(line)
        if self.leading_pipe and not cells[0].strip():
            del cells[0]
        if cells and not cells[-1].strip():
            del cells[-1]
        self.rows.append([cell.strip() for cell in cells])

    def finish(self) -> bool:
        """Complete the table: all rows get the same length. Returns False if it has no rows."""
        if self.in_foot:
            self.table.foot = self.rows
        else:
            self._end_body()
        if not self.table.bodies:
            return False
        found = self.table
        rows = [*found.head, *(row for body in found.bodies for row in body), *found.foot]
        width = max(len(row) for row in rows)
        for row in rows:
            row.extend([""] * (width - len(row)))
        found.alignments = (found.alignments + [""] * width)[:width]
        return True


def _has_pipe(line: str) -> bool:
    return "|" in line.replace("\\|", "")


def _has_bare_pipe(line: str) -> bool:
    """Whether there is a pipe outside of code and HTML elements, as the first line of a table needs."""
    opened: list[str] = []
    for match in _TAG_OR_PIPE.finditer(_outside_code(line)):
        started, _, closed, ended = match.groups()
        if match[0] == "|" and not opened:
            return True
        if ended and opened[-1:] == [ended.lower()]:
            opened.pop()
        elif started and closed is None and started.lower() not in _WITHOUT_TEXT:
            opened.append(started.lower())
    return False


def _side(separator: str) -> str:
    """The alignment of a column, by the colons of its separator."""
    if separator.startswith(":"):
        return "center" if separator.endswith(":") else "left"
    return "right" if separator.endswith(":") else ""


def _cells(line: str) -> list[str]:
    """The line split at the pipes that are neither escaped nor in code."""
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
    """Split a line into pipes, text and code spans; the second value is whether a piece is code."""
    position = 0
    for start, end in (*code_spans(line), (len(line), len(line))):
        for piece in _PIECE.findall(line, position, start):
            yield piece, False
        yield line[start:end], True
        position = end
