"""Write files where the user may have files of their own, which are never replaced, and not through links.

New files appear complete, and all of them or none. A file that acadfolio wrote is replaced only if
it is unchanged since: a digest of each is kept in the user's settings. Or it begins as only such
files of acadfolio do.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from acadfolio.cache_folder import replace_file
from acadfolio.files import bytes_digest, file_digest
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.user_settings import read_settings, write_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

WRITTEN = "written.json"
"""The file with the digests of the files that acadfolio wrote."""
ABOUT = "Digests of the files that acadfolio wrote: it replaces them only if nobody else has changed them."
MOST = 1000
"""The number of files of which digests are kept."""
PUBLIC_FILE, PUBLIC_FOLDER = 0o644, 0o755
"""Permissions with which a web server, which is another user, can read."""
PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds."""

_Place = TypeVar("_Place", str, Path)


def write_new_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[str]:
    """Write files by their paths in a folder.

    When one cannot be written, those before it are removed again.

    Returns:
        The paths of existing files and broken links, which are not changed.

    Raises:
        SiteError: for a file that cannot be written, or whose folder is a link out of `folder`.
    """
    made: list[Path] = []
    left: list[str] = []
    file = folder
    try:
        for path, content in files:
            file = folder / path
            refuse_folder_elsewhere(file.parent, folder)
            if not _write_new(file, content, made):
                left.append(path)
    except BaseException as error:
        _remove(made)
        if isinstance(error, OSError):
            message = f"this file cannot be written: {error.strerror}; nothing was written"
            problem = Problem(
                "output-write",
                Location(str(error.filename or file)),
                message,
                "fix this, and try again",
            )
            raise SiteError([problem]) from error
        raise
    return left


def refuse_folder_elsewhere(inner: str | Path, folder: str | Path) -> None:
    """Raise SiteError if a folder below another one is in truth elsewhere."""
    if not Path(os.path.realpath(inner)).is_relative_to(os.path.realpath(folder)):
        message = "this folder is a link that leads elsewhere, so nothing is written into it"
        hint = "replace the link by a folder"
        raise SiteError([Problem("output-write", Location(str(inner)), message, hint)])


def _remove(made: list[Path]) -> None:
    """Remove files and folders again, the newest first."""
    for new in reversed(made):
        with suppress(OSError):  # The folder has other new files.
            new.rmdir() if new.is_dir() else new.unlink()


def _write_new(file: Path, content: bytes, made: list[Path]) -> bool:
    """Whether the file was written; it and its new folders are added to `made`."""
    for folder in reversed(file.parents):
        if not folder.is_dir():
            folder.mkdir()
            made.append(folder)
    if os.path.lexists(file):
        return False
    unfinished = file.with_name(f".{os.getpid()}.{time.monotonic_ns()}.new")
    try:
        with unfinished.open("xb") as target:
            target.write(content)
        is_new = _rename_new(unfinished, file)
    finally:
        unfinished.unlink(missing_ok=True)
    if is_new:
        made.append(file)
    return is_new


def _rename_new(unfinished: Path, file: Path) -> bool:
    """Give a file its name, unless another file has got that name.

    Returns whether it has it now.
    """
    try:
        os.link(unfinished, file)
    except FileExistsError:
        return False
    except OSError:  # A file system without hard links.
        if os.path.lexists(file):
            return False
        unfinished.rename(file)
    return True


def write_own_files(
    files: Mapping[Path, bytes], *, start: bytes = b"", force: bool = False
) -> None:
    """Write files, each in one step.

    Replace existing files only if acadfolio wrote them, or with `force`.

    Args:
        files: The contents, by file.
        start: How only the files of this kind begin that acadfolio wrote; empty if there is no such beginning.
        force: Replace other files too, but not what links lead to.

    Raises:
        SiteError: for files that cannot be written, or must not be replaced. If one must not, none is written.
    """
    changed = {file: content for file, content in files.items() if not _has(file, content)}
    refusals = [_refusal(file, start, force=force) for file in changed]
    problems = [problem for problem in refusals if problem]
    if problems:
        raise SiteError(problems)
    for file, content in changed.items():
        try:
            replace_file(str(file), content)
        except OSError as error:
            message = f"this file cannot be written: {error.strerror}"
            raise SiteError(
                [Problem("output-write", Location(str(file)), message, "choose another place")]
            ) from error
    _remember(files)


