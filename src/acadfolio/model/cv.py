"""The settings of a CV as a PDF."""

import re
from typing import Annotated, ClassVar, Literal, Self

from msgspec import Struct

from acadfolio.model.date_styles import DateStyle
from acadfolio.model.record import Record, about
from acadfolio.model.values import ByLanguage, Count, Numbering, Text, Url

FOLDER = "files/"
"""The folder of the PDFs in the output."""
DEFAULT_PAGE = "/cv/"
SMALLEST_FONT, LARGEST_FONT = 8, 14
"""In points."""
SMALLEST_MARGIN, LARGEST_MARGIN = 10, 50
"""In millimetres. The footer is in the margin."""
MILLIMETRES = {"mm": 1.0, "cm": 10.0, "in": 25.4}
"""By unit."""


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


class FontSize(float):
    """The size of a font in points: `11pt`, or `11`."""

    PATTERN: ClassVar[str] = r"(\d{1,2}(?:\.\d+)?)\s?(?:pt)?"
    SCHEMA: ClassVar[dict[str, object]] = {
        "anyOf": [
            {"type": "number", "minimum": SMALLEST_FONT, "maximum": LARGEST_FONT},
            {"type": "string", "pattern": f"^{PATTERN}$"},
        ]
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for anything but points, and for sizes that no CV has."""
        found = re.fullmatch(cls.PATTERN, text)
        if not found or not SMALLEST_FONT <= float(found[1]) <= LARGEST_FONT:
            hint = f"write {SMALLEST_FONT} to {LARGEST_FONT} points, such as `11pt`"
            raise ValueError("is not a size for the text of a CV", hint)
        return cls(found[1])


class Margin(float):
    """A margin of paper in millimetres: `2cm`, `20mm` or `1in`."""

    PATTERN: ClassVar[str] = r"(\d{1,2}(?:\.\d+)?|\.\d+)\s?(mm|cm|in)"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": f"^{PATTERN}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for anything but a length of paper, and for margins that no CV has."""
        found = re.fullmatch(cls.PATTERN, text)
        length = float(found[1]) * MILLIMETRES[found[2]] if found else 0
        if not SMALLEST_MARGIN <= length <= LARGEST_MARGIN:
            hint = "write 1 to 5 centimetres, such as `2cm`, `20mm` or `1in`"
            raise ValueError("is not a margin for a CV", hint)
        return cls(length)


class CvPublications(Struct, frozen=True, kw_only=True):
    """What a CV shows of the publications, where it differs from the pages of the site."""

    selected: Annotated[bool, about("Show only publications with `selected: true`.")] = False
    limit: Annotated[Count | None, about("The maximum number of publications.")] = None
    style: Annotated[
        ByLanguage[str], about("The citation style: plain, ieee, apa …, `NAME.csl`.")
    ] = ByLanguage.of("")
    group_by: Annotated[
        tuple[str, ...] | None, about("The field or fields to group publications by.")
    ] = None
    numbered: Annotated[
        Numbering | None, about("Number the publications. `backwards`: in descending order.")
    ] = None


class CvSettings(Record, frozen=True, kw_only=True):
    """A CV that a build writes as a PDF."""

    EXAMPLE: ClassVar[str] = "cv: {pdf: true}"
    """What is meant by another value, such as `true`."""

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
    font_size: Annotated[
        FontSize | None, about("The size of the text, such as `11pt`. Default: that of the design.")
    ] = None
    margin: Annotated[
        Margin | None,
        about("The margin on all sides: `2cm`, `20mm`, `1in`. Default: the design's."),
    ] = None
    max_pages: Annotated[
        Count | None, about("The maximum number of pages. More pages are a warning.")
    ] = None
    date_style: Annotated[
        ByLanguage[DateStyle] | None, about("The format of dates, if it is not that of the pages.")
    ] = None
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

    def url(self, mount: str) -> str:
        """The URL of the PDF in the language that is in the folder `mount`, from the top of the site."""
        return f"/{mount}{self.path}"

    @property
    def page_url(self) -> str:
        """The URL of the page that becomes the PDF, and links to it."""
        return self.page or DEFAULT_PAGE
