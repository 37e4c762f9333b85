"""Read BibTeX and BibLaTeX files."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from acadfolio.bibliography.braces import closing_position
from acadfolio.bibliography.entries import RawEntry, RawValue
from acadfolio.bibliography.tables import inheritance
from acadfolio.model.dates import MONTH_NAMES
from acadfolio.problems import Problems
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bibtexparser.model import Block, Entry, Field, ParsingFailedBlock, String

    from acadfolio.source.text import Source

FRONT_MATTER = r"\A\s*---[ \t]*\n(?:(?![ \t]*(?:@|---)).*\n)*---[ \t]*(?=\n|\Z)"
PERCENT_LINES = r"(?m)^[ \t]*%.*(?:\n[ \t]*%.*)*$"
BETWEEN_FIELDS = r",(?:[ \t]+%.*|[ \t]*)\n(?:[ \t]*%.*\n)*"
COMMENT = re.compile(r"^[ \t]*@comment[ \t]*\{", re.IGNORECASE | re.MULTILINE)
COMMENTARY = r"(?im)^([ \t]*@)commentary(?=\s*[{(])"
"""bibtexparser ignores all types that begin with `comment`."""
ENTRY_START = r"(?m)^([ \t]*@)(\s*)(\w+)(\s*)([{(])"
NO_KEY = r"(?im)^([ \t]*@(?!string\b|comment\b|preamble\b)\w+[ \t]*[{(])(?=\s*[A-Za-z][\w-]*\s*=)"
COMMAS = r"(?m),(?>(?:\s*+,)+)((?=\s*(?:[A-Za-z][\w-]*\s*=\s*[\w{\"]|[})][ \t]*$)))?"
"""Several commas.

