"""List the files of a site's folders, in a fixed order."""

from __future__ import annotations

import os
import re
import unicodedata
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio import OUTPUT, SOURCE_FOLDERS
from acadfolio.plurals import counted
from acadfolio.problems import Location, Problem, Problems

if TYPE_CHECKING:
    from collections.abc import Callable

COUNT_FILES = ("citations.yml", "gs_data_shieldsio.json", "gs_data.json")
"""Files of citation counts in `data/`.

The first that knows a paper tells its count, the last that knows a total tells that: others sum up or repeat it.
"""
PUBLISHED = frozenset({".well-known", ".htaccess", ".nojekyll", ".domains"})
"""Names with a dot in front that browsers, servers and hosts request."""
BACKUPS = (".bak", ".orig", ".rej", ".save", ".tmp", ".swp", ".swo", ".swn")
"""Suffixes that editors and git append to a file's name: `page.md.orig`."""
OF_PROGRAMS = re.compile(
    r"\.(?:acadfolio|keep|empty|placeholder|DS_Store|directory|AppleDouble|fseventsd|Spotlight.*|Trash.*|nfs.*|fuse_hidden.*"
    r"|git.*|hg.*|svn|idea|vscode|[_#~].*|.*[~#]|.*\.sw[a-p])"
)
"""Files of git, editors, operating systems and other builds, and files that keep an empty folder in git."""


def list_files(
    folder: Path, below: str = "", *, problems: Problems | None = None, shown: str = "", warns_of_hidden: bool = False
) -> list[str]:
    """POSIX paths, relative to `folder`, of every file (below one of its folders).

    Left out are hidden files, but for those that the web asks for, and editors' backups. What cannot be read, links
    that lead nowhere or in circles, and names that are no text are left out and reported; `shown` is what the folder
    is called then. With `warns_of_hidden`, what is skipped for the dot in its name is reported.
    """
    return _Walk(
        folder, shown or folder.name, Problems() if problems is None else problems, warns_of_hidden=warns_of_hidden
    ).files(below)


def is_folder(path: Path) -> bool:
    """Like `Path.is_dir`, but False without permission: what cannot be read is reported when it is read."""
    return os.path.isdir(path)  # noqa: PTH112


def no_folder(path: Path) -> Problem:
    """The message for a missing site folder."""
    return Problem("no-site", Location(str(path)), "there is no such folder", "`acadfolio new DIR` makes a site")


def is_file(path: Path) -> bool:
    """Like `Path.is_file`, but False without permission."""
    return os.path.isfile(path)  # noqa: PTH113


def as_typed(path: str) -> str:
    """A file's name in Unicode NFC, as keyboards write it; macOS may store accents as separate characters."""
    return unicodedata.normalize("NFC", path)


def names_in(folder: Path, shown: str, problems: Problems) -> list[str]:
    """The names in a folder, sorted; empty if there is no such folder."""
    walk = _Walk(folder, shown, problems)
    return [
        entry.name for entry in walk.entries("") if walk.is_utf_8(entry.name) and walk.is_readable(entry, entry.name)
    ]


