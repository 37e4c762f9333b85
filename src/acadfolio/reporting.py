"""Problems come in, the lines that a person reads come out, or the JSON that a tool reads."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, NamedTuple, TextIO

from acadfolio.cells import cells_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio.problems import Problem

BOLD, RED, YELLOW, BLUE, PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[0m"
COLOURFUL = ("WT_SESSION", "TERM_PROGRAM", "TERM", "ConEmuANSI", "ANSICON")
WIDEST, BEHIND = 100, 21


def print_problems(problems: Iterable[Problem], site: Path, stream: TextIO) -> None:
    """One line a problem; on a terminal in colour, with the source line and a caret below."""
    is_terminal = stream.isatty()
    for problem in problems:
        stream.write(_line(problem, in_colour=is_terminal and shows_colours()) + "\n")
        if is_terminal:
            stream.write(excerpt(problem, site))


def shows_colours() -> bool:
    """Whether a terminal does. The older one of Windows shows the signs for them; others of it tell their names."""
    return sys.platform != "win32" or any(name in os.environ for name in COLOURFUL)


def _line(problem: Problem, *, in_colour: bool) -> str:
    hint = f" ({problem.hint})" if problem.hint else ""
    if not in_colour:
        return f"{problem.location}: {problem.severity}: {problem.message}{hint}"
    colour = RED if problem.severity == "error" else YELLOW
    hint = f" {BLUE}({problem.hint}){PLAIN}" if problem.hint else ""
    return f"{BOLD}{problem.location}: {colour}{problem.severity}:{PLAIN} {problem.message}{hint}"


class Excerpt(NamedTuple):
    """A source line that is cut to what a reader can take in, in the two parts that a place makes of it."""

    number: int
    before: str
    rest: str
    """From the place on; all of the line where there is none."""
    has_place: bool

    @property
    def gutter(self) -> str:
        return f"{self.number:>6} | "


def excerpt(problem: Problem, site: Path) -> str:
    """The source line and a caret below the place; nothing where the file has no such line."""
    found = excerpt_of(problem, site)
    if found is None:
        return ""
    caret = f"{'':>6} | {' ' * cells_of(found.before)}^\n" if found.has_place else ""
    return f"{found.gutter}{found.before}{found.rest}\n{caret}"


def excerpt_of(problem: Problem, site: Path) -> Excerpt | None:
    """The source line; None where the file has no such line."""
    location = problem.location
    if not location.line:
        return None
    try:
        text = (site / location.file).read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return None
    lines = text.split("\n")
    if location.line > len(lines) - text.endswith("\n"):
        return None
    line = lines[location.line - 1].replace("\t", " ")
    column = max(0, location.column - 1)
    before = line[:column].ljust(column)[-WIDEST:]
    while cells_of(before) > WIDEST - BEHIND:
        before = before[1:]
    room = WIDEST - cells_of(before)
    rest = line[column : column + room]
    while cells_of(rest) > room:
        rest = rest[:-1]
    return Excerpt(location.line, before, rest, bool(location.column))


def as_json(problems: Iterable[Problem], **more: object) -> str:
    """One object: `problems`, each with its place, and what the command has to say besides."""
    listed = [
        {
            "file": problem.location.file,
            "line": problem.location.line,
            "column": problem.location.column,
            "severity": problem.severity,
            "rule": problem.rule,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    return json.dumps({"problems": listed, **more}, ensure_ascii=False, indent=2)
