"""A work comes in, its OpenURL comes out: the title of an empty span that Zotero finds in a list (COinS)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from acadfolio.bibliography.writers.inline import to_text
from acadfolio.bibliography.writers.works import family_first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.bibliography.writers.works import Work

GENRES = {
    "journal": ("journal", "article"), "preprint": ("journal", "preprint"), "conference": ("book", "proceeding"),
    "workshop": ("book", "proceeding"), "book": ("book", "book"), "chapter": ("book", "bookitem"),
    "thesis": ("dissertation", ""), "patent": ("patent", ""), "report": ("book", "report"),
}  # fmt: skip
"""The format and the genre of each kind; any other is described by Dublin Core."""
MOST_AUTHORS = 10
"""Lists are to stay light."""


def coins(work: Work) -> str:
    """A ContextObject of Z39.88-2004."""
    kind, genre = GENRES.get(work.kind, ("dc", ""))
    values = list(_of_dublin_core(work) if kind == "dc" else _of_book_or_journal(work, kind, genre))
    identifier = [("rft_id", f"info:doi/{work.record.doi}" if work.record.doi else work.url)]
    start = [("ctx_ver", "Z39.88-2004"), ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{kind}")]
    return urlencode([(name, value) for name, value in [*start, *values, *identifier] if value])


def _of_book_or_journal(work: Work, kind: str, genre: str) -> Iterator[tuple[str, str]]:
    record, title = work.record, to_text(work.words(work.record.title))
    is_part = kind == "journal" or genre in {"proceeding", "bookitem"}
    yield "rft.genre", genre
    yield "rft.atitle" if is_part else "rft.btitle" if kind == "book" else "rft.title", title
    yield "rft.jtitle" if kind == "journal" else "rft.btitle", to_text(work.venue) if is_part else ""
    if work.authors:
        yield "rft.aulast", work.authors[0].family
        yield "rft.aufirst", work.authors[0].given
    yield from (("rft.au", family_first(author)) for author in work.authors[1:MOST_AUTHORS])
    yield "rft.date", record.when.isoformat if record.when else ""
    yield "rft.volume", record.volume
    yield "rft.issue", record.issue
    first, last = work.first_and_last_page
    yield "rft.spage", first
    yield "rft.epage", last
    yield "rft.pub" if kind == "book" else "rft.inst", to_text(work.words(record.publisher or record.institution))
    yield "rft.isbn", record.isbn
    yield "rft.issn", record.issn


def _of_dublin_core(work: Work) -> Iterator[tuple[str, str]]:
    record = work.record
    yield "rft.title", to_text(work.words(record.title))
    yield from (("rft.creator", family_first(author)) for author in work.authors[:MOST_AUTHORS])
    yield "rft.source", to_text(work.venue)
    yield "rft.publisher", to_text(work.words(record.publisher or record.institution))
    yield "rft.date", record.when.isoformat if record.when else ""
