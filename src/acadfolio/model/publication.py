"""The records of a publication, its authors and its venue."""

import re
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta, Struct

from acadfolio.model.colours import text_colour_on
from acadfolio.model.dates import Day, When
from acadfolio.model.east_asian_names import listed_names
from acadfolio.model.identifiers import Arxiv, Doi, Hal, OpenReview, Orcid, Pmid
from acadfolio.model.names import MARKS, OTHER_MARKS, is_organization
from acadfolio.model.record import EntryRecord, Record, about
from acadfolio.model.values import (
    Colour,
    Count,
    Extra,
    ImagePath,
    LanguageTag,
    Links,
    OpenAccess,
    Text,
    Url,
)

PUBLICATIONS = "publications"
"""The section of the works in `publications.yml` and in bibliographies, which pages also cite."""
OTHER_YEARS = "write any other date as `date: …`, and the status of a work that has not appeared as `status: …`"
Year = Annotated[int, Meta(ge=1000, le=9999, extra={"instead": OTHER_YEARS})]
Kind = Literal[
    "conference", "journal", "workshop", "preprint", "book", "chapter", "thesis", "patent", "software", "dataset",
    "report", "other",
]  # fmt: skip
Status = Literal[
    "published", "accepted", "in press", "under review", "submitted", "in preparation", "preprint"
]
NOT_ACCEPTED = frozenset({"under review", "submitted", "in preparation"})
FORTHCOMING_STATUSES = NOT_ACCEPTED | {"accepted", "in press"}
"""The statuses of works that have not appeared yet."""
Artifact = Literal["available", "functional", "reusable", "reproduced", "replicated"]

MAX_COUNT_DIGITS = 15
SAME_MARKS = str.maketrans("＊∗＃＋", "**#+")
"""Full-width and mathematical symbols, and the marks that they mean."""
SEVERAL_NAMES = r"\sand\s|\s&\s|[;；、]|[,，].*[,，]"
BETWEEN_NAMES = r"\sand\s|\s&\s|[;；、]"
OF_GROUP = r"[(（:]|,?\s(?:including|incl\.|with|on behalf of)\s"
"""What follows the name of a group, before the names of people in it."""
PARTS_OF_NAME = 3
"""The number of parts between commas in the longest name: `Family, Given, Suffix`."""
IN_BRACES = r"\{[^{}]*\}"
"""A name in braces is one name, as in BibTeX."""
ONLY_INITIALS = r"(?:[^\W\d_]\.[\s-]*)+|[^\W\d_]"
SUFFIX = r"(?:,|(?<!\s))\s+(?:Jr|Sr|I{2,3}|IV)\b\.?"
ET_AL = frozenset({"others", "et al", "et al.", "等", "等人"})
NO_PERSON = ET_AL | {"etc", "etc."}


class Author(Struct, frozen=True, kw_only=True):
    """An author: a mapping, or a name, maybe with the marks `*`, `†`, `‡`, `§`, `¶`, `#`, `+`, `✉`, `¹` after it."""

    name: Annotated[str, about("The name as in the paper.")]
    marks: Annotated[str, about("Marks that the site's `marks` table explains, such as `*†`.")] = ""
    equal: Annotated[bool, about("Contributed equally: the mark `*`.")] = False
    corresponding: Annotated[bool, about("Corresponding author: the mark `✉`.")] = False
    lead: Annotated[bool, about("Project lead: the mark `†`.")] = False
    me: Annotated[
        bool | None,
        about("`false`: another person of that name. `true`: the person of the profile."),
    ] = None
    url: Annotated[Url | None, about("The URL that the name links to.")] = None
    orcid: Annotated[Orcid | None, about("The author's ORCID iD.")] = None
    family: Annotated[str, about("The family name with its particles, if `name` is ambiguous.")] = (
        ""
    )
    given: Annotated[str, about("The given names, if `name` is ambiguous.")] = ""
    suffix: Annotated[str, about("A suffix of the name, such as `Jr.`.")] = ""

    @classmethod
    @cache  # Most names occur in many lists.
    def from_text(cls, text: str) -> Self:
        """Parse a name with its marks. Raises ValueError for several names."""
        written = text.strip()
        bare = written.rstrip(MARKS + OTHER_MARKS)
        name, marks = bare.rstrip(), written[len(bare) :].translate(SAME_MARKS)
        if not any(character.isalnum() for character in name):
            raise ValueError("is not a name")
        if re.fullmatch(IN_BRACES, name):
            name = name.strip("{} ")
            return cls(name=name, family=name, marks=marks)
        if names := _several_names(name):
            hint = f"write each author as an entry: [{', '.join(names)}]"
            raise ValueError("contains several names", hint)
        return cls(name=name, marks=marks)

    @property
    def is_person(self) -> bool:
        """Whether this is a person, and not the "and others" at the end of a list."""
        return self.name.lower() not in NO_PERSON

    @property
    def is_others(self) -> bool:
        """Whether this is "and others", shown as "et al."."""
        return self.name.lower() in ET_AL

    @property
    def all_marks(self) -> str:
        return self.marks + "".join(mark for mark in self.flags if mark not in self.marks)

    @property
    def single_marks(self) -> tuple[str, ...]:
        """The marks one by one: `1,12*` are `1`, `12` and `*`."""
        if not self.marks:
            return ()
        return tuple(re.findall(r"\d+|[^\d,\s]", self.marks))

    @property
    def flags(self) -> str:
        """The marks of `equal`, `lead` and `corresponding`."""
        return (
            ("*" if self.equal else "")
            + ("†" if self.lead else "")
            + ("✉" if self.corresponding else "")
        )


