"""A note comes in; whether a program wrote it for itself comes out, and the numbers of PubMed that it holds.

Zotero writes into `note` what it has no field for, and Wiley's site the number of the article once more.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ZOTERO = re.compile(
    r"(?:(?:OCLC|Google-Books-ID|PMID|PMCID|S2ID|MAG ID|Version Number): ?\S+\s*)*"
    r"(?:(?:Number|Publisher|Backup Publisher|Company|Conference Name|Container-title|Journal Abbreviation|Section"
    r"|_eprint|Num Pages|Archive Location|ISSN|ISBN|ADS Bibcode|Citation Key|ZSCC|tex\.\w+): .*"
    r"|tex\.\w+=.*"
    r"|00\d{3}(?:\d{2})?(?: .*)?"
    r"|Place: .* Publisher: .*"
    r"|Accepted: \d{4}-\d\d-\d\dT.*"
    r"|Pages: (?:\d{4}\.\d\d\.\d\d\.\d+|\S+ Section: .*))?",
    re.DOTALL,
)
"""What Zotero notes where it has no field for it, and `00012` for how often Scholar saw it cited.

DSpace's `Accepted` is the day when a thesis came into its files.
"""
PUBMED = re.compile(r"(?<!\w)(PMID|PMCID): ?(?:PMC)?(\d+)(?!\w)")
PARTING = re.compile(r"[\s,;]+")
SHORTEST = 5
"""What is shorter may be in a DOI by chance."""


def is_programs(note: str, pages: str, doi: str) -> bool:
    """Whether nobody wrote it for readers: `Place: Paris Publisher: Colin`, `e2024JH000358 2024JH000358`."""
    return bool(note and ZOTERO.fullmatch(note)) or _only_repeats(note, pages, doi)


def pubmed_in(note: str) -> Iterator[tuple[str, str]]:
    """`pmid` and `pmcid`, and their numbers, of a note that is made of such keys."""
    if ZOTERO.fullmatch(note):
        yield from ((name.lower(), number) for name, number in PUBMED.findall(note))


def _only_repeats(note: str, pages: str, doi: str) -> bool:
    """Whether it has nothing but the number of an article, which its pages and its DOI say."""
    numbers = [word for word in PARTING.split(note.lower()) if word]
    return bool(numbers and doi) and all(
        len(number) >= SHORTEST
        and any(sign.isdigit() for sign in number)
        and (number == pages.lower() or doi.lower().endswith(number))
        for number in numbers
    )
