"""A course."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.record import Record
from acadfolio.model.values import Address, Links, OldAddress, Text


class Course(Record, frozen=True, kw_only=True):
    """A course that was taught, once or for many terms."""

    course: Annotated[Text, Meta(description="The course's title.")]
    code: Annotated[str, Meta(description="Its number or code.")] = ""
    role: Annotated[Text | None, Meta(description="Lecturer, Teaching Assistant …")] = None
    institution: Annotated[Text | None, Meta(description="Where it was taught.")] = None
    department: Annotated[Text | None, Meta(description="Which part of the institution.")] = None
    terms: Annotated[
        tuple[str, ...], Meta(description="Terms as you write them: `2024`, `2024 Spring`, `Fall 2019`.")
    ] = ()
    url: Annotated[Address | None, Meta(description="The course's page.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    schedule: Annotated[Text | None, Meta(description="When and where it meets.")] = None
    materials: Annotated[Links, Meta(description="Any label and where it leads: Slides, Notes …")] = ()
    redirect_from: Annotated[tuple[OldAddress, ...], Meta(description="Old addresses that lead here.")] = ()

    @staticmethod
    def place_of(key: str) -> str:
        """What a key of the Jekyll themes is called here, or where it belongs; else nothing."""
        from acadfolio.model.jekyll_keys import COURSE  # Only a mistake pays for it.

        return COURSE.get(key, "")
