"""A talk."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Links, OldAddress, Text


class Talk(Record, frozen=True, kw_only=True):
    """A talk, given or to come."""

    date: Annotated[When | None, Meta(description="The day, or a range.")] = None
    title: Annotated[Text, Meta(description="The title.")]
    kind: Annotated[Text | None, Meta(description="Keynote, Invited talk, Tutorial …")] = None
    event: Annotated[Text | None, Meta(description="Conference or seminar.")] = None
    location: Annotated[Text | None, Meta(description="City or room.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    redirect_from: Annotated[tuple[OldAddress, ...], Meta(description="Old addresses that lead here.")] = ()

    @staticmethod
    def place_of(key: str) -> str:
        """What a key of the Jekyll themes is called here, or where it belongs; else nothing."""
        from acadfolio.model.jekyll_keys import TALK  # Only a mistake pays for it.

        return TALK.get(key, "")
