"""Problems come in, the lines that a person reads come out, or the JSON that a tool reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio.problems import Problem

BOLD, RED, YELLOW, BLUE, PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[0m"
WIDEST = 100


def print_problems(problems: Iterable[Problem], site: Path, stream: TextIO) -> None:
    """One line a problem; on a terminal in colour, with the source line and a caret below."""
    is_terminal = stream.isatty()
    for problem in problems:
        stream.write(_line(problem, in_colour=is_terminal) + "\n")
        if is_terminal:
            stream.write(excerpt(problem, site))


def _line(problem: Problem, *, in_colour: bool) -> str:
    hint = f" ({problem.hint})" if problem.hint else ""
    if not in_colour:
        return f"{problem.location}: {problem.severity}: {problem.message}{hint}"
    colour = RED if problem.severity == "error" else YELLOW
    hint = f" {BLUE}({problem.hint}){PLAIN}" if problem.hint else ""
    return f"{BOLD}{problem.location}: {colour}{problem.severity}:{PLAIN} {problem.message}{hint}"


def excerpt(problem: Problem, site: Path) -> str:
    """The source line and a caret below the place; nothing where the file has no such line."""
    location = problem.location
    if not location.line:
        return ""
    try:
        lines = (site / location.file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    if location.line > len(lines):
        return ""
    line = lines[location.line - 1].replace("\t", " ")
    start = max(0, location.column - WIDEST + 20)
    gutter = f"{location.line:>6} | "
    caret = f"{'':>6} | {' ' * (location.column - 1 - start)}^\n" if location.column else ""
    return f"{gutter}{line[start : start + WIDEST]}\n{caret}"


def as_json(problems: Iterable[Problem], **more: object) -> str:
    """One object: `problems`, each with its place, and what the command has to say besides."""
    listed = [
        {
            "file": problem.location.file,
            "line": problem.location.line,
            "column": problem.location.column,
            "severity": problem.severity,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    return json.dumps({"problems": listed, **more}, ensure_ascii=False, indent=2)
