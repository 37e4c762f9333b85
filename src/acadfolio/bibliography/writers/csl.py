"""A work comes in, its item in CSL-JSON comes out, for Zotero, Pandoc and whatever else cites by CSL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from acadfolio.bibliography.vocabulary import SERVER, with_dash
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
AT_AN_EVENT = frozenset({"conference", "workshop"})
"""What has the place of its event, and no other."""
DASH = re.compile(r"\s*(?:--|[–—])\s*")
Item = dict[str, Any]

OTHERS = {"literal": "others"}
"""How pandoc writes and reads "and others"."""


def to_csl(works: Iterable[Work]) -> str:
    """A file with an item for each work, each in a line of its own."""
    return csl_file(map(csl_text, works))


def csl_file(items: Iterable[str]) -> str:
    lines = ",\n".join(items)
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def csl_text(work: Work) -> str:
    """One item as JSON, in one line."""
    return msgspec.json.format(msgspec.json.encode(csl_item(work), enc_hook=str), indent=0).decode()


def csl_item(work: Work) -> Item:
    """One item. What the record does not say is not in it."""
    record, when = work.record, work.record.when
    chapter, pages = work.chapter_and_pages
    is_of_event = record.event is not None or work.kind in AT_AN_EVENT
    house = to_text(work.words(record.publisher or record.institution))
    is_at_server = work.kind == "preprint" and not house and SERVER.fullmatch(work.venue)
    server = to_text(work.venue) if is_at_server else ""  # Styles and Zotero look for it as the publisher.
    item = {
        "id": work.key,
        "type": TYPES[work.kind],
        "title": to_html(work.words(record.title)),
        "author": [*map(_name, work.authors), *([OTHERS] if work.has_others else [])],
        "editor": [_name(editor) for editor in work.editors],
        "translator": [_name(translator) for translator in work.translators],
        "container-title": to_html(work.venue) if not server else "",
        "collection-title": to_html(work.words(record.series)),
        "event-title": to_text(work.words(record.event)),
        "issued": _date(when) if when is not None else None,
        "accessed": _date(record.accessed) if record.accessed is not None else None,
        "genre": to_text(work.words(record.type)),
        "volume": record.volume,
        "issue": record.issue,
        "number": record.number or (f"arXiv:{record.arxiv}" if record.arxiv else ""),
        "chapter-number": chapter,
        "page": _pages(pages),
        "publisher": house or server,
        "event-place" if is_of_event else "publisher-place": to_text(work.words(record.location)),
        "edition": record.edition,
        "version": record.version,
        "status": work.status,
        "DOI": record.doi,
        "ISBN": record.isbn,
        "ISSN": record.issn,
        "PMID": record.pmid,
        "URL": work.any_url,
        "language": record.language or "",
        "keyword": ", ".join(record.tags),
        "note": to_text(work.words(record.note)),
        "abstract": to_text(work.words(record.abstract)),
    }
    return {name: value for name, value in item.items() if value}


def _pages(pages: str) -> str:
    """With a hyphen, as Zotero writes them; numbers that have hyphens themselves keep the dash between them."""
    written = with_dash(pages)
    return DASH.sub("–" if "-" in written.replace("--", "") else "-", written)


def _name(person: NameParts) -> dict[str, str]:
    if person.is_whole:
        return {"literal": person.family}
    name = {"family": person.family, "given": person.given, "suffix": person.suffix}
    return {part: words for part, words in name.items() if words}


def _date(when: When) -> dict[str, Any]:
    days = [when.start, *([when.end] if when.end else [])]
    return {"date-parts": [[part for part in day if part] for day in days]}
