"""List the files in folders, and compare their status or digest to find changes.

`manifest.py` uses it before anything else is imported, so it imports only modules that `json`
imports too.
"""

from __future__ import annotations

import os
import stat
import sys
from collections import namedtuple
from hashlib import blake2b

# There may be thousands of files, and creating a Path takes longer than reading a status.
# ruff: noqa: PTH114, PTH116, PTH118, PTH123

Status = namedtuple("Status", "size mtime ctime inode")  # noqa: PYI024 - typing takes long to import
"""A file's size in bytes, its mtime and ctime in nanoseconds, and its inode."""
TYPE_CHECKING = False  # Importing typing takes longer than running this module.
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Files = dict[str, Status | None]
    """Status by path; None for a missing file, or anything but a regular file."""

SECOND = 1_000_000_000
COARSE = 2 * SECOND
"""The resolution of times on FAT, the coarsest file system, in nanoseconds."""
FINE = SECOND // 4
"""The same for file systems with parts of a second: a tick of the clock, and the delay of a network."""


def files_below(folders: Iterable[str], skipped: str, *, follow: bool = True) -> Files:
    """Return the status of all files in folders, except in folders called `skipped` (a name or a path).

    If `follow`, links to folders are followed, except a second link to the same folder and a link
    to a folder above itself, which have no status. Raises OSError for unreadable files and folders,
    and for a file in the place of a folder.
    """
    files: Files = {}
    waiting = list(folders)
    followed: set[str] = set()
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except FileNotFoundError:
            files[folder] = None
            continue
        for entry in entries:
            if not entry.is_dir(follow_symlinks=follow):
                files[entry.path] = _status_of_entry(entry, follow=follow)
            elif skipped in {entry.name, entry.path}:
                continue
            elif not entry.is_symlink():
                waiting.append(entry.path)
            elif (target := os.path.realpath(entry.path)) in followed or _is_above(target, folder):
                files[entry.path] = None
            else:
                followed.add(target)
                waiting.append(entry.path)
    return files


def _is_above(target: str, folder: str) -> bool:
    """Whether the target of a link is a folder or contains it."""
    return os.path.join(os.path.realpath(folder), "").startswith(os.path.join(target, ""))


def statuses(paths: Iterable[str]) -> Files:
    """Return the status of each of these files; links are not followed.

    Raises OSError for a missing file.
    """
    return {path: status_of(os.stat(path, follow_symlinks=False)) for path in paths}


def _status_of_entry(entry: os.DirEntry[str], *, follow: bool) -> Status | None:
    try:
        return status_of(entry.stat(follow_symlinks=follow))
    except FileNotFoundError:
        return None  # A broken link.


def status_of(found: os.stat_result) -> Status | None:
    """Return the status of a regular file, None for anything else.

    On Windows, the entry of a folder has no inode, and the meaning of ctime depends on the version
    of Python. The birth time does not.
    """
    if not stat.S_ISREG(found.st_mode):
        return None
    if sys.platform == "win32":
        birth = found.st_birthtime_ns if sys.version_info >= (3, 12) else found.st_ctime_ns
        return Status(found.st_size, found.st_mtime_ns, birth, 0)
    return Status(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def file_status(path: str) -> Status | None:
    """Return the status of a file; None if it is missing, or anything but a regular file."""
    try:
        return status_of(os.stat(path))
    except OSError:
        return None


def is_young(status: Status, clock: int) -> bool:
    """Return whether the file can still change while its times stay the same, because they are so recent."""
    has_whole_seconds = not status.mtime % SECOND and not status.ctime % SECOND
    return bool(max(status.mtime, status.ctime) > clock - (COARSE if has_whole_seconds else FINE))


def bytes_digest(content: bytes) -> bytes:
    """Return 16 bytes of BLAKE2."""
    return blake2b(content, digest_size=16).digest()


def digest_of_parts(parts: Iterable[bytes]) -> bytes:
    """Return the digest of the bytes that these parts make together."""
    whole = blake2b(digest_size=16)
    for part in parts:
        whole.update(part)
    return whole.digest()


def file_digest(path: str) -> bytes:
    """Return the digest of a file's content. Raises OSError."""
    whole = blake2b(digest_size=16)
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            whole.update(chunk)
    return whole.digest()


def links_below(folder: str, inside: Iterable[str] = ("",)) -> Iterator[str]:
    """Yield the symbolic links in a folder, and in the folders to which these lead, if they are in one of `inside`."""
    starts = tuple(os.path.join(start, "") for start in inside)
    met = {os.path.realpath(folder)}
    for top, folders, files in os.walk(folder, followlinks=True):
        for name in [*folders, *files]:
            path = os.path.join(top, name)
            if os.path.islink(path):
                yield path
        for name in list(folders):
            real = os.path.realpath(os.path.join(top, name))
            if real in met or not os.path.join(real, "").startswith(starts):
                folders.remove(name)  # A circular link, or one that leads outside.
            met.add(real)
