"""Export publications as BibTeX, RIS and CSL-JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.bibliography.writers.bibtex import write_bibtex
from acadfolio.bibliography.writers.csl import write_csl
from acadfolio.bibliography.writers.ris import write_ris

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from acadfolio.bibliography.writers.works import Work

FORMATS: dict[str, Callable[[Iterable[Work]], str]] = {
    "bibtex": write_bibtex,
    "ris": write_ris,
    "csl": write_csl,
}
"""The functions that write the formats, in the order of the file extensions in `routing`."""
