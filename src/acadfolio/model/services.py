"""Service to the community: roles, areas and venues, nested as people write them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import Address, Text


class ServiceVenue(Struct, frozen=True, kw_only=True):
    """One conference, journal or committee that was served."""

    name: Annotated[Text, Meta(description="Its name or abbreviation.")]
    years: Annotated[tuple[When, ...], Meta(description="The years of service, or ranges of them.")] = ()
    title: Annotated[Text | None, Meta(description="Its name in full.")] = None
    url: Annotated[Address | None, Meta(description="Its page.")] = None


class ServiceArea(Struct, frozen=True, kw_only=True):
    """The venues of one field."""

    area: Annotated[Text, Meta(description="The field, such as `Machine Learning`.")]
    venues: Annotated[tuple[ServiceVenue, ...], Meta(description="What was served there.")] = ()


class Service(Record, frozen=True, kw_only=True):
    """One role and where it was filled: in venues, or in areas that hold venues."""

    role: Annotated[Text, Meta(description="Area chair, Program committee, Reviewer …")]
    kind: Annotated[Literal["conference", "journal", "organisation"] | None, Meta(description="What is served.")] = None
    area: Annotated[Text | None, Meta(description="The field, when there is only one.")] = None
    venues: Annotated[tuple[ServiceVenue, ...], Meta(description="What was served.")] = ()
    areas: Annotated[tuple[ServiceArea, ...], Meta(description="The same by field.")] = ()
    text: Annotated[Text | None, Meta(description="A sentence on it.")] = None
