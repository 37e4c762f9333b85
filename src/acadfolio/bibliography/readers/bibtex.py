"""Read BibTeX and BibLaTeX. Values keep their LaTeX, without the braces or quotes around them.

bibtexparser finds the entries and goes on after a broken one. What cannot be read is reported.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.bibliography.entries import RawEntry, RawValue
from acadfolio.bibliography.readers.crossref import with_inherited_fields
from acadfolio.model.dates import MONTH_NAMES
from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from bibtexparser.model import Block, Entry, Field, ParsingFailedBlock, String

    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n(?:(?![ \t]*(?:@|---)).*\n)*---[ \t]*(?=\n|\Z)")
PERCENT_LINES = re.compile(r"^[ \t]*%.*(?:\n[ \t]*%.*)*$", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*@comment[ \t]*\{", re.IGNORECASE | re.MULTILINE)
ENTRY_START = re.compile(r"^([ \t]*@)(\s*)(\w+)(\s*)([{(])", re.MULTILINE)
NO_KEY = re.compile(
    r"^([ \t]*@(?!string\b|comment\b|preamble\b)\w+[ \t]*[{(])(?=\s*[A-Za-z][\w-]*\s*=)", re.IGNORECASE | re.MULTILINE
)
COMMAS = re.compile(r",(?:\s*,)+(?=\s*(?:[A-Za-z][\w-]*\s*=\s*[\w{\"]|[})][ \t]*$))", re.MULTILINE)
"""One comma too many between fields, or behind the last one."""
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
BRACE_OR_QUOTE = re.compile(r'\\.|[{}"]', re.DOTALL)
BARE_WORD = re.compile(r'[^\s#{}",=]+')
NEXT_FIELD = re.compile(r"([A-Za-z][\w:.-]*)\s*=\s*(?=[\w{\"])")
SPACES = re.compile(r"[ \t\n\f\v]{2,}|[\t\n\f\v]")
STRAY_FIELD = re.compile(r"[ \t]*(?:,\s*)?[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"\d]")
QUOTED_LENGTH = 60
MAX_ABBREVIATION = 20_000
"""Abbreviations of abbreviations double their length."""


def read_bibtex(source: Source, problems: Problems) -> list[RawEntry]:
    """Read the entries of a file in their order, with the fields that they inherit."""
    from bibtexparser.splitter import Splitter

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # It logs what is reported here.
    reader = _Reader(source, problems)
    for block in Splitter(_prepare(source.text)).split().blocks:
        reader.read(block)
    return with_inherited_fields(reader.entries, problems)


def _prepare(text: str) -> str:
    """Remove what BibTeX ignores, and repair what bibtexparser cannot read. Line numbers stay the same."""
    text = FRONT_MATTER.sub(_line_breaks, text)
    text = PERCENT_LINES.sub(_without_entries, text)
    text = _without_comments(text)
    text = ENTRY_START.sub(lambda start: f"{start[1]}{start[3]}{start[5]}{_line_breaks(start)}", text)
    text = re.sub(r'(?<!\\)((?:\\\\)+)(?=[{}"])', r"\1 ", text)  # Or the brace would count as escaped.
    text = COMMAS.sub(lambda commas: f",{_line_breaks(commas)}", text)
    return NO_KEY.sub(r"\1,", text)


def _line_breaks(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _without_entries(lines: re.Match[str]) -> str:
    has_entries = re.search(r"@\s*\w+\s*[{(]", lines[0])
    return _line_breaks(lines) if has_entries else lines[0]


def _without_comments(text: str) -> str:
    """Remove `@comment{ … }` with the entries in it."""
    kept = []
    position = 0
    while comment := COMMENT.search(text, position):
        end = _closing(text, comment.end() - 1) + 1
        if end > len(text):
            break
        kept.append(text[position : comment.start()])
        kept.append("\n" * text.count("\n", comment.start(), end))
        position = end
    return "".join([*kept, text[position:]])


class _Value(NamedTuple):
    """The parts of a value, and the field that follows where a comma is missing."""

    parts: list[tuple[str, bool]]
    """Each part, and whether it stands bare: a number or an abbreviation."""
    next_field: re.Match[str] | None = None


def _parse_value(source: str) -> _Value:
    """Parse a value such as `{A} # aug # "~1"`."""
    parts: list[tuple[str, bool]] = []
    position = 0
    is_joined = True
    while position < len(source):
        character = source[position]
        if character.isspace() or character == "#":
            is_joined |= character == "#"
            position += 1
        elif parts and (following := NEXT_FIELD.match(source, position)):
            return _Value(parts, following)
        elif character in '{"':
            end = _closing(source, position)
            parts.append((source[position + 1 : end], False))
            position, is_joined = end + 1, False
        elif word := BARE_WORD.match(source, position):
            goes_on = bool(parts) and parts[-1][1] and not is_joined  # Words that stand without braces.
            before = f"{parts.pop()[0]} " if goes_on else ""
            parts.append((before + word[0], True))
            position, is_joined = word.end(), False
        else:
            position += 1  # A brace or a comma that nothing opened.
    return _Value(parts)


def _closing(text: str, start: int) -> int:
    """The position of the brace or quote that closes the one at `start`; the end of the text if none does."""
    depth, is_quote = 0, text[start] == '"'
    for mark in (BRACE_OR_QUOTE if is_quote else BRACE).finditer(text, start + is_quote):
        depth += {"{": 1, "}": -1}.get(mark[0], 0)
        closes = mark[0] == '"' if is_quote else mark[0] == "}"
        if closes and depth <= 0:
            return mark.start()
    return len(text)


class _Reader:
    """Reads the blocks of one file in their order: an abbreviation holds from its definition on."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.abbreviations: dict[str, str] = {month: month for month in MONTH_NAMES}
        self.entries: list[RawEntry] = []
        self.lines_of_keys: dict[str, int] = {}
        self.is_after_broken_entry = False

    def read(self, block: Block) -> None:
        from bibtexparser import model

        if isinstance(block, model.DuplicateBlockKeyBlock | model.DuplicateFieldKeyBlock):
            block = block.ignore_error_block or block  # Duplicates are reported here.
        if isinstance(block, model.String):
            self._define(block)
        elif isinstance(block, model.Entry):
            self._read_entry(block)
        elif isinstance(block, model.ParsingFailedBlock):
            self._report_broken(block)
        elif isinstance(block, model.ImplicitComment) and STRAY_FIELD.match(block.comment):
            self._report_stray(block.comment, _line(block))
        self.is_after_broken_entry = isinstance(block, model.ParsingFailedBlock)

    def _warn(self, line: int, message: str, hint: str, rule: str) -> None:
        self.problems.warn(self.source.at(line), message, hint, rule=rule)

    def _define(self, block: String) -> None:
        line = _line(block)
        text = self._text(_parse_value(str(block.value)), line)
        self.abbreviations[block.key.strip().lower()] = text[:MAX_ABBREVIATION]

    def _read_entry(self, block: Entry) -> None:
        fields: dict[str, RawValue] = {}
        for field in block.fields:
            name = re.sub(r"(?m)^[ \t]*%.*$", "", field.key).strip().lower()
            if name or not field.key.strip():
                self._read_field(name, str(field.value), _line(field), fields)
        kind = block.entry_type.strip().lower()
        entry = RawEntry(kind, block.key.strip(), fields, self.source.name, _line(block))
        self._check_key(entry)
        self.entries.append(entry)

    def _read_field(self, name: str, source: str, line: int, fields: dict[str, RawValue]) -> None:
        """Read one field, and those behind it where a comma is missing."""
        while True:
            value = _parse_value(source)
            text = self._text(value, line).strip()
            if name not in fields:
                fields[name] = RawValue(text, line, is_latex=True)
            elif fields[name].text != text:
                hint = f"delete one; the first is in line {fields[name].line}"
                self._warn(line, f"duplicate field `{name}`: its first value is used", hint, "duplicate-key")
            following = value.next_field
            if following is None:
                return
            name = following[1].lower()
            self._warn(line, f"missing comma before `{name}`", "add it; the field is read anyway", "bibtex-syntax")
            line += source.count("\n", 0, following.start())
            source = source[following.end() :]

    def _text(self, value: _Value, line: int) -> str:
        """The parts of a value joined, with the text of its abbreviations."""
        parts = [self._expand(part, line) if is_bare else part for part, is_bare in value.parts]
        return SPACES.sub(" ", "".join(parts))

    def _expand(self, name: str, line: int) -> str:
        """The text of an abbreviation; a number or a month is itself."""
        text = self.abbreviations.get(name.lower())
        if text is not None:
            return text
        if not name[0].isdigit() and name[:3].lower() not in MONTH_NAMES:
            hint = did_you_mean(name, self.abbreviations, cutoff=0.75, lists=False)
            hint = hint or f'write it in braces, {{{name}}}, or define it: @string{{{name} = "…"}}'
            self._warn(line, f"unknown abbreviation `{name}`: no @string defines it", hint, "bibtex-syntax")
        return name

    def _check_key(self, entry: RawEntry) -> None:
        if not entry.key:
            hint = f"add one: @{entry.kind}{{name2021, …"
            self._warn(entry.line, f"this @{entry.kind} has no key", hint, "missing-key")
            return
        first = self.lines_of_keys.setdefault(entry.key.lower(), entry.line)
        if first != entry.line:
            message = f"duplicate key `{entry.key}`: the entry in line {first} has it too"
            self._warn(entry.line, message, "give one of them another key", "duplicate-key")

    def _report_broken(self, block: ParsingFailedBlock) -> None:
        raw = (block.raw or "").strip()
        is_entry = re.match(r"@\w", raw) and not raw.lower().startswith(("@comment", "@preamble"))
        if is_entry:
            message = f"the entry that begins with `{_start_of(raw)}` cannot be read"
            hint = "look for a missing brace, quote or comma"
            self.problems.error(self.source.at(_line(block)), message, hint, rule="bibtex-syntax")

    def _report_stray(self, text: str, line: int) -> None:
        if not self.is_after_broken_entry:
            message = f"`{_start_of(text)}` is outside of any entry: it is ignored"
            self._warn(line, message, "look for an extra closing brace in the entry before it", "bibtex-syntax")


def _line(block: Block | Field) -> int:
    """The line in the file: bibtexparser counts from 0."""
    return (block.start_line or 0) + 1


def _start_of(text: str) -> str:
    return " ".join(text[: 2 * QUOTED_LENGTH].split())[:QUOTED_LENGTH].strip()
