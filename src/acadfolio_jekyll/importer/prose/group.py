"""The part of a page below one heading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.html.tokens import tags
from acadfolio.model.dates import RANGE_SEPARATOR, suggested_date

if TYPE_CHECKING:
    from acadfolio_jekyll.importer.entries import Entry

PLACE = "\0"
DATE_WITH_MONTH = re.compile(r"\d{4}.*\D\d|\d\D.*\d{4}|[^\W\d]{3}")


class Group(Struct):
    """What is below one heading of a page."""

    heading: str = ""
    section: str = ""
    """The section of the entries; empty if the heading names none."""
    level: int = 0
    line: int = 0
    source: str = ""
    rest: str = ""
    """The source without the entries, and `PLACE` instead of them."""
    entries: list[Entry] = field(default_factory=list)
    items: int = 0
    """The number of items of lists, and of paper boxes."""
    sample: str = ""
    """The source of its first entry."""
    arguments: dict[str, str | bool] = field(default_factory=dict)
    """The arguments of its shortcode."""
    shortcode: str = ""
    """The shortcode that shows its entries, once they are in a data file."""

    @property
    def is_list(self) -> bool:
        """Whether at least half of its items are understood."""
        if not self.entries or not self.heading:
            return False
        return 2 * len(self.entries) >= self.items

    @property
    def unread(self) -> int:
        """The number of items that stay text."""
        return self.items - len(self.entries) if self.shortcode else self.items

    @property
    def is_of_year(self) -> bool:
        """Whether its heading is the year of all its entries."""
        if not re.fullmatch(r"[12]\d{3}", self.heading):
            return False
        return all(date_of(entry).startswith(self.heading) for entry in self.entries)

    @property
    def text(self) -> str:
        """The source, with the shortcode, if there is one, in the place of the entries."""
        if not self.shortcode:
            return self.source
        return self.rest.replace(PLACE, f"\n{self.shortcode}\n\n")

    def add(self, source: str, entry: Entry | None = None) -> None:
        """Add a block, and its entry, if it is understood. Its comments stay in the page."""
        self.source += source
        if entry is None:
            self.rest += source
            return
        if not self.entries:
            self.rest += PLACE
            self.sample = source
        elif source.endswith("\n\n"):
            self.rest += "\n"  # It ends the block above, which may stay.
        for tag in tags(source):
            if tag.kind == "comment":
                self.rest += f"{tag.source}\n\n"
        self.entries.append(entry)

    def note_date(self, written: str) -> None:
        """Remember how the page writes dates. An abbreviated month tells more than one in full."""
        first, *last = re.split(RANGE_SEPARATOR, written)
        if last and last[0].isalpha():
            self.arguments["ongoing"] = last[0]
        if not DATE_WITH_MONTH.search(first) or not suggested_date(first):
            return
        known = str(self.arguments.get("date_style", ""))
        if ("." in first, len(first)) > ("." in known, len(known)):
            self.arguments["date_style"] = first


def date_of(entry: Entry) -> str:
    return str(entry.get("date") or entry.get("year") or "")
