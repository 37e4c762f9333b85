"""What a person does: news, talks, teaching, service, projects, and entries of free sections."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from acadfolio.model.dates import When
from acadfolio.model.record import Record, about
from acadfolio.model.values import ImagePath, Links, Text, Url


class News(Record, frozen=True, kw_only=True):
    """One line of news, shown newest first."""

    date: Annotated[When, about("The day or the month.")]
    text: Annotated[Text, about("What happened.")]
    icon: Annotated[str, about("An emoji or two before the text.")] = ""
    links: Annotated[Links, about("Any label and where it leads.")] = ()
    pinned: Annotated[bool, about("Keep it on top.")] = False


class Talk(Record, frozen=True, kw_only=True):
    """A talk, given or to come."""

    date: Annotated[When | None, about("The day, or a range.")] = None
    title: Annotated[Text, about("The title.")]
    kind: Annotated[Text | None, about("Keynote, Invited talk, Tutorial …")] = None
    event: Annotated[Text | None, about("Conference or seminar.")] = None
    location: Annotated[Text | None, about("City or room.")] = None
    links: Annotated[Links, about("Any label and where it leads.")] = ()
    text: Annotated[Text | None, about("A sentence or two.")] = None
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()


class Course(Record, frozen=True, kw_only=True):
    """A course that was taught, once or for many terms."""

    course: Annotated[Text, about("The course's title.")]
    code: Annotated[str, about("Its number or code.")] = ""
    role: Annotated[Text | None, about("Lecturer, Teaching Assistant …")] = None
    institution: Annotated[Text | None, about("Where it was taught.")] = None
    department: Annotated[Text | None, about("Which part of the institution.")] = None
    terms: Annotated[tuple[str, ...], about("Terms as you write them: `2024`, `2024 Spring`, `Fall 2019`.")] = ()
    url: Annotated[Url | None, about("The course's page.")] = None
    text: Annotated[Text | None, about("A sentence or two.")] = None
    schedule: Annotated[Text | None, about("When and where it meets.")] = None
    materials: Annotated[Links, about("Any label and where it leads: Slides, Notes …")] = ()
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()


class ServiceVenue(Struct, frozen=True, kw_only=True):
    """One conference, journal or committee that was served."""

    name: Annotated[Text, about("Its name or abbreviation.")]
    years: Annotated[tuple[When, ...], about("The years of service, or ranges of them.")] = ()
    title: Annotated[Text | None, about("Its name in full.")] = None
    url: Annotated[Url | None, about("Its page.")] = None


class ServiceArea(Struct, frozen=True, kw_only=True):
    """The venues of one field."""

    area: Annotated[Text, about("The field, such as `Machine Learning`.")]
    venues: Annotated[tuple[ServiceVenue, ...], about("What was served there.")] = ()


class Service(Record, frozen=True, kw_only=True):
    """One role and where it was filled: in venues, or in areas that hold venues."""

    role: Annotated[Text, about("Area chair, Program committee, Reviewer …")]
    kind: Annotated[Literal["conference", "journal", "organisation"] | None, about("What is served.")] = None
    area: Annotated[Text | None, about("The field, when there is only one.")] = None
    venues: Annotated[tuple[ServiceVenue, ...], about("What was served.")] = ()
    areas: Annotated[tuple[ServiceArea, ...], about("The same by field.")] = ()
    text: Annotated[Text | None, about("A sentence on it.")] = None


class Project(Record, frozen=True, kw_only=True):
    """A research project, a piece of software, an exhibition."""

    title: Annotated[Text, about("The project's name.")]
    date: Annotated[When | None, about("From when to when.")] = None
    text: Annotated[Text | None, about("A sentence or two.")] = None
    image: Annotated[ImagePath | None, about("A picture of it.")] = None
    image_dark: Annotated[ImagePath | None, about("The picture in dark mode.")] = None
    image_alt: Annotated[Text | None, about("What the picture shows, for those who do not see it.")] = None
    links: Annotated[Links, about("Any label and where it leads.")] = ()
    people: Annotated[tuple[Text, ...], about("Who works on it.")] = ()
    tags: Annotated[tuple[str, ...], about("Keywords.")] = ()
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()


class Entry(Record, frozen=True, kw_only=True):
    """An entry of any other data file."""

    title: Annotated[Text | None, about("What it is called, in bold.")] = None
    date: Annotated[When | None, about("A date.")] = None
    text: Annotated[Text | None, about("A sentence or two.")] = None
    links: Annotated[Links, about("Any label and where it leads.")] = ()
