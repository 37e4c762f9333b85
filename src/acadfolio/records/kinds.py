"""The sections that a site can have: for each its data file, its record, and what an entry shows by default."""

from __future__ import annotations

from acadfolio.records.awards import Award
from acadfolio.records.education import Education
from acadfolio.records.experience import Position
from acadfolio.records.free import Entry
from acadfolio.records.grants import Grant
from acadfolio.records.news import News
from acadfolio.records.people import Person
from acadfolio.records.projects import Project
from acadfolio.records.publication import Publication
from acadfolio.records.services import Service
from acadfolio.records.students import Student
from acadfolio.records.talks import Talk
from acadfolio.records.teaching import Course
from acadfolio.struct import Struct


class Kind(Struct, frozen=True):
    """A section: the record of its entries, the fields shown by default, and the emoji of its heading.

    `facts` are those that stand in the line below an entry's title, where that is a heading.
    """

    record: type[Struct]
    fields: tuple[str, ...]
    emoji: str = ""
    facts: tuple[str, ...] = ()


KINDS: dict[str, Kind] = {
    "news": Kind(News, ("date", "icon", "text", "links"), "🔥"),
    "publications": Kind(Publication, (), "📝"),
    "awards": Kind(Award, ("date", "title", "institution", "amount", "text", "links"), "🎖"),
    "education": Kind(
        Education, ("date", "degree", "field", "institution", "location", "advisors", "text", "links"), "📖"
    ),
    "experience": Kind(Position, ("date", "role", "department", "institution", "location", "text", "links"), "💼"),
    "talks": Kind(
        Talk,
        ("date", "title", "kind", "event", "location", "links", "text"),
        "💬",
        ("kind", "event", "location", "date"),
    ),
    "teaching": Kind(
        Course,
        ("terms", "code", "course", "role", "department", "institution", "schedule", "text", "materials"),
        "🧑‍🏫",
        ("role", "department", "institution", "terms"),
    ),
    "services": Kind(Service, ("role", "area", "venues", "areas", "text"), "👔"),
    "projects": Kind(Project, ("title", "date", "people", "text", "links"), "🔬", ("date", "people")),
    "grants": Kind(Grant, ("date", "title", "funder", "amount", "role", "text", "links"), "💰"),
    "students": Kind(Student, ("date", "name", "degree", "institution", "title", "now", "text"), "🎓"),
    "people": Kind(Person, ("name", "affiliation"), "👥"),
}
"""By the name of the data file and of the section. Their order is the order of a home page that places none."""

FREE = Kind(Entry, ("date", "title", "text", "links"))
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
