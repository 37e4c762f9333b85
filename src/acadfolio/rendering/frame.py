"""Finish the parts of pages that many pages have in common once for all pages in a folder.

A part (`theme/cached_partials.py`) is the same on many pages, but for its links, which are relative to
the page. Two pages have the same links if they are equally deep, have the same folders in common with
the targets of the links, and are no targets themselves.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.rendering.urls import HOME, PageUrls

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Container, Iterable, Mapping

    from acadfolio.theme.cached_partials import CachedPartials


MOST_PARTS = 100
"""The parts of one page: a template may print one again and again."""
MOST_FORMS, MOST_KEPT = 1000, 20_000_000
"""The forms of one part that are kept, and their characters."""


class FinishedPart(Struct, frozen=True):
    """A part as it is on some pages."""

    html: str
    hosts: frozenset[str]
    """The hosts that a visitor's browser contacts for it."""
    images: frozenset[str]
    """The images that it shows, by path."""
    variants: frozenset[str]
    """The variants of images that it names, by path."""
    dead_links: tuple[str, ...]


class PartUrls(PageUrls):
    """The URLs of a part on one page. Records the targets of its links, and the dead ones."""

    def __init__(
        self, paths: Container[str], page_path: str, home: str, moved: Mapping[str, str]
    ) -> None:
        self.targets: set[str] = set()
        self.dead_links: list[str] = []
        self.is_relative = False
        """Whether a link is written relative to the page, so that it has another target elsewhere."""
        super().__init__(paths, page_path, home, moved, self.dead_links.append)

    def local_url(self, url: str) -> str:
        self.is_relative = self.is_relative or not url.startswith("/")
        return super().local_url(url)

    def target_of(self, path: str, url: str) -> str:
        target = super().target_of(path, url)
        self.targets.add(target)
        return target


class Part:
    """One part, with its finished forms."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.forms: dict[tuple[object, ...], FinishedPart] = {}
        self.targets: set[str] = set()
        """The files to which its links lead, from the pages seen until now."""
        self.folders: set[str] = set()
        """The folders of these files, and those above them."""
        self.is_relative = False

    def add(self, urls: PartUrls) -> None:
        """Take the links of a finished form into account."""
        self.is_relative = self.is_relative or urls.is_relative
        for target in urls.targets - self.targets:
            self.targets.add(target)
            folder = target.rpartition("/")[0]
            while folder:
                self.folders.add(folder)
                folder = folder.rpartition("/")[0]

    def keep(self, path: str, form: FinishedPart) -> None:
        """Keep a form for pages like the one at a path, unless many pages have their own."""
        if len(self.forms) < MOST_FORMS and len(self.forms) * len(form.html) < MOST_KEPT:
            self.forms[self.key(path)] = form

    def key(self, path: str) -> tuple[object, ...]:
        """The same for two pages on which the links of the part are written in the same way."""
        folder = path.rpartition("/")[0]
        own = path if path in self.targets or path == HOME else ""
        if self.is_relative:
            return folder, own
        common = folder
        while common and common not in self.folders:
            common = common.rpartition("/")[0]
        return common, path.count("/"), own


class Frame:
    """The finished parts of the pages of one renderer."""

    def __init__(self, partials: CachedPartials) -> None:
        self.html_of, self.places = partials.parts, partials.place_pattern
        """The HTML of the parts by their numbers, and the pattern of their places in a page."""
        self.start = partials.start
        """How each place begins."""
        self.parts: dict[int, Part] = {}

    def inline(self, html: str, is_inlined: Callable[[str, bool], bool]) -> str:
        """A page with some of its parts in their places.

        is_inlined: whether to inline a part, by its HTML and whether it is behind the start of the
            page's main part.
        """
        main = html.find("<main")
        pieces: list[str] = []
        position = 0
        for place in islice(self.places.finditer(html), MOST_PARTS):
            part = self._part_at(place)
            if part is not None and is_inlined(part.html, place.start() > main):
                pieces += (html[position : place.start()], part.html)
                position = place.end()
        # A page of thousands of entries is not copied without need.
        return "".join((*pieces, html[position:])) if pieces else html

    def filled(self, html: Iterable[str], finished: Callable[[Part], FinishedPart]) -> str:
        """A finished page, which comes in pieces, with all of its parts.

        finished: finishes a part for this page.
        """
        left = MOST_PARTS

        def inserted(place: re.Match[str]) -> str:
            part = self._part_at(place)
            return place[0] if part is None else finished(part).html

        filled: list[str] = []
        for piece in html:
            if self.start in piece and left:
                with_parts, number = self.places.subn(inserted, piece, count=left)
                filled.append(with_parts)
                left -= number
            else:
                filled.append(piece)
        return "".join(filled)

    def _part_at(self, place: re.Match[str]) -> Part | None:
        """The part at a place; None for characters of a text that only look like one."""
        number = int(place[1])
        if number >= len(self.html_of):
            return None
        if number not in self.parts:
            self.parts[number] = Part(self.html_of[number])
        return self.parts[number]