class _Walk(Struct):
    """Lists one folder with its subfolders, and reports what cannot be read or published."""

    folder: Path
    shown: str
    problems: Problems
    warns_of_hidden: bool = False

    def files(self, below: str) -> list[str]:
        found: list[str] = []
        folders: list[tuple[str, tuple[str, ...]]] = [(below, ())]
        while folders:
            here, links = folders.pop()
            for entry in self.entries(here):
                path = f"{here}/{entry.name}" if here else entry.name
                if not self._is_wanted(entry.name, path):
                    continue
                if _ask(entry.is_dir):
                    folders += self._linked(entry, here, path, links)
                elif _ask(entry.is_file):
                    found.append(path)
                elif self.is_readable(entry, path) and entry.is_symlink():
                    self._error(path, "this file is missing", "it is a broken link", "missing-file")
        return sorted(found)

    def _is_wanted(self, name: str, path: str) -> bool:
        """Whether a name belongs to the site; unusual names are reported."""
        if is_hidden(name):
            self._warn_of_hidden(name, path)
            return False
        return self.is_utf_8(path)

    def _linked(
        self, entry: os.DirEntry[str], here: str, path: str, links: tuple[str, ...]
    ) -> list[tuple[str, tuple[str, ...]]]:
        """A subfolder with the links that lead to it; nothing for a circular link."""
        if not entry.is_symlink():
            return [(path, links)]
        real = os.path.realpath(entry.path)
        if real in links or Path(os.path.realpath(self.folder / here)).is_relative_to(real):
            self._error(path, "this link points to a folder above it", "delete the link", "unreadable-file")
            return []
        return [(path, (*links, real))]

    def _warn_of_hidden(self, name: str, path: str) -> None:
        """Warn of files that are not published because of the dot in their name, except those of programs."""
        if not self.warns_of_hidden or not name.startswith("."):
            return
        if OF_PROGRAMS.fullmatch(name) or not self.is_utf_8(path):
            return
        what = "this is not published: its name begins with a dot"
        *names, last = (f"`{known}`" for known in sorted(PUBLISHED))
        hint = f"only {', '.join(names)} and {last} are published; rename it, or delete it"
        self.problems.warn(Location(f"{self.shown}/{path}"), what, hint, rule="ignored-file")

    def is_readable(self, entry: os.DirEntry[str], path: str) -> bool:
        """Whether it can be read like a file; a pipe or a device is reported."""
        if _ask(entry.is_file) or _ask(entry.is_dir) or not _ask(partial(os.path.exists, entry.path)):
            return True
        what = "this is not a file, but a pipe, a socket or a device"
        self._error(path, what, "delete it, or put a file in its place", "unreadable-file")
        return False

    def entries(self, here: str) -> list[os.DirEntry[str]]:
        try:
            return sorted(os.scandir(self.folder / here), key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            what = f"this folder cannot be read: {error.strerror}"
            self._error(here, what, "check its permissions", "unreadable-file")
            return []

    def is_utf_8(self, path: str) -> bool:
        """Whether a name is valid UTF-8."""
        try:
            path.encode()
        except UnicodeEncodeError:
            name = os.fsencode(path).decode("utf-8", "backslashreplace")
            self._error(name, "the name of this file is not in UTF-8", "rename it", "encoding")
            return False
        return True

    def _error(self, path: str, message: str, hint: str, rule: str) -> None:
        self.problems.error(Location(f"{self.shown}/{path}".rstrip("/")), message, hint, rule=rule)


def _ask(look: Callable[[], bool]) -> bool:
    """Ask the file system about an entry; a circular link is neither file nor folder."""
    try:
        return look()
    except OSError:
        return False


def is_hidden(name: str) -> bool:
    """Whether a file or folder belongs to a program and not to the site, such as an editor's backup."""
    if name.startswith("."):
        return name not in PUBLISHED
    return name in {"Thumbs.db", "desktop.ini", "Icon\r"} or _is_backup(name)


def _is_backup(name: str) -> bool:
    """Whether an editor made it: `page.md~`, `#page.md#`, `page.md.orig`."""
    is_of_emacs = name.endswith("~") or (name.startswith("#") and name.endswith("#"))
    return is_of_emacs or (name.endswith(BACKUPS) and "." in name.strip(".").rpartition(".")[0])


def hint_for_subfolder(folder: Path) -> str:
    """A hint for somebody who is in a subfolder of a site; empty for anybody else."""
    here = folder.resolve()
    site = next((above for above in here.parents if is_file(above / "data" / "site.yml")), None)
    inside = here.relative_to(site) if site else here
    if inside.parts[0] not in {*SOURCE_FOLDERS, OUTPUT}:
        return ""
    return f"this is the site's {inside.as_posix()}/: go up {counted(len(inside.parts), 'folder')}"
