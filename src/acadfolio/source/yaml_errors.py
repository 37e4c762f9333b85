"""Explain YAML errors: a clear message and a hint for each error of libyaml."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import yaml
from msgspec import Struct

from acadfolio.source.text import OF_ASCII, Source

if TYPE_CHECKING:
    from acadfolio.problems import Problems

QUOTE_IT = "put quotes around the value"
QUESTION_MARK = "a value cannot start with `? `"
SINGLE_QUOTES = "use single quotes around text with backslashes"
MESSAGES = Path(__file__).with_suffix(".yml")

KEY_WITHOUT_SPACE = r"\s*(?:- +)*([\w-]+):(\S.*)"
DASH_WITHOUT_SPACE = r"\s*(-)([^\W\d][\w-]*:(?:\s.*)?)"
BEGINS_WITH_BRACKET = r"\s*(?:- +)*(?:[\w-]+:\s+)?([\[{].*)"
COLON = r":\s+"
SPACES = "\u00a0\u2000-\u200a\u202f\u205f\u3000"
LOOKALIKE = (
    rf"[ \t]*(?:- +)*(?:[^\W\d][\w-]*[ {SPACES}]*(?P<colon>：)"
    rf"|(?P<dash>[－—–])[ \t{SPACES}]+\S"
    rf"|(?:(?:-|[\w-]+:)[ \t]*)?(?P<space>[{SPACES}]))"
)
"""The beginning of a line with a symbol that only looks like one of YAML's."""
WIDE_IN_BRACKETS = "[，、；：［］【】｛｝]"
MAX_HINT = 50
LINES_ABOVE = 1
"""How far above the line of an error a dash without a space may be its cause."""


class Diagnosis(NamedTuple):
    """An error, at a line and column that count from 0, and what to do."""

    line: int
    column: int
    message: str
    hint: str


class Failure(Struct, frozen=True):
    """Where libyaml stopped. Lines and columns count from 0."""

    problem: str
    context: str
    lines: list[str]
    line: int
    column: int
    start: tuple[int, int]
    """The line and column where the bracket, quote or key around it starts."""


def diagnose(error: yaml.MarkedYAMLError, text: str) -> Diagnosis:
    """Explain an error of libyaml in this text."""
    failure = _failure_of(error, text.split("\n"))
    for check in CHECKS:
        if found := check(failure):
            return found
    messages = yaml.safe_load(MESSAGES.read_text(encoding="utf-8"))
    for part, (message, hint) in messages.items():
        if part in failure.problem or part in failure.context:
            return Diagnosis(failure.line, failure.column, message, hint)
    hint = "check the indentation, the quotes and the brackets before it"
    return Diagnosis(
        failure.line,
        failure.column,
        f"this is not YAML: {failure.problem or failure.context}",
        hint,
    )


def _failure_of(error: yaml.MarkedYAMLError, lines: list[str]) -> Failure:
    line, column = _position(error.problem_mark or error.context_mark, lines)
    start = _position(error.context_mark, lines) if error.context_mark else (line, column)
    return Failure(error.problem or "", error.context or "", lines, line, column, start)


def _position(mark: yaml.Mark | None, lines: list[str]) -> tuple[int, int]:
    if mark is None:
        return 0, 0
    # The mark is after the last line if the file does not end with a line end.
    return (mark.line, mark.column) if mark.line < len(lines) else (len(lines) - 1, len(lines[-1]))


@lru_cache(maxsize=4)  # A file may have thousands of such texts.
def _lines_of(text: str) -> list[str]:
    return text.split("\n")


def report_lookalike(source: Source, node: yaml.Node, problems: Problems) -> bool:
    """Report a symbol that only looks like one of YAML's, in a text where keys and values are expected."""
    number = node.start_mark.line
    found = lookalike_in(_lines_of(source.text)[number], number)
    if found is None:
        return False
    problems.error(
        source.at(number + 1, found.column + 1), found.message, found.hint, rule="yaml-syntax"
    )
    return True


