"""A page's file comes in, the page that was read from the same bytes comes out, with what it points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.loading.parsed import Drawer, Piece, as_warning, relative
from acadfolio.model.dates import latest
from acadfolio.model.page import Page
from acadfolio.source.text import digest

if TYPE_CHECKING:
    from collections.abc import Collection

    from acadfolio.loading.parsed import Parsed
    from acadfolio.model.dates import Day
    from acadfolio.model.references import Reference
    from acadfolio.problems import Problems


class KnownPages:
    """The pages that are known, `expected` or so, on a day, of a site with these sections."""

    def __init__(self, parsed: Parsed, expected: int, sections: Collection[str], today: Day) -> None:
        self.drawer: Drawer[Page] = parsed.drawer("pages", Page, expected)
        self.sections = ",".join(sorted(sections))
        self.today = today
        self.keys: dict[str, bytes] = {}
        """Of the files that were asked for, by their names."""

    def get(self, file: str, content: bytes, references: list[Reference], problems: Problems) -> Page | None:
        """None for a page that has to be read; so have posts that wait for their day."""
        self.keys[file] = digest(content, digest(f"{file}\n{self.sections}".encode()))
        piece = self.drawer.get(self.keys[file])
        if piece is None or self._waits(piece.value):
            return None
        piece.tell(file, 0, references, problems)
        return piece.value

    def put(self, page: Page, pointing: list[Reference], found: Problems) -> None:
        """Remember a page that was asked for and read, unless anything is wrong with it."""
        if found.errors or self._waits(page):
            return
        piece = Piece(page, 1, 0, relative(pointing, 0), tuple(as_warning(problem) for problem in found.found))
        self.drawer.put(self.keys[page.file], piece)

    def _waits(self, page: Page) -> bool:
        return page.is_post and page.when is not None and latest(self.today) < page.when.start
