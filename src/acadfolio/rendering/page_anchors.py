"""Headings, legends and forms of a page come in, one after another; out comes what tells them from those before.

A page is made of texts and sections that do not know each other, and no id and no legend may stand on it twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.model.values import Text


class PageAnchors(Struct):
    """What a page has already, so that it is not there twice, and the level of the headings of groups on it."""

    taken: set[str]
    level: int
    header_id: Callable[[str], str]
    address: str = ""
    """That of the page itself."""
    language: str = ""
    explained: set[Text] = field(default_factory=set)
    """The legends that the page has already."""
    forms: int = 0
    """How many forms that search a list it has already."""

    def first_time(self, legend: Text | None) -> Text | None:
        """A legend, unless the page has it already."""
        if legend is None or legend in self.explained:
            return None
        self.explained.add(legend)
        return legend

    def next_form(self) -> int:
        self.forms += 1
        return self.forms

    def anchor(self, title: str) -> str:
        """An id for a heading: kramdown's, with a number behind it where that is taken."""
        wanted = anchor = self.header_id(title) or "section"
        number = 0
        while anchor in self.taken:
            number += 1
            anchor = f"{wanted}-{number}"
        self.taken.add(anchor)
        return anchor
