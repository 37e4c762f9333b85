"""A piece of news."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Links, Text


class News(Record, frozen=True, kw_only=True):
    """One line of news, shown newest first."""

    date: Annotated[When, Meta(description="The day or the month.")]
    text: Annotated[Text, Meta(description="What happened.")]
    icon: Annotated[str, Meta(description="An emoji or two before the text.")] = ""
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
    pinned: Annotated[bool, Meta(description="Keep it on top.")] = False
