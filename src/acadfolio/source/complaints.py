"""What libyaml says of a broken file comes in; the place, a sentence and advice in its author's words come out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.regex import regex
from acadfolio.source.text import line_and_column
from acadfolio.source.yaml import LOST_TO_COMMENT, QUOTE_IT, SINGLE_QUOTES

if TYPE_CHECKING:
    import yaml

CHECK_IT = "check the indentation, the quotes and the brackets before it"
NO_TABS = ("a tab stands here, and YAML knows no tabs", "indent with spaces")
ODD_BACKSLASH = ("this backslash means nothing inside double quotes", SINGLE_QUOTES)
KEY_WITHOUT_SPACE = regex(r"\s*(?:- +)*([\w-]+):(\S.*)")
DASH_WITHOUT_SPACE = regex(r"\s*-[A-Za-z][\w-]*:(?:\s|\Z)")
CUT = regex(r"""(?:"[^"]*"|'[^']*'|(?!(?<=[ \t])#\w)[^"'])*(?<=[ \t])#(?=\w)""")
"""What stands before a sign that begins a comment, and hardly means to."""
LONGEST = 50

# By what libyaml says (or does when it says so); the first that is found goes.
SENTENCES = (
    ("another document", "a second document starts here", "delete this line: a file holds one document"),
    ("<document start>", "this does not belong to what stands above", "start every key in the same column"),
    ("'-' indicator", "this is no part of the list above", "start it with `- `, or indent it like the lines above"),
    ("block sequence entries", "a list cannot start in this line", "start it in the next one, each entry with `- `"),
    ("undefined alias", "a value cannot start with `*`", QUOTE_IT),
    ("scanning an alias", "a value cannot start with `*`", QUOTE_IT),
    ("scanning an anchor", "a value cannot start with `&`", QUOTE_IT),
    ("a tag", "a value cannot start with `!`", QUOTE_IT),
    ("tag handle", "a value cannot start with `!`", QUOTE_IT),
    ("a directive", "a line cannot start with `%`", "put quotes around it"),
    ("comment or line break", "text after `|` or `>` starts in the next line", "break the line here"),
    ("escape", *ODD_BACKSLASH),
    ("hexdecimal", *ODD_BACKSLASH),
)


class Complaint(NamedTuple):
    """What is wrong, at a line and a column that count from 0, and what to do."""

    line: int
    column: int
    sentence: str
    hint: str


def complaint(error: yaml.MarkedYAMLError, text: str) -> Complaint:
    """What the error means for the author of the text."""
    problem, context = (error.problem or "").strip(), (error.context or "").strip()
    lines = text.split("\n")
    at = error.problem_mark or error.context_mark
    opened = error.context_mark or at
    line, column = (at.line, at.column) if at else (0, 0)
    if line >= len(lines):  # libyaml's end of a file whose last line has no end.
        line, column = len(lines) - 1, len(lines[-1])
    here = lines[line]
    if here[column : column + 1] == "\t" or "tab character" in problem:
        return Complaint(line, here.find("\t"), *NO_TABS)
    if "quoted scalar" in context and "end of stream" in problem and opened:
        hint = "end the text with the same quote; an apostrophe inside single quotes is written twice"
        return Complaint(opened.line, opened.column, "this quote is never closed", hint)
    if "expected ','" in problem and opened:
        return _open_bracket(lines, Complaint(line, column, "", ""), opened, problem[-2])
    if "expected ':'" in problem and opened:
        return _no_colon(lines, opened)
    if "mapping values" in problem:
        return _colon(lines, line, column)
    if "cannot start any token" in problem or "node content" in problem:
        return _odd_start(text, line, column)
    if "expected key" in problem:
        return Complaint(line, column, "this does not belong to what stands before it", _before(here, column))
    if "'-' indicator" in problem and DASH_WITHOUT_SPACE.match(here):
        return _dash(lines, line)
    return Complaint(line, column, *_known(problem, context))


def _known(problem: str, context: str) -> tuple[str, str]:
    for said, sentence, hint in SENTENCES:
        if said in problem or said in context:
            return sentence, hint
    return f"this is not YAML: {problem or context}", CHECK_IT


