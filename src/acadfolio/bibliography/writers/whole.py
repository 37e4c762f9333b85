"""Works come in, a `.bib` file comes out that acadfolio reads back to the very same records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.bibliography.entries import RawEntry, RawValue
from acadfolio.bibliography.own import FIELD, own_text
from acadfolio.bibliography.publications import publication_of
from acadfolio.bibliography.writers.bibtex import TYPES, entry_text, fields_of_work
from acadfolio.problems import Problems

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.bibliography.writers.works import Work


def to_whole_bibtex(works: Iterable[Work]) -> str:
    """A file with an entry for each work: its bibliographic fields, and one for all that these do not say."""
    return "\n".join(whole_entry(work) for work in works)


def whole_entry(work: Work) -> str:
    """One entry. Its own fields are read back, to see what they do not say."""
    kind, fields = TYPES[work.kind].name, fields_of_work(work)
    written = {name: RawValue(value, 1, is_latex=True) for name, value in fields.items() if value}
    read = publication_of(RawEntry(kind, work.key, written, "", 1), Problems())
    return entry_text(kind, work.key, {**fields, FIELD: own_text(work.record, read)})
