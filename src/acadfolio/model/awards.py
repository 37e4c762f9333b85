"""An award."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Links, Text


class Award(Record, frozen=True, kw_only=True):
    """An award or honour."""

    date: Annotated[When | None, Meta(description="The year, or the academic year such as `2022/23`.")] = None
    title: Annotated[Text, Meta(description="What it is called.")]
    institution: Annotated[Text | None, Meta(description="Who gave it.")] = None
    amount: Annotated[Text | None, Meta(description="What came with it.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
