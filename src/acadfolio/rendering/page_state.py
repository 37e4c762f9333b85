"""The state that the shortcodes of one page share: used ids, legends and forms, and shown entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from acadfolio.markdown import header_id
from acadfolio.model.names import fold
from acadfolio.theme.filters import take_id

if TYPE_CHECKING:
    from acadfolio.citations.papers import Paper
    from acadfolio.model.values import Text
    from acadfolio.problems import Location


class Reference(Struct, frozen=True):
    """A cited publication, with its number and its anchor on the page."""

    paper: Paper
    number: int
    anchor: str

    @property
    def sort_key(self) -> tuple[list[str], str, str]:
        """The authors, the year and the title, for styles that sort references by them.

        A title may replace authors.
        """
        names = [
            fold(author.parts.family_first) for author in self.paper.authors or self.paper.editors
        ]
        title = fold(self.paper.record.title.by_language[0][1])
        return names or [title], self.paper.cited.year, title


class PageState(Struct):
    """The state of one page while its shortcodes are evaluated in order."""

    taken: set[str]
    """The ids of its headings."""
    url: str = ""
    language: str = ""
    years: tuple[str, ...] = ()
    """The years that it has of a list that is divided into pages."""
    legends: set[Text] = field(default_factory=set)
    forms: int = 0
    """How many search forms it has."""
    shown: set[Location] = field(default_factory=set)
    """The entries that it shows, by their `source_location`."""
    lists: set[str] = field(default_factory=set)
    """The sections whose entries it depends on."""
    references: dict[Location, Reference] = field(default_factory=dict)
    """The publications that its text cites, in the order of their numbers, by their `source_location`."""
    has_references: bool = False
    """Whether the text contains the list of them."""
    toc: Literal["", "here", "beside"] = ""
    """Whether the text contains its table of contents, or has one at its side."""
    toc_label: Text | None = None
    """The heading of the table of contents at the side of the text."""

    def first_time(self, legend: Text | None) -> Text | None:
        """A legend, unless the page has it already."""
        if legend is None or legend in self.legends:
            return None
        self.legends.add(legend)
        return legend

    def next_form(self) -> int:
        self.forms += 1
        return self.forms

    def anchor(self, title: str) -> str:
        """An id for a heading: kramdown's, with a number appended if it is used already."""
        return take_id(header_id(title) or "section", self.taken)
