"""A degree."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Links, Text


class Education(Record, frozen=True, kw_only=True):
    """A degree, or the way to one."""

    date: Annotated[When | None, Meta(description="From when to when, such as `2014-09..2018-06`.")] = None
    degree: Annotated[Text | None, Meta(description="The degree, such as `PhD`.")] = None
    field: Annotated[Text | None, Meta(description="The subject.")] = None
    institution: Annotated[Text, Meta(description="The university.")]
    location: Annotated[Text | None, Meta(description="City or country.")] = None
    advisors: Annotated[tuple[Text, ...], Meta(description="Who supervised it.")] = ()
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
