"""Folders come in, changed paths come out by looking at every file again and again.

watchfiles can do so too, but passes over what is saved twice within a second: it compares times in whole seconds.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.files import files_below

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    class Until(Protocol):
        """Says when to end."""

        def is_set(self) -> bool: ...


PAUSE = 0.25
"""Seconds between two looks."""


def look(folders: Iterable[str], until: Until, *, recursive: bool) -> Iterator[set[str]]:
    """The paths that changed between two looks, until told to end."""
    folders = tuple(folders)
    known = _seen(folders, recursive=recursive)
    while not until.is_set():
        time.sleep(PAUSE)
        seen = _seen(folders, recursive=recursive)
        changed = {path for path in known.keys() | seen.keys() if known.get(path, 0) != seen.get(path, 0)}
        known = seen
        if changed:
            yield changed


def _seen(folders: tuple[str, ...], *, recursive: bool) -> dict[str, object]:
    """What tells a file from its later self, by path."""
    if recursive:
        return dict(files_below(folders, ""))
    return {entry.path: _identity(entry) for entry in _entries(folders)}


def _entries(folders: tuple[str, ...]) -> Iterator[os.DirEntry[str]]:
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            yield from entries


def _identity(entry: os.DirEntry[str]) -> int | tuple[int, int, int]:
    """Of a folder, only which one it is: what goes on in it is not watched."""
    try:
        if entry.is_dir():
            return entry.inode()
        status = entry.stat()
    except OSError:
        return (0, 0, 0)
    return (status.st_mtime_ns, status.st_size, status.st_ino)
