"""The note of a publication: its own notes, and the remarks on its edition in each language of the theme."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from acadfolio.bibliography.dates import split_note
from acadfolio.bibliography.entries import AL_FOLIO, EDITION_FIELDS
from acadfolio.bibliography.kinds import PATENT
from acadfolio.bibliography.links import URL
from acadfolio.bibliography.markup import escape
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.vocabulary import SERVER, THEME_LANGUAGES, ZOTERO_NOTE
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.model.publication import Kind
    from acadfolio.problems import Problems

Remark = tuple[str, ...]
"""One text for each of `THEME_LANGUAGES`."""
EDITION_PEOPLE: dict[str, Remark] = {
    "introduction": ("With an introduction by {}", "Mit einer Einleitung von {}", "Introduction de {}",
                     "Introducción de {}", "导言：{}"),
    "foreword": ("With a foreword by {}", "Mit einem Vorwort von {}", "Préface de {}", "Prólogo de {}", "前言：{}"),
    "afterword": ("With an afterword by {}", "Mit einem Nachwort von {}", "Postface de {}", "Epílogo de {}",
                  "后记：{}"),
    "commentator": ("With a commentary by {}", "Mit einem Kommentar von {}", "Commentaire de {}", "Comentario de {}",
                    "评注：{}"),
    "annotator": ("With notes by {}", "Mit Anmerkungen von {}", "Notes de {}", "Notas de {}", "注释：{}"),
}  # fmt: skip
ROLES: dict[str, Remark] = {
    "editor": ("Edited by {}", "Herausgegeben von {}", "Sous la direction de {}", "Editado por {}", "编者：{}"),
    "compiler": ("Compiled by {}", "Zusammengestellt von {}", "Textes réunis par {}", "Compilado por {}", "汇编：{}"),
    "founder": ("Founded by {}", "Begründet von {}", "Fondé par {}", "Fundado por {}", "创办者：{}"),
    "continuator": ("Continued by {}", "Fortgeführt von {}", "Continué par {}", "Continuado por {}", "续编：{}"),
    "redactor": ("Redaction by {}", "Redaktion: {}", "Rédaction de {}", "Redacción de {}", "编辑：{}"),
    "reviser": ("Revised by {}", "Bearbeitet von {}", "Révisé par {}", "Revisado por {}", "修订：{}"),
    "collaborator": ("In collaboration with {}", "In Zusammenarbeit mit {}", "En collaboration avec {}",
                     "En colaboración con {}", "合作者：{}"),
    "organizer": ("Organized by {}", "Organisiert von {}", "Organisé par {}", "Organizado por {}", "组织者：{}"),
}  # fmt: skip
"""By BibLaTeX's `editoratype`; without a type they are editors."""
PART = ("Part {}", "Teil {}", "Partie {}", "Parte {}", "第{}部分")
VOLUMES = ("{} vols.", "{} Bde.", "{} vol.", "{} vols.", "共{}卷")
FIRST = ("First published {}", "Zuerst erschienen {}", "Première parution {}", "Publicado por primera vez en {}",
         "初版：{}")  # fmt: skip
ORIGINAL = ("Original edition: {}", "Originalausgabe: {}", "Édition originale : {}", "Edición original: {}", "原版：{}")
AND = (" and ", " und ", " et ", " y ", "、")
YEARS = r"(-?\d{3,4})(?:-\d\d){0,2}[?~%]?(?:/(-?\d{3,4})?(?:-\d\d){0,2}[?~%]?)?"
SHORTEST_NUMBER = 5
"""What is shorter may be in a DOI by chance."""


def note_of(entry: RawEntry, kind: Kind, values: dict[str, Any], problems: Problems) -> Text | None:
    """The note of an entry. `values` are the fields read so far; some notes are the value of another field."""
    notes = [values["note"].by_language[0][1]] if "note" in values else []
    notes += [_note(entry, name, kind, values) for name in ("note", "addendum")]
    notes.append(own_markdown(entry.value("additional_info")))
    if entry.fields.keys() & AL_FOLIO:
        notes.append(own_markdown(entry.value("annotation")))
    notes += [_how_published(entry, kind, values), _award(entry, values), *_numbers(entry, kind, values)]
    remarks = _remarks(entry, problems) or [("",) * len(THEME_LANGUAGES)]
    texts = [_in_a_row([*notes, *in_language]) for in_language in zip(*remarks, strict=True)]
    if len(set(texts)) == 1:
        return Text.of(texts[0]) if texts[0] else None
    return Text(tuple(zip(THEME_LANGUAGES, texts, strict=True)))


