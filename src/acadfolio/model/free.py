"""An entry of a section that acadfolio knows nothing else about."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Links, Text


class Entry(Record, frozen=True, kw_only=True):
    """An entry of any other data file."""

    title: Annotated[Text | None, Meta(description="What it is called, in bold.")] = None
    date: Annotated[When | None, Meta(description="A date.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