def is_own(file: Path) -> bool:
    """Whether acadfolio wrote this file, and nobody has changed it since."""
    if not _is_regular(file):
        return False
    with suppress(OSError):
        return bool(_digests().get(os.path.realpath(file)) == file_digest(str(file)).hex())
    return False


def _refusal(file: Path, start: bytes, *, force: bool) -> Problem | None:
    """The reason why a file must not be written; None if it may be."""
    place = Location(str(file))
    if link := link_on_the_way(file):
        return link
    if not os.path.lexists(file):
        return None
    if not _is_regular(file):
        return Problem(
            "output-write", place, "there is something else than a file here", "choose another name"
        )
    if force or is_own(file) or (start and file.read_bytes().startswith(start)):
        return None
    message = "acadfolio did not write this file, or it has been changed since"
    return Problem(
        "output-write", place, message, "choose another name, or use --force to replace it"
    )


def link_on_the_way(path: Path) -> Problem | None:
    """The error for a file or folder that is a link, or in a folder that is a link out of the current folder.

    The folders above an absolute path are the user's, and not those of a site in which the command
    runs.
    """
    here = os.path.realpath(".")
    found = path if path.is_symlink() else None
    for folder in [] if path.is_absolute() else path.parents:
        if folder.is_symlink() and not Path(os.path.realpath(folder)).is_relative_to(here):
            found = folder
    if found is None:
        return None
    message = "this is a link: acadfolio does not write through it"
    return Problem(
        "output-write", Location(str(found)), message, "name the file or folder to which it leads"
    )


def _is_regular(file: Path) -> bool:
    with suppress(OSError):
        return stat.S_ISREG(file.lstat().st_mode)
    return False


def _has(file: Path, content: bytes) -> bool:
    """Whether a file has this content already."""
    if not _is_regular(file):
        return False
    with suppress(OSError):
        return file.stat().st_size == len(content) and file.read_bytes() == content
    return False


def _digests() -> dict[str, str]:
    """The digests of the files that acadfolio wrote, by their real paths, the oldest first."""
    files = read_settings(WRITTEN).get("files")
    return files if isinstance(files, dict) else {}


def _remember(files: Mapping[Path, bytes]) -> None:
    """Keep the digests of files.

    Without a place for them, the files are not replaced the next time.
    """
    known = {path: digest for path, digest in _digests().items() if os.path.lexists(path)}
    for file, content in files.items():
        path = os.path.realpath(file)
        known.pop(path, None)
        known[path] = bytes_digest(content).hex()
    kept = dict(list(known.items())[-MOST:])
    with suppress(OSError):
        write_settings(WRITTEN, {"about": ABOUT, "files": kept})


def make_public_folder(folder: Path) -> None:
    """Create a folder and those above it. They inherit the group of the folder above."""
    for here in (*reversed(folder.parents), folder):
        if not here.is_dir():
            here.mkdir()
            here.chmod(stat.S_IMODE(here.stat().st_mode) | PUBLIC_FOLDER)


def retry_while_busy(move: Callable[[_Place], object], place: _Place) -> None:
    """Move a file or folder.

    On Windows, retry while another program has it open, such as a virus scanner.
    """
    for pause in PAUSES if sys.platform == "win32" else ():
        try:
            move(place)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    try:
        move(place)
    except (
        PermissionError
    ) as error:  # The system's error names the staging folder, which users do not know.
        raise PermissionError(error.errno, error.strerror, os.path.dirname(place)) from error  # noqa: PTH120
