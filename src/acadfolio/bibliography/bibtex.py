"""The text of a `.bib` file comes in, its entries come out: BibTeX and BibLaTeX, LaTeX still in the values.

bibtexparser finds the blocks and goes on after a broken one; what it leaves are abbreviations (`@string`, `#`) and what an
entry inherits (`crossref`, `xdata`). Nothing is dropped: what cannot be read is reported with its line.
"""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from acadfolio.problems import did_you_mean
from acadfolio.bibliography.entries import RawEntry, RawValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bibtexparser.model import Block, Entry, Field

    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n(?:.*?\n)?---[ \t]*(?=\n|\Z)", re.DOTALL)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
PIECE = re.compile(r'"((?:[^"{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)"|(\{)|([^\s#{}",]+)')
SPACES = re.compile(r"\s*\n\s*")
INHERITED_NAMES = {
    "proceedings": {"title": "booktitle", "subtitle": "booksubtitle"},
    "mvproceedings": {"title": "maintitle"},
    "book": {"title": "booktitle", "subtitle": "booksubtitle", "author": "bookauthor"},
    "collection": {"title": "booktitle", "subtitle": "booksubtitle"},
    "periodical": {"title": "journaltitle"},
}
"""What a field of the parent is called in the child, by the parent's kind (BibLaTeX's manual, appendix B)."""
NOT_INHERITED = frozenset({"crossref", "xref", "xdata", "entryset", "keywords", "shorthand", "ids", "options", "label"})
CARRIERS = frozenset({"xdata"})
"""Kinds that only hold fields for others."""


def read_bibtex(source: Source, problems: Problems) -> list[RawEntry]:
    """The entries of one file in their order. Values keep their LaTeX, without the braces or quotes around them."""
    from bibtexparser.splitter import Splitter

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # It would say by itself what is reported here.
    blocks = Splitter(_without_front_matter(source.text)).split().blocks
    reader = _Reader(source, problems)
    entries = [entry for block in blocks if (entry := reader.entry(block)) is not None]
    return _with_inherited(entries, problems)


def _without_front_matter(text: str) -> str:
    """al-folio's files begin with Jekyll's front matter; its lines stay, so that the others keep their numbers."""
    return FRONT_MATTER.sub(lambda match: "\n" * match[0].count("\n"), text)


