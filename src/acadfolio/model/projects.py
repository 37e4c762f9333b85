"""A project."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import ImagePath, Links, OldAddress, Text


class Project(Record, frozen=True, kw_only=True):
    """A research project, a piece of software, an exhibition."""

    title: Annotated[Text, Meta(description="The project's name.")]
    date: Annotated[When | None, Meta(description="From when to when.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    image: Annotated[ImagePath | None, Meta(description="A picture of it.")] = None
    image_alt: Annotated[Text | None, Meta(description="What the picture shows, for those who do not see it.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
    people: Annotated[tuple[Text, ...], Meta(description="Who works on it.")] = ()
    tags: Annotated[tuple[str, ...], Meta(description="Keywords.")] = ()
    redirect_from: Annotated[tuple[OldAddress, ...], Meta(description="Old addresses that lead here.")] = ()

    @staticmethod
    def place_of(key: str) -> str:
        """What a key of the Jekyll themes is called here, or where it belongs; else nothing."""
        from acadfolio.model.jekyll_keys import PROJECT  # Only a mistake pays for it.

        return PROJECT.get(key, "")
