"""A locked staging folder, which replaces the output folder in one step.

During a build, the folder `.output.acadfolio` is next to `output`. It has the file `lock`, the
folder `new` with the new site and, on systems that cannot exchange two folders, for an instant
`old`. The build with the lock also removes the rest of an interrupted build.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from contextlib import suppress
from pathlib import Path

from acadfolio.new_files import retry_while_busy

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

GIT = ".git"
"""Never removed: the output folder may be a git worktree, to deploy from it."""

_ATTEMPTS = 100


class BusyError(Exception):
    """Another build of the same folder is running."""


class Staging:
    """A staging folder.

    Between `open` and `close`, callers write files to `new` and call `swap`.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.folder = target.parent / f".{target.name}.acadfolio"
        self.lock, self.new, self.old = (self.folder / name for name in ("lock", "new", "old"))

    def open(self) -> None:
        """Take the lock, clean up after an interrupted build, and create `new`.

        Raises BusyError and OSError.
        """
        self._locked = _locked(self.lock)
        try:
            self._prepare()
        except BaseException:
            with suppress(OSError):  # It was not created, or is from an interrupted build.
                self.new.rmdir()
            self._release()
            raise

    def close(self) -> None:
        """Remove the staging folder. The next `open` reports files that cannot be removed."""
        try:
            self._clear(ignore_errors=True)
        finally:
            self._release()

    def swap(self) -> None:
        """Replace the output folder by `new`. `close` removes the old folder."""
        if not os.path.lexists(self.target):
            retry_while_busy(self.new.rename, self.target)
        elif not _exchange(self.new, self.target):
            self._exchange_in_steps()

    def _prepare(self) -> None:
        self._clear()
        self.new.mkdir()
        if self.target.is_dir():
            shutil.copymode(self.target, self.new)

    def _clear(self, *, ignore_errors: bool = False) -> None:
        """Finish or undo an interrupted swap, and remove leftover folders."""
        self._remove_links()
        if not os.path.lexists(self.target):
            self._put_back()
        for left in (self.old, self.new):
            if os.path.lexists(left):
                self._rescue_git(left)
                _remove(left, ignore_errors=ignore_errors)

    def _remove_links(self) -> None:
        """Remove what is no folder in the place of our folders.

        In a site from a stranger, a link could lead to your own folders, and reading a pipe would
        never end.
        """
        for left in (self.old, self.new):
            if os.path.lexists(left) and (left.is_symlink() or not left.is_dir()):
                left.unlink()

    def _put_back(self) -> None:
        """Restore the last site if the folder is gone.

        If `new` has `.git`, the last site is in it.
        """
        if self.old.is_dir():
            self.old.rename(self.target)
        elif os.path.lexists(self.new / GIT):
            self.new.rename(self.target)

    def _rescue_git(self, left: Path) -> None:
        repository, target = left / GIT, self.target / GIT
        if not os.path.lexists(repository):
            return
        if os.path.lexists(target):
            message = "this is the repository of an interrupted build: move it away, or delete it"
            raise FileExistsError(None, message, str(repository))
        repository.rename(target)

    def _exchange_in_steps(self) -> None:
        # After an interruption between the first two steps there is no folder; the next `_clear`
        # restores `old`.
        retry_while_busy(self.target.rename, self.old)
        try:
            retry_while_busy(self.new.rename, self.target)
        except OSError:
            retry_while_busy(self.old.rename, self.target)
            raise

    def _release(self) -> None:
        """Release the lock.

        Its file is removed first, so that a build that waits for the lock notices it.
        """
        with suppress(OSError):  # The next build removes the rest.
            if sys.platform != "win32":
                self.lock.unlink()
        os.close(self._locked)
        with suppress(OSError):  # The next build may use the folder already.
            if sys.platform == "win32":
                self.lock.unlink()  # Windows cannot remove an open file.
            self.folder.rmdir()


def _remove(folder: Path, *, ignore_errors: bool) -> None:
    """Remove a folder and its content; with `ignore_errors`, as far as possible."""
    if sys.platform == "win32":
        with suppress(PermissionError):
            shutil.rmtree(folder)
            return
        for above, _, names in os.walk(
            folder
        ):  # Windows does not remove read-only files, such as git's.
            for name in names:
                with suppress(OSError):
                    Path(above, name).chmod(stat.S_IWRITE)
    shutil.rmtree(folder, ignore_errors=ignore_errors)


def _locked(lock: Path) -> int:
    """Open and lock a file. Creates its folder if it does not exist."""
    folder = lock.parent
    for _ in range(_ATTEMPTS):
        # Another build that ends now may remove the folder between any two of these steps.
        with suppress(FileNotFoundError, FileExistsError):
            if (
                folder.is_symlink() or lock.is_symlink()
            ):  # It would create or lock a file elsewhere.
                break
            folder.mkdir(parents=True, exist_ok=True)
            opened = _opened(lock)
            if _claimed(opened, lock):
                return opened
    raise FileExistsError(None, "this prevents the build: delete it", str(folder))


def _opened(path: Path) -> int:
    """Open or create a file. Removes its empty folder if that fails."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        with suppress(OSError):  # Not empty: it was there before.
            path.parent.rmdir()
        raise


def _claimed(opened: int, path: Path) -> bool:
    """Lock an open file. Closes it and returns False if another file is at its path by now."""
    is_same = False
    try:
        _claim(opened)
        is_same = os.path.samestat(os.fstat(opened), path.stat())
    finally:
        if not is_same:
            os.close(opened)
    return is_same


def _claim(opened: int) -> None:
    """Lock an open file, or raise BusyError. Does nothing on file systems without locks."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in {errno.EACCES, errno.EAGAIN, errno.EDEADLK}:
            raise BusyError from error


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders atomically.

    Returns False if the system or the file system does not support it.
    """
    swap = 2  # RENAME_EXCHANGE on Linux, RENAME_SWAP on macOS
    first, second = os.fsencode(one), os.fsencode(other)
    with suppress(
        ImportError, AttributeError, OSError, TypeError
    ):  # No ctypes, an older C library, Windows.
        import ctypes

        system = ctypes.CDLL(None)
        if sys.platform == "darwin":
            return bool(system.renamex_np(first, second, swap) == 0)
        from_here = -100  # AT_FDCWD
        return bool(system.renameat2(from_here, first, from_here, second, swap) == 0)
    return False
