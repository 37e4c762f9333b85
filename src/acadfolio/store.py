"""Bytes come in and are kept in a file of a cache; out come the same bytes, or none where they are not as written.

Whatever befalls such a file, whoever reads it is not misled: it is written beside its place and moved there in one
step, it is read only where it is this user's, and what it says is used only when its head and checksum are right. The
head names who can read what follows. What cannot be kept is made anew, so nobody has to be told of it.
"""

from __future__ import annotations

import os
import time
import zlib
from _thread import get_ident

# Making Paths, and importing more than this, would cost more than the rest of a build that has nothing to do.
# ruff: noqa: PTH102, PTH103, PTH105, PTH108, PTH110, PTH118, PTH120, PTH123, SIM105
TYPE_CHECKING = False  # So would typing.
if TYPE_CHECKING:
    from io import FileIO

CACHE = ".acadfolio-cache"
"""The folder in the site for whatever may be deleted at any time."""

_MARKS = 4
"""How long the checksum is."""
_NEW = ".new"
_LEFT = 60 * 60
"""What is this many seconds old and still beside its place was left there by a process that was killed."""


def cache_folder(site: str) -> str:
    """The site's cache folder, made where it is not there, with what tells git and backups to pass it by.

    Raises OSError where it cannot be made, say because a file has its name, or the site is gone: whoever asks goes on
    without a cache then.
    """
    folder = os.path.join(site, CACHE)
    try:
        os.mkdir(folder)
    except FileExistsError:
        pass
    tag = "Signature: 8a477f597d28d172789f06886806bc55\n# What acadfolio remembers; delete it at any time.\n"
    for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", tag)):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
    return folder


def read_kept(path: str, head: bytes) -> bytes | None:
    """What `write_kept` was given with that head; None where there is no such file, or it is not as it was written."""
    try:
        with open_own(path) as file:
            start, payload = file.read(len(head) + _MARKS), file.read()  # Apart: it may be large, and is not copied.
    except OSError:
        return None
    return payload if start == head + checksum(payload) else None


def write_kept(path: str, head: bytes, payload: bytes) -> None:
    """Keep bytes. Raises OSError where that is not possible, and then what was kept before still is."""
    replace_file(path, head + checksum(payload), payload)


def checksum(payload: bytes | memoryview, start: bytes = b"") -> bytes:
    """Of bytes, as if others stood before them."""
    return zlib.crc32(payload, zlib.crc32(start)).to_bytes(_MARKS, "big")


def open_own(path: str) -> FileIO:
    """A file to read from, without a buffer. Raises OSError, also where it is another user's."""
    file = open(path, "rb", buffering=0, opener=_at_once)  # noqa: SIM115 - whoever asked closes it
    if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
        file.close()
        raise PermissionError(path)
    return file


def _at_once(path: str, flags: int) -> int:
    """A pipe in the place of a file has no writer: whoever opened it in the usual way would wait for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def replace_file(path: str, *parts: bytes) -> None:
    """Write a file in one step: whoever reads it meanwhile gets the old one or the new one. Raises OSError."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    new = f"{path}.{os.getpid()}.{get_ident()}{_NEW}"
    try:
        with open(new, "wb") as file:
            file.writelines(parts)
        os.replace(new, path)
    except BaseException:  # Also where somebody stops the program.
        _remove(new)
        raise


def remove_leftovers(folder: str) -> None:
    """Delete what killed processes left beside the files of a folder."""
    oldest = time.time() - _LEFT
    try:
        with os.scandir(folder) as entries:
            left = [entry.path for entry in entries if entry.name.endswith(_NEW) and entry.stat().st_mtime < oldest]
    except OSError:
        return
    for path in left:
        _remove(path)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
