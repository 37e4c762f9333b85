"""A folder comes in; the files of its collections come out, each read, and warnings of what could not be."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.importers.jekyll.document import Document
from acadfolio.importers.jekyll.softened import as_warning, as_warnings
from acadfolio.loading.files import as_typed, is_folder, list_files
from acadfolio.loading.jekyll import BELONGS, IMPORTED, MARKDOWN
from acadfolio.problems import Location, Problems
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import bytes_of, foreign_source_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.importers.jekyll.config import Config
    from acadfolio.importers.jekyll.tally import Tally

NOT_COLLECTIONS = frozenset({*BELONGS, "_drafts", "_pages", "_posts", "_scripts", "_scss", "_tabs"})
PAGE_ENDINGS = (*MARKDOWN, ".html")


class OldSite(Struct, frozen=True):
    """The folders of a Jekyll site's collections by their names, and where the rest of it lies."""

    folder: Path
    collections: dict[str, Path]
    others: tuple[str, ...]
    """Folders that seem to be collections for which there is no section."""


def old_site(given: Path, config: Config, folder: Path) -> OldSite:
    """The site in a folder, or that of the collection which was `given`."""
    if given.name in IMPORTED and given != folder:
        return OldSite(folder, {given.name: given}, ())
    inside = config.text("collections_dir").strip("/.")
    home = folder / inside if inside and ".." not in inside.split("/") else folder
    there = {name: home / name for name in IMPORTED if is_folder(home / name)}
    declared = config.below("collections")
    names = sorted(entry.name for entry in os.scandir(home) if entry.name.startswith("_")) if is_folder(home) else []
    others = [
        name
        for name in names
        if name not in IMPORTED and name[1:] in declared and name not in NOT_COLLECTIONS and is_folder(home / name)
    ]
    return OldSite(folder, there, tuple(others))


class Collection:
    """The files of one folder, in the order of their paths. What cannot be read is told, left out, and counted."""

    def __init__(self, site: OldSite, name: str, problems: Problems, tally: Tally) -> None:
        self.folder, self.name, self.problems, self.tally = site.collections[name], name, problems, tally
        self.left_out = 0

    def __iter__(self) -> Iterator[Document]:
        shown = self.folder.as_posix()
        found = Problems()
        paths = list_files(self.folder, problems=found, shown=shown)
        self.left_out += len(found.found)
        self.problems.found += [as_warning(problem, "left out") for problem in found.found]
        for path in paths:
            if any(part.startswith(("_", "#")) for part in path.split("/")):
                continue  # As Jekyll does.
            if not path.endswith(PAGE_ENDINGS):
                what = f"files of `{self.name}` that are no pages are left out"
                self.tally.count(what, Location(f"{shown}/{path}"), "copy what is linked into static/")
            elif (document := self._read(path, f"{shown}/{path}")) is not None:
                yield document
            else:
                self.left_out += 1

    def _read(self, path: str, shown: str) -> Document | None:
        found = Problems()
        with as_warnings(found, "this file is left out") as failed:
            content = bytes_of(self.folder / path, shown, found)
            source = foreign_source_of(content, shown, found) if content is not None else None
            parts = split_page(source, found) if source else None
        self.problems.found += found.found
        if parts is None or failed:
            return None
        if parts.front_matter is None and parts.body_line == 1:
            self.problems.warn(Location(shown, 1), "this file has no front matter, so it was no page: left out")
            return None
        document = Document(parts, self.name[1:], as_typed(path), self.problems, self.tally)
        if document.says("published") is False:
            document.warn("published", "this was not published: left out", "delete the line to have it")
            return None
        return document
