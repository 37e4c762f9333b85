"""A text comes in; where things stand in it comes out, and what is not there is looked for once only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re


class Searched:
    """Thousands of openings that nothing closes would else be looked for to the text's end, each anew."""

    __slots__ = ("absent", "text")

    text: str
    absent: dict[str, int]
    """What is not in the text from some place on; nothing at first."""

    def find(self, what: str, start: int) -> int:
        """As `str.find`."""
        if self.absent.get(what, len(self.text) + 1) <= start:
            return -1
        found = self.text.find(what, start)
        if found < 0:
            self.absent[what] = start
        return found

    def search(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """As `pattern.search`."""
        if self.absent.get(pattern.pattern, len(self.text) + 1) <= start:
            return None
        found = pattern.search(self.text, start)
        if found is None:
            self.absent[pattern.pattern] = start
        return found
