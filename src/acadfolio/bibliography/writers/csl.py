"""Export publications as CSL-JSON for Zotero, Pandoc and other programs with CSL styles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from acadfolio.bibliography.tables.export_types import EXPORT_TYPES
from acadfolio.bibliography.vocabulary import LONG_DASH, PREPRINT_SERVER, with_dash
from acadfolio.bibliography.writers.blocks import to_text_blocks
from acadfolio.bibliography.writers.inline import to_html, to_text, to_text_with_urls
from acadfolio.bibliography.writers.works import Work, people_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.model.dates import When
    from acadfolio.model.name_parts import NameParts
    from acadfolio.model.publication import Publication

KINDS_AT_EVENTS = frozenset({"conference", "workshop"})
"""Kinds whose location is that of the event, and not of the publisher."""
KINDS_IN_SERIES = frozenset({"conference", "workshop", "book", "chapter"})
"""Kinds whose number is that in their series."""
KINDS_OF_PREPRINTS = frozenset({"preprint", "report", "other"})
"""Kinds that may have appeared only in arXiv."""
Item = dict[str, Any]


def write_csl(works: Iterable[Work]) -> str:
    """The works as JSON, one per line."""
    items = [
        msgspec.json.format(msgspec.json.encode(csl_item(work), enc_hook=str), indent=0)
        for work in works
    ]
    return (b"[\n" + b",\n".join(items) + b"\n]\n").decode() if items else "[]\n"


def csl_item(work: Work) -> Item:
    """The CSL item of a work, without empty fields."""
    record = work.record
    chapter, pages = work.chapter_and_pages
    is_at_event = record.event is not None or work.kind in KINDS_AT_EVENTS
    publisher, venue = _publisher_and_venue(work)
    item = {
        "id": work.key,
        "type": EXPORT_TYPES[work.kind]["csl"],
        "title": to_html(work.words(record.title)),
        "author": csl_names(work.authors, has_others=work.has_others),
        "editor": csl_names(people_of(record.editors)),
        "translator": csl_names(people_of(record.translators)),
        "container-title": venue,
        "collection-title": to_html(work.words(record.series)),
        "event-title": to_text(work.words(record.event)),
        "issued": _date(record.when),
        "accessed": _date(record.accessed),
        "genre": to_text(work.words(record.type)),
        **_plain(record, "volume", "issue"),
        "collection-number" if work.kind in KINDS_IN_SERIES else "number": _number(work),
        "chapter-number": chapter,
        "page": _pages(pages),
        "publisher": publisher,
        "event-place" if is_at_event else "publisher-place": to_text(work.words(record.location)),
        **_plain(record, "edition", "version"),
        "status": work.status,
        **_plain(record, "DOI", "ISBN", "ISSN", "PMID"),
        "URL": next(iter(work.urls), ""),
        "language": record.language,
        "keyword": work.keywords,
        "note": _note(work),
        "abstract": to_text_blocks(work.words(record.abstract), "\n\n"),
    }
    return {name: value for name, value in item.items() if value}


def _plain(record: Publication, *names: str) -> dict[str, str]:
    """The variables whose names and values are those of the record."""
    return {name: getattr(record, name.lower()) for name in names}


def _publisher_and_venue(work: Work) -> tuple[str, str]:
    """The publisher and the venue.

    A preprint server is the publisher, where citation styles and Zotero expect it.
    """
    publisher = to_text(work.publisher)
    if work.kind == "preprint" and not publisher and re.fullmatch(PREPRINT_SERVER, work.venue):
        return to_text(work.venue), ""
    return publisher, to_html(work.venue)


def _number(work: Work) -> str:
    """The number of the work, or the arXiv identifier of a preprint, as citation styles expect it."""
    is_in_arxiv = work.record.arxiv and work.kind in KINDS_OF_PREPRINTS
    return work.record.number or (f"arXiv:{work.record.arxiv}" if is_in_arxiv else "")


def _note(work: Work) -> str:
    """The note, and the identifiers for which CSL has no place, in the form of Zotero's field "Extra"."""
    record = work.record
    lines = [to_text_with_urls(work.words(record.note))]
    if record.arxiv and work.kind not in KINDS_OF_PREPRINTS:
        lines.append(f"arXiv: {record.arxiv}")
    for name, identifier in (("HAL", record.hal), ("OpenReview", record.openreview)):
        if identifier and identifier not in work.urls[0]:
            lines.append(f"{name}: {identifier}")
    return "\n".join(filter(None, lines))


def _pages(pages: str) -> str:
    """Page ranges with a hyphen, like those of Zotero, or with a dash if the page numbers contain hyphens."""
    pages = re.sub(LONG_DASH, "–", with_dash(pages))
    return pages if "-" in pages else pages.replace("–", "-")


def csl_names(people: Iterable[NameParts], *, has_others: bool = False) -> list[dict[str, str]]:
    """The names of people as CSL-JSON has them."""
    names = [_name(person) for person in people]
    return (
        [*names, {"literal": "others"}] if has_others else names
    )  # Pandoc's form of "and others".


def _name(person: NameParts) -> dict[str, str]:
    if person.is_whole:
        return {"literal": person.family}
    name = {"family": person.family, "given": person.given, "suffix": person.suffix}
    return {part: text for part, text in name.items() if text}


def _date(when: When | None) -> dict[str, Any] | None:
    if when is None:
        return None
    days = filter(None, (when.start, when.end))
    return {"date-parts": [list(filter(None, day)) for day in days]}