def _odd_start(text: str, line: int, column: int) -> Complaint:
    """A sign with which no value starts; at the end of the text, a bracket that waits for its other half."""
    sign = text.split("\n")[line][column : column + 1]
    if not sign and (bracket := max(text.rfind("["), text.rfind("{"))) >= 0:
        line, column = line_and_column(text, bracket)
        closing = "]" if text[bracket] == "[" else "}"
        return _unclosed(text.split("\n")[line - 1], line - 1, column - 1, closing)
    named = "a backtick" if sign == "`" else f"`{sign}`"
    return Complaint(line, column, f"a value cannot start with {named}", QUOTE_IT)


def _open_bracket(lines: list[str], here: Complaint, opened: yaml.Mark, closing: str) -> Complaint:
    unclosed = _unclosed(lines[opened.line], opened.line, opened.column, closing)
    if opened.line == here.line and unclosed.column == opened.column:
        hint = _within_quotes(lines[here.line], here.column)
        return here._replace(sentence=f"a comma or `{closing}` is missing before this", hint=hint)
    return unclosed


def _unclosed(row: str, line: int, column: int, closing: str) -> Complaint:
    """A bracket without its other half, which YAML may have taken for a part of a comment."""
    cut = CUT.match(row, column)
    if cut and closing in row[cut.end() :]:
        return Complaint(line, cut.end() - 1, LOST_TO_COMMENT, QUOTE_IT)
    return Complaint(line, column, "this bracket is never closed", f"close it with `{closing}`")


def _colon(lines: list[str], line: int, column: int) -> Complaint:
    """A colon where none can be: in a value without quotes, or because of the line before."""
    first = re.search(r":\s+", lines[line][:column])
    if first:
        value = lines[line][first.end() :].strip()
        hint = f"put the value in quotes: '{value}'" if len(value) <= LONGEST and "'" not in value else QUOTE_IT
        return Complaint(line, column, "a value that holds a colon needs quotes", hint)
    above = next((number for number in range(line - 1, -1, -1) if lines[number].strip()), None)
    if above is not None:
        if match := KEY_WITHOUT_SPACE.fullmatch(lines[above]):
            return _without_space(match, above)
        if DASH_WITHOUT_SPACE.match(lines[above]):
            return _dash(lines, above)
        if ":" not in lines[above]:
            start = len(lines[above]) - len(lines[above].lstrip())
            return Complaint(above, start, "this line has no colon", "write `key: value`")
    start = len(lines[line]) - len(lines[line].lstrip())
    hint = "start it in the same column as the keys above"
    return Complaint(line, start, "this key is indented deeper than the one above", hint)


def _no_colon(lines: list[str], opened: yaml.Mark) -> Complaint:
    if opened.line < len(lines) and (match := KEY_WITHOUT_SPACE.fullmatch(lines[opened.line])):
        return _without_space(match, opened.line)
    return Complaint(opened.line, opened.column, "this line has no colon", "write `key: value`")


def _without_space(match: re.Match[str], line: int) -> Complaint:
    hint = f"write `{match[1]}: {match[2][:LONGEST]}`"
    return Complaint(line, match.start(2), "a space is missing after the colon", hint)


def _dash(lines: list[str], line: int) -> Complaint:
    written = lines[line].lstrip()
    column = len(lines[line]) - len(written)
    return Complaint(line, column, "a space is missing behind the dash", f"write `- {written[1:].rstrip()[:LONGEST]}`")


def _before(line: str, column: int) -> str:
    if re.search(r"\w'$", line[:column]) and line[column : column + 1].isalpha():
        return "inside single quotes, an apostrophe is written twice"
    if within := _within_quotes(line, column):
        return within
    return "put quotes around the whole value" if re.search(r"[\"'\])}]\s*$", line[:column]) else CHECK_IT


def _within_quotes(line: str, column: int) -> str:
    """A hint for a quote that ended a text too early: a word follows at once, and another such quote behind it."""
    quote, rest = line[column - 1 : column], line[column:]
    if quote not in {'"', "'"} or not rest[:1].isalnum() or quote not in rest:
        return ""
    if quote == "'":
        return "put double quotes around the whole value instead, or write those inside twice: ''"
    return r"put single quotes around the whole value instead, or write those inside as \""