def _several_names(text: str) -> list[str]:
    """The names in a text with several, with quotes around those with commas; empty for one name.

    `Radium Collaboration (including M. Curie and P. Curie)` is one.
    """
    if listed := listed_names(text):
        return listed
    group = re.split(OF_GROUP, text, maxsplit=1)
    if len(group) > 1 and is_organization(group[0]):
        return []
    name = re.sub(SUFFIX, "", text)
    if not re.search(SEVERAL_NAMES, name):
        return []
    names = re.split(BETWEEN_NAMES, name)
    if all(" " in part.strip() for item in names for part in item.split(",")):
        names = [part for item in names for part in item.split(",")]
    names = [name for item in names for name in _families_first(item.strip(" ,")) if name]
    return [f'"{item}"' if "," in item else item for item in names]


def _families_first(text: str) -> list[str]:
    """The names in `Noether, E., Hasse, H.`; the text itself if it is one name."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) <= PARTS_OF_NAME or len(parts) % 2 == 1:
        return [text]
    return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]


def is_only_initials(text: str) -> bool:
    """Whether a text is nothing but initials: `E.`, `B. L.`, `J.-P.`, or one capital."""
    return re.fullmatch(ONLY_INITIALS, text.strip()) is not None and text.strip()[0].isupper()


class Venue(Record, frozen=True, kw_only=True):
    """A journal or conference: an entry of `venues.yml`. Publications refer to its key."""

    name: Annotated[Text, about("The full name. Default: the key.")] = Text(())
    abbreviation: Annotated[str, about("The abbreviation, for badges and tags.")] = ""
    rank: Annotated[str, about("The rank in a known list, such as `CCF-A` or `Q1`.")] = ""
    rank_note: Annotated[Text | None, about("A note after the rank.")] = None
    colour: Annotated[Colour | None, about("The colour of its badge.")] = None
    color: Annotated[Colour | None, about("`colour` in al-folio's spelling.")] = None
    url: Annotated[Url | None, about("The URL of the venue.")] = None

    @property
    def text_colour(self) -> str:
        """The colour of text on its badge, black or white; empty if the badge has the theme's colours."""
        return text_colour_on(self.colour) if self.colour else ""


