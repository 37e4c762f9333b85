"""Compare difficult bibliographies in `breaking/` with the expected entries, in a table beside each file (`.txt`)."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from acadfolio.loading.data import read_data
from acadfolio.model.dates import When
from acadfolio.model.name_parts import parts_of
from acadfolio.model.publication import Author, Publication
from acadfolio.model.record import keys_of
from acadfolio.model.values import Link, Text
from acadfolio.problems import Problems

FOLDER = Path(__file__).with_name("breaking")
FILES = sorted(file for file in FOLDER.iterdir() if file.suffix in {".bib", ".ris", ".json"})
IN_COLUMNS = frozenset(
    {"key", "kind", "title", "authors", "date", "year", "venue", "bibtex", "bibliography"}
)
"""Fields that are not listed: those with their own column, and the entry and the name of the file."""


@dataclass(frozen=True)
class Reported:
    """The publications of one file, and its problems."""

    publications: tuple[Publication, ...]
    problems: tuple[tuple[int, str], ...]
    """The problems with their lines; 0 for a problem of the whole file."""


@cache
def told_of(file: Path, folder: Path) -> Reported:
    """Load a site with one bibliography."""
    (folder / "data").mkdir()
    (folder / "data/site.yml").write_text(
        "title: Marie Curie\npublications: {keywords: true}\n", encoding="utf-8"
    )
    shutil.copy(file, folder / "data")
    problems = Problems()
    publications = read_data(folder, problems).publications
    said = [
        (problem.location.line or 0, f"{problem.severity}: {problem.message}")
        for problem in problems.found
    ]
    return Reported(publications, tuple(sorted(said)))


def table_of(reported: Reported) -> str:
    """A line for each publication, in the order of the file, and a line for each problem."""
    rows = [
        " | ".join(_columns(one)).rstrip(" |").replace("\n", "⏎") for one in reported.publications
    ]
    return "\n".join([*rows, "", *(f"{line}: {said}" for line, said in reported.problems), ""])


def _columns(one: Publication) -> list[str]:
    authors = "; ".join(_name(author) for author in one.authors)
    return [
        one.key or "-",
        one.kind,
        _said(one.title),
        authors,
        _when(one.when),
        _said(one.venue),
        *_others(one),
    ]


def _when(when: When | None) -> str:
    if when is None:
        return ""
    end = f"..{When(when.end).isoformat}" if when.end else ".." if when.ongoing else ""
    return when.isoformat + end


def _others(one: Publication) -> list[str]:
    """The other fields that have a value."""
    fields = {name: getattr(one, name) for name in keys_of(Publication) if name not in IN_COLUMNS}
    return [
        f"{name} = {_said(value)}"
        for name, value in fields.items()
        if value and (name, value) != ("status", "published")
    ]


def _name(author: Author) -> str:
    parts = parts_of(author)
    return (
        ", ".join(part for part in (parts.family, parts.suffix, parts.given) if part)
        + author.all_marks
    )


def _said(value: object) -> str:
    """A value on one line."""
    if isinstance(value, tuple):
        return "; ".join(_said(part) for part in value)
    if isinstance(value, Text):
        return value.by_language[0][1] if value.by_language else ""
    if isinstance(value, When):
        return _when(value)
    if isinstance(value, Link):
        return f"{value.label} <{value.url}>"
    if isinstance(value, Author):
        return _name(value)
    return "" if value is None else str(value)
