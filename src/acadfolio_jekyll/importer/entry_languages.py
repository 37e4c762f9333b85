"""Join the entries of an old site that are the same in several languages: their texts have a version for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.record import fields_of
from acadfolio.model.section_kinds import section_kind
from acadfolio.model.values import Text
from acadfolio.source.yaml import text_of
from acadfolio_jekyll.importer.languages import IDS, urls_of_plugin

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from msgspec import Struct

    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.documents import Document
    from acadfolio_jekyll.importer.entries import Entry, ImportedEntry
    from acadfolio_jekyll.importer.languages import Languages


def in_languages(
    entries: Sequence[ImportedEntry],
    languages: Languages,
    config: Config,
    section: str,
    shown_in: Collection[str],
) -> list[ImportedEntry]:
    """The entries of a section, each with its translations in it.

    Those without an original stay as they are, and so do those in languages that do not show the section.
    """
    record = section_kind(section).record
    originals: dict[tuple[str, str], ImportedEntry] = {}
    others: list[tuple[str, ImportedEntry]] = []
    found = []
    for imported in entries:
        path, tag = languages.divided(imported.document.path)
        tag = _written(imported.document, languages) or tag or languages.first
        imported.urls = urls_of_plugin(imported.urls, languages.folders[tag], config)
        if tag == languages.first:
            found.append(imported)
            for key in _keys(imported.document, path):
                originals.setdefault(key, imported)
        else:
            others.append((tag, imported))
    for tag, imported in others:
        path, _ = languages.divided(imported.document.path)
        keys = [key for key in _keys(imported.document, path) if key in originals]
        if not keys or tag not in shown_in:
            found.append(imported)
            continue
        original = originals[keys[0]]
        _join(original.entry, imported.entry, languages.first, tag, record)
        original.urls += imported.urls
    return found


def _written(document: Document, languages: Languages) -> str:
    """The language in the front matter of a document; empty without one that the site has."""
    return languages.known.get(text_of(document.nodes.get("lang")).lower(), "")


def _keys(document: Document, path: str) -> list[tuple[str, str]]:
    """What a document and its translations have in common."""
    found = [(key, text_of(document.nodes.get(key))) for key in IDS]
    return [("id", value) for _, value in found if value] + [("path", path)]


def _join(entry: Entry, other: Entry, first: str, tag: str, record: type[Struct]) -> None:
    """Write the texts of a translation into the entry of its original."""
    fields = fields_of(record)
    for key in entry.keys() & other.keys():
        if key not in fields or fields[key].shape.type is not Text or entry[key] == other[key]:
            continue
        written = entry[key]
        versions = dict(written) if isinstance(written, dict) else {first: written}
        entry[key] = versions | {tag: other[key]}
