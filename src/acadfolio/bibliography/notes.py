"""Collect the note of a publication from the fields of its entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from acadfolio.bibliography.dates import split_note
from acadfolio.bibliography.entries import AL_FOLIO, RawEntry, RawValue
from acadfolio.bibliography.kinds import type_of
from acadfolio.bibliography.links import GENERATED_NOTE
from acadfolio.bibliography.markup import safe_markdown
from acadfolio.bibliography.tables.entry_types import PATENT
from acadfolio.bibliography.tables.field_names import LABELS
from acadfolio.bibliography.tables.words import EDITION_NOTES
from acadfolio.bibliography.vocabulary import PREPRINT_SERVER, in_all_languages
from acadfolio.markdown.markup import escape_markdown
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.model.publication import Kind

SHORTEST_NUMBER = 5
"""A DOI may end in a shorter number by chance."""


def note_of(entry: RawEntry, kind: Kind, values: dict[str, Any]) -> Text:
    """The note of an entry. Notes about its edition are in the languages of the theme.

    `values` are the fields that were read before. A note with the value of another field, such as a
    status, is added to them instead.
    """
    notes = [*_notes_of_fields(entry, kind, values), _how_published(entry, kind, values)]
    notes += [_award(entry, values), *_version_and_report_number(entry, kind, values)]
    edition_notes = _edition_notes(entry)
    if not edition_notes:
        return Text.of(_as_sentences(notes))
    return Text(
        tuple(
            (language, _as_sentences([*notes, *texts])) for language, texts in edition_notes.items()
        )
    )


def _notes_of_fields(entry: RawEntry, kind: Kind, values: dict[str, Any]) -> Iterator[str]:
    if "note" in values:
        yield str(values["note"])
    yield _note(entry, "note", kind, values)
    yield _note(entry, "addendum", kind, values)
    for name in entry.fields.keys() & {"url", *LABELS}:
        yield entry.value(name).words_around_urls
    yield _al_folio_note(entry.value("additional_info"))
    if entry.fields.keys() & AL_FOLIO:
        yield _al_folio_note(entry.value("annotation"))


def _as_sentences(notes: Iterable[str]) -> str:
    """Join notes to sentences, without duplicates."""
    text = ""
    for note in dict.fromkeys(filter(None, map(str.strip, notes))):
        if text:
            text += " " if text[-1] in ".?!" else ". "
        text += note
    return text


def _al_folio_note(value: RawValue) -> str:
    """A note of al-folio, which is already Markdown or HTML, and may begin with a full stop."""
    return safe_markdown(" ".join(value.text.split()).lstrip(".,; "))


def _note(entry: RawEntry, name: str, kind: Kind, values: dict[str, Any]) -> str:
    """The note in a field; empty if it only repeats another field, such as a type, status, identifier or URL."""
    value = entry.value(name)
    if (
        value.only_url
        or _is_generated(entry, value.plain)
        or _read_patent(value.plain, kind, values)
    ):
        return ""
    status, rest = split_note(value.plain)
    has_appeared = rest and "pages" in entry.fields
    if status is not None and not has_appeared:
        values.setdefault("status", status)
    is_type = rest.strip(" .[]()").lower() == type_of(entry).lower()
    return "" if not rest or is_type else value.note


def _read_patent(note: str, kind: Kind, values: dict[str, Any]) -> bool:
    """Read the type and number of a patent. Returns whether the note has them."""
    patent = re.match(PATENT, note) if kind == "patent" else None
    if patent is None:
        return False
    values.setdefault("number", patent["number"])
    values.setdefault("type", Text.of(patent["type"]))
    return True


def _is_generated(entry: RawEntry, note: str) -> bool:
    """Whether a reference manager generated the note, or it only repeats the article number."""
    if note and GENERATED_NOTE.fullmatch(note):
        return True
    pages, doi = entry.plain("pages", "eid", "articleno").lower(), entry.plain("doi").lower()
    numbers = re.sub("[,;]", " ", note.lower()).split()
    return bool(numbers and doi) and all(_repeats(number, pages, doi) for number in numbers)


def _repeats(number: str, pages: str, doi: str) -> bool:
    has_digit = any(character.isdigit() for character in number)
    return (
        has_digit and len(number) >= SHORTEST_NUMBER and (number == pages or doi.endswith(number))
    )


def _how_published(entry: RawEntry, kind: Kind, values: dict[str, Any]) -> str:
    """The text of `howpublished`, unless it is the venue, a URL or a preprint server."""
    value = entry.value("howpublished")
    is_type = value.plain.strip(" .[]()").lower() == type_of(entry).lower()
    is_used = kind == "patent" or is_type or values.get("venue") == value.as_text
    if is_used or value.only_url or re.fullmatch(PREPRINT_SERVER, value.plain):
        return ""
    return value.note


def _award(entry: RawEntry, values: dict[str, Any]) -> str:
    """Set the award. If there is al-folio's `award_name`, `award` is a note."""
    award, name = _al_folio_note(entry.value("award")), entry.text("award_name")
    if name:
        values["award"] = name
        return award
    if award:
        values["award"] = Text.of(award)
    return ""


def _version_and_report_number(entry: RawEntry, kind: Kind, values: dict[str, Any]) -> list[str]:
    """The version and the report number of works that have no field for them."""
    version, report = entry.plain("version"), entry.plain("reportnumber")
    if kind in {"software", "dataset"}:
        values["version"] = version
        version = ""
    if version[:1].isdigit():
        version = f"Version {version}"
    return [
        escape_markdown(version),
        escape_markdown(report) if report != values.get("number") else "",
    ]


def _edition_notes(entry: RawEntry) -> dict[str, list[str]]:
    """The notes about the edition, by language."""
    notes: dict[str, list[str]] = {}
    for name, note in EDITION_NOTES.items():
        value = escape_markdown(entry.plain(name)).replace("/", "–")
        if value:
            for language, template in in_all_languages(note).items():
                notes.setdefault(language, []).append(template.format(value))
    return notes
