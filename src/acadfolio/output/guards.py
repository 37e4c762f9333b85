"""Guard the output folder: refuse unfit folders and paths, and report errors of the file system as problems."""

from __future__ import annotations

import errno
import os
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio import SOURCE_FOLDERS
from acadfolio.output.staging import GIT
from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKER = ".acadfolio"
MARKER_TEXT = "acadfolio made this folder and replaces it at every build: keep nothing of your own here.\n"
TAKEN = "two pages or files want this path"
NOT_OF_WINDOWS = re.compile(
    r'[:*?"<>|\x01-\x1f]|[. ](?:/|\Z)|(?:\A|/)(?:aux|con|nul|prn|com\d|lpt\d)(?:[./]|\Z)', re.IGNORECASE
)
"""Windows reads some of them as something else: `a:b.html` as a hidden part of a file `a`, `aux.html` as a device."""

_ELSEWHERE = "name a folder that is empty or not there yet, such as `output`"
UNTOUCHED = "the last good site is untouched"
_FULL = (f"the disk is full: {UNTOUCHED}", "free some space, and {command} again")
_DENIED = ("there is no permission for this", "see who may read and write {path}")
_HELD = (
    "another program holds this, or there is no permission",
    "close what shows {path} (an editor, a terminal), and {command} again",
)
"""Windows does not tell the two apart; mostly it is the former."""
_NO_FOLDER = ("a file stands where a folder has to be", "see {path}")
_MOUNTED = ("this folder is in use or a mount point, and cannot be replaced", "name a folder inside it")
_MESSAGES = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: (f"your share of the disk is used up: {UNTOUCHED}", "free some space, and {command} again"),
    errno.EFBIG: ("a file is larger than this system allows", ""),
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: ("the file system is read-only", "name an output folder elsewhere"),
    errno.ENAMETOOLONG: ("this name is too long for the file system", "give it a shorter one"),
    errno.ENOENT: ("a file or folder is missing", "see whether something removed {path}, and {command} again"),
    errno.EISDIR: ("a folder stands where a file has to be", "see {path}"),
    errno.ENOTDIR: _NO_FOLDER,
    errno.EEXIST: _NO_FOLDER,
    errno.EBUSY: _MOUNTED,
    errno.EXDEV: _MOUNTED,
}
"""The message and the hint for the errors that users meet."""


def path_error(path: str) -> str:
    """The message for a path that cannot be in the output folder; empty for one that can."""
    parts = path.split("/")
    if os.path.splitdrive(path)[0] or not {"", ".", ".."}.isdisjoint(parts):
        return "a path in the output folder is relative to it, without empty parts, `.` and `..`"
    if "\\" in path or "\0" in path:
        return "this path has a character that no URL can have"
    if sys.platform == "win32" and NOT_OF_WINDOWS.search(path):
        return "Windows can have no file or folder of this name"
    if parts[0].lower() in {MARKER, GIT}:
        return f"`{parts[0]}` in the output folder is not for pages and files"
    return "" if _is_encodable(path) else "this path cannot be written on this system"


def _is_encodable(path: str) -> bool:
    try:
        path.encode()
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return True


def is_ours(folder: str | Path) -> bool:
    return Path(folder, MARKER).is_file()


def refuse(folder: Path, sources: Path | None) -> None:
    """Raise SiteError when a build must not replace the folder: a file, the site's own sources, another's folder."""
    with file_errors_as_problems(folder.as_posix()):
        if is_no_folder(folder):
            message = "a file or a broken link stands where the output folder should be"
            raise _refusal(folder, message, "delete it, or name another output folder")
        if sources:
            _refuse_sources(folder, sources)
        if folder.is_dir() and not is_ours(folder) and any(folder.iterdir()):
            raise _refusal(folder, "this folder has files in it, and acadfolio did not make it", _ELSEWHERE)


def is_no_folder(path: Path) -> bool:
    """Whether a file is there, or a symbolic link that leads nowhere."""
    return os.path.lexists(path) and not path.is_dir()


def _refuse_sources(folder: Path, sources: Path) -> None:
    kept = [sources / name for name in SOURCE_FOLDERS]
    if any(is_within(inner, folder) for inner in (sources, *kept)):
        raise _refusal(folder, "the site itself is in this folder, and a build replaces all of it", _ELSEWHERE)
    if any(is_within(folder, outer) for outer in kept):
        raise _refusal(folder, "this folder is among the sources of the site", _ELSEWHERE)


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path leads to a folder or below it, by identity too: letter case may not count here."""
    # `Path.resolve` raises where links lead in a circle.
    real, outer = Path(os.path.realpath(path)), Path(os.path.realpath(folder))
    if not outer.exists():
        return real.is_relative_to(outer)
    return any(above.exists() and above.samefile(outer) for above in (real, *real.parents))


def _refusal(folder: Path, message: str, hint: str) -> SiteError:
    return SiteError([Problem("output-folder", Location(folder.as_posix()), message, hint)])


@contextmanager
def file_errors_as_problems(place: str, command: str = "build") -> Iterator[None]:
    """Raise SiteError for an OSError, at a place. `command` is what the user should run again."""
    try:
        yield
    except OSError as error:
        raise SiteError([problem_of_error(error, place, command)]) from error


def problem_of_error(error: OSError, place: str, command: str = "build") -> Problem:
    """What happened at a place; the hint has the path of the error, or the nearest folder above it that exists."""
    path = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else place
    if error.errno is None and path != place:  # One of our own, about that very path.
        return Problem("output-write", Location(path), error.strerror or str(error), UNTOUCHED)
    message, hint = _explained(error)
    if (message, hint) in {_DENIED, _HELD}:
        path = _nearest_existing(path)
    if not hint:
        message = f"{message}: {UNTOUCHED}"
    return Problem("output-write", Location(place), message, hint.format(path=path, command=command))


def _explained(error: OSError) -> tuple[str, str]:
    found = _MESSAGES.get(error.errno or 0, (error.strerror or str(error), ""))
    return _HELD if found == _DENIED and sys.platform == "win32" else found


def _nearest_existing(path: str) -> str:
    """The path, or the first folder above it that exists: nobody can look into what could not be made."""
    return path if os.path.lexists(path) else str(next(filter(os.path.lexists, Path(path).absolute().parents)))
