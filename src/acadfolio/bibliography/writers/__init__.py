"""Write publications as BibTeX, RIS, CSL-JSON and COinS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography.writers.bibtex import bibtex_entry, bibtex_file
from acadfolio.bibliography.writers.csl import csl_file, csl_text
from acadfolio.bibliography.writers.ris import ris_file, ris_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from acadfolio.bibliography.writers.works import Work


class Format(Struct, frozen=True):
    """How one work is written, and a file of many."""

    text: Callable[[Work], str]
    file: Callable[[Iterable[str]], str]

    def write(self, works: Iterable[Work]) -> str:
        return self.file(map(self.text, works))


FORMATS = {
    "bibtex": Format(bibtex_entry, bibtex_file),
    "ris": Format(ris_record, ris_file),
    "csl": Format(csl_text, csl_file),
}
"""The formats that a site offers, in the order of their files' endings in `routing`."""
