"""Find the lines of a page's source from which the lines of its text after a plug-in come."""

from __future__ import annotations

from itertools import takewhile
from operator import eq


class SourceLines:
    """The lines of one page's text, split once for all problems in it."""

    def __init__(self, written: str, source: str, text: str) -> None:
        self.written = written.split("\n")
        """The lines as the author wrote them, before shortcodes were marked in the source."""
        self.lines, self.source_lines = text.split("\n"), source.split("\n")
        self.are_same = self.lines == self.source_lines
        self.same = sum(takewhile(bool, map(eq, self.lines, self.source_lines)))
        """The number of lines before the first that the plug-in changed."""
        self.places: dict[str, int] = {}
        """The lines that the source has, by their texts; 0 for those that it has several times."""
        for number, line in enumerate(self.source_lines, start=1):
            self.places[line] = 0 if line in self.places else number

    def line_in_source(self, line: int) -> int:
        """The line of the source, from 1, that became this line after the plug-in; 0 if that is not certain."""
        if self.are_same or line <= self.same:
            return line
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return self.places.get(text, 0)
