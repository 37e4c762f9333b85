"""The records of entries in all sections but publications: news, talks, courses, degrees, awards and others."""

from typing import Annotated, Literal

from msgspec import Struct

from acadfolio.model.dates import When
from acadfolio.model.record import EntryRecord, about
from acadfolio.model.values import Degrees, Extra, ImagePath, Links, Text, Url

Prose = Annotated[
    Text,
    about("One or two sentences; below `|`, also lists, tables and other blocks.", blocks=True),
]


class News(EntryRecord, frozen=True, kw_only=True):
    """One line of news, shown newest first."""

    date: Annotated[When, about("The day or the month.")]
    text: Annotated[Text, about("The news, in one or two sentences.", blocks=True)]
    icon: Annotated[str, about("Emoji before the text.")] = ""
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()
    pinned: Annotated[bool, about("Show it first.")] = False
    extra: Extra = {}  # noqa: RUF012 - msgspec copies it


class Talk(EntryRecord, frozen=True, kw_only=True):
    """A talk, past or upcoming."""

    date: Annotated[When | None, about("The day, or a range.")] = None
    title: Annotated[Text, about("The title.")]
    kind: Annotated[Text | None, about("The kind, such as keynote, invited talk or tutorial.")] = (
        None
    )
    event: Annotated[Text | None, about("The conference or seminar.")] = None
    location: Annotated[Text | None, about("City or room.")] = None
    coordinates: Annotated[
        tuple[Degrees, ...], about("Latitude and longitude, for the map of talks.")
    ] = ()
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()
    text: Prose | None = None
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()
    extra: Extra = {}  # noqa: RUF012 - msgspec copies it

    def __post_init__(self) -> None:
        """Raises ValueError unless the coordinates are a latitude and a longitude."""
        if self.coordinates and (len(self.coordinates) != 2 or abs(self.coordinates[0]) > 90):  # noqa: PLR2004
            raise ValueError(
                "talk needs a latitude from -90 to 90 and a longitude in `coordinates`",
                "write `coordinates: [48.85, 2.35]`",
            )


class Course(EntryRecord, frozen=True, kw_only=True):
    """A course, taught in one or more terms."""

    course: Annotated[Text, about("The course's title.")]
    code: Annotated[str, about("The number or code.")] = ""
    role: Annotated[Text | None, about("The role, such as lecturer or teaching assistant.")] = None
    institution: Annotated[Text | None, about("The institution.")] = None
    department: Annotated[Text | None, about("The department.")] = None
    terms: Annotated[
        tuple[str, ...], about("Terms as you write them: `2024`, `2024 Spring`, `Fall 2019`.")
    ] = ()
    url: Annotated[Url | None, about("The course's page.")] = None
    text: Prose | None = None
    schedule: Annotated[Text | None, about("Time and place of the course.")] = None
    materials: Annotated[Links, about("Links: any label (Slides, Notes …) and a URL or file.")] = ()
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()
    extra: Extra = {}  # noqa: RUF012 - msgspec copies it


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


class Service(EntryRecord, frozen=True, kw_only=True):
    """One role, and its venues or areas with venues."""

    role: Annotated[Text, about("The role, such as area chair, program committee or reviewer.")]
    kind: Annotated[
        Literal["conference", "journal", "organisation"] | None, about("The kind of venue.")
    ] = None
    area: Annotated[Text | None, about("The field, when there is only one.")] = None
    venues: Annotated[tuple[ServiceVenue, ...], about("The venues.")] = ()
    areas: Annotated[tuple[ServiceArea, ...], about("The venues grouped by field.")] = ()
    text: Annotated[Text | None, about("A sentence about it.")] = None


class Project(EntryRecord, frozen=True, kw_only=True):
    """A research project, a piece of software, an exhibition."""

    title: Annotated[Text, about("The project's name.")]
    date: Annotated[When | None, about("The period.")] = None
    text: Prose | None = None
    image: Annotated[ImagePath | None, about("An image.")] = None
    image_dark: Annotated[ImagePath | None, about("The image in dark mode.")] = None
    image_alt: Annotated[Text | None, about("The alt text of the image.")] = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()
    people: Annotated[tuple[Text, ...], about("The people.")] = ()
    tags: Annotated[tuple[str, ...], about("Keywords.")] = ()
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()
    extra: Extra = {}  # noqa: RUF012 - msgspec copies it


class Entry(EntryRecord, frozen=True, kw_only=True):
    """An entry of skills, languages and other sections that need few keys, or of any other data file."""

    title: Annotated[Text | None, about("The title, in bold.")] = None
    date: Annotated[When | None, about("A date.")] = None
    items: Annotated[
        tuple[Text, ...], about("Words or short texts, on the line of the title.")
    ] = ()
    text: Prose | None = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Education(EntryRecord, frozen=True, kw_only=True):
    """A degree, or studies towards one."""

    date: Annotated[When | None, about("The period, such as `2014-09..2018-06`.")] = None
    degree: Annotated[Text | None, about("The degree, such as `PhD`.")] = None
    field: Annotated[Text | None, about("The subject.")] = None
    institution: Annotated[Text, about("The university.")]
    location: Annotated[Text | None, about("City or country.")] = None
    advisors: Annotated[tuple[Text, ...], about("The advisors.")] = ()
    text: Prose | None = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Position(EntryRecord, frozen=True, kw_only=True):
    """A past or current position."""

    date: Annotated[When | None, about("The period. `2019-06..` lasts until now.")] = None
    role: Annotated[Text | None, about("The position.")] = None
    institution: Annotated[Text, about("The employer.")]
    department: Annotated[Text | None, about("The department.")] = None
    location: Annotated[Text | None, about("City or country.")] = None
    text: Prose | None = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Award(EntryRecord, frozen=True, kw_only=True):
    """An award or honour."""

    date: Annotated[When | None, about("The year, or the academic year such as `2022/23`.")] = None
    title: Annotated[Text, about("The title.")]
    institution: Annotated[Text | None, about("The institution.")] = None
    amount: Annotated[Text | None, about("The prize money or other benefit.")] = None
    text: Prose | None = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Grant(EntryRecord, frozen=True, kw_only=True):
    """A research grant."""

    date: Annotated[When | None, about("The period.")] = None
    title: Annotated[Text, about("The purpose.")]
    funder: Annotated[Text | None, about("The funder.")] = None
    amount: Annotated[Text | None, about("The amount.")] = None
    role: Annotated[Text | None, about("The role, such as principal investigator or partner.")] = (
        None
    )
    text: Prose | None = None
    links: Annotated[Links, about("Links: any label and a URL or file.")] = ()


class Student(EntryRecord, frozen=True, kw_only=True):
    """A supervised student."""

    name: Annotated[Text, about("The student's name.")]
    degree: Annotated[Text | None, about("The degree, such as `PhD`.")] = None
    date: Annotated[When | None, about("The period.")] = None
    institution: Annotated[Text | None, about("The location.")] = None
    title: Annotated[Text | None, about("The title of the thesis.")] = None
    now: Annotated[Text | None, about("Their current position.")] = None
    url: Annotated[Url | None, about("The URL of their page.")] = None
    text: Prose | None = None
