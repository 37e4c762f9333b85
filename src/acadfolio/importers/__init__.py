"""Import the sites of other generators: their data files, and copies of their pages and files.

An importer is a member of a plug-in, `Plugin.importers`, and implements `contracts.Importer`. This package
writes what it read.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment

from acadfolio.model.section_kinds import DATA_ENDINGS
from acadfolio.new_files import is_own, write_new_files, write_own_files
from acadfolio.outside_links import is_within
from acadfolio.problems import Location, Problem, Problems, SiteError
from acadfolio.reporting import as_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.contracts import Imported

SETTINGS, PROFILE = "data/site.yml", "data/profile.yml"
COMMENT = "From {}, by acadfolio import. Yours to edit."
"""The first line of a new data file, with the old site's folder."""


def write(imported: Imported, site: Path) -> None:
    """Write all files. Raises SiteError, and writes none, if a file exists or cannot be written."""
    refuse_existing(imported, site)
    write_new_files(site, ((path, text.encode()) for path, text in imported.files.items()))


def copy_files(imported: Imported, site: Path) -> tuple[int, Problems]:
    """Copy the pages and files of the old site, without overwriting any.

    Returns:
        The number of copied files, and warnings of files that exist already or cannot be copied, and of links that
        lead out of the old site.
    """
    copied, problems = 0, Problems()
    for old_path, new_path in imported.to_copy.items():
        old, new = imported.folder / old_path, site / new_path
        if old.resolve() == new.resolve():
            continue  # The new site is the old one.
        if reason := _copy(imported, old_path, site):
            problems.warn(Location(old.as_posix()), f"{reason}: not copied", rule="import-skipped")
        else:
            copied += 1
    return copied, problems


def _copy(imported: Imported, path: str, site: Path) -> str:
    """Copy a file of the old site, or write its changed text. Returns the reason if that failed."""
    old, new_path = imported.folder / path, imported.to_copy[path]
    if not is_within(old, imported.folder):
        return "this link leads out of the old site"
    text = imported.changed.get(path)
    try:
        content = old.read_bytes() if text is None else text.encode()
        left = write_new_files(site, [(new_path, content)])
    except OSError as error:
        return str(error.strerror)
    except SiteError as error:
        return error.problems[0].message.removesuffix("; nothing was written")
    return f"{(site / new_path).as_posix()} already exists" if left else ""


def refuse_existing(imported: Imported, site: Path) -> None:
    """Raises SiteError with all files that exist already."""
    if found := [file for path in imported.files for file in existing_files(site / path)]:
        hint = "nothing was written: move it away first, or use --dry-run to see the new file"
        raise SiteError(
            Problem("import-exists", Location(file), "this file already exists", hint)
            for file in found
        )


def write_report(
    imported: Imported, problems: Sequence[Problem], lost: Sequence[Problem] | None, site: Path
) -> Path:
    """Write a page for the owner, with what was imported, and what was not. Raises SiteError.

    lost: the lines that the new site lacks; None if it cannot be built yet.
    """
    template = Environment(autoescape=True).from_string(
        Path(__file__).with_name("report.html").read_text("utf-8")
    )
    path = _place_for_report(site)
    values = {
        "imported": imported,
        "problems": list(map(as_shown, problems)),
        "lost": lost,
        "site": site.as_posix(),
    }
    write_own_files({path: template.render(values).encode()})
    return path


def _place_for_report(site: Path) -> Path:
    """The path of the report: that of the last one, unless its file is another one, or was changed."""
    names = itertools.chain(
        ["import-report.html"], (f"import-report-{number}.html" for number in itertools.count(2))
    )
    paths = (site / name for name in names)
    return next(path for path in paths if is_own(path) or not os.path.lexists(path))


def existing_files(path: Path) -> list[str]:
    """The existing files with the data of the same section."""
    candidates = [path.with_suffix(ending) for ending in DATA_ENDINGS]
    return [file.as_posix() for file in candidates if os.path.lexists(file)]
