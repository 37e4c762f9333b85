"""Protect the output folder: reject unsafe folders and paths, and report file system errors as problems."""

from __future__ import annotations

import errno
import os
import re
import sys
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio import OUTPUT, SOURCE_FOLDERS
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from collections.abc import Iterator

GIT = ".git"
"""Never touched: the output folder may be a git worktree, to deploy from it."""
MARKER = ".acadfolio"
MARKER_TEXT = (
    "acadfolio made this folder and replaces it at every build: keep nothing of your own here.\n"
)
TAKEN = "two pages or files have this path"
NOT_OF_WINDOWS = (
    r'(?i)[:*?"<>|\x01-\x1f]|[. ](?:/|\Z)|(?:\A|/)(?:aux|con|nul|prn|com\d|lpt\d)(?:[./]|\Z)'
)
"""Names with a special meaning on Windows: `a:b.html` is a hidden part of a file `a`, `aux.html` a device."""

UNTOUCHED = "the last good site is unchanged"
MIXED = "some files here may be new, others old"
"""The new files are renamed to their places one after the other."""
DENIED = frozenset({errno.EACCES, errno.EPERM})
ERRORS = Path(__file__).with_name("errors.yml")


def path_error(path: str) -> str:
    """The message for a path that is not allowed in the output folder; empty for an allowed one."""
    parts = path.split("/")
    if os.path.splitdrive(path)[0] or not {"", ".", ".."}.isdisjoint(parts):
        return "a path in the output folder is relative to it, without empty parts, `.` and `..`"
    if "\\" in path or "\0" in path:
        return "this path has a character that no URL can have"
    if sys.platform == "win32" and re.search(NOT_OF_WINDOWS, path):
        return "Windows does not allow a file or folder of this name"
    if parts[0].lower() in {MARKER, GIT}:
        return f"`{parts[0]}` in the output folder is reserved"
    return ""


def is_output_folder(folder: str | Path) -> bool:
    """Whether a build created this folder."""
    return Path(folder, MARKER).is_file()


def refuse(folder: Path, sources: Path | None) -> None:
    """Raise SiteError if a build must not replace the folder: a file, the site's sources, or other files."""
    with file_errors_as_problems(folder.as_posix()):
        if is_file_or_broken_link(folder):
            message = "this is a file or a broken link, not a folder for the output"
            raise _refusal(folder, message, "delete it, or choose another output folder")
        if sources:
            _refuse_sources(folder, sources)
        if folder.is_dir() and not is_output_folder(folder) and any(folder.iterdir()):
            raise _refusal(
                folder, "this folder has files that acadfolio did not create", _other_folder(folder)
            )


def _other_folder(used: Path) -> str:
    """A hint that names a folder which does not exist yet, beside the one that is used."""
    names = chain([OUTPUT], (f"{OUTPUT}-{number}" for number in count(2)))
    free = next(name for name in names if not os.path.lexists(used.parent / name))
    return f"choose a folder that is empty or does not exist yet, such as `{free}`"


def refuse_link_out(folder: Path, site: Path) -> None:
    """Raise SiteError if the default output folder of a site is a link out of it.

    In a site from a stranger, it could lead to the output of another site, which a build would
    replace.
    """
    if not is_within(folder, site):
        target = os.path.realpath(folder)
        message = f"this link leads out of the site, to {target}, which a build would replace"
        raise _refusal(folder, message, "delete the link, or name the folder: --output DIR")


def is_file_or_broken_link(path: Path) -> bool:
    return os.path.lexists(path) and not path.is_dir()


def _refuse_sources(folder: Path, sources: Path) -> None:
    source_folders = [sources / name for name in SOURCE_FOLDERS]
    if any(is_within(inner, folder) for inner in (sources, *source_folders)):
        message = "the site itself is in this folder, and a build replaces all of it"
        raise _refusal(folder, message, _other_folder(sources / OUTPUT))
    if any(is_within(folder, outer) for outer in source_folders):
        raise _refusal(
            folder, "this folder is among the sources of the site", _other_folder(sources / OUTPUT)
        )


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or in it. Compares files, as names may be case-insensitive."""
    # `Path.resolve` raises for circular links.
    real, outer = Path(os.path.realpath(path)), Path(os.path.realpath(folder))
    if not outer.exists():
        return real.is_relative_to(outer)
    return any(above.exists() and above.samefile(outer) for above in (real, *real.parents))


def _refusal(folder: Path, message: str, hint: str) -> SiteError:
    return SiteError([Problem("output-folder", Location(folder.as_posix()), message, hint)])


@contextmanager
def file_errors_as_problems(
    place: str, command: str = "build", *, is_mixed: bool = False
) -> Iterator[None]:
    """Raise SiteError instead of OSError.

    `place` is the file to report, `command` the command to run again, and `is_mixed` whether some
    files of the folder have changed.
    """
    try:
        yield
    except OSError as error:
        problem = problem_of_error(error, place, command, is_mixed=is_mixed)
        raise SiteError([problem]) from error


def problem_of_error(
    error: OSError, place: str, command: str = "build", *, is_mixed: bool = False
) -> Problem:
    """The problem for an OSError.

    Its hint has the path of the error, or the nearest existing folder above it.
    """
    path = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else place
    if error.errno is None and path != place:  # Our own error, about that path.
        return Problem("output-write", Location(path), error.strerror or str(error), UNTOUCHED)
    if error.errno in DENIED:
        path = _nearest_existing(path)
    known = _explained(error)
    consequence = MIXED if is_mixed else known.get("consequence")
    message = ": ".join(filter(None, (known["message"], consequence)))
    hint = known.get("hint", "").format(path=path, command=command)
    return Problem("output-write", Location(place), message, hint)


def _explained(error: OSError) -> dict[str, str]:
    """The message, the consequence and the hint for an error of the operating system."""
    name = errno.errorcode.get(error.errno or 0, "")
    if error.errno in DENIED and sys.platform == "win32":
        name = "denied-on-windows"
    unknown = {"message": error.strerror or str(error), "consequence": UNTOUCHED}
    known: dict[str, str] = load_table(ERRORS).get(name, unknown)
    return known


def _nearest_existing(path: str) -> str:
    """The path, or the nearest existing folder above it."""
    if os.path.lexists(path):
        return path
    return str(next(filter(os.path.lexists, Path(path).absolute().parents)))