They are superfluous, and the group matches, between fields, or after the last one.
"""
NEXT_FIELD = re.compile(r"([A-Za-z][\w:.-]*)\s*=\s*(?=[\w{\"])")
WORD = r'[^\s#{}",=]+'
BARE_WORDS = re.compile(rf"{WORD}(?:\s+(?!{NEXT_FIELD.pattern}){WORD})*")
SPACES = re.compile(r"[ \t\n\f\v]{2,}|[\t\n\f\v]")
STRAY_FIELD = r"[ \t]*(?:,\s*)?[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"\d]"
QUOTED_LENGTH = 60
MAX_ABBREVIATION = 20_000
"""Abbreviations that consist of abbreviations can grow exponentially."""


def read_bibtex(sources: Sequence[Source], problems: Problems) -> list[RawEntry]:
    """Read the entries of files in their order, with inherited fields.

    The files share their abbreviations, and entries may inherit from those of another file.
    bibtexparser splits a file into entries, and continues after a broken one, which is reported.
    Values keep their LaTeX, without the braces or quotes around them.
    """
    from bibtexparser.splitter import Splitter

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # It logs what is reported here.
    files = [(source, Splitter(_prepare(source.text)).split()) for source in sources]
    shared: dict[str, str] = {}
    for source, library in reversed(
        files
    ):  # Of several abbreviations with one name, the first counts.
        reader = _BibtexReader(source, Problems(), {})
        for abbreviation in library.strings:
            reader.read(abbreviation)
        shared |= reader.abbreviations
    entries = []
    for source, library in files:
        reader = _BibtexReader(source, problems, shared)
        for block in library.blocks:
            reader.read(block)
        entries += reader.entries
    return with_inherited_fields(entries, problems)


def _prepare(text: str) -> str:
    """Remove comments and front matter, and repair what bibtexparser cannot read.

    Line numbers stay the same.
    """
    text = re.sub(FRONT_MATTER, _line_breaks, text)
    text = re.sub(PERCENT_LINES, _without_entries, text)
    text = re.sub(BETWEEN_FIELDS, lambda lines: f",{_line_breaks(lines)}", text)
    text = _without_comments(text)
    text = re.sub(COMMENTARY, r"\1misc", text)
    text = re.sub(
        ENTRY_START, lambda start: f"{start[1]}{start[3]}{start[5]}{_line_breaks(start)}", text
    )
    text = re.sub(
        r'(?<!\\)((?:\\\\)+)(?=[{}"])', r"\1 ", text
    )  # bibtexparser would read the brace as escaped.
    text = re.sub(
        COMMAS, lambda commas: commas[0] if commas[1] is None else f",{_line_breaks(commas)}", text
    )
    return re.sub(NO_KEY, r"\1,", text)


def _line_breaks(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _without_entries(lines: re.Match[str]) -> str:
    has_entries = re.search(r"@\s*\w+\s*[{(]", lines[0])
    return _line_breaks(lines) if has_entries else lines[0]


def _without_comments(text: str) -> str:
    """Remove `@comment{ … }` with the entries in it."""
    parts = []
    position = 0
    while comment := COMMENT.search(text, position):
        end = closing_position(text, comment.end() - 1) + 1
        if end > len(text):
            break
        parts.append(text[position : comment.start()])
        parts.append("\n" * text.count("\n", comment.start(), end))
        position = end
    return "".join([*parts, text[position:]])


class _Part(NamedTuple):
    """A part of a value. Numbers and abbreviations are bare: they have no braces or quotes."""

    text: str
    is_bare: bool


def _parse_value(source: str) -> tuple[list[_Part], re.Match[str] | None]:
    """The parts of a value such as `{A} # aug # "~1"`, and the start of the next field if the comma is missing."""
    parts: list[_Part] = []
    position = 0
    while position < len(source):
        if parts and (following := NEXT_FIELD.match(source, position)):
            return parts, following
        part, position = _parse_part(source, position)
        if part is not None:
            parts.append(part)
    return parts, None


def _parse_part(source: str, position: int) -> tuple[_Part | None, int]:
    """The part that begins at a position, if there is one, and the position after it."""
    if source[position : position + 1] in {"{", '"'}:
        end = closing_position(source, position)
        return _Part(source[position + 1 : end], is_bare=False), end + 1
    if words := BARE_WORDS.match(source, position):
        return _Part(words[0], is_bare=True), words.end()
    return None, position + 1  # A space or `#` between parts, or a stray brace.


class _BibtexReader:
    """Reads the blocks of one file in their order, as an abbreviation may be defined again.

    `shared` are the abbreviations of all files, for those that this file does not define.
    """

    def __init__(self, source: Source, problems: Problems, shared: Mapping[str, str]) -> None:
        self.source, self.problems = source, problems
        self.abbreviations = {month: month for month in MONTH_NAMES} | dict(shared)
        self.entries: list[RawEntry] = []
        self.lines_of_keys: dict[str, int] = {}
        self.is_after_broken_entry = False

    def read(self, block: Block) -> None:
        from bibtexparser import model

        if isinstance(block, model.DuplicateBlockKeyBlock | model.DuplicateFieldKeyBlock):
            block = block.ignore_error_block or block  # This reader reports duplicates itself.
        if isinstance(block, model.String):
            self._define_abbreviation(block)
        elif isinstance(block, model.Entry):
            self._read_entry(block)
        elif isinstance(block, model.ParsingFailedBlock):
            self._report_broken(block)
        elif isinstance(block, model.ImplicitComment) and not self.is_after_broken_entry:
            self._report_stray(block.comment, _line(block))
        self.is_after_broken_entry = isinstance(block, model.ParsingFailedBlock)

    def _warn(self, line: int, message: str, hint: str, rule: str) -> None:
        self.problems.warn(self.source.at(line), message, hint, rule=rule)

    def _define_abbreviation(self, block: String) -> None:
        text = self._text(_parse_value(str(block.value))[0], _line(block))
        self.abbreviations[block.key.strip().lower()] = text[:MAX_ABBREVIATION]

    def _read_entry(self, block: Entry) -> None:
        fields: dict[str, RawValue] = {}
        for field in block.fields:
            name = re.sub(r"(?m)^[ \t]*%.*$", "", field.key).strip().lower()
            if name or not field.key.strip():
                self._read_field(name, str(field.value), _line(field), fields)
        kind = block.entry_type.strip().lower()
        if kind in SETTINGS:
            message = f"`@{kind}` has settings for LaTeX: it is not shown"
            self.problems.remark(self.source.at(_line(block)), message, rule="unknown-entry-type")
            return
        entry = RawEntry(kind, block.key.strip(), fields, self.source.name, _line(block))
        self._check_key(entry)
        self.entries.append(entry)

    def _read_field(self, name: str, source: str, line: int, fields: dict[str, RawValue]) -> None:
        """Read one field, and the next ones if the commas before them are missing."""
        while True:
            parts, following = _parse_value(source)
            text = self._text(parts, line).strip()
            if name not in fields:
                fields[name] = RawValue(text, line, is_latex=True)
            elif fields[name].text != text:
                hint = f"delete one of them; the first is on line {fields[name].line}"
                self._warn(
                    line,
                    f"duplicate field `{name}`: its first value is used",
                    hint,
                    "duplicate-key",
                )
            if following is None:
                return
            name = following[1].lower()
            self._warn(
                line,
                f"missing comma before `{name}`",
                "add it; the field is read anyway",
                "bibtex-syntax",
            )
            line += source.count("\n", 0, following.start())
            source = source[following.end() :]

    def _text(self, parts: list[_Part], line: int) -> str:
        """Join the parts of a value, with the text of its abbreviations."""
        texts = [self._expand(text, line) if is_bare else text for text, is_bare in parts]
        return SPACES.sub(" ", "".join(texts))

    def _expand(self, name: str, line: int) -> str:
        """The text of an abbreviation.

        Numbers and months stay the same; an unknown abbreviation is reported.
        """
        text = self.abbreviations.get(name.lower())
        if text is not None:
            return text
        if not name[0].isdigit() and name[:3].lower() not in MONTH_NAMES:
            hint = did_you_mean(name, self.abbreviations, cutoff=0.75, lists=False)
            hint = hint or f'write it in braces, {{{name}}}, or define it: @string{{{name} = "…"}}'
            self._warn(
                line,
                f"unknown abbreviation `{name}`: no @string defines it",
                hint,
                "unknown-abbreviation",
            )
        return name

    def _check_key(self, entry: RawEntry) -> None:
        if not entry.key:
            hint = f"add one: @{entry.kind}{{name2021, …"
            self._warn(entry.line, f"this @{entry.kind} has no key", hint, "missing-key")
            return
        first = self.lines_of_keys.setdefault(entry.key.lower(), entry.line)
        if first != entry.line:
            message = f"duplicate key `{entry.key}`: the entry on line {first} has it too"
            self._warn(entry.line, message, "give one of them another key", "duplicate-key")

    def _report_broken(self, block: ParsingFailedBlock) -> None:
        raw = (block.raw or "").strip()
        if re.match(r"@(?!(?i:comment|preamble))\w", raw):
            message = f"the entry that begins with `{_start_of(raw)}` cannot be read"
            hint = "look for a missing brace, quote or comma"
            self.problems.error(self.source.at(_line(block)), message, hint, rule="bibtex-syntax")

    def _report_stray(self, text: str, line: int) -> None:
        if re.match(STRAY_FIELD, text):
            message = f"`{_start_of(text)}` is not part of an entry: it is ignored"
            self._warn(
                line,
                message,
                "look for an extra closing brace in the entry before it",
                "bibtex-syntax",
            )


def _line(block: Block | Field) -> int:
    """The line in the file: bibtexparser counts from 0."""
    return (block.start_line or 0) + 1


def _start_of(text: str) -> str:
    return " ".join(text[: 2 * QUOTED_LENGTH].split())[:QUOTED_LENGTH].strip()


SETTINGS = frozenset(inheritance.SETTINGS.split())
PARTS = frozenset(inheritance.PARTS.split())
NEVER_INHERITED = frozenset(inheritance.NEVER_INHERITED.split())
NOT_INHERITED_FROM_VOLUME = frozenset(inheritance.NOT_INHERITED_FROM_VOLUME.split())
VOLUMES = frozenset(inheritance.VOLUMES.split())
VENUE_FIELDS = ("booktitle", "journal", "journaltitle", "maintitle", "series", "publisher")
MAX_CHAIN = 20


def with_inherited_fields(entries: list[RawEntry], problems: Problems) -> list[RawEntry]:
    """Add the inherited fields, and drop the entries that are only fields for others."""
    resolver = _Resolver(entries, problems)
    resolved = [resolver.resolve(number) for number in range(len(entries))]
    return [
        replace(entry, has_parts=resolver.has_parts(number))
        for number, entry in enumerate(resolved)
        if not _is_container(entry)
    ]


def _is_container(entry: RawEntry) -> bool:
    """Whether an entry is not a publication: it has fields for other entries, or is a set of other entries."""
    return entry.kind == "xdata" or (entry.kind == "set" and "title" not in entry.fields)


class _Resolver:
    """Resolves the references between entries. Each entry has a number."""

    def __init__(self, entries: list[RawEntry], problems: Problems) -> None:
        self.entries, self.problems = entries, problems
        self.by_key: dict[tuple[str, str], int] = {}
        """The first entry with a key, in each file and, with the empty name, in all files."""
        for number, entry in enumerate(entries):
            for key in (entry.key, *_keys(entry, "ids")):
                self.by_key.setdefault((entry.file, key.lower()), number)
                self.by_key.setdefault(("", key.lower()), number)
        self.resolved: dict[int, RawEntry] = {}
        self.parents: set[int] = set()

    def has_parts(self, number: int) -> bool:
        """Whether an entry is a volume without authors, from which another one inherits."""
        entry = self.entries[number]
        return entry.kind in VOLUMES and "author" not in entry.fields and number in self.parents

    def resolve(self, number: int, path: tuple[int, ...] = ()) -> RawEntry:
        """The entry with all inherited fields. `path` contains the entries that inherit from it."""
        if number not in self.resolved:
            entry = self.entries[number]
            fields, lacks_parent = dict(entry.fields), False
            for reference in ("xdata", "crossref"):
                for key in _keys(entry, reference):
                    parent = self._parent(entry, reference, key, (*path, number))
                    if parent is None:
                        lacks_parent = True
                    else:
                        _add_fields(parent, entry.kind, fields, is_part=reference == "crossref")
            self.resolved[number] = replace(entry, fields=fields, lacks_parent=lacks_parent)
        return self.resolved[number]

    def _parent(
        self, entry: RawEntry, reference: str, key: str, path: tuple[int, ...]
    ) -> RawEntry | None:
        """The entry that another one refers to; None for an unknown key or a circular reference."""
        number = self.by_key.get((entry.file, key.lower()), self.by_key.get(("", key.lower())))
        if number is None:
            self._report_unknown_key(entry, reference, key)
            return None
        if number in path or len(path) > MAX_CHAIN:
            message = f"circular `{reference}`: nothing is inherited from `{key}`"
            self.problems.warn(entry.at(reference), message, rule="unknown-crossref")
            return None
        self.parents.add(number)
        return self.resolve(number, path)

    def _report_unknown_key(self, entry: RawEntry, reference: str, key: str) -> None:
        """Report an unknown key.

        DBLP's entries name volumes that it does not export, but have all of their fields.
        """
        is_complete = key.lower().startswith("dblp:") and any(
            name in entry.fields for name in VENUE_FIELDS
        )
        if not is_complete:
            hint = did_you_mean(key, [known.key for known in self.entries])
            message = f"`{reference}`: no entry has the key `{key}`"
            self.problems.warn(entry.at(reference), message, hint, rule="unknown-crossref")


def _add_fields(parent: RawEntry, kind: str, fields: dict[str, RawValue], *, is_part: bool) -> None:
    """Add the parent's fields that the child does not have.

    Those that keep their name are added first.
    """
    names = _names_in_child(parent.kind, kind) if is_part else {}
    excluded = NEVER_INHERITED | NOT_INHERITED_FROM_VOLUME if is_part else NEVER_INHERITED
    if "year" in fields:
        excluded |= {"date"}  # It would have precedence over the entry's own year.
    for name, value in sorted(parent.fields.items(), key=lambda field: field[0] in names):
        if name not in excluded:
            fields.setdefault(names.get(name, name), value)


def _names_in_child(parent: str, child: str) -> dict[str, str]:
    """The names in the child of those fields of the parent that are renamed."""
    if parent == "periodical":
        return inheritance.NAMES_IN_CHILD["article"]
    if parent.startswith("mv"):
        return inheritance.NAMES_IN_CHILD["volume"]
    if parent == "book" and child == "incollection":
        return {**inheritance.NAMES_IN_CHILD["part"], "author": "bookauthor"}
    return inheritance.NAMES_IN_CHILD["part"] if child in PARTS else {}


def _keys(entry: RawEntry, field: str) -> list[str]:
    return [key.strip() for key in entry.value(field).text.split(",") if key.strip()]
