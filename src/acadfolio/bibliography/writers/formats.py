"""The formats in which a site offers its citations: a work comes in, its text comes out, and of texts a whole file."""

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
    """What one work is written as, and how a file is made of many."""

    text: Callable[[Work], str]
    file: Callable[[Iterable[str]], str]


FORMATS = (Format(bibtex_entry, bibtex_file), Format(ris_record, ris_file), Format(csl_text, csl_file))
"""In the order of the endings of their files (`plan/downloads.py`)."""
