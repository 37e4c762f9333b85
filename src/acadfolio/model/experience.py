"""A position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Links, Text


class Position(Record, frozen=True, kw_only=True):
    """A position that was held."""

    date: Annotated[When | None, Meta(description="From when to when, such as `2019-06..` until now.")] = None
    role: Annotated[Text | None, Meta(description="The position.")] = None
    institution: Annotated[Text, Meta(description="The employer.")]
    department: Annotated[Text | None, Meta(description="Which part of the employer.")] = None
    location: Annotated[Text | None, Meta(description="City or country.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