def lookalike_in(line: str, number: int) -> Diagnosis | None:
    """Find a full-width colon, a dash, or a space that is not one of YAML's syntax."""
    found = None if line.isascii() else re.match(LOOKALIKE, line)
    if found is None:
        return None
    if found["colon"]:
        meant = f"{line[: found.start('colon')].strip()}: {line[found.end() :].strip()}"
        return Diagnosis(
            number,
            found.start("colon"),
            "`：` is the full-width colon",
            f"write `{meant[:MAX_HINT]}`",
        )
    if found["dash"]:
        what = f"`{found['dash']}` is a dash, not the hyphen"
        return Diagnosis(number, found.start("dash"), what, "start an entry with `- `")
    what = f"there is a space here that YAML does not allow (U+{ord(found['space']):04X})"
    return Diagnosis(number, found.start("space"), what, "write a plain space")


def _tab(failure: Failure) -> Diagnosis | None:
    line = failure.lines[failure.line]
    if line[failure.column : failure.column + 1] != "\t" and "tab character" not in failure.problem:
        return None
    return Diagnosis(failure.line, line.find("\t"), "YAML does not allow tabs", "use spaces")


def _question_mark(failure: Failure) -> Diagnosis | None:
    """A value that begins with YAML's sign for a key of several lines."""
    if failure.lines[failure.line][failure.column : failure.column + 1] != "?":
        return None
    return Diagnosis(failure.line, failure.column, QUESTION_MARK, QUOTE_IT)


def _unclosed_quote(failure: Failure) -> Diagnosis | None:
    if "quoted scalar" not in failure.context or "end of stream" not in failure.problem:
        return None
    hint = "end the text with the same quote; an apostrophe inside single quotes is written twice"
    return Diagnosis(*failure.start, "this quote is never closed", hint)


def _lookalike(failure: Failure) -> Diagnosis | None:
    """In the line itself, where its bracket or key begins, or in the lines above that YAML has joined with it."""
    for number in range(min(failure.line, failure.start[0]), failure.line + 1):
        if found := lookalike_in(failure.lines[number], number):
            return found
    topmost = None
    above = failure.line - 1
    while above >= 0 and (found := lookalike_in(failure.lines[above], above)):
        topmost = found
        above -= 1
    return topmost


def _open_bracket(failure: Failure) -> Diagnosis | None:
    if "expected ','" not in failure.problem:
        return None
    line, column = failure.start
    closing = failure.problem[-2]
    if wide := re.compile(WIDE_IN_BRACKETS).search(failure.lines[line], column):
        hint = f"write `{wide[0].translate(OF_ASCII)}`, or quotes around the value"
        return Diagnosis(line, wide.start(), f"`{wide[0]}` is full-width", hint)
    if line != failure.line or failure.column >= len(failure.lines[line]):
        return Diagnosis(line, column, "this bracket is never closed", f"close it with `{closing}`")
    message = f"a comma or `{closing}` is missing before this"
    return Diagnosis(line, failure.column, message, "")


def _bracket_in_text(failure: Failure) -> Diagnosis | None:
    """A text that begins with a bracket: `title: [draft] Rings`.

    YAML reads a list, and text after it.
    """
    line = failure.lines[failure.line]
    found = re.fullmatch(BEGINS_WITH_BRACKET, line)
    if found is None or not _is_closed(line[found.start(1) : failure.column]):
        return None
    message = f"a text that begins with `{found[1][0]}` needs quotes"
    return Diagnosis(failure.line, found.start(1), message, _quoted(found[1]))


def _is_closed(text: str) -> bool:
    """Whether each bracket of a text is closed."""
    brackets = [text.count(bracket) for bracket in "[]{}"]
    return brackets[0] == brackets[1] and brackets[2] == brackets[3] and any(brackets)


def _quoted(value: str) -> str:
    """A hint that shows a value in quotes, if it is short."""
    value = value.strip()
    return (
        f"put the value in quotes: '{value}'"
        if len(value) <= MAX_HINT and "'" not in value
        else QUOTE_IT
    )


