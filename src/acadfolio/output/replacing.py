"""Put new files in the place of old ones, so that at any moment every page finds its files.

The new content is complete before the first file changes. Then each file is renamed to its place:
first what is new, then what changes, last what is no longer needed is removed. A full disk leaves
the old site. After a kill some files are new, others old, and the next build finishes the work.
"""

# Paths are plain strings: a site has thousands of files.
# ruff: noqa: PTH101, PTH102, PTH106, PTH112, PTH114, PTH116, PTH118

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from acadfolio.new_files import PUBLIC_FOLDER, refuse_folder_elsewhere, retry_while_busy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

JUNCTION = 0xA0000003
"""What Windows calls a folder that leads to another one."""


def folders_above(path: str) -> Iterator[str]:
    """Yield the folders of a path: `a` and `a/b` for `a/b/c`."""
    end = path.find("/")
    while end >= 0:
        yield path[:end]
        end = path.find("/", end + 1)


def is_junction(folder: os.DirEntry[str]) -> bool:
    """Whether this folder of Windows leads to another one."""
    return sys.platform == "win32" and folder.stat(follow_symlinks=False).st_reparse_tag == JUNCTION


class Replacement:
    """The changes of a folder, of which the new content is ready.

    First `prepare` does all that can fail while every file is as it was, then `run` changes the
    files. Both raise OSError, and SiteError for links that lead out of the folder.
    """

    def __init__(  # noqa: PLR0913 - what is written, and what is removed
        self,
        folder: str,
        new: str,
        *,
        added: Iterable[str],
        changed: Iterable[str],
        removed: Iterable[str],
        old_folders: Iterable[str] = (),
        is_public: bool = False,
    ) -> None:
        """Remember the changes.

        Args:
            folder: The folder, without links in its path.
            new: A folder with the new content, by the same paths.
            added: The paths of new files.
            changed: The paths of files with another content.
            removed: The paths of files and links to delete.
            old_folders: Folders to delete, too. Folders that become empty are always deleted.
            is_public: Whether new folders can be read by everybody.
        """
        self.folder, self.new, self.is_public = folder, new, is_public
        self.added, self.changed = frozenset(added), frozenset(changed)
        self.written = self.added | self.changed
        self.removed, self.old_folders = frozenset(removed), frozenset(old_folders)
        self.folders = {above for path in self.written for above in folders_above(path)}
        """The folders of the new files."""
        self.names_without_case = {path.casefold(): path for path in self.added}
        self.in_the_way: set[str] = set()
        """What must be removed before the new files have room."""

    def prepare(self) -> None:
        """Make the new folders, and raise an error if a file could not be replaced."""
        if os.stat(self.folder).st_dev != os.stat(self.new).st_dev:
            raise _error(errno.EXDEV, self.folder)
        self._refuse_closed_folders()
        for path in self.written - self.old_folders:
            place = self._place(path)
            if os.path.isdir(place) and not os.path.islink(place):
                raise _error(errno.EISDIR, place)
        if sys.platform == "win32":
            self._wait_for_other_programs()
        self.in_the_way = {path for path in self.removed if self._is_in_the_way(path)}
        blocked = self.in_the_way
        free = [
            folder
            for folder in self.folders
            if folder not in blocked and blocked.isdisjoint(folders_above(folder))
        ]
        self._make_folders(free)

    def run(self) -> None:
        """Rename the new files to their places, and remove the others."""
        if self.in_the_way or not self.old_folders.isdisjoint(self.written):
            self._remove(self.in_the_way)
            self._make_folders(self.folders)
        for path in sorted(self.written, key=self._order):
            retry_while_busy(partial(os.replace, os.path.join(self.new, path)), self._place(path))
        self._remove(self.removed - self.in_the_way)

    def _place(self, path: str) -> str:
        return os.path.join(self.folder, path)

    def _order(self, path: str) -> tuple[bool, bool, int, str]:
        """A sort key: new files, which no page names yet, then changed ones.

        Of both, files that pages load come before the pages, and the home page is the last.
        """
        return path in self.changed, path.endswith(".html"), -path.count("/"), path

    def _refuse_closed_folders(self) -> None:
        """Raise an error if a folder that changes is read-only, or leads elsewhere."""
        kept = {path.rpartition("/")[0] for path in self.changed | self.removed}
        for folder in sorted(kept):
            place = self._place(folder)
            refuse_folder_elsewhere(place, self.folder)
            if not os.access(place, os.W_OK):
                raise _error(errno.EACCES, place)

    def _wait_for_other_programs(self) -> None:
        """Wait for programs that have a file open, which Windows then neither replaces nor removes.

        Only a file that nobody has open can be renamed, also to the name that it has.
        """
        for path in self.changed | self.removed:
            place = self._place(path)
            with suppress(OSError):  # A broken link.
                os.chmod(place, stat.S_IREAD | stat.S_IWRITE)
            retry_while_busy(partial(os.replace, place), place)

    def _is_in_the_way(self, path: str) -> bool:
        """Whether an old file has the name of a new folder, or is in a folder with the name of a new file.

        Where letter case does not count, `CV.html` is in the way of `cv.html`.
        """
        return (
            path in self.folders
            or not self.written.isdisjoint(folders_above(path))
            or self._is_same_but_for_case(path)
        )

    def _is_same_but_for_case(self, path: str) -> bool:
        new = self.names_without_case.get(path.casefold())
        if new is None or not os.path.lexists(self._place(new)):
            return False
        return os.path.samestat(os.lstat(self._place(path)), os.lstat(self._place(new)))

    def _make_folders(self, folders: Iterable[str]) -> None:
        """Make folders with those above them; none if one cannot be made."""
        made: list[str] = []
        try:
            for folder in sorted(folders):
                place = self._place(folder)
                if os.path.isdir(place):
                    refuse_folder_elsewhere(place, self.folder)
                    continue
                os.mkdir(place)
                made.append(place)
                if self.is_public:
                    os.chmod(place, stat.S_IMODE(os.stat(place).st_mode) | PUBLIC_FOLDER)
        except BaseException:
            for place in reversed(made):
                os.rmdir(place)
            raise

    def _remove(self, paths: Iterable[str]) -> None:
        """Delete files, pages first, and the folders that are empty then."""
        emptied = set(self.old_folders)
        for path in sorted(paths, key=lambda path: (not path.endswith(".html"), path)):
            with suppress(FileNotFoundError):
                retry_while_busy(os.unlink, self._place(path))
            emptied.update(folders_above(path))
        for folder in sorted(emptied, reverse=True):
            with suppress(OSError):  # It has other files.
                os.rmdir(self._place(folder))


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)
