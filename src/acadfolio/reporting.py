"""Print problems as text, as JSON, and as annotations of a workflow on GitHub."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, TextIO

from acadfolio.problems import Location, Problem
from acadfolio.wording import UNSEEN, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


BOLD, RED, YELLOW, BLUE, PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[0m"
MOST_ALIKE = 10
"""How many warnings of one rule are printed for a file."""
IN_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})
"""How GitHub's workflows escape the properties of a command."""
IN_EXCERPT = dict.fromkeys(UNSEEN, "\ufffd")
"""In a source line, one character each, so that the caret stays below its place."""
IN_JSON = {code: f"\\u{code:04x}" for code in UNSEEN if code > 0x1F}  # noqa: PLR2004 - JSON escapes those before
LONGEST, MOST_BEFORE = 100, 79
"""How many characters of a source line are shown, and how many of them before the position."""


def print_problems(problems: Iterable[Problem], site: Path, stream: TextIO) -> None:
    """Print a line for each problem; on a terminal in colour, with the source line and a caret below.

    If a file has many warnings of one rule, only the first are printed, and the number of the
    others. `site` is the folder of the files.
    """
    is_terminal = stream.isatty()
    is_github = not is_terminal and "GITHUB_ACTIONS" in os.environ
    alike = Counter[tuple[str, str]]()
    for problem in _first_alike(problems, alike):
        if is_github:
            stream.write(_annotation(problem, site) + "\n")
        else:
            stream.write(_line(problem, in_colour=is_terminal and _has_colours()) + "\n")
        if is_terminal:
            stream.write(excerpt(problem, site))
    for problem in _others(alike):
        stream.write(
            (_annotation(problem, site) if is_github else _line(problem, in_colour=False)) + "\n"
        )


def _first_alike(problems: Iterable[Problem], alike: Counter[tuple[str, str]]) -> Iterator[Problem]:
    """Yield all errors, and the first warnings of each rule in each file.

    `alike` counts the warnings.
    """
    for problem in problems:
        if problem.severity == "warning":
            alike[problem.location.file, problem.rule] += 1
        if problem.severity == "error" or alike[problem.location.file, problem.rule] <= MOST_ALIKE:
            yield problem


def _others(alike: Counter[tuple[str, str]]) -> Iterator[Problem]:
    """Yield a warning with the number of those of a rule in a file that were not printed."""
    for (file, rule), count in alike.items():
        if count > MOST_ALIKE:
            more = f"{count - MOST_ALIKE} more of the rule `{rule}` in this file"
            yield Problem(
                rule, Location(file), more, "`acadfolio check --format json` lists all", "warning"
            )


def _has_colours() -> bool:
    """The older terminal of Windows has no colours. Others set a variable."""
    return sys.platform != "win32" or "WT_SESSION" in os.environ or "TERM" in os.environ


def _line(problem: Problem, *, in_colour: bool) -> str:
    bold, colour, blue, plain = "", "", "", ""
    if in_colour:
        bold, blue, plain = BOLD, BLUE, PLAIN
        colour = RED if problem.severity == "error" else YELLOW
    shown = as_shown(problem)
    hint = f" {blue}({shown.hint}){plain}" if shown.hint else ""
    return f"{bold}{shown.location}: {colour}{shown.severity}:{plain} {shown.message}{hint}"


def _annotation(problem: Problem, site: Path) -> str:
    """A command of GitHub's workflows, which shows the problem at its line."""
    location, shown = problem.location, as_shown(problem)
    file = (site / location.file).as_posix().translate(IN_PROPERTY)
    place = f"file={visible(file)}"
    place += f",line={location.line}" if location.line else ""
    place += f",col={location.column}" if location.column else ""
    hint = f" ({shown.hint})" if shown.hint else ""
    text = f"{shown.location}: {shown.message}{hint}".replace("%", "%25")
    return f"::{problem.severity} {place},title={problem.rule}::{text}"


def as_shown(problem: Problem) -> Problem:
    """The problem with its texts on one line each, and without anything that a terminal would obey."""
    message, hint = (text.replace("\n", " ") for text in (problem.message, problem.hint))
    return problem._replace(message=message, hint=hint).with_texts(visible)


def excerpt(problem: Problem, site: Path) -> str:
    """The source line, shortened to the width, with a caret below the position; empty if the file has no such line."""
    location = problem.location
    line = _source_line(location, site)
    if line is None:
        return ""
    column = max(0, location.column - 1)
    columns = 2 if text_width(line) > len(line) else 1  # A Chinese character takes two.
    start = max(0, column - MOST_BEFORE // columns)
    caret = (
        f"{'':>6} | {' ' * text_width(line[start:column].ljust(column - start))}^\n"
        if location.column
        else ""
    )
    return f"{location.line:>6} | {line[start : start + LONGEST // columns]}\n{caret}"


def _source_line(location: Location, site: Path) -> str | None:
    """The line of a file; None if there is no such line."""
    if not location.line:
        return None
    try:
        text = (site / location.file).read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return None
    lines = text.split("\n")
    if location.line > len(lines) - text.endswith("\n"):
        return None
    return lines[location.line - 1].replace("\t", " ").translate(IN_EXCERPT)


def text_width(text: str) -> int:
    """The width of a text in columns of a terminal: two for a Chinese character, none for a combining accent."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    joined = sum(unicodedata.category(character) in {"Mn", "Me", "Cf"} for character in text)
    return len(text) + wide - joined


def as_json(problems: Iterable[Problem], **more: object) -> str:
    """An object with the list `problems`, and the other results of the command."""
    listed = [
        {
            **problem.location._asdict(),
            "severity": problem.severity,
            "rule": problem.rule,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    return json.dumps({"problems": listed, **more}, ensure_ascii=False, indent=2).translate(IN_JSON)
