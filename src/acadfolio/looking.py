"""Folders come in; what is in them comes out, looked at by another process while this one goes on.

Of a site with thousands of pages the last build left a folder for each: to look through them takes longer than to
render what changed. What is found is what was there after this was asked for, and not what should be.
"""

from __future__ import annotations

import marshal
import os
from typing import TYPE_CHECKING

from acadfolio.fingerprint import files_below
from acadfolio.workers import end, forked, may_fork

if TYPE_CHECKING:
    from typing import BinaryIO, NoReturn, Self

    from acadfolio.fingerprint import Files

    Seen = tuple[Files, list[str]]
    """The files of a folder by their whole paths, and the folders in it that hold nothing."""

MOST_FILES = 1 << 16
LENGTH = 8
"""Bytes of the length before what was seen."""


class Lookout:
    """Looks through folders, one after another, each but for what is skipped. To be used in a `with`."""

    def __init__(self, *folders: tuple[str, str]) -> None:
        self.process, self._ear = _started(folders) if may_fork() else (0, None)

    def seen(self, folder: str, skipped: str) -> Seen:
        """The next one. What the other process cannot tell is looked at here. Raises OSError."""
        return self._told(folder) or look_through(folder, skipped)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nobody wants to know any more."""
        if self._ear is not None:
            self._ear.close()
            end(self.process)

    def _told(self, folder: str) -> Seen | None:
        """None where it says no more, or was killed in the midst of it."""
        if self._ear is None:
            return None
        length = int.from_bytes(self._ear.read(LENGTH), "big")
        said = self._ear.read(length)
        if not said or len(said) < length:
            return None
        about, files, empty = marshal.loads(said)  # noqa: S302 - from our own copy
        return (files, empty) if about == folder else None


def look_through(folder: str, skipped: str) -> Seen:
    """What is in a folder, but for what is skipped. Raises OSError."""
    empty: list[str] = []
    return files_below([folder], skipped, follow=False, empty=empty), empty


def _started(folders: tuple[tuple[str, str], ...]) -> tuple[int, BinaryIO | None]:
    try:
        ear, mouth = os.pipe()
        process = forked(ear, mouth)
    except OSError:  # This user may have no more processes, or files.
        return 0, None
    if process == 0:
        # Others wait for the ends of other pipes to be closed by everybody.
        os.closerange(3, mouth)
        os.closerange(mouth + 1, MOST_FILES)
        _look(folders, mouth)
    os.close(mouth)
    return process, os.fdopen(ear, "rb")


def _look(folders: tuple[tuple[str, str], ...], mouth: int) -> NoReturn:
    """The life of that process, which ends at once, and says nothing of what it cannot look at."""
    try:
        with os.fdopen(mouth, "wb", closefd=False) as out:
            for folder, skipped in folders:
                said = marshal.dumps((folder, *look_through(folder, skipped)))
                out.write(len(said).to_bytes(LENGTH, "big") + said)
                out.flush()
    finally:
        os._exit(0)
