"""A colleague."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from acadfolio.model.record import Record
from acadfolio.model.values import Address, Text


class Person(Record, frozen=True, kw_only=True):
    """Somebody whose name leads to a page wherever it stands in an author list."""

    name: Annotated[str, Meta(description="The name.")]
    url: Annotated[Address | None, Meta(description="Their page.")] = None
    affiliation: Annotated[Text | None, Meta(description="Where they work.")] = None
    variants: Annotated[tuple[str, ...], Meta(description="Other ways in which papers print the name.")] = ()
