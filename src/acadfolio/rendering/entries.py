"""An entry's record and its section's settings come in, what its templates may see of it comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.model.fields import fields_of
from acadfolio.model.kinds import KINDS, kind_of_section
from acadfolio.rendering.columns import IN_TITLE, TITLES
from acadfolio.rendering.sentence import Part, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.model.site import SectionSettings

NO_FACTS = frozenset({"title", "course", "code", "schedule", "text", "links", "materials", "image", "tags", "url"})
"""What an entry with a heading of its own shows in the heading, or in a paragraph."""
AT_THE_SIDE = frozenset({"date", "terms"})


class Entry(Struct, frozen=True):
    """An entry as a section's template sees it: its record, and its fields with the punctuation before each."""

    record: Any
    parts: tuple[Part, ...] = ()
    page: str = ""
    """The address of its own page, where it has one."""
    facts: tuple[Part, ...] = ()
    """The parts that stand in the line below its title, where that is a heading."""
    dates: tuple[Part, ...] = ()
    """Its date or its terms, where they stand at the side and not among the parts: in the view `cv`."""
    is_piece: bool = False
    """Whether these are only some of its fields: no picture or keywords belong to them."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields to show that it has."""
        return tuple(part.field for part in self.parts)

    @property
    def line(self) -> Entry:
        """The same entry with its facts alone, for its section's template."""
        return Entry(self.record, self.facts, self.page)

    @property
    def side(self) -> Entry:
        """The same entry with its date alone, for its section's template."""
        return Entry(self.record, self.dates, self.page, is_piece=True)

    def cell(self, column: str) -> Entry:
        """The same entry with what stands in a column of a table, for its section's template."""
        wanted = IN_TITLE if column in TITLES else {column}
        parts = [part for part in self.parts if part.field in wanted]
        first = [Part(part.field, "") for part in parts[:1]]
        return Entry(self.record, (*first, *parts[1:]), self.page, is_piece=True)


class Entries(Struct, frozen=True):
    """Makes entries from records. `pages` has the addresses of their own pages, by their `id()`."""

    language: str
    pages: Mapping[int, str]

    def entry(self, record: Any, section: str, settings: SectionSettings) -> Entry:
        """An entry in a list: the fields that its section shows, but for those that its group's heading says."""
        kind = kind_of_section(section)
        hidden = set(settings.group_by or ())
        shown = tuple(name for name in settings.fields or kind.fields if name not in hidden)
        dates = [name for name in shown if name in AT_THE_SIDE] if settings.has_dates_beside else []
        shown = tuple(name for name in shown if name not in dates)
        facts = [name for name in settings.fields or kind.facts if name not in hidden | NO_FACTS]
        made = self._make(record, section, shown, facts if settings.view == "archive" else ())
        return replace(made, dates=parts_of(record, dates, section, self.language)) if dates else made

    def whole(self, record: Any, section: str) -> Entry:
        """An entry on its own page: all of its fields."""
        kind = kind_of_section(section)
        fields = [name for name in fields_of(kind.record) if name != "redirect_from"]
        return self._make(record, section, fields, kind.facts)

    def _make(self, record: Any, section: str, fields: Iterable[str], facts: Iterable[str]) -> Entry:
        kind = section if section in KINDS else "free"
        parts = parts_of(record, fields, kind, self.language)
        return Entry(record, parts, self.pages.get(id(record), ""), parts_of(record, facts, kind, self.language))
