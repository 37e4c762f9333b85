"""A work comes in, its record in RIS comes out: plain words in tagged lines, for EndNote, Mendeley and Zotero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.bibliography.writers.inline import to_text
from acadfolio.bibliography.writers.works import family_first
from acadfolio.model.dates import When

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.model.dates import Day

TYPES = {
    "journal": "JOUR", "conference": "CPAPER", "workshop": "CPAPER", "preprint": "UNPB", "book": "BOOK",
    "chapter": "CHAP", "thesis": "THES", "patent": "PAT", "software": "COMP", "dataset": "DATA", "report": "RPRT",
    "other": "GEN",
}  # fmt: skip
IN_VERSIONS = frozenset({"software", "dataset"})
"""What has a version where others have an edition."""
END = "\r\n"
"""As the specification asks."""


def to_ris(works: Iterable[Work]) -> str:
    """A file with a record for each work."""
    return ris_file(map(ris_record, works))


def ris_file(records: Iterable[str]) -> str:
    return "".join(f"{record}{END}" for record in records)


def ris_record(work: Work) -> str:
    """One record, its lines in the order that the specification begins and ends with."""
    return "".join(f"{tag}  - {value}{END}" for tag, value in _lines(work) if value) + f"ER  - {END}"


def _lines(work: Work) -> Iterator[tuple[str, str]]:
    record, venue = work.record, to_text(work.venue)
    yield "TY", TYPES[work.kind]
    yield "ID", work.key
    yield "TI", to_text(work.words(record.title))
    yield from (("AU", family_first(author)) for author in work.authors)
    yield "AU", "et al.," if work.has_others else ""  # As EndNote has it: the comma keeps it from being parted.
    yield from (("A2", family_first(editor)) for editor in work.editors)
    yield from (("A4", family_first(translator)) for translator in work.translators)
    yield "T2", venue
    yield "JO", venue if work.kind == "journal" else ""
    yield "C3", to_text(work.words(record.event))
    yield "T3", to_text(work.words(record.series))
    yield from _date(work)
    yield "VL", record.volume
    yield "IS", record.issue or record.number
    first, last = work.first_and_last_page
    yield "SP", first
    yield "EP", last
    yield "PB", to_text(work.words(record.publisher or record.institution))
    yield "CY", to_text(work.words(record.location))
    yield "M3", to_text(work.words(record.type)) or ("Preprint" if work.kind == "preprint" else "")
    yield "ET", record.version if record.version and work.kind in IN_VERSIONS else record.edition
    yield "SN", record.isbn
    yield "SN", record.issn
    yield "DO", record.doi
    yield from (("AN", record.pmid), ("DB", "PubMed" if record.pmid else ""))
    yield "UR", work.any_url.replace(";", "%3B")  # It would be read as the end of the address.
    yield "Y2", _day(record.accessed.start) if record.accessed else ""
    yield "LA", record.language or ""
    yield from (("KW", " ".join(tag.split())) for tag in record.tags)
    yield "N1", to_text(work.words(record.note))
    yield "N1", f"arXiv:{record.arxiv}" if record.arxiv else ""
    yield "AB", to_text(work.words(record.abstract))


def _date(work: Work) -> Iterator[tuple[str, str]]:
    """The year, and the day as far as it is known, its parts between slashes; behind them what else is said of it.

    That is how far the work has come, and since when it lasted. A work that has no year yet has its state alone.
    """
    when = work.record.when
    if when is None:
        yield "DA", f"///{work.status}" if work.status else ""
        return
    yield "PY", str(when.year)
    last = when.end or when.start
    besides = [work.status, f"from {When(when.start).isoformat}" if when.end else ""]
    if last.month or any(besides):
        yield "DA", _day(last) + ", ".join(filter(None, besides))


def _day(day: Day) -> str:
    """As much of it as is said, and three slashes."""
    parts = (f"{day.year:04d}", *(f"{part:02d}" if part else "" for part in day[1:]))
    return "/".join(parts) + "/"
