"""Paths in; the status and digest of the files at and below them out, with no more imported than Python has anyway."""

from __future__ import annotations

import os
import stat
import sys
from hashlib import blake2b

# Making a Path would cost more than the rest.
# ruff: noqa: PTH116, PTH123
TYPE_CHECKING = False  # So would typing.
if TYPE_CHECKING:
    from collections.abc import Iterable

    Status = tuple[int, int, int, int]
    """Size, mtime and ctime in nanoseconds, inode."""
    Files = dict[str, Status | None]
    """By path; None for what is not there or no plain file."""


_SECOND = 1_000_000_000
COARSEST = 2 * _SECOND
"""How far apart two changes have to be to differ on the coarsest of file systems, FAT, in nanoseconds."""
FINER = _SECOND // 4


def files_below(  # noqa: C901, PLR0912 - a call for each of thousands of entries would be paid at every build
    paths: Iterable[str],
    skipped: str,
    *,
    follow: bool = True,
    empty: list[str] | None = None,
    skips_unreadable: bool = False,
) -> Files:
    """The paths that are files, and all files in those that are folders, but for folders of a name or path.

    Links to folders are followed, each as often as there is a way to it; one that leads back to a folder above is None.
    Folders that hold nothing are added to `empty`. What cannot be looked at (a folder that may not be read, a link that
    leads in circles, a disk that went away) is raised as OSError, or with `skips_unreadable` taken for no file.
    """
    files: Files = {}
    links: dict[str, tuple[str, ...]] = {}
    """Of the waiting folders that links lead to, or that lie below such a one, where these links lead."""
    folders = list(paths)
    while folders:
        folder = folders.pop()
        met = links.pop(folder, ())
        try:
            with os.scandir(folder) as entries:
                is_empty = True
                for entry in entries:
                    is_empty = False
                    try:
                        is_folder = entry.is_dir(follow_symlinks=follow)
                        status = None if is_folder else _status(entry, follow=follow)
                    except OSError:
                        if not skips_unreadable:
                            raise
                        is_folder, status = False, None
                    if not is_folder:
                        files[entry.path] = status
                    elif skipped not in {entry.name, entry.path}:
                        if not (met or entry.is_symlink()) or _leads_on(entry, folder, met, links):
                            folders.append(entry.path)
                        else:
                            files[entry.path] = None
                if is_empty and empty is not None:
                    empty.append(folder)
        except FileNotFoundError:
            files[folder] = None
        except NotADirectoryError:
            files[folder] = _of(os.stat(folder))
        except OSError:
            if not skips_unreadable:
                raise
            files[folder] = None
    return files


def statuses(paths: Iterable[str]) -> Files:
    """The same of files whose paths are known: a tenth of the time, where every file has a folder of its own."""
    return {path: _of(os.stat(path, follow_symlinks=False)) for path in paths}


def _leads_on(entry: os.DirEntry[str], folder: str, met: tuple[str, ...], links: dict[str, tuple[str, ...]]) -> bool:
    """Whether a link, or what lies in a folder behind links that were `met`, leads to no folder above it.

    It is noted in `links` then.
    """
    if entry.is_symlink():
        real, above = os.path.realpath(entry.path), os.path.realpath(folder)
        if real in met or real == above or above.startswith(real.rstrip(os.sep) + os.sep):
            return False
        met = (*met, real)
    links[entry.path] = met
    return True


def _status(entry: os.DirEntry[str], *, follow: bool) -> Status | None:
    try:
        return _of(entry.stat(follow_symlinks=follow))
    except FileNotFoundError:
        return None  # A link that leads nowhere.


if sys.platform == "win32":

    def _of(status: os.stat_result) -> Status | None:
        """There a look through a folder tells no inode, and what its ctime is depends on Python: the birth stays."""
        if not stat.S_ISREG(status.st_mode):
            return None
        birth = status.st_birthtime_ns if sys.version_info >= (3, 12) else status.st_ctime_ns
        return (status.st_size, status.st_mtime_ns, birth, 0)

else:

    def _of(status: os.stat_result) -> Status | None:
        if not stat.S_ISREG(status.st_mode):
            return None
        return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def is_same_file(one: Status | None, other: Status | None) -> bool:
    """Whether both are of one file that nobody wrote to since: a link to it, made meanwhile, sets the ctime only."""
    return one is not None and other is not None and (one[:2], one[3]) == (other[:2], other[3])


def youngest(status: Status) -> int:
    """When the file was last written, or put there, in nanoseconds."""
    return max(status[1], status[2])


def is_young(status: Status, clock: int) -> bool:
    """Whether the file may change again without its showing, as its stamps are so near to the clock.

    Where they tell parts of a second, a tick of the clock is near, with room for one in the network that differs.
    """
    is_coarse = not status[1] % _SECOND and not status[2] % _SECOND
    return youngest(status) > clock - (COARSEST if is_coarse else min(COARSEST, FINER))


def digest_of(content: bytes) -> bytes:
    """16 bytes of BLAKE2."""
    return blake2b(content, digest_size=16).digest()


def digest(path: str) -> bytes:
    """Of a file's content."""
    whole = blake2b(digest_size=16)
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            whole.update(chunk)
    return whole.digest()
