"""A grant."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Links, Text


class Grant(Record, frozen=True, kw_only=True):
    """Money for research."""

    date: Annotated[When | None, Meta(description="From when to when.")] = None
    title: Annotated[Text, Meta(description="What it is for.")]
    funder: Annotated[Text | None, Meta(description="Who gives it.")] = None
    amount: Annotated[Text | None, Meta(description="How much.")] = None
    role: Annotated[Text | None, Meta(description="Principal investigator, partner …")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
