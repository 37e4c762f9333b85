"""What a text of the site points at, and where it says so: for a later look at whether it is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from acadfolio.problems import Location


class Reference(Struct, frozen=True):
    """An address or an image that a data file names, and where."""

    target: str
    location: Location
    is_image: bool
    label: str = ""
    """What a link of the sidebar is called, which may be a misspelt network's name."""
    is_old: bool = False
    """It is an address that an entry had once: nothing need be there, and nothing else may."""
