"""A locked folder beside the output folder, in which a build writes its new files.

During a build, the folder `.output.acadfolio` is next to `output`. It has the file `lock` and the
folder `new`. The build with the lock also removes what an interrupted build has left.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_ATTEMPTS = 100


class BusyError(Exception):
    """Another build of the same folder is running."""


class Staging:
    """A staging folder.

    Between `open` and `close`, callers write files to `new`, and rename them to their places.
    """

    def __init__(self, target: Path) -> None:
        self.folder = target.parent / f".{target.name}.acadfolio"
        self.lock, self.new = self.folder / "lock", self.folder / "new"

    def open(self) -> None:
        """Take the lock, clean up after an interrupted build, and create `new`.

        Raises BusyError and OSError.
        """
        self._locked = _locked(self.lock)
        try:
            self._clear()
            self.new.mkdir()
        except BaseException:
            self._release()
            raise

    def close(self) -> None:
        """Remove the staging folder. The next `open` reports files that cannot be removed."""
        try:
            self._clear(ignore_errors=True)
        finally:
            self._release()

    def _clear(self, *, ignore_errors: bool = False) -> None:
        """Remove `new`, if it is there.

        In a site from a stranger it may be a link, which could lead to your own folders, or a pipe.
        """
        if self.new.is_symlink() or (os.path.lexists(self.new) and not self.new.is_dir()):
            self.new.unlink()
        elif self.new.is_dir():
            _remove(self.new, ignore_errors=ignore_errors)

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
