"""The settings of a CV as a PDF."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Literal, Self

from msgspec import Struct

from acadfolio.model.record import Record, about
from acadfolio.model.values import Count, Numbering, Text, Url

FOLDER = "files/"
"""The folder of the PDFs in the output."""
DEFAULT_PAGE = "/cv/"


class PdfName(str):
    """The name of a PDF file."""

    PATTERN: ClassVar[str] = r"[^/\\:*?\"<>|\s.][^/\\:*?\"<>|\s]*\.pdf"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": f"^{PATTERN}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for anything but a plain name that ends in `.pdf`."""
        if not re.fullmatch(cls.PATTERN, text):
            raise ValueError("is not the name of a PDF", "write a name such as `cv-short.pdf`")
        return cls(text)


class DesignName(str):
    """The name of a design: that of a file in `templates/cv/`, without its ending."""

    PATTERN: ClassVar[str] = "[A-Za-z0-9][A-Za-z0-9_-]*"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": f"^{PATTERN}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for a name that cannot be that of a file."""
        if not re.fullmatch(cls.PATTERN, text):
            hint = "write the name of a file in templates/cv/, without `.typ`"
            raise ValueError("is not the name of a design", hint)
        return cls(text)


class CvPublications(Struct, frozen=True, kw_only=True):
    """What a CV shows of the publications, where it differs from the pages of the site."""

    selected: Annotated[bool, about("Show only publications with `selected: true`.")] = False
    limit: Annotated[Count | None, about("The maximum number of publications.")] = None
    style: Annotated[str, about("The citation style: plain, ieee, apa …, `NAME.csl`.")] = ""
    group_by: Annotated[
        tuple[str, ...] | None, about("The field or fields to group publications by.")
    ] = None
    numbered: Annotated[
        Numbering | None, about("Number the publications. `backwards`: in descending order.")
    ] = None


class CvSettings(Record, frozen=True, kw_only=True):
    """A CV that a build writes as a PDF."""

    pdf: Annotated[bool, about("`false` writes no PDF, and keeps the settings.")] = True
    file: Annotated[PdfName, about("The name of the PDF, in `/files/`.")] = PdfName("cv.pdf")
    page: Annotated[
        Url | None, about("The page that becomes the PDF, and links to it. Default: `/cv/`.")
    ] = None
    title: Annotated[Text | None, about("The title. Default: that of the page.")] = None
    design: Annotated[
        DesignName, about("`classic`, `modern`, `academic`, or a file of yours in templates/cv/.")
    ] = DesignName("classic")
    paper: Annotated[Literal["a4", "letter"], about("The size of the paper.")] = "a4"
    fonts: Annotated[
        tuple[str, ...], about("Names of fonts, the preferred first, before those of the design.")
    ] = ()
    photo: Annotated[bool, about("Show the portrait of the profile.")] = False
    sections: Annotated[
        tuple[str, ...], about("The sections, in this order. Default: the whole page.")
    ] = ()
    text: Annotated[Text | None, about("A text above the `sections`.")] = None
    publications: Annotated[
        CvPublications, about("What it shows of the publications, and how.")
    ] = CvPublications()
    headings: Annotated[dict[str, Text], about("Headings of sections, by section.")] = {}  # noqa: RUF012

    def __post_init__(self) -> None:
        """Raises ValueError for a text without sections."""
        if self.text and not self.sections:
            raise ValueError(
                "has `text` without `sections`",
                "list the sections; without them, the PDF has the text of the page",
            )

    @property
    def path(self) -> str:
        """The path of the PDF in the output."""
        return FOLDER + self.file

    @property
    def page_url(self) -> str:
        """The URL of the page that becomes the PDF, and links to it."""
        return self.page or DEFAULT_PAGE
