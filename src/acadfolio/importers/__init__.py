"""Import the sites of other generators into data files.

An importer is a package next to `jekyll` with a class that implements `Importer`. Add it to the list in
`commands/import_site.py`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from acadfolio.model.section_kinds import DATA_ENDINGS
from acadfolio.new_files import write_new_files
from acadfolio.problems import Location, Problem, Problems, SiteError

if TYPE_CHECKING:
    from pathlib import Path


class Imported(Struct):
    """The result of an import, before it is written."""

    folder: Path
    """The folder of the old site."""
    problems: Problems
    """Everything that was skipped, as warnings."""
    files: dict[str, str] = field(default_factory=dict)
    """The texts of the new files, by their paths in the new site."""
    entries: dict[str, int] = field(default_factory=dict)
    """The number of entries in each section."""
    skipped: int = 0
    """The number of files in the old site that were not imported."""
    replaced: list[Path] = field(default_factory=list)
    """The folders of the old site whose files were imported."""
    to_copy: dict[str, list[str]] = field(default_factory=dict)
    """The files to copy by hand: paths in the old site, by the folder in the new site."""


class Importer(Protocol):
    """Reads the sites of one generator."""

    description: str
    """The files and folders of such a site, for an error message."""

    def detects(self, folder: Path) -> bool:
        """Whether a folder is a site of this generator, or a part of one that can be imported."""

    def read(self, folder: Path, site: Path) -> Imported:
        """Convert the site in `folder` for the new site in `site`, without writing anything. Raises SiteError."""


def write(imported: Imported, site: Path) -> None:
    """Write all files. Raises SiteError, and writes none, if a file exists or cannot be written."""
    refuse_existing(imported, site)
    write_new_files(site, ((path, text.encode()) for path, text in imported.files.items()))


def refuse_existing(imported: Imported, site: Path) -> None:
    """Raises SiteError with all files that exist already."""
    found = [file for path in imported.files for file in existing_files(site / path)]
    if found:
        hint = "nothing was written: move it away first, or use --dry-run to see the new file"
        raise SiteError(Problem("import-exists", Location(file), "this file already exists", hint) for file in found)


def existing_files(path: Path) -> list[str]:
    """The existing files with the data of the same section."""
    candidates = [path.with_suffix(ending) for ending in DATA_ENDINGS]
    return [file.as_posix() for file in candidates if os.path.lexists(file)]
