"""What a publication has that no bibliography knows, as one field of BibTeX: out, and in again.

The field `acadfolio` holds keys and values as data/publications.yml does, in one line: `{selected: true, tags: [a]}`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec

from acadfolio.model.dates import When
from acadfolio.model.fields import fields_of
from acadfolio.model.publication import Author, Publication
from acadfolio.model.reading import Reader
from acadfolio.model.values import Link, Text
from acadfolio.problems import did_you_mean
from acadfolio.source.text import Source
from acadfolio.source.yaml import is_nothing, parse_yaml

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.references import Reference
    from acadfolio.problems import Problems

FIELD = "acadfolio"
NOT_IN_LINE = re.compile('[{}"\\\\\\x00-\\x1f\\x7f-\\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f\u3000\ufeff]|(?<= ) ')
"""What would end the field or the line, or be taken for one space or a command: in quotes YAML reads it by number."""


def with_own(
    publication: Publication, entry: RawEntry, problems: Problems, references: list[Reference] | None = None
) -> Publication:
    """The publication with what its field `acadfolio` says, which goes before every other field."""
    return msgspec.structs.replace(publication, **own_values(entry, problems, references))


def own_values(entry: RawEntry, problems: Problems, references: list[Reference] | None = None) -> dict[str, Any]:
    """The values of the field `acadfolio` by their keys; a key without a value takes back what other fields said."""
    value = entry.fields.get(FIELD)
    if value is None or not value.text.strip():
        return {}
    text = value.text.strip()
    source = Source(entry.file, "\n" * (value.line - 1) + (text if text.startswith("{") else f"{{{text}}}"))
    node = parse_yaml(source, problems)
    reader = Reader(source, problems, [] if references is None else references)
    pairs = (reader.pairs(node) if node is not None else None) or {}
    wanted = fields_of(Publication)
    defaults = {field.name: field.default for field in msgspec.structs.fields(Publication) if not field.required}
    found: dict[str, Any] = {}
    for key, (key_node, value_node) in pairs.items():
        if key not in wanted:
            reader.report(key_node, f"unknown key `{key}`", did_you_mean(key, wanted), rule="unknown-key")
        elif is_nothing(value_node):
            found |= {key: defaults[key]} if key in defaults else {}
        elif (read := reader.value(value_node, wanted[key].type, key)) is not None:
            found[key] = read
    return found


def own_text(publication: Publication, other: Publication) -> str:
    """What a publication says otherwise than another one, for the field `acadfolio`; empty where they are the same."""
    names = [name for name in fields_of(Publication) if getattr(publication, name) != getattr(other, name)]
    return ", ".join(f"{name}: {_in_line(as_written(getattr(publication, name) or None))}" for name in names)


def as_written(value: Any) -> Any:
    """A value as an author writes it in YAML: texts, numbers, lists and mappings."""
    if isinstance(value, Text):
        texts = dict(value.by_language)
        return texts[""] if texts.keys() == {""} else texts
    if isinstance(value, When):
        return _when(value)
    if isinstance(value, tuple):
        is_links = any(isinstance(item, Link) for item in value)
        return {link.label: link.url for link in value} if is_links else [as_written(item) for item in value]
    if isinstance(value, Author) and value == Author(name=value.name) and _is_read_as_name(value):
        return value.name
    if isinstance(value, msgspec.Struct):
        fields = [(field, getattr(value, field.name)) for field in msgspec.structs.fields(value)]
        return {field.name: as_written(said) for field, said in fields if field.required or said != field.default}
    return str(value) if isinstance(value, str) else value


def _is_read_as_name(author: Author) -> bool:
    try:
        return Author.from_text(author.name) == author
    except ValueError:
        return False


def _when(when: When) -> str:
    if when.label:
        return when.label
    first = When(when.start).isoformat
    last = When(when.end).isoformat if when.end else ""
    return f"{first}..{last}" if last or when.ongoing else first


def _in_line(value: Any) -> str:
    """YAML in one line, whose braces are all its own."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_in_line(key)}: {_in_line(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_in_line(item) for item in value) + "]"
    if isinstance(value, str):
        return '"' + NOT_IN_LINE.sub(lambda match: f"\\u{ord(match[0]):04x}", value) + '"'
    return "null" if value is None else json.dumps(value)
