"""A plan comes in; digests of what its pages are made from come out: of settings, texts, records and whole lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from acadfolio.rendering.looks import Looks
from acadfolio.struct import digest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.routing import Plan, PlannedPage

LISTED = frozenset({"entries", "pages", "publications", "references", "static_files", "today"})
"""The fields of a site that are looked at in parts. All others count for every page."""


class Digests:
    """Of one plan. Each is made once."""

    def __init__(self, plan: Plan, state: bytes, records: dict[int, tuple[Any, bytes]]) -> None:
        """`state` is the program's. `records` has digests of records by their `id()`, each beside its record."""
        self.plan, self.state, self.records = plan, state, records
        self.looks = Looks(plan)
        self.lists: dict[str, bytes] = {}
        self.owns: dict[str, bytes] = {}
        site = plan.site
        fields = (name for name in site.__struct_fields__ if name not in LISTED)
        self.everywhere = digest(
            [
                state,
                *(getattr(site, name) for name in fields),
                sorted((name, bool(entries)) for name, entries in site.entries.items()),
                bool(site.publications),
                sorted(plan.section_pages.items()),
                (plan.site.profile.avatar or "").lstrip("/") in plan.missing,
            ]
        )

    def text(self, planned: PlannedPage, lists: Iterable[str]) -> bytes:
        """Of a page's own text or record, and of the lists that it looks at."""
        return b"".join((self.own(planned), *(self.list(name) for name in sorted(lists))))

    def own(self, planned: PlannedPage) -> bytes:
        """Of a page's own text or record, and of where it stands."""
        known = self.owns.get(planned.path)
        if known is None:
            own = planned.page if planned.entry is None else planned.entry
            place = [planned.path, planned.address, planned.layout, planned.section]
            known = self.owns[planned.path] = digest([place, self.record(own)])
        return known

    def record(self, record: Any) -> bytes:
        known = self.records.get(id(record))
        if known is None:
            known = self.records[id(record)] = (record, digest(record))
        return known[1]

    def list(self, look: str) -> bytes:
        """Of all entries of a list, or of those that were picked out of it, with the addresses of their pages."""
        if look not in self.lists:
            pages, entries = self.plan.entry_pages, self.looks.entries(look)
            self.lists[look] = digest([(self.record(one), pages.get(id(one), "")) for one in entries])
        return self.lists[look]
