"""Make publications of the entries of bibliographies.

The field `acadfolio` of an entry holds what no other field can, as `data/publications.yml` has it, in one line:
`{selected: true, tags: [a]}`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.bibliography.conversion import Conversion
from acadfolio.bibliography.entries import ALIASES, PRIVATE, USED, UnknownFields, is_unused
from acadfolio.bibliography.links import LABELS, REGISTERS, as_written
from acadfolio.bibliography.names import without_marks
from acadfolio.model.publication import Publication
from acadfolio.model.reading import Reader
from acadfolio.model.record import fields_of
from acadfolio.problems import did_you_mean
from acadfolio.source.text import Source
from acadfolio.source.yaml import is_nothing, parse_yaml

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.bibliography.links import Find
    from acadfolio.model.record import Reference
    from acadfolio.problems import Problems

EXTENSION_FIELD = "acadfolio"
VERBATIM_FIELDS = frozenset({*LABELS, "url", "doi", "eprint", "file", "howpublished"})
PEOPLE_FIELDS = frozenset({"author", "editor", "translator"})
FIELDS = fields_of(Publication)
DEFAULTS = {known.name: known.default for known in msgspec.structs.fields(Publication) if not known.required}
SUGGESTED = USED | LABELS.keys() | REGISTERS.keys()


def publication_of(entry: RawEntry, problems: Problems) -> Publication:
    """Make the publication of one entry alone."""
    publications = Publications(problems)
    publication = publications.make(entry)
    publications.report_unknown()
    return publication


class Publications(Struct):
    """Makes publications. `references` gets the local files that entries name; `find` finds where files are."""

    problems: Problems
    find: Find = as_written
    references: list[Reference] = field(default_factory=list)
    unknown: UnknownFields = field(default_factory=UnknownFields)

    def make(self, entry: RawEntry) -> Publication:
        """Make the publication of an entry. Its title may be empty: another file may have it."""
        entry = _with_usual_names(entry)
        conversion = Conversion(entry, self.problems, self.find)
        publication = conversion.publication()
        for name in conversion.unknown:
            self.unknown.add(name, entry.at(name))
        self.references += conversion.links.references
        return replace(publication, **_extension_values(entry, self.problems, self.references))

    def report_unknown(self) -> None:
        self.unknown.report(self.problems, SUGGESTED, "a URL in any field becomes a link")


def _with_usual_names(entry: RawEntry) -> RawEntry:
    if not entry.fields.keys() & ALIASES.keys():
        return entry
    fields: dict[str, RawValue] = {}
    for name, value in entry.fields.items():
        fields.setdefault(ALIASES.get(name, name), value)
    return replace(entry, fields=fields)


def bibtex_for_visitors(entry: RawEntry) -> str:
    """The BibTeX entry as its file has it, without private fields; empty for other formats."""
    lines = [
        f"  {name} = {_cleaned(name, value)},\n"
        for name, value in entry.fields.items()
        if value.is_latex and value.text and name not in PRIVATE and not is_unused(name)
    ]
    return f"@{entry.kind}{{{entry.key},\n{''.join(lines)}}}" if lines else ""


def _cleaned(name: str, value: RawValue) -> str:
    """A value that LaTeX can read: names without marks, and `%` and `&` escaped."""
    if name == "month" and re.fullmatch("[a-z]{3}", value.text):
        return value.text
    if name in VERBATIM_FIELDS:
        return f"{{{value.text}}}"
    text = without_marks(value.text) if name in PEOPLE_FIELDS else value.text
    return "{" + re.sub(r"(?<!\\)(?:%|(?<=\s)&(?=\s))", r"\\\g<0>", text) + "}"


def _extension_values(entry: RawEntry, problems: Problems, references: list[Reference]) -> dict[str, Any]:
    """The values of the field `acadfolio`, which replace those of other fields. An empty value resets a field."""
    value = entry.value(EXTENSION_FIELD)
    text = value.text.strip()
    if not text:
        return {}
    if not text.startswith("{"):
        text = f"{{{text}}}"
    source = Source(entry.file, "\n" * (value.line - 1) + text)
    node = parse_yaml(source, problems)
    reader = Reader(source, problems, references)
    pairs = reader.pairs(node) if node is not None else None
    values: dict[str, Any] = {}
    for key, (key_node, value_node) in (pairs or {}).items():
        if key not in FIELDS:
            reader.report(key_node, f"unknown key `{key}`", did_you_mean(key, FIELDS), rule="unknown-key")
        elif is_nothing(value_node):
            values |= {key: DEFAULTS[key]} if key in DEFAULTS else {}
        else:
            read = reader.value(value_node, FIELDS[key].type, key)
            values |= {key: read} if read is not None else {}
    return values
