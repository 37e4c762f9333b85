"""The records of news, talks, courses, service, projects, and entries of free sections."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from acadfolio.model.dates import When
from acadfolio.model.record import Record, about
from acadfolio.model.values import Degrees, ImagePath, Links, Text, Url


class News(Record, frozen=True, kw_only=True):
    """One line of news, shown newest first."""

    date: Annotated[When, about("The day or the month.")]
    text: Annotated[Text, about("The news, in one or two sentences.")]
    icon: Annotated[str, about("Emoji before the text.")] = ""
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()
    pinned: Annotated[bool, about("Show it first.")] = False


class Talk(Record, frozen=True, kw_only=True):
    """A talk, past or upcoming."""

    date: Annotated[When | None, about("The day, or a range.")] = None
    title: Annotated[Text, about("The title.")]
    kind: Annotated[Text | None, about("The kind, such as keynote, invited talk or tutorial.")] = None
    event: Annotated[Text | None, about("The conference or seminar.")] = None
    location: Annotated[Text | None, about("City or room.")] = None
    coordinates: Annotated[tuple[Degrees, ...], about("Latitude and longitude, for the map of talks.")] = ()
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()
    text: Annotated[Text | None, about("One or two sentences.")] = None
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()

    def __post_init__(self) -> None:
        """Raises ValueError unless the coordinates are a latitude and a longitude."""
        if self.coordinates and (len(self.coordinates) != 2 or abs(self.coordinates[0]) > 90):  # noqa: PLR2004
            raise ValueError(
                "talk needs a latitude from -90 to 90 and a longitude in `coordinates`",
                "write `coordinates: [48.85, 2.35]`",
            )


class Course(Record, frozen=True, kw_only=True):
    """A course, taught in one or more terms."""

    course: Annotated[Text, about("The course's title.")]
    code: Annotated[str, about("The number or code.")] = ""
    role: Annotated[Text | None, about("The role, such as lecturer or teaching assistant.")] = None
    institution: Annotated[Text | None, about("The institution.")] = None
    department: Annotated[Text | None, about("The department.")] = None
    terms: Annotated[tuple[str, ...], about("Terms as you write them: `2024`, `2024 Spring`, `Fall 2019`.")] = ()
    url: Annotated[Url | None, about("The course's page.")] = None
    text: Annotated[Text | None, about("One or two sentences.")] = None
    schedule: Annotated[Text | None, about("Time and place of the course.")] = None
    materials: Annotated[Links, about("Links: any label (Slides, Notes …) and a URL or file.")] = ()
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()


class ServiceVenue(Struct, frozen=True, kw_only=True):
    """One conference, journal or committee of a service."""

    name: Annotated[Text, about("The name or abbreviation.")]
    years: Annotated[tuple[When, ...], about("The years of service, or ranges of years.")] = ()
    title: Annotated[Text | None, about("The full name.")] = None
    url: Annotated[Url | None, about("The URL of its page.")] = None


class ServiceArea(Struct, frozen=True, kw_only=True):
    """The venues of one field."""

    area: Annotated[Text, about("The field, such as `Machine Learning`.")]
    venues: Annotated[tuple[ServiceVenue, ...], about("The venues.")] = ()


class Service(Record, frozen=True, kw_only=True):
    """One role, and its venues or areas with venues."""

    role: Annotated[Text, about("The role, such as area chair, program committee or reviewer.")]
    kind: Annotated[Literal["conference", "journal", "organisation"] | None, about("The kind of venue.")] = None
    area: Annotated[Text | None, about("The field, when there is only one.")] = None
    venues: Annotated[tuple[ServiceVenue, ...], about("The venues.")] = ()
    areas: Annotated[tuple[ServiceArea, ...], about("The venues grouped by field.")] = ()
    text: Annotated[Text | None, about("A sentence about it.")] = None


class Project(Record, frozen=True, kw_only=True):
    """A research project, a piece of software, an exhibition."""

    title: Annotated[Text, about("The project's name.")]
    date: Annotated[When | None, about("The period.")] = None
    text: Annotated[Text | None, about("One or two sentences.")] = None
    image: Annotated[ImagePath | None, about("An image.")] = None
    image_dark: Annotated[ImagePath | None, about("The image in dark mode.")] = None
    image_alt: Annotated[Text | None, about("The alt text of the image.")] = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()
    people: Annotated[tuple[Text, ...], about("The people.")] = ()
    tags: Annotated[tuple[str, ...], about("Keywords.")] = ()
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()


class Entry(Record, frozen=True, kw_only=True):
    """An entry of a free section, which is any other data file."""

    title: Annotated[Text | None, about("The title, in bold.")] = None
    date: Annotated[When | None, about("A date.")] = None
    text: Annotated[Text | None, about("One or two sentences.")] = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()
