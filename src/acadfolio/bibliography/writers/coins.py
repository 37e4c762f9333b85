"""Write COinS: the OpenURL in the title of an empty span, by which Zotero finds a work on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from acadfolio.bibliography.writers.inline import to_text
from acadfolio.bibliography.writers.works import family_first

if TYPE_CHECKING:
    from acadfolio.bibliography.writers.works import Work

FORMS = {
    "journal": ("journal", "article", "atitle", "jtitle"), "preprint": ("journal", "preprint", "atitle", "jtitle"),
    "conference": ("book", "proceeding", "atitle", "btitle"), "workshop": ("book", "proceeding", "atitle", "btitle"),
    "chapter": ("book", "bookitem", "atitle", "btitle"), "book": ("book", "book", "btitle", ""),
    "report": ("book", "report", "btitle", ""), "thesis": ("dissertation", "", "title", ""),
    "patent": ("patent", "", "title", ""),
}  # fmt: skip
"""The format and the genre of each kind, and what they call the title and that of the whole that it is a part of."""
DUBLIN_CORE = ("dc", "", "title", "source")
"""It describes any other work."""
PUBLISHERS = {"book": "pub", "dc": "publisher"}
MAX_AUTHORS = 10


def coins(work: Work) -> str:
    """A ContextObject of Z39.88-2004."""
    record = work.record
    form, genre, title, whole = FORMS.get(work.kind, DUBLIN_CORE)
    first_page, last_page = work.first_and_last_page
    values = [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{form}"),
        ("rft.genre", genre),
        (f"rft.{title}", to_text(work.words(record.title))),
        (f"rft.{whole}", to_text(work.venue) if whole else ""),
        *_authors(work, form),
        ("rft.date", record.when.isoformat if record.when else ""),
        ("rft.volume", record.volume),
        ("rft.issue", record.issue),
        ("rft.spage", first_page),
        ("rft.epage", last_page),
        (f"rft.{PUBLISHERS.get(form, 'inst')}", to_text(work.publisher)),
        ("rft.isbn", record.isbn),
        ("rft.issn", record.issn),
        ("rft_id", f"info:doi/{record.doi}" if record.doi else work.url),
    ]
    return urlencode([(name, value) for name, value in values if value])


def _authors(work: Work, form: str) -> list[tuple[str, str]]:
    authors = work.authors[:MAX_AUTHORS]
    if form == "dc":
        return [("rft.creator", family_first(author)) for author in authors]
    first = [("rft.aulast", author.family) for author in authors[:1]]
    first += [("rft.aufirst", author.given) for author in authors[:1]]
    return first + [("rft.au", family_first(author)) for author in authors[1:]]
