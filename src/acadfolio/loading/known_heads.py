"""A page's text comes in, its head and its body come out: the head of a front matter that was read before as it was.

Who edits a page writes below its front matter, most of the time; then nothing of it is YAML that nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.loading.model import Head
from acadfolio.loading.parsed import Drawer, Piece, as_warning, relative
from acadfolio.model.page import FrontMatter
from acadfolio.problems import Problems
from acadfolio.source.boundary import foreign_form, has_front_matter, is_late, other_dashes, parts_of
from acadfolio.source.text import digest

if TYPE_CHECKING:
    from collections.abc import Collection

    from acadfolio.loading.parsed import Parsed
    from acadfolio.model.references import Reference
    from acadfolio.source.text import Source

NO_HEAD = Head(FrontMatter(), "", has_date=False, places={})


class KnownHeads:
    """The heads that are known, of `expected` pages or so, on a site with these sections."""

    def __init__(self, parsed: Parsed, expected: int, sections: Collection[str]) -> None:
        self.drawer: Drawer[Head] = parsed.heads(expected)
        self.sections = sections
        self.named = ",".join(sorted(sections))

    def take_off(self, source: Source, problems: Problems, references: list[Reference]) -> tuple[Head, str, int]:
        """The head of a page, its body, and the line where that begins; what is wrong with the head is told."""
        text = source.text
        if not has_front_matter(text):
            report_late(source, problems)
            return NO_HEAD, text, 1
        parts = parts_of(text)
        key = self._key(source.name, parts[0]) if parts else b""
        piece = self.drawer.get(key) if parts else None
        if parts and piece:
            piece.tell(source.name, 0, references, problems)
            return piece.value, parts[1], text.count("\n", 0, len(text) - len(parts[1])) + 1
        from acadfolio.loading.front_matter import read_head  # It needs all that reads.

        found = Problems()
        pointing: list[Reference] = []
        head, body, line = read_head(source, found, pointing, self.sections)
        if parts and not found.errors:
            warnings = tuple(as_warning(problem) for problem in found.found)
            self.drawer.put(key, Piece(head, 1, 0, relative(pointing, 0), warnings))
        references += pointing
        problems.found += found.found
        return head, body, line

    def _key(self, file: str, front_matter: str) -> bytes:
        return digest(front_matter.encode("utf-8", "surrogatepass"), digest(f"{file}\n{self.named}".encode()))


def report_late(source: Source, problems: Problems) -> None:
    """Of a front matter that visitors would read."""
    if is_late(source.text):
        what = "this front matter is read as text: something blank stands above it"
        problems.warn(source.at(1), what, "begin the file with its line `---`")
    elif form := foreign_form(source.text):
        hint = "write it as YAML, `title: …`, between two lines `---`"
        problems.warn(source.at(1), f"this front matter is {form}, and is read as text", hint)
    elif dashes := other_dashes(source.text):
        hint = "write three hyphens, `---`, above and below it; programs for letters may make a dash of them"
        what = f"this front matter is read as text: its first line is `{dashes}`, and not `---`"
        problems.warn(source.at(1), what, hint)
