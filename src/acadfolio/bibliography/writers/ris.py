"""Export publications as RIS for EndNote, Mendeley and Zotero."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.tables.export_types import EXPORT_TYPES
from acadfolio.bibliography.vocabulary import first_and_last
from acadfolio.bibliography.writers.blocks import to_text_blocks
from acadfolio.bibliography.writers.inline import to_text, to_text_with_urls
from acadfolio.bibliography.writers.works import Work, people_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.model.dates import Day
    from acadfolio.model.name_parts import NameParts

LINE_END = "\r\n"
"""The specification of RIS requires this."""
PARAGRAPH = "\n\n"
LIKE_TAG = re.compile(r"[A-Za-z][A-Za-z0-9] {0,2}-")
"""The beginning of a text that readers might take for a tag."""


def write_ris(works: Iterable[Work]) -> str:
    return "".join(f"{ris_record(work)}{LINE_END}" for work in works)


def ris_record(work: Work) -> str:
    """The RIS record of a work. The specification requires the type first and the end tag last."""
    lines = [f"{tag}  - {value}" for tag, value in _lines(work) if value]
    return "".join(f"{line}{LINE_END}" for line in [*lines, "ER  - "])


def _lines(work: Work) -> list[tuple[str, str | None]]:
    record, venue = work.record, to_text(work.venue)
    first_page, last_page = first_and_last(record.pages)
    is_versioned = record.version and work.kind in {"software", "dataset"}
    return [
        ("TY", EXPORT_TYPES[work.kind]["ris"]),
        ("ID", work.key),
        ("TI", to_text(work.words(record.title))),
        *_people(work),
        ("T2", venue),
        ("JO", venue if work.kind == "journal" else ""),
        ("C3", to_text(work.words(record.event))),
        ("T3", to_text(work.words(record.series))),
        *_date(work),
        ("VL", record.volume),
        ("IS", record.issue or record.number),
        ("SP", first_page),
        ("EP", last_page),
        ("PB", to_text(work.publisher)),
        ("CY", to_text(work.words(record.location))),
        ("M3", _type(work)),
        ("ET", record.version if is_versioned else record.edition),
        *_identifiers(work),
        ("Y2", _day(record.accessed.start) if record.accessed else ""),
        ("LA", record.language),
        *[("KW", " ".join(tag.split())) for tag in record.tags],
        ("N1", to_text_with_urls(work.words(record.note))),
        ("N1", f"arXiv:{record.arxiv}" if record.arxiv else ""),
        ("AB", _paragraphs(to_text_blocks(work.words(record.abstract), PARAGRAPH))),
    ]


def _paragraphs(text: str) -> str:
    """Paragraphs with a blank line between them, as lines without a tag continue the value.

    Programs that do not keep the lines apart join them with a space. A repeated tag would be a note
    for Zotero.
    """
    first, *others = text.split(PARAGRAPH)
    for paragraph in others:
        first += (
            f" {paragraph}" if LIKE_TAG.match(paragraph) else f"{LINE_END}{LINE_END}{paragraph}"
        )
    return first


def _identifiers(work: Work) -> list[tuple[str, str]]:
    record = work.record
    database = "PubMed" if record.pmid else ""
    numbers = [
        ("SN", record.isbn),
        ("SN", record.issn),
        ("DO", record.doi),
        ("AN", record.pmid),
        ("DB", database),
    ]
    return numbers + [
        ("UR", url.replace(";", "%3B")) for url in work.urls
    ]  # A semicolon separates URLs.


def _people(work: Work) -> list[tuple[str, str]]:
    record = work.record
    people = (("AU", record.authors), ("A2", record.editors), ("A4", record.translators))
    lines = [(tag, _name(name)) for tag, names in people for name in people_of(names)]
    if work.has_others:
        lines.insert(len(work.authors), ("AU", "et al.,"))
    return lines


def _name(name: NameParts) -> str:
    """The name, with EndNote's comma after organizations."""
    is_organization = name.is_whole and " " in name.family and "," not in name.family
    return f"{name.family}," if is_organization else name.family_first


def _type(work: Work) -> str:
    name = to_text(work.words(work.record.type))
    return "Preprint" if work.kind == "preprint" and not name else name


def _date(work: Work) -> list[tuple[str, str]]:
    """The year, and the month or the day. RIS has no tag for the start of a period."""
    when = work.record.when
    if when is None:
        return []
    last = when.end or when.start
    return [("PY", str(when.year)), ("DA", _day(last) if last.month else "")]


def _day(day: Day) -> str:
    """A day in RIS (`1998/12/26/`). The month and the day may be unknown."""
    parts = (f"{day.year:04d}", *(f"{part:02d}" if part else "" for part in day[1:]))
    return "/".join(parts) + "/"
