"""The record of the section `exhibits`."""

from __future__ import annotations

from typing import Annotated

from acadfolio.model.dates import When  # noqa: TC001 - msgspec reads the annotations
from acadfolio.model.record import EntryRecord, about
from acadfolio.model.values import Links, Text  # noqa: TC001


class Exhibit(EntryRecord, frozen=True, kw_only=True):
    """An instrument that a museum shows."""

    title: Annotated[Text, about("What it is.")]
    museum: Annotated[Text, about("The museum.")]
    date: Annotated[When | None, about("Since when it is shown.")] = None
    text: Annotated[Text | None, about("More about it.")] = None
    links: Annotated[Links, about("Links.")] = ()
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()