def _in_a_row(notes: Iterable[str]) -> str:
    """Notes as sentences, each once."""
    text = ""
    for note in dict.fromkeys(note.strip() for note in notes):
        if text and note:
            text += " " if text[-1] in ".?!" else ". "
        text += note
    return text


def own_markdown(value: RawValue) -> str:
    """A remark of al-folio's, which is Markdown already and may begin with a full stop."""
    return " ".join(value.text.split()).lstrip(".,; ")


def _note(entry: RawEntry, name: str, kind: Kind, values: dict[str, Any]) -> str:
    """A note, unless it repeats another field: a status, an identifier, a patent's number, a URL."""
    value = entry.value(name)
    if _is_by_program(entry, value.plain) or URL.fullmatch(value.verbatim):
        return ""
    patent = re.match(PATENT, value.plain) if kind == "patent" else None
    if patent:
        values.setdefault("number", patent["number"])
        values.setdefault("type", Text.of(patent["type"]))
        return ""
    status, rest = split_note(value.plain)
    is_status = status is not None and not (rest and "pages" in entry.fields)
    if is_status:
        values.setdefault("status", status)
    return value.markdown if rest else ""


def _is_by_program(entry: RawEntry, note: str) -> bool:
    """Whether a program wrote the note for itself, or it only repeats the article's number."""
    if re.fullmatch(r"(?i)cited by\s*:?\s*\d+.*|\s*arxiv:\s*\S+(?:\s*\[[\w.-]+\])?\.?\s*", note):
        return True
    if note and ZOTERO_NOTE.fullmatch(note):
        return True
    pages, doi = entry.plain("pages", "eid", "articleno").lower(), entry.plain("doi").lower()
    numbers = re.sub("[,;]", " ", note.lower()).split()
    return bool(numbers and doi) and all(_repeats(number, pages, doi) for number in numbers)


def _repeats(number: str, pages: str, doi: str) -> bool:
    has_digit = any(letter.isdigit() for letter in number)
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


def _remarks(entry: RawEntry, problems: Problems) -> list[Remark]:
    """In the order of a citation: who else made the edition, how many volumes, the original."""
    remarks: list[Remark] = []
    if entry.fields.keys() & EDITION_FIELDS:
        remarks += [*_people(entry, problems), *_counts(entry), *_original(entry)]
    return remarks


def _people(entry: RawEntry, problems: Problems) -> list[Remark]:
    forms = dict(EDITION_PEOPLE)
    for name in ("editora", "editorb", "editorc"):
        role = entry.plain(f"{name}type")
        forms[name] = ROLES.get(role.lower() or "editor") or (f"{{}} ({escape(role)})",) * len(THEME_LANGUAGES)
    return [_with_names(form, entry, name, problems) for name, form in forms.items() if name in entry.fields]


def _with_names(forms: Remark, entry: RawEntry, field: str, problems: Problems) -> Remark:
    people = authors_of(entry.fields[field], problems, entry.file)
    names = [escape(person.name) if person.is_person else "et al." for person in people]
    before, last = ", ".join(names[:-1]), "".join(names[-1:])
    is_complete = bool(people) and people[-1].is_person
    remark = []
    for form, conjunction in zip(forms, AND, strict=True):
        joint = conjunction if is_complete else " "
        remark.append(form.format(f"{before}{joint}{last}" if before else last))
    return tuple(remark)


def _counts(entry: RawEntry) -> Iterator[Remark]:
    for name, forms in (("part", PART), ("volumes", VOLUMES)):
        if count := entry.plain(name):
            yield _format(forms, count) if count.isdigit() else (escape(count),) * len(THEME_LANGUAGES)


def _original(entry: RawEntry) -> Iterator[Remark]:
    """`First published 1949`; with a title or a publisher: `Original edition: *Titel*, Paris: Michel, 1949`."""
    title, place, publisher = (entry.markdown(name) for name in ("origtitle", "origlocation", "origpublisher"))
    date = entry.plain("origdate")
    years = re.fullmatch(YEARS, date)
    when = "–".join(year.lstrip("0") for year in years.groups() if year) if years else escape(date)
    if title and "*" not in title:
        title = f"*{title}*"
    published = ": ".join(filter(None, (place, publisher)))
    parts = [part for part in (title, published, when) if part]
    if parts:
        yield _format(FIRST if years and parts == [when] else ORIGINAL, ", ".join(parts))


def _format(forms: Remark, text: str) -> Remark:
    return tuple(form.format(text) for form in forms)
