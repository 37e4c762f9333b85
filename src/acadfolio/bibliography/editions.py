"""The fields that tell who else made an edition, and what was before it, come in; remarks in each language come out.

So does what is not certain of its date.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.dates import doubted_in
from acadfolio.bibliography.fields import text_of, words_of
from acadfolio.bibliography.kinds import first
from acadfolio.bibliography.manner import escaped
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.theses import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.problems import Problems

Remark = tuple[str, ...]
"""One for each of `LANGUAGES`."""
PEOPLE: dict[str, Remark] = {
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
"""What BibLaTeX's `editoratype` says of `editora`, and so on; without a type they are editors."""
PART = ("Part {}", "Teil {}", "Partie {}", "Parte {}", "第{}部分")
VOLUMES = ("{} vols.", "{} Bde.", "{} vol.", "{} vols.", "共{}卷")
FIRST = ("First published {}", "Zuerst erschienen {}", "Première parution {}", "Publicado por primera vez en {}",
         "初版：{}")  # fmt: skip
ORIGINAL = ("Original edition: {}", "Originalausgabe: {}", "Édition originale : {}", "Edición original: {}", "原版：{}")
DATE = ("Date: {}", "Datum: {}", "Date : {}", "Fecha: {}", "日期：{}")
ABOUT = ("ca. ", "ca. ", "ca ", "ca. ", "约")
AND = (" and ", " und ", " et ", " y ", "、")
FIELDS = frozenset(
    {*PEOPLE, "editora", "editorb", "editorc", "editoratype", "editorbtype", "editorctype", "part", "volumes",
     "origdate", "origtitle", "origpublisher", "origlocation"}
)  # fmt: skip
YEARS = re.compile(r"(-?\d{3,4})(?:-\d\d){0,2}[?~%]?(?:/(-?\d{3,4})?(?:-\d\d){0,2}[?~%]?)?")


def remarks_of(entry: RawEntry, problems: Problems) -> list[Remark]:
    """In the order in which a citation would have them: who, how much, and what was before."""
    edition = [*_people(entry, problems), *_counts(entry), *_original(entry)] if entry.fields.keys() & FIELDS else []
    return [*edition, *_doubts(entry)]


def _people(entry: RawEntry, problems: Problems) -> Iterator[Remark]:
    for name, words in PEOPLE.items():
        if name in entry.fields:
            yield _with_names(words, entry, name, problems)
    for name in ("editora", "editorb", "editorc"):
        if name in entry.fields:
            role = first(entry, f"{name}type")
            words = ROLES.get(role.lower() or "editor") or (f"{{}} ({escaped(role)})",) * len(LANGUAGES)
            yield _with_names(words, entry, name, problems)


def _with_names(words: Remark, entry: RawEntry, field: str, problems: Problems) -> Remark:
    people = authors_of(entry.fields[field], problems, entry.file)
    names = [escaped(person.name) if person.is_person else "et al." for person in people]
    before, last = ", ".join(names[:-1]), "".join(names[-1:])
    is_closed = bool(people) and people[-1].is_person
    return tuple(
        form.format(f"{before}{both if is_closed else ' '}{last}" if before else last)
        for form, both in zip(words, AND, strict=True)
    )


def _counts(entry: RawEntry) -> Iterator[Remark]:
    for name, words in (("part", PART), ("volumes", VOLUMES)):
        if said := first(entry, name):
            yield tuple(form.format(said) for form in words) if said.isdigit() else (escaped(said),) * len(LANGUAGES)


def _original(entry: RawEntry) -> Iterator[Remark]:
    """`First published 1949`; with a title or a house: `Original edition: *Titel*, Paris: Michel, 1949`."""
    title, place, house = (_text(entry, name) for name in ("origtitle", "origlocation", "origpublisher"))
    date = words_of(entry.fields["origdate"]) if "origdate" in entry.fields else ""
    years = YEARS.fullmatch(date)
    when = "–".join(year.lstrip("0") for year in years.groups() if year) if years else escaped(date)
    slanted = f"*{title}*" if title and "*" not in title else title
    before = ", ".join(filter(None, (slanted, ": ".join(filter(None, (place, house))))))
    if before or when:
        words = FIRST if years and not before else ORIGINAL
        yield tuple(form.format(", ".join(filter(None, (before, when)))) for form in words)


def _doubts(entry: RawEntry) -> Iterator[Remark]:
    """A date has no room for `1931?`: it is read as the year, and said here as it stands."""
    if date := doubted_in(entry):
        yield tuple(form.format(escaped(date.replace("{}", about))) for form, about in zip(DATE, ABOUT, strict=True))


def _text(entry: RawEntry, name: str) -> str:
    text = text_of(entry.fields[name]) if name in entry.fields else None
    return text.by_language[0][1] if text else ""
