"""What the shortcodes of one page share: ids, legends and forms that stand on it already, and what they have shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from acadfolio.theme.filters import take_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.model.values import Text
    from acadfolio.problems import Location


class PageState(Struct):
    """One page while its shortcodes are placed, one after another."""

    taken: set[str]
    """The ids of its headings."""
    level: int
    """Of the headings of groups."""
    header_id: Callable[[str], str]
    url: str = ""
    language: str = ""
    legends: set[Text] = field(default_factory=set)
    forms: int = 0
    """How many search forms it has."""
    shown: set[Location] = field(default_factory=set)
    """The entries that it shows, by their `source_location`."""
    lists: set[str] = field(default_factory=set)
    """The sections whose entries it depends on."""
    toc: Literal["", "here", "beside"] = ""
    """Whether the text holds its table of contents, or asks for one beside it."""
    toc_label: Text | None = None
    """What the text calls the one beside it."""

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
        """An id for a heading: kramdown's, with a number behind it where that is taken."""
        return take_id(self.header_id(title) or "section", self.taken)
