"""What the parts of a site say once they are read: its data, and the heads of its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from acadfolio.model.page import FrontMatter
    from acadfolio.model.profile import Person, Profile
    from acadfolio.model.publication import Publication, Venue
    from acadfolio.model.record import Reference
    from acadfolio.model.site import SectionSettings, Settings
    from acadfolio.problems import Location


class Data(Struct, frozen=True):
    """What `data/` holds."""

    settings: Settings | None
    section_settings: dict[str, SectionSettings]
    profile: Profile | None
    publications: tuple[Publication, ...]
    venues: dict[str, Venue]
    people: tuple[Person, ...]
    entries: dict[str, tuple[Struct, ...]]
    references: tuple[Reference, ...]
    sections: frozenset[str]
    """Every name that a page may place as a section."""
    expires_at: Location | None
    """Where site.yml says until when security.txt holds."""


class Head(Struct, frozen=True):
    """What a page's front matter says, apart from its text."""

    front_matter: FrontMatter
    permalink: str
    """The address that it asks for; empty where it asks for none."""
    has_date: bool
    """Whether it says one, if perhaps a wrong one."""
    places: dict[str, Location]
    """Where its keys, and its old addresses, stand."""