class Citations(Struct, frozen=True, kw_only=True):
    """The number of citations, with its source and date. A number alone is enough."""

    count: Annotated[Count, about("The number of citations.")]
    source: Annotated[str, about("The source of the count, such as `Google Scholar`.")] = ""
    date: Annotated[When | None, about("The date of the count.")] = None
    url: Annotated[Url | None, about("The URL of the list of citing works.")] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Raises ValueError if the text is not a number."""
        number = text.strip()
        if not (number.isascii() and number.isdigit() and len(number) <= MAX_COUNT_DIGITS):
            raise ValueError(
                "is not a number of citations",
                "write `citations: 5`, or `citations: {count: 5, source: …}`",
            )
        return cls(count=int(number))


class Publication(EntryRecord, frozen=True, kw_only=True, omit_defaults=True):
    """A publication of any kind."""

    INSTEAD_OF_TITLE: ClassVar = ("key", "doi", "arxiv")
    """With one of these keys, an entry may refer to an entry of a bibliography that has the title."""

    title: Annotated[Text, about("The title.")]
    authors: Annotated[
        tuple[Author, ...], about("The authors in order. A final `others` is not a person.")
    ] = ()
    venue: Annotated[Text | None, about("A key of `venues.yml`, or the venue's name.")] = None
    kind: Annotated[Kind, about("The kind of publication.")] = "other"
    type: Annotated[
        Text | None, about("The type of a thesis, report or patent, such as `PhD thesis`.")
    ] = None
    status: Annotated[Status, about("The publication status.")] = "published"
    date: Annotated[When | None, about("The date of publication: a year, month or day.")] = None
    year: Annotated[Year | None, about("The year, if the exact date is not known.")] = None
    volume: Annotated[str, about("Volume of the journal.")] = ""
    issue: Annotated[str, about("The number within the volume.")] = ""
    number: Annotated[str, about("The number of a report, patent or standard.")] = ""
    issue_title: Annotated[Text | None, about("Title of a special issue or section.")] = None
    pages: Annotated[str, about("Pages or article number.")] = ""
    publisher: Annotated[Text | None, about("The publisher.")] = None
    edition: Annotated[str, about("Edition of a book, such as `2nd`.")] = ""
    version: Annotated[str, about("Version of software or of data, such as `1.2.3`.")] = ""
    location: Annotated[Text | None, about("The place of publication, or of the conference.")] = (
        None
    )
    event: Annotated[
        Text | None, about("The conference, where the venue is the name of its proceedings.")
    ] = None
    editors: Annotated[tuple[Author, ...], about("The editors, written as authors are.")] = ()
    translators: Annotated[
        tuple[Author, ...], about("The translators, written as authors are.")
    ] = ()
    series: Annotated[Text | None, about("The series.")] = None
    institution: Annotated[
        Text | None, about("University of a thesis, or institution of a report.")
    ] = None
    doi: Annotated[Doi, about("The DOI, such as `10.1000/182`.")] = Doi()
    arxiv: Annotated[Arxiv, about('The arXiv identifier, such as "2401.17644".')] = Arxiv()
    isbn: Annotated[str, about("The ISBN.")] = ""
    issn: Annotated[str, about("The ISSN.")] = ""
    hal: Annotated[Hal, about("The HAL identifier.")] = Hal()
    pmid: Annotated[Pmid, about("The PubMed identifier.")] = Pmid()
    openreview: Annotated[OpenReview, about("The OpenReview identifier.")] = OpenReview()
    language: Annotated[LanguageTag | None, about("The language of the work, such as `fr`.")] = None
    links: Annotated[
        Links, about("Links: any label (PDF, Code, Slides, Poster, Video …) and a URL or file.")
    ] = ()
    accessed: Annotated[
        When | None, about("The date when you accessed an online work without a DOI.")
    ] = None
    abstract: Annotated[
        Text | None,
        about("The abstract; below `|`, also with lists and other blocks.", blocks=True),
    ] = None
    summary: Annotated[Text | None, about("One or two sentences about why it matters.")] = None
    note: Annotated[Text | None, about("A note at the end of the citation.")] = None
    award: Annotated[Text | None, about("An award or distinction, such as `Best Paper`.")] = None
    open_access: Annotated[
        OpenAccess, about("Open access: `true`, or the type: `gold`, `green` …")
    ] = OpenAccess()
    artifacts: Annotated[
        tuple[Artifact, ...], about("The ACM artifact badges: `[available, reusable]`.")
    ] = ()
    image: Annotated[ImagePath | None, about("The preview image in paper boxes.")] = None
    image_dark: Annotated[ImagePath | None, about("The preview image in dark mode.")] = None
    image_alt: Annotated[Text | None, about("The alt text of the preview image.")] = None
    badge: Annotated[Text | None, about("The text of the badge. Default: venue and year.")] = None
    selected: Annotated[bool, about("The publication is one of the selected ones.")] = False
    hidden: Annotated[
        bool,
        about("The publication is in no list. A page can still cite it: `[@key]`.", hides="true"),
    ] = False
    category: Annotated[Text | None, about("Your own heading, for `group_by: category`.")] = None
    tags: Annotated[tuple[str, ...], about("Keywords.")] = ()
    citations: Annotated[Citations | None, about("The number of citations.")] = None
    scholar_id: Annotated[
        str, about("Google Scholar's identifier of the paper (`USER:PAPER`).")
    ] = ""
    bibtex: Annotated[str, about("Your own BibTeX entry.")] = ""
    key: Annotated[str, about("The short name.")] = ""
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()
    extra: Extra = {}  # noqa: RUF012 - msgspec copies it
    bibliography: Annotated[
        tuple[str, ...], about("The bibliographies, or lists of your own, that have it.")
    ] = ()

    @property
    def text(self) -> Text | None:
        """The abstract, as other entries have their text."""
        return self.abstract

    @property
    def people(self) -> tuple[tuple[Author, ...], ...]:
        """The authors, the editors and the translators."""
        return self.authors, self.editors, self.translators

    @property
    def when(self) -> When | None:
        """The date, or the year as a date."""
        if self.date is None and self.year is not None:
            return When(Day(self.year))
        return self.date


def date_of(entry: Any) -> When | None:
    """The date of an entry of any section, or of a page, if it has one."""
    when: When | None = getattr(entry, "when", None) or getattr(entry, "date", None)
    return when


def matching_values(value: Any) -> set[str]:
    """The texts that match a value: a text in any language, a date or its year."""
    if isinstance(value, Text):
        return {text for _, text in value.by_language}
    return {str(value.year), value.isoformat} if isinstance(value, When) else {str(value)}
