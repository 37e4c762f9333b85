"""A `.bib` file's text comes in; out comes what bibtexparser reads as BibTeX would, line for line.

What stands in front of the entries, what is commented out, and small slips that would cost a whole entry.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n(?:(?![ \t]*(?:@|---)).*\n)*---[ \t]*(?=\n|\Z)")
COMMENTED_OUT = re.compile(r"^[ \t]*%.*(?:\n[ \t]*%.*)*$", re.MULTILINE)
ENTRY = re.compile(r"@\s*\w+\s*[{(]")
COMMENT = re.compile(r"^[ \t]*@comment[ \t]*\{", re.IGNORECASE | re.MULTILINE)
BRACE = re.compile(r"[{}]")
MOST_OPEN = 5
"""Comments without an end, each of which is looked for up to the end of the file."""
BREAK_BEFORE_BRACE = re.compile(r'(?<!\\)((?:\\\\)+)(?=[{}"])')
HEAD = re.compile(r"^([ \t]*@)(\s*)(\w+)(\s*)([{(])", re.MULTILINE)
NO_KEY = re.compile(
    r"^([ \t]*@(?!string\b|comment\b|preamble\b)\w+[ \t]*[{(])(?=\s*[A-Za-z][\w-]*\s*=)", re.IGNORECASE | re.MULTILINE
)
COMMAS = re.compile(r",(?:\s*,)+(?=\s*(?:[A-Za-z][\w-]*\s*=\s*[\w{\"]|[})][ \t]*$))", re.MULTILINE)
"""One comma too many between fields, or behind the last one."""
NO_COMMA = re.compile(
    r"^([ \t]*@(?!string\b|comment\b|preamble\b)\w+[ \t]*[{(]\s*[^\s,={}()\"]+)(?=\s+[A-Za-z][\w-]*\s*=)",
    re.IGNORECASE | re.MULTILINE,
)


def mended(source: Source, problems: Problems) -> str:
    """The text with as many lines as before."""
    text = FRONT_MATTER.sub(_lines_alone, source.text)
    text = COMMENTED_OUT.sub(lambda lines: _lines_alone(lines) if ENTRY.search(lines[0]) else lines[0], text)
    text = _without_comments(text)
    text = HEAD.sub(lambda head: f"{head[1]}{head[3]}{head[5]}{_lines_alone(head)}", text)
    text = BREAK_BEFORE_BRACE.sub(r"\1 ", text)  # Whose brace would count as escaped.
    text = COMMAS.sub(lambda commas: f",{_lines_alone(commas)}", text)
    text = NO_KEY.sub(r"\1,", text)

    def with_comma(head: re.Match[str]) -> str:
        what = "a comma is missing after the key of this entry"
        problems.warn(source.at(text.count("\n", 0, head.start()) + 1), what, "add it: the entry is read all the same")
        return f"{head[1]},"

    return NO_COMMA.sub(with_comma, text)


def _lines_alone(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _without_comments(text: str) -> str:
    """Entries within `@comment{ … }` are commented out, however many lines they have."""
    kept = []
    at = 0
    open_ones = 0
    while open_ones < MOST_OPEN and (comment := COMMENT.search(text, at)):
        end = _end_of_group(text, comment.end() - 1)
        open_ones += end == comment.end()
        kept.append(text[at : comment.start()])
        kept.append("\n" * text.count("\n", comment.start(), end))
        at = end
    return "".join([*kept, text[at:]])


def _end_of_group(text: str, start: int) -> int:
    """Where the braces are closed that open here; behind the opening one, where they never are."""
    depth = 0
    for brace in BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return start + 1
