"""The pages and files of a site come in, the one that an address which leads nowhere may have meant comes out.

Only a dead link imports this. Sites have thousands of pages and may have thousands of dead links: of many names only
those are compared that stand beside the wrong one in order, read from either end.
"""

from __future__ import annotations

from bisect import bisect_left
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING

from acadfolio.loading.addresses import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.routing.plan import Plan

NEAR = 0.75
OF_PAGES = frozenset({"html", "htm", "md", "markdown"})
"""What an address may end in that means a page."""
AROUND = 10
"""So many names on either side are compared. A slip of the pen leaves a name's beginning or its end as it was."""


class Nearest:
    """What one plan has to offer."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def found(self, path: str, *, is_image: bool) -> str:
        """What is nearest to an output path, as an author writes its address; empty where nothing is near."""
        if page := self._addresses.get(path.removeprefix("../").removeprefix("content/")):
            return page
        path = path.removesuffix("index.html").rstrip("/")
        bare, dot, ending = path.rpartition(".")
        if is_image or (dot and ending not in OF_PAGES):
            return self._files.nearest(path)
        return self._pages_and_files.nearest(path) or (self._pages_and_files.nearest(bare) if dot else "")

    @cached_property
    def _addresses(self) -> dict[str, str]:
        return self.plan.addresses

    @cached_property
    def _files(self) -> Shelf:
        return Shelf((file.path, file.path) for file in self.plan.static_files)

    @cached_property
    def _pages_and_files(self) -> Shelf:
        pages = [page.address for page in self.plan.pages if page.address not in {"/", MISSING}]
        files = ((file.path, file.path) for file in self.plan.static_files)
        return Shelf([*files, *((page.strip("/"), page) for page in pages)])


class Shelf:
    """Paths by their folders, with the address of each."""

    def __init__(self, paths: Iterable[tuple[str, str]]) -> None:
        self.folders: dict[str, dict[str, str]] = {}
        self.anywhere: dict[str, str] = {}
        """By their names alone, in lower case."""
        for path, address in sorted(paths):
            folder, _, name = path.rpartition("/")
            self.folders.setdefault(folder, {})[name] = address
            self.anywhere[name.lower()] = address
        self.in_order: dict[str, tuple[list[str], list[str]]] = {}
        """The names of a folder, and the same from their ends."""

    def nearest(self, path: str) -> str:
        """One of nearly that name in the same folder, else one of that name in another."""
        folder, _, name = path.rpartition("/")
        beside = self.folders.get(folder, {})
        near = get_close_matches(name, sorted(set(self._around(name, folder))), n=1, cutoff=NEAR) if beside else []
        return beside[near[0]] if near else self.anywhere.get(name.lower(), "")

    def _around(self, name: str, folder: str) -> Iterator[str]:
        if folder not in self.in_order:
            names = self.folders[folder]
            self.in_order[folder] = sorted(names), sorted(other[::-1] for other in names)
        forward, backward = self.in_order[folder]
        yield from _beside(name, forward)
        yield from (other[::-1] for other in _beside(name[::-1], backward))


def _beside(name: str, names: list[str]) -> list[str]:
    place = bisect_left(names, name)
    return names[max(place - AROUND, 0) : place + AROUND]
