"""Write several new files, all of them or none, and never over a file that is there."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def all_or_nothing() -> Iterator[list[Path]]:
    """A list for the files and folders that are made: they are removed again when something fails."""
    made: list[Path] = []
    try:
        yield made
    except BaseException:
        for path in reversed(made):
            with suppress(OSError):  # Somebody else put something into this folder meanwhile.
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def write_new(file: Path, content: bytes, made: list[Path]) -> bool:
    """Whether it was written: not where there is anything of this name, be it a broken link. Raises OSError."""
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
