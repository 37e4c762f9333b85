"""What libyaml says of a broken file comes in; the place, a sentence and advice in its author's words come out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.source.lookalikes import bracket_closed, bracket_opened, comma_before, lookalike_in
from acadfolio.source.text import line_and_column
from acadfolio.source.yaml import LOST_TO_COMMENT, QUOTE_IT, SINGLE_QUOTES

if TYPE_CHECKING:
    import yaml

    from acadfolio.source.lookalikes import Lookalike

CHECK_IT = "check the indentation, the quotes and the brackets before it"
NO_TABS = ("a tab stands here, and YAML knows no tabs", "indent with spaces")
ODD_BACKSLASH = ("this backslash means nothing inside double quotes", SINGLE_QUOTES)
KEY_WITHOUT_SPACE = re.compile(r"\s*(?:- +)*([\w-]+):(\S.*)")
DASH_WITHOUT_SPACE = re.compile(r"\s*-[A-Za-z][\w-]*:(?:\s|\Z)")
CUT = re.compile(r"""(?:"[^"]*"|'[^']*'|(?!(?<=[ \t])#\w)[^"'])*(?<=[ \t])#(?=\w)""")
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
        return _open_bracket(Complaint(line, column, "", ""), lines, opened, problem[-2])
    if "expected ':'" in problem and opened:
        return _no_colon(lines, opened)
    if "mapping values" in problem:
        return _colon(lines, line, column)
    if here[column:].startswith("- ") and (found := _without_dash(lines, line)):
        return found
    if "cannot start any token" in problem or "node content" in problem:
        return _odd_start(text, line, column)
    if "expected key" in problem:
        return Complaint(line, column, "this does not belong to what stands before it", _before(here, column))
    told = _of_line(lines, line) if "'-' indicator" in problem else None
    return told or Complaint(line, column, *_known(problem, context))


def _of_line(lines: list[str], line: int) -> Complaint | None:
    """What the line itself tells."""
    return _dash(lines, line) if DASH_WITHOUT_SPACE.match(lines[line]) else _of_lookalike(lines, line)


def _of_lookalike(lines: list[str], line: int) -> Complaint | None:
    found = lookalike_in(lines[line])
    return Complaint(line, *found) if found else None


def _without_dash(lines: list[str], line: int) -> Complaint | None:
    """Where the first entry of a list lacks its dash, which YAML only notices below it."""
    from acadfolio.source.dashes import entry_without_dash

    found = entry_without_dash(lines, line)
    return Complaint(*found) if found else None


def _above(lines: list[str], line: int) -> Complaint | None:
    """What only looks like a sign of YAML's in the lines right above, which it made one text: the topmost."""
    highest = None
    for above in range(line - 1, -1, -1):
        found = lookalike_in(lines[above])
        if found is None and lines[above].strip():
            break
        highest = Complaint(above, *found) if found else highest
    return highest


def _or_lookalike(found: Lookalike | None, line: int, other: Complaint) -> Complaint:
    return Complaint(line, *found) if found else other


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
        return _never_closed(text.split("\n"), line - 1, column - 1, closing)
    named = "a backtick" if sign == "`" else f"`{sign}`"
    return Complaint(line, column, f"a value cannot start with {named}", QUOTE_IT)


def _open_bracket(here: Complaint, lines: list[str], opened: yaml.Mark, closing: str) -> Complaint:
    line = lines[here.line]
    if opened.line != here.line or _lost_to_comment(line, here.line, opened.column, closing):
        return _never_closed(lines, opened.line, opened.column, closing)
    hint = _within_quotes(line, here.column)
    other = here._replace(sentence=f"a comma or `{closing}` is missing before this", hint=hint)
    found = comma_before(line, here.column)
    if not line[here.column :]:  # The text ends here.
        found = found or bracket_closed(line, opened.column, closing)
    return _or_lookalike(found, here.line, other)


def _never_closed(lines: list[str], line: int, column: int, closing: str) -> Complaint:
    other = Complaint(line, column, "this bracket is never closed", f"close it with `{closing}`")
    lost = _lost_to_comment(lines[line], line, column, closing)
    return lost or _or_lookalike(bracket_closed(lines[line], column, closing), line, other)


def _lost_to_comment(row: str, line: int, column: int, closing: str) -> Complaint | None:
    """Of a bracket whose other half YAML has taken for a part of a comment."""
    cut = CUT.match(row, column)
    return Complaint(line, cut.end() - 1, LOST_TO_COMMENT, QUOTE_IT) if cut and closing in row[cut.end() :] else None


def _colon(lines: list[str], line: int, column: int) -> Complaint:
    """A colon where none can be: in a value without quotes, or because of the line before."""
    first = re.search(r":\s+", lines[line][:column])
    if first:
        if opening := bracket_opened(lines[line]):
            return Complaint(line, *opening)
        value = lines[line][first.end() :].strip()
        hint = f"put the value in quotes: '{value}'" if len(value) <= LONGEST and "'" not in value else QUOTE_IT
        return Complaint(line, column, "a value that holds a colon needs quotes", hint)
    if found := _of_lookalike(lines, line) or _above(lines, line):
        return found
    above = next((number for number in range(line - 1, -1, -1) if lines[number].strip()), None)
    if above is not None:
        if (dashless := _without_dash(lines, line)) and dashless.line == above:
            return dashless
        if match := KEY_WITHOUT_SPACE.fullmatch(lines[above]):
            return _without_space(match, above)
        if DASH_WITHOUT_SPACE.match(lines[above]):
            return _dash(lines, above)
        if ":" not in lines[above]:
            return _without_colon(lines[above], above, len(lines[above]) - len(lines[above].lstrip()))
    start = len(lines[line]) - len(lines[line].lstrip())
    hint = "start it in the same column as the keys above"
    return Complaint(line, start, "this key is indented deeper than the one above", hint)


def _no_colon(lines: list[str], opened: yaml.Mark) -> Complaint:
    written = lines[opened.line] if opened.line < len(lines) else ""
    if match := KEY_WITHOUT_SPACE.fullmatch(written):
        return _without_space(match, opened.line)
    return _without_colon(written, opened.line, opened.column)


def _without_colon(written: str, line: int, column: int) -> Complaint:
    other = Complaint(line, column, "this line has no colon", "write `key: value`")
    return _or_lookalike(lookalike_in(written, any_key=True), line, other)


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
