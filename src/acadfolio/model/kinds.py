"""The sections of a site: the record of their entries, what they show by default, and which settings they heed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING
from unicodedata import normalize

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable


class Kind(Struct, frozen=True):
    """A section: the record of its entries, the fields shown by default, and the emoji of its heading.

    `facts` are those that stand in the line below an entry's title, where that is a heading.
    """

    named: str
    """The record, by its module here and its name: it is imported for a site that has such a section."""
    fields: tuple[str, ...]
    emoji: str = ""
    facts: tuple[str, ...] = ()

    @property
    def record(self) -> type[Struct]:
        module, _, name = self.named.partition(".")
        found: type[Struct] = getattr(import_module(f"acadfolio.model.{module}"), name)
        return found


KINDS: dict[str, Kind] = {
    "news": Kind("activities.News", ("date", "icon", "text", "links"), "🔥"),
    "publications": Kind("publication.Publication", (), "📝"),
    "awards": Kind("career.Award", ("date", "title", "institution", "amount", "text", "links"), "🎖"),
    "education": Kind(
        "career.Education", ("date", "degree", "field", "institution", "location", "advisors", "text", "links"), "📖"
    ),
    "experience": Kind(
        "career.Position", ("date", "role", "department", "institution", "location", "text", "links"), "💼"
    ),
    "talks": Kind(
        "activities.Talk",
        ("date", "title", "kind", "event", "location", "links", "text"),
        "💬",
        ("kind", "event", "location", "date"),
    ),
    "teaching": Kind(
        "activities.Course",
        ("terms", "code", "course", "role", "department", "institution", "schedule", "text", "materials"),
        "🧑‍🏫",
        ("role", "department", "institution", "terms"),
    ),
    "services": Kind("activities.Service", ("role", "area", "venues", "areas", "text"), "👔"),
    "projects": Kind("activities.Project", ("title", "date", "people", "text", "links"), "🔬", ("date", "people")),
    "grants": Kind("career.Grant", ("date", "title", "funder", "amount", "role", "text", "links"), "💰"),
    "students": Kind("career.Student", ("date", "name", "degree", "institution", "title", "now", "text"), "🎓"),
    "people": Kind("profile.Person", ("name", "affiliation"), "👥"),
}
"""By the name of the data file and of the section. Their order is the order of a home page that places none."""

FREE = Kind("activities.Entry", ("date", "title", "text", "links"))
"""Any other data file."""


PAGED = {"publications": "publication", "talks": "talk", "teaching": "course", "projects": "project"}
"""The sections that can have a page of their own, and the layout of the page of each of their entries."""


def views_of(section: str) -> tuple[str, ...]:
    """How a section can be shown. What has no dates is a list; services stand as they are nested."""
    if section in PAGED:
        return ("list", *(("boxes",) if section == "publications" else ()), "archive", "table", "cv")
    return ("list", "cv") if "date" in kind_of_section(section).fields else ("list",)


def kind_of_section(name: str) -> Kind:
    return KINDS.get(name, FREE)


ONLY_PUBLICATIONS = frozenset({"style", "legend", "search", "max_authors"})
ONLY_PUBLICATIONS_SORT = frozenset({"author", "citations"})
NOT_IN_VIEW = {
    ("numbered", "boxes"): "boxes have no numbers",
    ("max_authors", "archive"): "an archive cites as its `style` says",
}
"""By setting and view. A line that says another view is the author's to settle."""


DATA_ENDINGS = (".yml", ".yaml")
NOT_SECTIONS = frozenset({"site", "profile", "publications", "venues", "people", "coauthors"})
"""Data files that are no sections, or sections in any case."""
PLACED_ONLY = frozenset({"posts", "visitor_map"})
"""Sections that no data file holds."""


def section_of(file: str) -> str:
    """The section that a data file of this name holds. macOS may keep accents apart from their letters."""
    return normalize("NFC", file.rpartition(".")[0] or file).replace("-", "_")


def sections_of(names: Iterable[str]) -> frozenset[str]:
    """The sections that there are, where data files hold these."""
    return PLACED_ONLY.union(KINDS, set(names) - NOT_SECTIONS)
