"""Write RIS for EndNote, Mendeley and Zotero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.bibliography.writers.inline import to_text
from acadfolio.bibliography.writers.works import family_first
from acadfolio.model.dates import When

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.model.dates import Day

TYPES = {
    "journal": "JOUR", "conference": "CPAPER", "workshop": "CPAPER", "preprint": "UNPB", "book": "BOOK",
    "chapter": "CHAP", "thesis": "THES", "patent": "PAT", "software": "COMP", "dataset": "DATA", "report": "RPRT",
    "other": "GEN",
}  # fmt: skip
END = "\r\n"
"""As the specification asks."""


def write_ris(works: Iterable[Work]) -> str:
    return "".join(f"{ris_record(work)}{END}" for work in works)


def ris_record(work: Work) -> str:
    """One record, its lines in the order that the specification begins and ends with."""
    return "".join(f"{tag}  - {value}{END}" for tag, value in _lines(work) if value) + f"ER  - {END}"


def _lines(work: Work) -> list[tuple[str, str]]:
    record, venue = work.record, to_text(work.venue)
    first_page, last_page = work.first_and_last_page
    return [
        ("TY", TYPES[work.kind]),
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
        ("ET", _edition_or_version(work)),
        ("SN", record.isbn),
        ("SN", record.issn),
        ("DO", record.doi),
        ("AN", record.pmid),
        ("DB", "PubMed" if record.pmid else ""),
        ("UR", work.any_url.replace(";", "%3B")),  # It would be read as the end of the URL.
        ("Y2", _day(record.accessed.start) if record.accessed else ""),
        ("LA", record.language or ""),
        *[("KW", " ".join(tag.split())) for tag in record.tags],
        ("N1", to_text(work.words(record.note))),
        ("N1", f"arXiv:{record.arxiv}" if record.arxiv else ""),
        ("AB", to_text(work.words(record.abstract))),
    ]


def _people(work: Work) -> list[tuple[str, str]]:
    people = (("AU", work.authors), ("A2", work.editors), ("A4", work.translators))
    lines = [(tag, family_first(name)) for tag, names in people for name in names]
    if work.has_others:
        lines.insert(len(work.authors), ("AU", "et al.,"))  # As EndNote writes it: the comma keeps it together.
    return lines


def _type(work: Work) -> str:
    name = to_text(work.words(work.record.type))
    return "Preprint" if work.kind == "preprint" and not name else name


def _edition_or_version(work: Work) -> str:
    return (work.kind in {"software", "dataset"} and work.record.version) or work.record.edition


def _date(work: Work) -> list[tuple[str, str]]:
    """The year, and the day as far as it is known, its parts between slashes.

    Behind them stand the status and the start of a period, which RIS has no tag for.
    """
    when = work.record.when
    if when is None:
        return [("DA", f"///{work.status}" if work.status else "")]
    start = f"from {When(when.start).isoformat}" if when.end else ""
    other = ", ".join(filter(None, (work.status, start)))
    last = when.end or when.start
    return [("PY", str(when.year)), ("DA", _day(last) + other if last.month or other else "")]


def _day(day: Day) -> str:
    """As much of it as is known, and three slashes."""
    parts = (f"{day.year:04d}", *(f"{part:02d}" if part else "" for part in day[1:]))
    return "/".join(parts) + "/"
