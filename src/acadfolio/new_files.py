"""Add several files to a site, all of them or none, without overwriting any."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def write_new_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[str]:
    """Write files by their paths in a folder. When one cannot be written, those before it are removed again.

    Returns:
        The paths of existing files and broken links, which are not changed.

    Raises:
        SiteError: for a file that cannot be written.
    """
    made: list[Path] = []
    left: list[str] = []
    file = folder
    try:
        for path, content in files:
            file = folder / path
            if not _write_new(file, content, made):
                left.append(path)
    except BaseException as error:
        _remove(made)
        if isinstance(error, OSError):
            message = f"this file cannot be written: {error.strerror}; nothing was written"
            problem = Problem("output-write", Location(str(error.filename or file)), message, "fix this, and try again")
            raise SiteError([problem]) from error
        raise
    return left


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
    try:
        with file.open("xb") as target:
            made.append(file)
            target.write(content)
    except FileExistsError:
        return False
    return True