def _no_space_after_dash(failure: Failure) -> Diagnosis | None:
    """`-date: 2024` in the line itself, or in those above with which YAML has joined it."""
    for number in range(failure.line, max(failure.line - LINES_ABOVE, 0) - 1, -1):
        if found := re.fullmatch(DASH_WITHOUT_SPACE, failure.lines[number]):
            hint = f"write `- {found[2][:MAX_HINT].rstrip()}`"
            return Diagnosis(number, found.start(1), "a space is missing after the dash", hint)
    return None


def _no_colon(failure: Failure) -> Diagnosis | None:
    return (
        _line_without_colon(failure.lines, failure.start[0])
        if "expected ':'" in failure.problem
        else None
    )


def _line_without_colon(lines: list[str], line: int) -> Diagnosis:
    written = lines[line]
    if found := re.fullmatch(KEY_WITHOUT_SPACE, written):
        hint = f"write `{found[1]}: {found[2][:MAX_HINT]}`"
        return Diagnosis(line, found.start(2), "a space is missing after the colon", hint)
    column = len(written) - len(written.lstrip())
    return Diagnosis(line, column, "this line has no colon", "write `key: value`")


def _misplaced_colon(failure: Failure) -> Diagnosis | None:
    """A colon that is not allowed: in a value without quotes, or because of an error in the line above."""
    if "mapping values" not in failure.problem:
        return None
    lines, line = failure.lines, failure.line
    if first := re.search(COLON, lines[line][: failure.column]):
        value = lines[line][first.end() :].strip()
        return Diagnosis(
            line, failure.column, "a value that contains a colon needs quotes", _quoted(value)
        )
    if wrong := _line_above_without_colon(lines, line):
        return wrong
    start = len(lines[line]) - len(lines[line].lstrip())
    if lines[line].lstrip().startswith("- ") and _is_in_entry(lines, line, start):
        hint = "move it left, to the column of the other entries"
        return Diagnosis(line, start, "this entry is indented deeper than the one above", hint)
    hint = "start it in the same column as the keys above"
    return Diagnosis(line, start, "this key is indented deeper than the one above", hint)


def _line_above_without_colon(lines: list[str], line: int) -> Diagnosis | None:
    above = line - 1
    while above >= 0 and not lines[above].strip():
        above -= 1
    is_without = above >= 0 and (
        re.fullmatch(KEY_WITHOUT_SPACE, lines[above]) or ":" not in lines[above]
    )
    return _line_without_colon(lines, above) if is_without else None


def _list_below_keys(failure: Failure) -> Diagnosis | None:
    """An entry of a list below keys, which may be those of its first entry."""
    is_entry = failure.lines[failure.line][failure.column :].startswith("- ")
    if (
        not is_entry
        or "'-' indicator" in failure.problem
        or "block sequence entries" in failure.problem
    ):
        return None
    hint = "start the first entry of the list with `- ` as well, or indent the list below its key"
    if _is_in_entry(failure.lines, failure.line, failure.column):
        hint = "move it left, to the column of the other entries"
    return Diagnosis(failure.line, failure.column, "a list entry cannot follow keys", hint)


def _is_in_entry(lines: list[str], line: int, column: int) -> bool:
    """Whether the keys in this column are those of a list's entry, and do not belong to another key."""
    for above in reversed(lines[:line]):
        written = above.strip()
        is_around = len(above) - len(above.lstrip()) < column
        if not written or written.startswith("#") or not is_around:
            continue
        if written.startswith("- "):
            return True
        if written.endswith(":"):
            return False
    return False


CHECKS = (
    _tab,
    _question_mark,
    _unclosed_quote,
    _lookalike,
    _bracket_in_text,
    _open_bracket,
    _no_space_after_dash,
    _no_colon,
    _misplaced_colon,
    _list_below_keys,
)
"""The first result is used."""
