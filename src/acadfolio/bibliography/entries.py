"""The common form of all bibliographies: a kind, a key, and fields as they are written, each with its line."""

from __future__ import annotations

from msgspec import Struct

from acadfolio.problems import Location


class RawValue(Struct, frozen=True):
    """What a file says in one field."""

    text: str
    line: int
    """Counted from 1."""
    is_latex: bool = False


class RawEntry(Struct, frozen=True):
    """One entry. Its kind and the names of its fields are in small letters, and those of BibTeX and BibLaTeX."""

    kind: str
    key: str
    fields: dict[str, RawValue]
    file: str
    line: int

    def at(self, field: str = "") -> Location:
        """Where a field stands, or the entry."""
        value = self.fields.get(field)
        return Location(self.file, value.line if value else self.line)
