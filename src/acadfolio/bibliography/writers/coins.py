"""Write COinS: an OpenURL in the title of an empty span, with which Zotero finds the works on a page."""

from __future__ import annotations

from urllib.parse import urlencode

from acadfolio.bibliography.vocabulary import first_and_last
from acadfolio.bibliography.writers.inline import to_text
from acadfolio.bibliography.writers.works import EXPORT_TYPES, Work

DUBLIN_CORE = {"format": "dc", "title": "title", "venue": "source", "publisher": "publisher"}
MAX_AUTHORS = 10


def coins(work: Work) -> str:
    """The ContextObject of a work, as in ANSI/NISO Z39.88-2004."""
    record = work.record
    keys = EXPORT_TYPES[work.kind].get("coins", DUBLIN_CORE)
    format_name, venue_key = keys["format"], keys.get("venue")
    first_page, last_page = first_and_last(record.pages)
    values = [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{format_name}"),
        ("rft.genre", keys.get("genre")),
        (f"rft.{keys['title']}", to_text(work.words(record.title))),
        (f"rft.{venue_key}", to_text(work.venue) if venue_key else ""),
        *_authors(work, format_name),
        ("rft.date", record.when.isoformat if record.when else ""),
        ("rft.volume", record.volume),
        ("rft.issue", record.issue),
        ("rft.spage", first_page),
        ("rft.epage", last_page),
        (f"rft.{keys.get('publisher', 'inst')}", to_text(work.publisher)),
        ("rft.isbn", record.isbn),
        ("rft.issn", record.issn),
        ("rft_id", f"info:doi/{record.doi}" if record.doi else work.url),
    ]
    return urlencode([(name, value) for name, value in values if value])


def _authors(work: Work, format_name: str) -> list[tuple[str, str]]:
    """The authors. The name of the first one is split into its parts."""
    authors = work.authors[:MAX_AUTHORS]
    if format_name == "dc" or not authors:
        return [("rft.creator", author.family_first) for author in authors]
    first, *others = authors
    values = [("rft.aulast", first.family), ("rft.aufirst", first.given)]
    return values + [("rft.au", author.family_first) for author in others]
