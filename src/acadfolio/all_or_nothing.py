"""Files come in by their paths; all of them stand there afterwards, or none."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def all_or_nothing() -> Iterator[list[Path]]:
    """A list for files and folders that are made: they go again when something fails, or somebody stops it."""
    new: list[Path] = []
    try:
        yield new
    except BaseException:
        for path in reversed(new):
            with suppress(OSError):  # Somebody put something into this folder meanwhile.
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def write_new(file: Path, content: bytes, new: list[Path]) -> bool:
    """Whether it was written: not where there is anything of this name, be it a link that leads nowhere."""
    for folder in reversed(file.parents):
        if not folder.is_dir():
            folder.mkdir()
            new.append(folder)
    try:
        with file.open("xb") as target:
            new.append(file)
            target.write(content)
    except FileExistsError:
        return False
    return True
