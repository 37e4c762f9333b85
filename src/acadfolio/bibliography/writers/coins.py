"""Write COinS: the OpenURL in the title of an empty span, by which Zotero finds a work on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from acadfolio.bibliography.writers.inline import to_text
from acadfolio.bibliography.writers.works import family_first

if TYPE_CHECKING:
    from acadfolio.bibliography.writers.works import Work

GENRES = {
    "journal": ("journal", "article"), "preprint": ("journal", "preprint"), "conference": ("book", "proceeding"),
    "workshop": ("book", "proceeding"), "book": ("book", "book"), "chapter": ("book", "bookitem"),
    "thesis": ("dissertation", ""), "patent": ("patent", ""), "report": ("book", "report"),
}  # fmt: skip
"""The format and the genre of each kind; any other is described by Dublin Core."""
MAX_AUTHORS = 10


def coins(work: Work) -> str:
    """A ContextObject of Z39.88-2004."""
    kind, genre = GENRES.get(work.kind, ("dc", ""))
    values = _of_dublin_core(work) if kind == "dc" else _of_book_or_journal(work, kind, genre)
    identifier = [("rft_id", f"info:doi/{work.record.doi}" if work.record.doi else work.url)]
    start = [("ctx_ver", "Z39.88-2004"), ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{kind}")]
    return urlencode([(name, value) for name, value in [*start, *values, *identifier] if value])


def _of_book_or_journal(work: Work, kind: str, genre: str) -> list[tuple[str, str]]:
    record = work.record
    first_page, last_page = work.first_and_last_page
    return [
        ("rft.genre", genre),
        *_titles(work, kind, genre),
        *_authors(work),
        ("rft.date", record.when.isoformat if record.when else ""),
        ("rft.volume", record.volume),
        ("rft.issue", record.issue),
        ("rft.spage", first_page),
        ("rft.epage", last_page),
        ("rft.pub" if kind == "book" else "rft.inst", to_text(work.publisher)),
        ("rft.isbn", record.isbn),
        ("rft.issn", record.issn),
    ]


def _titles(work: Work, kind: str, genre: str) -> list[tuple[str, str]]:
    """The title, and that of the journal or the book that the work is a part of."""
    title, whole = to_text(work.words(work.record.title)), to_text(work.venue)
    if kind == "journal":
        return [("rft.atitle", title), ("rft.jtitle", whole)]
    if genre in {"proceeding", "bookitem"}:
        return [("rft.atitle", title), ("rft.btitle", whole)]
    return [("rft.btitle" if kind == "book" else "rft.title", title)]


def _authors(work: Work) -> list[tuple[str, str]]:
    if not work.authors:
        return []
    first, *others = work.authors[:MAX_AUTHORS]
    lines = [("rft.aulast", first.family), ("rft.aufirst", first.given)]
    return lines + [("rft.au", family_first(name)) for name in others]


def _of_dublin_core(work: Work) -> list[tuple[str, str]]:
    record = work.record
    return [
        ("rft.title", to_text(work.words(record.title))),
        *[("rft.creator", family_first(author)) for author in work.authors[:MAX_AUTHORS]],
        ("rft.source", to_text(work.venue)),
        ("rft.publisher", to_text(work.publisher)),
        ("rft.date", record.when.isoformat if record.when else ""),
    ]
