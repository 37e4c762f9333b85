"""List the files in folders, and tell by a file's status or digest whether it has changed.

`manifest.py` uses it before anything else is imported, so that it imports only what `json` imports as well.
"""

from __future__ import annotations

import os
import stat
import sys
from collections import namedtuple
from hashlib import blake2b

# Thousands of files are looked at: making a Path for each would cost more than the look.
# ruff: noqa: PTH114, PTH116, PTH118, PTH123

Status = namedtuple("Status", "size mtime ctime inode")  # noqa: PYI024 - typing takes long to import
"""A file's size in bytes, its mtime and ctime in nanoseconds, and its inode."""
TYPE_CHECKING = False  # Importing typing would take longer than all of this module.
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Files = dict[str, Status | None]
    """Status by path; None for what is not there, or is no plain file."""
    Above = tuple[str, ...]
    """The folders that the links on the way to a folder lead to."""

SECOND = 1_000_000_000
COARSE = 2 * SECOND
"""How far apart two changes are that differ on the coarsest of file systems, FAT, in nanoseconds."""
FINE = SECOND // 4
"""The same where the file system counts parts of a second: a tick of the clock, and what a network adds."""
LFS_SIZE = 1024
"""A pointer of Git LFS has fewer bytes, says its specification."""
LFS_HEADS = (b"version https://git-lfs.github.com/spec/", b"version https://hawser.github.com/spec/")
LFS_HASH = b"\noid sha256:"


def files_below(folders: Iterable[str], skipped: str, *, follow: bool = True, empty: list[str] | None = None) -> Files:
    """Return the status of all files in folders, except in folders called `skipped` (a name or a path).

    Links to folders are followed if `follow`, but for a link to a folder above itself: that one has no status. A path
    in `folders` may be a file. Folders that hold nothing are added to `empty`. Raises OSError for what cannot be read.
    """
    files: Files = {}
    waiting: list[tuple[str, Above]] = [(folder, ()) for folder in folders]
    while waiting:
        folder, above = waiting.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except FileNotFoundError:
            files[folder] = None
            continue
        except NotADirectoryError:
            files[folder] = status_of(os.stat(folder))
            continue
        if not entries and empty is not None:
            empty.append(folder)
        for entry in entries:
            if not entry.is_dir(follow_symlinks=follow):
                files[entry.path] = _status_of_entry(entry, follow=follow)
            elif skipped in {entry.name, entry.path}:
                continue
            elif not above and not entry.is_symlink():
                waiting.append((entry.path, ()))
            elif _leads_up(entry, folder, above):
                files[entry.path] = None
            else:
                waiting.append((entry.path, (*above, os.path.realpath(entry.path))))
    return files


def _leads_up(entry: os.DirEntry[str], folder: str, above: Above) -> bool:
    """Whether a link leads to a folder that it lies in, by its real path or by way of the links `above`."""
    if not entry.is_symlink():
        return False
    target, here = os.path.realpath(entry.path), os.path.realpath(folder)
    return target in above or f"{here}{os.sep}".startswith(f"{target.rstrip(os.sep)}{os.sep}")


def statuses(paths: Iterable[str]) -> Files:
    """Return the status of each of these files; links are not followed. Raises OSError for a file that is not there."""
    return {path: status_of(os.stat(path, follow_symlinks=False)) for path in paths}


def _status_of_entry(entry: os.DirEntry[str], *, follow: bool) -> Status | None:
    try:
        return status_of(entry.stat(follow_symlinks=follow))
    except FileNotFoundError:
        return None  # A link that leads nowhere.


def status_of(found: os.stat_result) -> Status | None:
    """Return the status of a plain file, None for anything else.

    On Windows a folder's listing has no inode, and what ctime means there depends on Python: the birth time does not.
    """
    if not stat.S_ISREG(found.st_mode):
        return None
    if sys.platform == "win32":
        birth = found.st_birthtime_ns if sys.version_info >= (3, 12) else found.st_ctime_ns
        return Status(found.st_size, found.st_mtime_ns, birth, 0)
    return Status(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def last_change(status: Status) -> int:
    """Return when the file was written or put in its place, in nanoseconds since 1970."""
    return int(max(status.mtime, status.ctime))


def is_young(status: Status, clock: int) -> bool:
    """Return whether the file can still change without a change of its times, as they are this near to the clock."""
    has_whole_seconds = not status.mtime % SECOND and not status.ctime % SECOND
    return last_change(status) > clock - (COARSE if has_whole_seconds else FINE)


def bytes_digest(content: bytes) -> bytes:
    """Return 16 bytes of BLAKE2."""
    return blake2b(content, digest_size=16).digest()


def file_digest(path: str) -> bytes:
    """Return the digest of a file's content. Raises OSError."""
    whole = blake2b(digest_size=16)
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            whole.update(chunk)
    return whole.digest()


def links_below(folder: str) -> Iterator[str]:
    """Yield the symbolic links in a folder, and behind links to folders."""
    met = {os.path.realpath(folder)}
    for top, folders, files in os.walk(folder, followlinks=True):
        for name in [*folders, *files]:
            path = os.path.join(top, name)
            if os.path.islink(path):
                yield path
        for name in list(folders):
            real = os.path.realpath(os.path.join(top, name))
            if real in met:
                folders.remove(name)  # A link that leads in circles.
            met.add(real)


def is_lfs_pointer(path: str) -> bool:
    """Return whether a file is Git LFS's pointer to the real file; False for a file that cannot be read."""
    try:
        if os.stat(path).st_size >= LFS_SIZE:
            return False
        with open(path, "rb") as file:
            head = file.read(LFS_SIZE)
    except OSError:
        return False
    return head.startswith(LFS_HEADS) and LFS_HASH in head
