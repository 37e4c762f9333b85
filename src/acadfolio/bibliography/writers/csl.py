"""Write CSL-JSON for Zotero, Pandoc and other programs that cite by CSL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from acadfolio.bibliography.vocabulary import LONG_DASH, PREPRINT_SERVER, with_dash
from acadfolio.bibliography.writers.inline import to_html, to_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.model.dates import When
    from acadfolio.model.name_parts import NameParts

TYPES = {
    "journal": "article-journal", "conference": "paper-conference", "workshop": "paper-conference",
    "preprint": "article", "book": "book", "chapter": "chapter", "thesis": "thesis", "patent": "patent",
    "software": "software", "dataset": "dataset", "report": "report", "other": "document",
}  # fmt: skip
AT_EVENT = frozenset({"conference", "workshop"})
"""Works whose place is that of their event."""
Item = dict[str, Any]

OTHERS = {"literal": "others"}
"""As pandoc writes "and others"."""


def write_csl(works: Iterable[Work]) -> str:
    """The works as JSON, each in a line of its own."""
    items = [msgspec.json.format(msgspec.json.encode(csl_item(work), enc_hook=str), indent=0) for work in works]
    return (b"[\n" + b",\n".join(items) + b"\n]\n").decode() if items else "[]\n"


def csl_item(work: Work) -> Item:
    """One item. It has no empty fields."""
    record = work.record
    chapter, pages = work.chapter_and_pages
    is_at_event = record.event is not None or work.kind in AT_EVENT
    publisher, venue = _publisher_and_venue(work)
    item = {
        "id": work.key,
        "type": TYPES[work.kind],
        "title": to_html(work.words(record.title)),
        "author": _names(work.authors, has_others=work.has_others),
        "editor": _names(work.editors),
        "translator": _names(work.translators),
        "container-title": venue,
        "collection-title": to_html(work.words(record.series)),
        "event-title": to_text(work.words(record.event)),
        "issued": _date(record.when),
        "accessed": _date(record.accessed),
        "genre": to_text(work.words(record.type)),
        "volume": record.volume,
        "issue": record.issue,
        "number": record.number or (f"arXiv:{record.arxiv}" if record.arxiv else ""),
        "chapter-number": chapter,
        "page": _pages(pages),
        "publisher": publisher,
        "event-place" if is_at_event else "publisher-place": to_text(work.words(record.location)),
        "edition": record.edition,
        "version": record.version,
        "status": work.status,
        "DOI": record.doi,
        "ISBN": record.isbn,
        "ISSN": record.issn,
        "PMID": record.pmid,
        "URL": work.any_url,
        "language": record.language,
        "keyword": ", ".join(record.tags),
        "note": to_text(work.words(record.note)),
        "abstract": to_text(work.words(record.abstract)),
    }
    return {name: value for name, value in item.items() if value}


def _publisher_and_venue(work: Work) -> tuple[str, str]:
    """The publisher and the venue. Citation styles and Zotero look for a preprint server in the publisher."""
    publisher = to_text(work.publisher)
    if work.kind == "preprint" and not publisher and PREPRINT_SERVER.fullmatch(work.venue):
        return to_text(work.venue), ""
    return publisher, to_html(work.venue)


def _pages(pages: str) -> str:
    """With a hyphen, as Zotero writes them; numbers that have hyphens themselves keep the dash between them."""
    written = LONG_DASH.sub("–", with_dash(pages))
    return written if "-" in written else written.replace("–", "-")


def _names(people: Iterable[NameParts], *, has_others: bool = False) -> list[dict[str, str]]:
    return [*map(_name, people), *([OTHERS] if has_others else [])]


def _name(person: NameParts) -> dict[str, str]:
    if person.is_whole:
        return {"literal": person.family}
    name = {"family": person.family, "given": person.given, "suffix": person.suffix}
    return {part: words for part, words in name.items() if words}


def _date(when: When | None) -> dict[str, Any] | None:
    if when is None:
        return None
    days = [day for day in (when.start, when.end) if day]
    return {"date-parts": [[part for part in day if part] for day in days]}
