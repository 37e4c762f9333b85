"""Read the site of another generator and give the data files that it becomes.

An importer is a package beside `jekyll` with an object that has the methods of `Importer`; `commands/import_site.py`
lists it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from acadfolio.model.kinds import DATA_ENDINGS
from acadfolio.new_files import write_new_files
from acadfolio.problems import Location, Problem, Problems, SiteError

if TYPE_CHECKING:
    from pathlib import Path


class Imported(Struct):
    """What an importer read."""

    folder: Path
    """Of the old site."""
    problems: Problems
    """All that was skipped, as warnings."""
    files: dict[str, str] = field(default_factory=dict)
    """The files of the new site, by their paths in it."""
    entries: dict[str, int] = field(default_factory=dict)
    """How many entries each section has."""
    skipped: int = 0
    """How many files of the old site became no entry."""
    replaced: list[Path] = field(default_factory=list)
    """Folders of the old site for which the files stand."""
    to_copy: dict[str, list[str]] = field(default_factory=dict)
    """What the author copies by hand: paths in the old site by the folder of the new one."""


class Importer(Protocol):
    """Reads the sites of one generator."""

    description: str
    """What such a site has, for a message."""

    def detects(self, folder: Path) -> bool:
        """Whether a folder is a site of this generator, or a part of one that can be imported."""

    def read(self, folder: Path, site: Path) -> Imported:
        """What the site in `folder` becomes in `site`. Writes nothing. Raises SiteError."""


def write(imported: Imported, site: Path) -> None:
    """Write all files, or none if one of them exists. Raises SiteError."""
    refuse_existing(imported, site)
    try:
        write_new_files(site, ((path, text.encode()) for path, text in imported.files.items()))
    except OSError as error:
        what = f"this file cannot be written: {error.strerror}; nothing was"
        raise SiteError([Problem("import-write", Location(error.filename), what, "fix that, and try again")]) from error


def refuse_existing(imported: Imported, site: Path) -> None:
    """Raise SiteError for all files that exist already."""
    found = [file for path in imported.files for file in existing_files(site / path)]
    if found:
        hint = "nothing was written: move it away first, or use --dry-run to see the new file"
        raise SiteError(Problem("import-exists", Location(file), "this file already exists", hint) for file in found)


def existing_files(path: Path) -> list[str]:
    """The files that hold the same section already."""
    candidates = [path.with_suffix(ending) for ending in DATA_ENDINGS]
    return [file.as_posix() for file in candidates if os.path.lexists(file)]
