"""The text of a `.bib` file comes in, its entries come out: BibTeX and BibLaTeX, LaTeX still in the values.

bibtexparser finds the blocks and goes on after a broken one. Nothing is dropped: what cannot be
read is reported with its line.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.entries import RawEntry, RawValue
from acadfolio.bibliography.inheritance import with_inherited
from acadfolio.bibliography.mending import mended
from acadfolio.bibliography.values import SPACES, value_of
from acadfolio.model.dates import MONTH_NAMES
from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bibtexparser.model import Block, Entry, Field, String

    from acadfolio.bibliography.values import Piece
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

MONTH = re.compile(rf"(?:{'|'.join(MONTH_NAMES)})[a-z]*\.?", re.IGNORECASE)
NUMBER = re.compile(r"\d[\d.:/–-]*\w?")
COMMENTED = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
STRAY = re.compile(r"[ \t]*(?:,\s*)?[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"\d]")
"""What stands outside of every entry, and looks like the rest of one."""
MISSING = (
    (re.compile(r"Expected a `=` after entry key `([^`]*)`"), "a `=` is missing after `{0}`"),
    (re.compile(r"Expected a `=`"), "a `=` is missing between a field's name and its value"),
    (re.compile(r"Expected comma after entry key"), "a comma is missing after its key"),
    (re.compile(r"field-value closing (`\S+`(?: or `\S+`)?)"), "{0} is missing at the end of a value"),
    (re.compile(r"end of file"), "its closing brace is missing"),
    (re.compile(r"closing bracket"), "its closing brace is missing"),
)
"""What is missing, by what bibtexparser says."""
NEVER_ENDS = re.compile(r"Unexpected block start|end of file|found `@")
BLOCK = re.compile(r"\s*@\s*\w+\s*[{(]")
PEEK = 60
LONGEST = 20_000


def read_bibtex(source: Source, problems: Problems) -> list[RawEntry]:
    """The entries of one file in their order. Values keep their LaTeX, without the braces or quotes around them."""
    from bibtexparser.splitter import Splitter

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # It would say by itself what is reported here.
    reader = _Reader(source, problems)
    for block in Splitter(mended(source, problems)).split().blocks:
        reader.read(block)
    return with_inherited(reader.entries, problems)


class _Reader:
    """Reads the blocks of one file, one after the other: an abbreviation counts from its place on."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.abbreviations: dict[str, str] = {month: month for month in MONTH_NAMES}
        self.entries: list[RawEntry] = []
        self.lines: dict[str, int] = {}
        """Where a key was first seen."""
        self.is_behind_broken = False

    def read(self, block: Block) -> None:
        """An entry, an abbreviation, a comment, or what cannot be read."""
        from bibtexparser import model

        if isinstance(block, model.DuplicateBlockKeyBlock | model.DuplicateFieldKeyBlock):
            block = block.ignore_error_block or block  # Both are reported with the fields that they hold.
        if isinstance(block, model.String):
            self._define(block)
        elif isinstance(block, model.Entry):
            self._add(block)
        elif isinstance(block, model.ParsingFailedBlock):
            self._report_broken(block)
        elif isinstance(block, model.ImplicitComment) and STRAY.match(block.comment) and not self.is_behind_broken:
            what = f"`{_peek(block.comment)}` stands outside of every entry, and is not read"
            self._warn(_line(block), what, "look for a closing brace too many in the entry before it")
        self.is_behind_broken = isinstance(block, model.ParsingFailedBlock)

    def _warn(self, line: int, message: str, hint: str = "") -> None:
        self.problems.warn(self.source.at(line), message, hint)

    def _define(self, block: String) -> None:
        line = _line(block)
        said = self._text(value_of(str(block.value)).pieces, line)
        self.abbreviations[block.key.strip().lower()] = said[:LONGEST]  # Abbreviations of abbreviations double.

    def _add(self, block: Entry) -> None:
        fields: dict[str, RawValue] = {}
        for field in block.fields:
            name = (COMMENTED.sub("", field.key) if "%" in field.key else field.key).strip().lower()
            if name or not field.key.strip():
                self._read_field(name, str(field.value), _line(field), fields)
        entry = RawEntry(block.entry_type.strip().lower(), block.key.strip(), fields, self.source.name, _line(block))
        self._report_key(entry)
        self.entries.append(entry)

    def _read_field(self, name: str, written: str, line: int, fields: dict[str, RawValue]) -> None:
        """One field; more of them, where a comma is missing in between."""
        while True:
            value = value_of(written)
            text = RawValue(self._text(value.pieces, line).strip(), line, is_latex=True)
            if name not in fields:
                fields[name] = text
            elif fields[name].text != text.text:
                what = f"the field `{name}` stands in this entry twice: its first value counts"
                self._warn(line, what, f"delete one; the first is in line {fields[name].line}")
            if not value.next_name:
                return
            self._warn(line, f"a comma is missing before `{value.next_name}`", "add it: the field is read all the same")
            name, written, line = value.next_name.lower(), value.next_value, line + value.lines

    def _text(self, pieces: Sequence[Piece], line: int) -> str:
        """The pieces of a value (`aug # "~1"`) joined, its abbreviations filled in."""
        said = [self._abbreviation(piece.text, line) if piece.is_bare else piece.text for piece in pieces]
        return SPACES.sub(" ", "".join(said))

    def _abbreviation(self, name: str, line: int) -> str:
        """What an abbreviation stands for; a number is itself."""
        known = self.abbreviations.get(name.lower())
        if known is not None or NUMBER.fullmatch(name) or MONTH.fullmatch(name):
            return name if known is None else known
        hint = did_you_mean(name, self.abbreviations, cutoff=0.75) if len(self.abbreviations) > len(MONTH_NAMES) else ""
        hint = hint or f'write it in braces, {{{name}}}, or define it: @string{{{name} = "…"}}'
        self._warn(line, f"`{name}` stands here without braces, and no @string defines it", hint)
        return name

    def _report_key(self, entry: RawEntry) -> None:
        key = entry.key
        if not key:
            self._warn(entry.line, f"this @{entry.kind} has no key", f"write one: @{entry.kind}{{name2021, …")
        elif (first := self.lines.setdefault(key.lower(), entry.line)) != entry.line:
            self._warn(entry.line, f"the key `{key}` is also that of the entry in line {first}", "give it another one")

    def _report_broken(self, block: Block) -> None:
        raw = (block.raw or "").strip()
        if not re.match(r"@\w", raw) or raw.lower().startswith(("@comment", "@preamble")):
            return  # A word of the text between the entries.
        reason = str(getattr(getattr(block, "error", None), "abort_reason", ""))
        if NEVER_ENDS.search(reason) and self._report_unended(raw, _line(block)):
            return
        found = ((pattern.search(reason), words) for pattern, words in MISSING)
        missing = next((words.format(*match.groups()) for match, words in found if match), "")
        hint = f"{missing}: add it" if missing else "look for a brace, a quote or a comma that is missing there"
        self.problems.error(
            self.source.at(_line(block)), f"the entry that begins with `{_peek(raw)}` cannot be read", hint
        )

    def _report_unended(self, raw: str, line: int) -> bool:
        """Whether something in a broken entry never ends: its place is told, and the line before which it should."""
        from acadfolio.bibliography.unended import unended_in  # Only a mistake pays for it.

        found = unended_in(raw)
        if found is None:
            return False
        lines = self.source.text.split("\n")
        if found.before is not None:
            end = line + raw.count("\n", 0, found.before)
        else:
            first = line + raw.count("\n")
            end = next((number for number, text in enumerate(lines[first:], first + 1) if BLOCK.match(text)), 0)
        start = line + raw.count("\n", 0, found.start)
        where = f"before line {end}" if end > start else "in this line" if end else "before the end of the file"
        column = found.start - raw.rfind("\n", 0, found.start) if start > line else 0
        what = f"{found.what} never ends: a `{found.sign}` is missing {where}"
        self.problems.error(self.source.at(start, column), what, "add it")
        return True


def _line(block: Block | Field) -> int:
    """The line in the file: bibtexparser counts lines from 0."""
    return (block.start_line or 0) + 1


def _peek(text: str) -> str:
    return " ".join(text[: 2 * PEEK].split())[:PEEK].strip()
