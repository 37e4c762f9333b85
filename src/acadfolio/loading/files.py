"""A folder comes in, the paths of the files below it come out, in a fixed order."""

from __future__ import annotations

import os
import re
import unicodedata
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio import OUTPUT, SOURCE_FOLDERS
from acadfolio.plurals import counted
from acadfolio.problems import Location, Problem, Problems

if TYPE_CHECKING:
    from collections.abc import Callable

PUBLISHED = frozenset({".well-known", ".htaccess", ".nojekyll", ".domains"})
"""What the web, servers and hosts ask for by names that begin with a dot."""
BACKUPS = (".bak", ".orig", ".rej", ".save", ".tmp", ".swp", ".swo", ".swn")
"""What editors and git put behind a file's whole name: `page.md.orig`."""
OF_PROGRAMS = re.compile(
    r"\.(?:keep|empty|placeholder|DS_Store|directory|AppleDouble|fseventsd|Spotlight.*|Trash.*|nfs.*|fuse_hidden.*"
    r"|git.*|hg.*|svn|idea|vscode|[_#~].*|.*[~#]|.*\.sw[a-p])"
)
"""What git, editors and systems leave behind, and what keeps a folder in git."""

IN_ICLOUD = ".icloud"


def list_files(
    folder: Path, below: str = "", *, problems: Problems | None = None, shown: str = "", tells: bool = False
) -> list[str]:
    """POSIX paths, relative to `folder`, of every file (below one of its folders).

    Left out are hidden files, but for those that the web asks for, and editors' backups. What cannot be read, links
    that lead nowhere or in circles, and names that are no text are left out and reported; `shown` is what the folder
    is called then. With `tells`, what is left out for the dot in its name is told.
    """
    return _Walk(folder, shown or folder.name, Problems() if problems is None else problems, tells=tells).files(below)


def is_folder(path: Path) -> bool:
    """As `Path.is_dir`, which raises where it may not look; what cannot be read is told by who reads it."""
    return os.path.isdir(path)  # noqa: PTH112


def no_folder(path: Path) -> Problem:
    """What is wrong where a site's folder is not there."""
    return Problem(Location(str(path)), "there is no such folder", "`acadfolio new DIR` makes a site")


def is_file(path: Path) -> bool:
    """As `Path.is_file`, likewise."""
    return os.path.isfile(path)  # noqa: PTH113


def as_typed(path: str) -> str:
    """A file's name with its accents as keyboards write them; macOS may keep them apart from their letters."""
    return unicodedata.normalize("NFC", path)


def names_in(folder: Path, shown: str, problems: Problems) -> list[str]:
    """The names of what lies directly in a folder, sorted; nothing when there is no such folder."""
    walk = _Walk(folder, shown, problems)
    return [
        entry.name
        for entry in walk.entries("")
        if not walk.is_away(entry.name, entry.name) and walk.is_text(entry.name) and walk.can_end(entry, entry.name)
    ]


class _Walk(Struct):
    """Goes through one folder, and reports what stands in its way."""

    folder: Path
    shown: str
    problems: Problems
    found: list[str] = field(default_factory=list)
    tells: bool = False

    def files(self, below: str) -> list[str]:
        waiting: list[tuple[str, tuple[str, ...]]] = [(below, ())]
        while waiting:
            here, links = waiting.pop()
            for entry in self.entries(here):
                path = f"{here}/{entry.name}" if here else entry.name
                if is_hidden(entry.name):
                    if not self.is_away(entry.name, path):
                        self._tell_of(entry.name, path)
                    continue
                if not self.is_text(path):
                    continue
                if _says(entry.is_dir):
                    real = os.path.realpath(entry.path) if entry.is_symlink() else ""
                    if real and (real in links or _is_above(real, os.path.realpath(self.folder / here))):
                        self._error(path, "this link leads back to a folder above it", "delete the link")
                    else:
                        waiting.append((path, (*links, real) if real else links))
                elif _says(entry.is_file):
                    self.found.append(path)
                elif self.can_end(entry, path) and entry.is_symlink():
                    self._error(path, "this file is missing", "it is a link that leads nowhere")
        return sorted(self.found)

    def _tell_of(self, name: str, path: str) -> None:
        if self.tells and name.startswith(".") and not OF_PROGRAMS.fullmatch(name) and self.is_text(path):
            *others, last = (f"`{known}`" for known in sorted(PUBLISHED))
            self.problems.warn(
                Location(f"{self.shown}/{path}"),
                "this is left out: its name begins with a dot",
                f"of such names only {', '.join(others)} and {last} are published; rename it, or delete it",
            )

    def is_away(self, name: str, path: str) -> bool:
        """Whether it is the note that macOS leaves of a file which it moved to iCloud; that is reported."""
        if not (name.startswith(".") and name.endswith(IN_ICLOUD)):
            return False
        file = path.removesuffix(name) + name[1:].removesuffix(IN_ICLOUD)
        hint = "click it in the Finder, which brings it back, or keep the site where iCloud is not"
        self._error(file, "this file is in iCloud, and not on this machine", hint)
        return True

    def can_end(self, entry: os.DirEntry[str], path: str) -> bool:
        """Whether reading what lies there would end; a pipe or a device is reported."""
        if _says(entry.is_file) or _says(entry.is_dir) or not _says(partial(os.path.exists, entry.path)):
            return True
        self._error(path, "this is no file, but a pipe, a socket or a device", "delete it, or put a file in its place")
        return False

    def entries(self, here: str) -> list[os.DirEntry[str]]:
        try:
            return sorted(os.scandir(self.folder / here), key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self._error(here, f"this folder cannot be read: {error.strerror}", "see who may read it")
            return []

    def is_text(self, path: str) -> bool:
        """Whether a name is one that can be written down."""
        try:
            path.encode()
        except UnicodeEncodeError:
            name = os.fsencode(path).decode("utf-8", "backslashreplace")
            self._error(name, "the name of this file is not in UTF-8", "rename it")
            return False
        return True

    def _error(self, path: str, message: str, hint: str) -> None:
        self.problems.error(Location(f"{self.shown}/{path}".rstrip("/")), message, hint)


def _says(look: Callable[[], bool]) -> bool:
    """What a look at an entry says; a link in a circle is neither file nor folder."""
    try:
        return look()
    except OSError:
        return False


def _is_above(folder: str, other: str) -> bool:
    """Whether a folder holds another one, or is it."""
    return Path(other).is_relative_to(folder)


def is_hidden(name: str) -> bool:
    """Whether a file or folder is none of the site's: a program's own, or an editor's backup."""
    return (
        (name.startswith(".") and name not in PUBLISHED)
        or name.endswith("~")
        or (name.startswith("#") and name.endswith("#"))
        or (name.endswith(BACKUPS) and "." in name.strip(".").rpartition(".")[0])
        or name in {"Thumbs.db", "desktop.ini", "Icon\r"}
    )


def way_up(folder: Path) -> str:
    """A hint for one who is in a folder of a site and not in the site's own; empty for anybody else."""
    here = folder.resolve()
    site = next((above for above in here.parents if is_file(above / "data" / "site.yml")), None)
    inside = here.relative_to(site) if site else here
    if inside.parts[0] not in {*SOURCE_FOLDERS, OUTPUT}:
        return ""
    return f"this is the site's {inside.as_posix()}/: go up {counted(len(inside.parts), 'folder')}"
