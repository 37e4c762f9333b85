"""A locked staging folder beside the output folder, which replaces it in one step.

While a build runs, `.output.acadfolio` stands beside `output`. It holds `lock`, `new` (the site being built), and on
systems that cannot exchange two folders for an instant `old`. The build that holds the lock may remove what a killed
run left.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable

_Place = TypeVar("_Place", str, Path)
GIT = ".git"
"""Kept across builds: people deploy from a git worktree in the output folder."""

_ATTEMPTS = 100
PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds."""


class BusyError(Exception):
    """Another build of the same folder is running."""


class Staging:
    """Between `open` and `close`, callers fill `new` and swap it in."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.folder = target.parent / f".{target.name}.acadfolio"
        self.lock, self.new, self.old = (self.folder / name for name in ("lock", "new", "old"))

    def open(self) -> None:
        """Take the lock, clean up after a killed run, and make `new`. Raises BusyError and OSError."""
        self._locked = _locked(self.lock)
        try:
            self._prepare()
        except BaseException:
            with suppress(OSError):  # It was not made, or a killed run left it.
                self.new.rmdir()
            self._release()
            raise

    def close(self) -> None:
        """Remove everything beside the folder. The next `open` reports what cannot be removed."""
        try:
            self._clear(ignore_errors=True)
        finally:
            self._release()

    def swap(self) -> None:
        """Put `new` in the folder's place. `close` removes the old folder."""
        if not os.path.lexists(self.target):
            retry_while_busy(self.new.rename, self.target)
        elif not _exchange(self.new, self.target):
            self._exchange_in_steps()

    def _prepare(self) -> None:
        for strange in sorted({*self.folder.iterdir()} - {self.lock, self.new, self.old}):
            words = f"contains `{strange.name}`, which acadfolio did not put there"
            raise FileExistsError(None, words, str(self.folder))
        self._clear()
        self.new.mkdir()
        if self.target.is_dir():
            shutil.copymode(self.target, self.new)

    def _clear(self, *, ignore_errors: bool = False) -> None:
        """Finish or undo an interrupted swap, and remove leftover folders."""
        if not os.path.lexists(self.target):
            self._put_back()
        for left in (self.old, self.new):
            if os.path.lexists(left):
                self._rescue_git(left)
                _remove(left, ignore_errors=ignore_errors)

    def _put_back(self) -> None:
        """Restore the last site if the folder is gone. If `new` has `.git`, the last site is in it."""
        if self.old.is_dir():
            self.old.rename(self.target)
        elif os.path.lexists(self.new / GIT):
            self.new.rename(self.target)

    def _rescue_git(self, left: Path) -> None:
        stranded, home = left / GIT, self.target / GIT
        if not os.path.lexists(stranded):
            return
        if os.path.lexists(home):
            words = "is the repository of an interrupted build: move it away, or delete it"
            raise FileExistsError(None, words, str(stranded))
        stranded.rename(home)

    def _exchange_in_steps(self) -> None:
        # A kill between the first two steps leaves no folder; `_clear` puts `old` back at the next start.
        retry_while_busy(self.target.rename, self.old)
        try:
            retry_while_busy(self.new.rename, self.target)
        except OSError:
            retry_while_busy(self.old.rename, self.target)
            raise

    def _release(self) -> None:
        """Release the lock. Its file is removed first: a build that waits for it sees that it is gone."""
        with suppress(OSError):  # The next build removes the rest.
            if sys.platform != "win32":
                self.lock.unlink()
        os.close(self._locked)
        with suppress(OSError):  # The next build may use the folder already.
            if sys.platform == "win32":
                self.lock.unlink()  # Windows cannot remove an open file.
            self.folder.rmdir()


def retry_while_busy(move: Callable[[_Place], object], place: _Place) -> None:
    """Move a file or folder. On Windows a program that has it open, such as a virus scanner, may block that."""
    for pause in PAUSES if sys.platform == "win32" else ():
        try:
            move(place)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    try:
        move(place)
    except PermissionError as error:  # The system's error names the staging folder, which users do not know.
        raise PermissionError(error.errno, error.strerror, os.path.dirname(place)) from error  # noqa: PTH120


def _remove(folder: Path, *, ignore_errors: bool) -> None:
    """Remove a folder and its content; with `ignore_errors`, as far as possible."""
    if sys.platform == "win32":
        with suppress(PermissionError):
            shutil.rmtree(folder)
            return
        for above, _, names in os.walk(folder):  # Windows does not remove read-only files, such as git's.
            for name in names:
                with suppress(OSError):
                    Path(above, name).chmod(stat.S_IWRITE)
    shutil.rmtree(folder, ignore_errors=ignore_errors)


def _locked(lock: Path) -> int:
    """Open and lock a file. Its folder is made if it does not exist."""
    folder = lock.parent
    for _ in range(_ATTEMPTS):
        # Another build that ends now may remove the folder between any two of these steps.
        with suppress(FileNotFoundError, FileExistsError):
            if folder.is_symlink():
                break
            folder.mkdir(parents=True, exist_ok=True)
            opened = _opened(lock)
            if _claimed(opened, lock):
                return opened
    raise FileExistsError(None, "is in the way of the build: delete it", str(folder))


def _opened(path: Path) -> int:
    """Open a file, and make it if it does not exist. If that fails, a folder that was made for it is removed."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        with suppress(OSError):  # Not empty: it was there before.
            path.parent.rmdir()
        raise


def _claimed(opened: int, path: Path) -> bool:
    """Whether the locked file is still the one at its path; if not, it is closed."""
    is_ours = False
    try:
        _claim(opened)
        is_ours = os.path.samestat(os.fstat(opened), path.stat())
    finally:
        if not is_ours:
            os.close(opened)
    return is_ours


def _claim(opened: int) -> None:
    """Lock an open file, or raise BusyError. Where the file system has no locks, nothing is locked."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in {errno.EACCES, errno.EAGAIN, errno.EDEADLK}:
            raise BusyError from error


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders atomically. False if the system or its file system cannot."""
    swap = 2  # RENAME_EXCHANGE on Linux, RENAME_SWAP on macOS
    first, second = os.fsencode(one), os.fsencode(other)
    with suppress(ImportError, AttributeError, OSError, TypeError):  # No ctypes, an older C library, Windows.
        import ctypes

        system = ctypes.CDLL(None)
        if sys.platform == "darwin":
            return bool(system.renamex_np(first, second, swap) == 0)
        from_here = -100  # AT_FDCWD
        return bool(system.renameat2(from_here, first, from_here, second, swap) == 0)
    return False
