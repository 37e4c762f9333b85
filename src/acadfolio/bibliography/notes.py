"""The note of a publication: its own notes, and the remarks on its edition in each language of the theme."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from acadfolio.bibliography.dates import split_note
from acadfolio.bibliography.entries import AL_FOLIO
from acadfolio.bibliography.kinds import PATENT
from acadfolio.bibliography.links import NOTE_OF_PROGRAM, URL
from acadfolio.bibliography.markup import escape
from acadfolio.bibliography.vocabulary import SERVER, THEME_LANGUAGES
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.model.publication import Kind

REMARKS = {
    "part": ("Part {}", "Teil {}", "Partie {}", "Parte {}", "第{}部分"),
    "volumes": ("{} vols.", "{} Bde.", "{} vol.", "{} vols.", "共{}卷"),
    "origdate": (
        "First published {}", "Zuerst erschienen {}", "Première parution {}", "Publicado por primera vez en {}",
        "初版：{}",
    ),
}  # fmt: skip
"""What is said of an edition, by its field: one text for each of `THEME_LANGUAGES`."""
SHORTEST_NUMBER = 5
"""What is shorter may be in a DOI by chance."""


def note_of(entry: RawEntry, kind: Kind, values: dict[str, Any]) -> Text | None:
    """The note of an entry. `values` are the fields read so far; some notes are the value of another field."""
    notes = [*_own_notes(entry, kind, values), _how_published(entry, kind, values)]
    notes += [_award(entry, values), *_numbers(entry, kind, values)]
    remarks = [("",) * len(THEME_LANGUAGES), *_remarks(entry)]
    texts = [_in_a_row([*notes, *in_language]) for in_language in zip(*remarks, strict=True)]
    if len(set(texts)) == 1:
        return Text.of(texts[0]) if texts[0] else None
    return Text(tuple(zip(THEME_LANGUAGES, texts, strict=True)))


def _own_notes(entry: RawEntry, kind: Kind, values: dict[str, Any]) -> Iterator[str]:
    if "note" in values:
        yield values["note"].by_language[0][1]
    yield _note(entry, "note", kind, values)
    yield _note(entry, "addendum", kind, values)
    yield own_markdown(entry.value("additional_info"))
    if entry.fields.keys() & AL_FOLIO:
        yield own_markdown(entry.value("annotation"))


def _in_a_row(notes: Iterable[str]) -> str:
    """Notes as sentences, each once."""
    text = ""
    for note in dict.fromkeys(filter(None, map(str.strip, notes))):
        if text:
            text += " " if text[-1] in ".?!" else ". "
        text += note
    return text


def own_markdown(value: RawValue) -> str:
    """A remark of al-folio's, which is Markdown already and may begin with a full stop."""
    return " ".join(value.text.split()).lstrip(".,; ")


def _note(entry: RawEntry, name: str, kind: Kind, values: dict[str, Any]) -> str:
    """A note, unless it repeats another field: a status, an identifier, a patent's number, a URL."""
    value = entry.value(name)
    is_url = URL.fullmatch(value.verbatim)
    if is_url or _is_by_program(entry, value.plain) or _read_patent(value.plain, kind, values):
        return ""
    status, rest = split_note(value.plain)
    has_appeared = rest and "pages" in entry.fields
    if status is not None and not has_appeared:
        values.setdefault("status", status)
    return value.markdown if rest else ""


def _read_patent(note: str, kind: Kind, values: dict[str, Any]) -> bool:
    """Read the type and the number of a patent; whether the note has them."""
    patent = re.match(PATENT, note) if kind == "patent" else None
    if patent is None:
        return False
    values.setdefault("number", patent["number"])
    values.setdefault("type", Text.of(patent["type"]))
    return True


def _is_by_program(entry: RawEntry, note: str) -> bool:
    """Whether a program wrote the note for itself, or it only repeats the article's number."""
    if note and NOTE_OF_PROGRAM.fullmatch(note):
        return True
    pages, doi = entry.plain("pages", "eid", "articleno").lower(), entry.plain("doi").lower()
    numbers = re.sub("[,;]", " ", note.lower()).split()
    return bool(numbers and doi) and all(_repeats(number, pages, doi) for number in numbers)


def _repeats(number: str, pages: str, doi: str) -> bool:
    has_digit = any(character.isdigit() for character in number)
    return has_digit and len(number) >= SHORTEST_NUMBER and (number == pages or doi.endswith(number))


def _how_published(entry: RawEntry, kind: Kind, values: dict[str, Any]) -> str:
    """How a work was published, unless it is the venue, a URL or a preprint server."""
    value = entry.value("howpublished")
    is_shown = kind == "patent" or values.get("venue") == value.as_text
    if is_shown or SERVER.fullmatch(value.plain) or URL.search(value.verbatim):
        return ""
    return value.markdown


def _award(entry: RawEntry, values: dict[str, Any]) -> str:
    """Set the award. With al-folio's `award_name`, `award` is a note."""
    award, name = own_markdown(entry.value("award")), entry.text("award_name")
    if name or award:
        values["award"] = name or Text.of(award)
    return award if name else ""


def _numbers(entry: RawEntry, kind: Kind, values: dict[str, Any]) -> list[str]:
    """The version, and an article's report number, which the record has no field for."""
    version, report = entry.plain("version"), entry.plain("reportnumber")
    if kind in {"software", "dataset"}:
        values["version"] = version
        version = ""
    if version[:1].isdigit():
        version = f"Version {version}"
    return [escape(version), escape(report) if report != values.get("number") else ""]


def _remarks(entry: RawEntry) -> Iterator[tuple[str, ...]]:
    for name, forms in REMARKS.items():
        if text := escape(entry.plain(name)).replace("/", "–"):
            yield tuple(form.format(text) for form in forms)