class _Reader:
    """Reads the blocks of one file, one after the other: an abbreviation counts from its place on."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.abbreviations: dict[str, str] = {month: month for month in MONTHS}

    def entry(self, block: Block) -> RawEntry | None:
        """The entry that a block is; None for abbreviations, comments, and what cannot be read."""
        from bibtexparser import model

        line = block.start_line + 1
        if isinstance(block, model.String):
            self.abbreviations[block.key.strip().lower()] = self._text(block.value, line)
        elif isinstance(block, model.DuplicateBlockKeyBlock | model.DuplicateFieldKeyBlock):
            return self._duplicate(block, line)
        elif isinstance(block, model.ParsingFailedBlock):
            self._report_broken(block, line)
        elif isinstance(block, model.Entry):
            return self._entry(block, line)
        return None

    def _duplicate(self, block: Block, line: int) -> RawEntry | None:
        """A key or a field that is there twice; of a field the first one counts, as for BibTeX."""
        from bibtexparser import model

        inner = block.ignore_error_block  # type: ignore[attr-defined]
        if isinstance(block, model.DuplicateFieldKeyBlock):
            fields = ", ".join(f"`{name}`" for name in sorted(block.duplicate_keys))
            self.problems.warn(
                self.source.at(line), f"the field {fields} stands here twice: the first one counts", "delete one"
            )
        if isinstance(inner, model.String):
            self.abbreviations[inner.key.strip().lower()] = self._text(inner.value, line)
            return None
        return self._entry(inner, line) if isinstance(inner, model.Entry) else None

    def _report_broken(self, block: Block, line: int) -> None:
        first = (block.raw or "").strip().partition("\n")[0][:60]
        hint = "look for a brace, a quote or a comma that is missing there"
        self.problems.error(self.source.at(line), f"the entry that begins with `{first}` cannot be read", hint)

    def _entry(self, entry: Entry, line: int) -> RawEntry:
        fields: dict[str, RawValue] = {}
        for field in entry.fields:
            place = field.start_line + 1
            value = RawValue(self._text(_value(field), place), place, is_latex=True)
            fields.setdefault(field.key.strip().lower(), value)
        return RawEntry(entry.entry_type.strip().lower(), entry.key.strip(), fields, self.source.name, line)

    def _text(self, value: str, line: int) -> str:
        """A value without its braces or quotes, its pieces (`aug # "~1"`) joined and its abbreviations filled in."""
        pieces = []
        position = 0
        while piece := PIECE.search(value, position):
            position = piece.end()
            if piece[2]:
                end = _closing(value, piece.start())
                pieces.append(value[piece.start() + 1 : end])
                position = end + 1
            else:
                pieces.append(piece[1] if piece[1] is not None else self._abbreviation(piece[3], line))
        return SPACES.sub(" ", "".join(pieces)).strip()

    def _abbreviation(self, name: str, line: int) -> str:
        """What an abbreviation stands for; a number is itself."""
        known = self.abbreviations.get(name.lower())
        if known is not None or name.isdigit():
            return name if known is None else known
        hint = (
            did_you_mean(name, self.abbreviations) or f'write it in braces, {{{name}}}, or add @string{{{name} = "…"}}'
        )
        self.problems.warn(self.source.at(line), f"`{name}` stands here without braces, and is no abbreviation", hint)
        return name


def _value(field: Field) -> str:
    return str(field.value).strip()


def _closing(text: str, start: int) -> int:
    """Where the brace closes that opens at `start`; the end of the text for one that never does."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] == "\\":
            continue
        if position and text[position - 1] == "\\" and text[position] in "{}":
            continue
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position
    return len(text)


def _with_inherited(entries: list[RawEntry], problems: Problems) -> list[RawEntry]:
    """Entries with what they inherit, without those that only others inherit from."""
    by_key = {key.lower(): entry for entry in entries for key in [entry.key, *_other_keys(entry)]}
    used: set[str] = set()
    complete = [_inherit(entry, by_key, problems, used, ()) for entry in entries]
    return [entry for entry in complete if entry.kind not in CARRIERS and not _is_only_a_parent(entry, used)]


def _is_only_a_parent(entry: RawEntry, used: set[str]) -> bool:
    """Proceedings that stand in the file for the sake of their papers are no publication of the person's own."""
    return entry.key.lower() in used and entry.kind in {"proceedings", "mvproceedings", "collection", "periodical"}


def _other_keys(entry: RawEntry) -> list[str]:
    ids = entry.fields.get("ids")
    return [key.strip() for key in ids.text.split(",")] if ids else []


def _inherit(
    entry: RawEntry, by_key: Mapping[str, RawEntry], problems: Problems, used: set[str], way: tuple[str, ...]
) -> RawEntry:
    fields = dict(entry.fields)
    for parent_key, through in _parents(entry):
        parent = by_key.get(parent_key.lower())
        if parent is None or parent_key.lower() in way or parent is entry:
            what = "leads back to itself" if parent is not None else f"names `{parent_key}`, which is not in this file"
            problems.warn(
                entry.at(through), f"`{through}` {what}", did_you_mean(parent_key, [e.key for e in by_key.values()])
            )
            continue
        used.add(parent_key.lower())
        whole = _inherit(parent, by_key, problems, used, (*way, entry.key.lower()))
        names = INHERITED_NAMES.get(whole.kind, {}) if through == "crossref" else {}
        for name, value in whole.fields.items():
            if name not in NOT_INHERITED:
                fields.setdefault(names.get(name, name), value)
    return replace(entry, fields=fields)


def _parents(entry: RawEntry) -> Iterator[tuple[str, str]]:
    for name in ("crossref", "xdata"):
        if name in entry.fields:
            yield from ((key.strip(), name) for key in _keys(entry.fields[name].text))


def _keys(text: str) -> Iterable[str]:
    return [key for key in text.split(",") if key.strip()]
