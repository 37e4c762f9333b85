"""What a person does: news, talks, teaching, service, projects, and entries of free sections."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from acadfolio.model.dates import When
from acadfolio.model.record import Record
from acadfolio.model.values import ImagePath, Links, Text, Url


class News(Record, frozen=True, kw_only=True):
    """One line of news, shown newest first."""

    date: Annotated[When, Meta(description="The day or the month.")]
    text: Annotated[Text, Meta(description="What happened.")]
    icon: Annotated[str, Meta(description="An emoji or two before the text.")] = ""
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
    pinned: Annotated[bool, Meta(description="Keep it on top.")] = False


class Talk(Record, frozen=True, kw_only=True):
    """A talk, given or to come."""

    date: Annotated[When | None, Meta(description="The day, or a range.")] = None
    title: Annotated[Text, Meta(description="The title.")]
    kind: Annotated[Text | None, Meta(description="Keynote, Invited talk, Tutorial …")] = None
    event: Annotated[Text | None, Meta(description="Conference or seminar.")] = None
    location: Annotated[Text | None, Meta(description="City or room.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    redirect_from: Annotated[tuple[str, ...], Meta(description="Old URLs that redirect here.")] = ()


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
    url: Annotated[Url | None, Meta(description="The course's page.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    schedule: Annotated[Text | None, Meta(description="When and where it meets.")] = None
    materials: Annotated[Links, Meta(description="Any label and where it leads: Slides, Notes …")] = ()
    redirect_from: Annotated[tuple[str, ...], Meta(description="Old URLs that redirect here.")] = ()


class ServiceVenue(Struct, frozen=True, kw_only=True):
    """One conference, journal or committee that was served."""

    name: Annotated[Text, Meta(description="Its name or abbreviation.")]
    years: Annotated[tuple[When, ...], Meta(description="The years of service, or ranges of them.")] = ()
    title: Annotated[Text | None, Meta(description="Its name in full.")] = None
    url: Annotated[Url | None, Meta(description="Its page.")] = None


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


class Project(Record, frozen=True, kw_only=True):
    """A research project, a piece of software, an exhibition."""

    title: Annotated[Text, Meta(description="The project's name.")]
    date: Annotated[When | None, Meta(description="From when to when.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    image: Annotated[ImagePath | None, Meta(description="A picture of it.")] = None
    image_alt: Annotated[Text | None, Meta(description="What the picture shows, for those who do not see it.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
    people: Annotated[tuple[Text, ...], Meta(description="Who works on it.")] = ()
    tags: Annotated[tuple[str, ...], Meta(description="Keywords.")] = ()
    redirect_from: Annotated[tuple[str, ...], Meta(description="Old URLs that redirect here.")] = ()


class Entry(Record, frozen=True, kw_only=True):
    """An entry of any other data file."""

    title: Annotated[Text | None, Meta(description="What it is called, in bold.")] = None
    date: Annotated[When | None, Meta(description="A date.")] = None
    text: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    links: Annotated[Links, Meta(description="Any label and where it leads.")] = ()
