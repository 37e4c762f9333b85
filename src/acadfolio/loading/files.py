"""List the files in the folders of a site, in a fixed order."""

from __future__ import annotations

import os
import posixpath
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.files import links_below
from acadfolio.problems import Location, Problem, Problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

COUNT_FILES = ("citations.yml", "gs_data.json")
"""Files of citation counts in `data/`.

The count of a paper is that of the first file, and the total is that of the last file: others add it up or repeat it.
"""
PUBLISHED = frozenset({".well-known", ".htaccess", ".nojekyll", ".domains"})
"""Names with a leading dot that browsers, servers and hosts request."""
BACKUPS = (".bak", ".orig", ".rej", ".save", ".tmp", ".swp", ".swo", ".swn")
"""Suffixes that editors and git append to a file's name: `page.md.orig`."""


def list_files(folder: Path, below: str = "", *, problems: Problems | None = None, shown: str = "") -> list[str]:
    """The POSIX paths of all files in a folder, or in its subfolder `below`, relative to the folder.

    Hidden files (except those in PUBLISHED) and the backups of editors are skipped. Unreadable files, broken and
    circular links, and names that are not valid UTF-8 are skipped and reported. `shown` is the name of the folder in
    messages.
    """
    return _Walk(folder, shown or folder.name, Problems() if problems is None else problems).files(below)


def is_folder(path: Path) -> bool:
    """Like `Path.is_dir`, but False without permission. Unreadable files are reported when they are read."""
    return os.path.isdir(path)  # noqa: PTH112


def no_folder(path: Path) -> Problem:
    """The error for a missing site folder."""
    return Problem("no-site", Location(str(path)), "there is no such folder", "`acadfolio new DIR` creates a site")


def is_file(path: Path) -> bool:
    """Like `Path.is_file`, but False without permission and for names that are too long."""
    return os.path.isfile(path)  # noqa: PTH113


def as_typed(path: str) -> str:
    """The path in Unicode NFC, in which keyboards write it. macOS may store accents as separate characters."""
    return unicodedata.normalize("NFC", path)


def names_in(folder: Path, shown: str, problems: Problems) -> list[str]:
    """The names in a folder without hidden files, pipes and devices, sorted; empty if there is no such folder."""
    return [name for name, entry in _Walk(folder, shown, problems).wanted("") if not _never_ends(entry)]


class _Walk(Struct):
    """Lists one folder with its subfolders, and reports files that cannot be read or published."""

    folder: Path
    shown: str
    problems: Problems

    def files(self, below: str) -> list[str]:
        files: list[str] = []
        folders: list[tuple[str, tuple[str, ...]]] = [(below, ())]
        while folders:
            subfolder, links = folders.pop()
            for path, entry in self.wanted(subfolder):
                if _is_true(entry.is_dir):
                    folders += self._subfolder(entry, subfolder, path, links)
                elif _is_true(entry.is_file):
                    files.append(path)
                elif entry.is_symlink():
                    self._error(path, "this file is missing", "it is a broken link", "missing-file")
        return sorted(files)

    def wanted(self, subfolder: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """The entries of a subfolder that belong to the site, with their paths. Names not in UTF-8 are reported."""
        for entry in self.entries(subfolder):
            path = posixpath.join(subfolder, entry.name)
            if not is_hidden(entry.name) and self.is_utf_8(path):
                yield path, entry

    def _subfolder(
        self, entry: os.DirEntry[str], subfolder: str, path: str, links: tuple[str, ...]
    ) -> list[tuple[str, tuple[str, ...]]]:
        """The path of a subfolder and the links on the way to it; empty for a circular link, which is reported."""
        if not entry.is_symlink():
            return [(path, links)]
        real = os.path.realpath(entry.path)
        if real in links or Path(os.path.realpath(self.folder / subfolder)).is_relative_to(real):
            self._error(path, "this link points to a folder above it", "delete the link", "unreadable-file")
            return []
        return [(path, (*links, real))]

    def entries(self, subfolder: str) -> list[os.DirEntry[str]]:
        """The sorted entries of a subfolder; empty if it does not exist or cannot be read, which is reported."""
        try:
            return sorted(os.scandir(self.folder / subfolder), key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            message = f"this folder cannot be read: {error.strerror}"
            self._error(subfolder, message, "check its permissions", "unreadable-file")
            return []

    def is_utf_8(self, path: str) -> bool:
        """Whether a name is valid UTF-8. Others are reported."""
        try:
            path.encode()
        except UnicodeEncodeError:
            name = os.fsencode(path).decode("utf-8", "backslashreplace")
            self._error(name, "the name of this file is not in UTF-8", "rename it", "encoding")
            return False
        return True

    def _error(self, path: str, message: str, hint: str, rule: str) -> None:
        self.problems.error(Location(f"{self.shown}/{path}".rstrip("/")), message, hint, rule=rule)


def _is_true(check: Callable[[], bool]) -> bool:
    """The result of a check of the file system, or False if it fails, as for a circular link."""
    with suppress(OSError):
        return check()
    return False


def _never_ends(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a pipe or a device, or a link to one: reading it might never end."""
    return os.path.exists(entry.path) and not (_is_true(entry.is_file) or _is_true(entry.is_dir))  # noqa: PTH110 - Path raises


def is_hidden(name: str) -> bool:
    """Whether a file or folder belongs to a program and not to the site, such as the backup of an editor."""
    if name.startswith("."):
        return name not in PUBLISHED
    return name in {"Thumbs.db", "desktop.ini", "Icon\r", "__pycache__"} or _is_backup(name)


def _is_backup(name: str) -> bool:
    """Whether a file is the backup of an editor: `page.md~`, `#page.md#` or `page.md.orig`."""
    is_of_emacs = name.endswith("~") or (name.startswith("#") and name.endswith("#"))
    return is_of_emacs or (name.endswith(BACKUPS) and "." in name.strip(".").rpartition(".")[0])


def report_links_outside(root: Path, names: Iterable[str], hint: str, problems: Problems) -> None:
    """Report links in these files and folders of a site that lead out of it, perhaps to private files."""
    inside = os.path.realpath(root)
    for name in names:
        for link in (f"{root}/{name}", *links_below(f"{root}/{name}", inside)):
            real = Path(os.path.realpath(link))
            if (is_file(real) or is_folder(real)) and not real.is_relative_to(inside):
                location = Location(Path(link).relative_to(root).as_posix())
                problems.error(location, "this link leads out of the site", hint, rule="outside-link")
