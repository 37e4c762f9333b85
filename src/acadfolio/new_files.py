"""Add several files to a site, all of them or none, without overwriting any."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def write_new_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[str]:
    """Write files by their paths in a folder. When one cannot be written, those before it are removed again.

    Returns:
        The paths at which there is something already, be it a broken link: that stays.

    Raises:
        OSError: with the name of the file.
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
        for new in reversed(made):
            with suppress(OSError):  # Somebody else put something into this folder meanwhile.
                new.rmdir() if new.is_dir() else new.unlink()
        if isinstance(error, OSError):
            error.filename = error.filename or str(file)
        raise
    return left


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
