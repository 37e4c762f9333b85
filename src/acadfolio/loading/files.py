"""List the files in the folders of a site, in a fixed order."""

from __future__ import annotations

import os
import posixpath
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.outside_links import allowed_targets, links_outside
from acadfolio.problems import Location, Problem, Problems

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

COUNT_FILES = ("citations.yml", "gs_data.json")
"""Files of citation counts in `data/`.

The count of a paper is that of the first file, and the total is that of the last file: others add
it up or repeat it.
"""
PUBLISHED = frozenset({".well-known", ".htaccess", ".nojekyll", ".domains"})
"""Names with a leading dot that browsers, servers and hosts request."""
BACKUPS = (".bak", ".orig", ".rej", ".save", ".tmp", ".swp", ".swo", ".swn")
"""Suffixes that editors and git append to a file's name: `page.md.orig`."""


def list_files(
    folder: Path, below: str = "", *, problems: Problems | None = None, shown: str = ""
) -> list[str]:
    """The POSIX paths of all files in a folder, or in its subfolder `below`, relative to the folder.

    Hidden files (except those in PUBLISHED), the backups of editors, pipes and devices are skipped.
    Unreadable folders, broken and circular links, and names that are not valid UTF-8 are skipped
    and reported. `shown` is the name of the folder in messages.
    """
    return _Walk(folder, shown or folder.name, Problems() if problems is None else problems).files(
        below
    )


def is_folder(path: Path) -> bool:
    """Like `Path.is_dir`, but False without permission.

    Unreadable files are reported when they are read.
    """
    return os.path.isdir(path)  # noqa: PTH112


def no_folder(path: Path) -> Problem:
    """The error for a missing site folder."""
    return Problem(
        "no-site",
        Location(str(path)),
        "there is no such folder",
        "`acadfolio new DIR` creates a site",
    )


def is_file(path: Path) -> bool:
    """Like `Path.is_file`, but False without permission and for names that are too long."""
    return os.path.isfile(path)  # noqa: PTH113


def as_typed(path: str) -> str:
    """The path in Unicode NFC, in which keyboards write it. macOS may store accents as separate characters."""
    return unicodedata.normalize("NFC", path)


class _Walk(Struct):
    """Lists one folder with its subfolders, and reports files that cannot be read or published."""

    folder: Path
    shown: str
    problems: Problems

    def files(self, below: str) -> list[str]:
        files: list[str] = []
        for top, folders, names in os.walk(
            self.folder / below, onerror=self._report_unreadable, followlinks=True
        ):
            inside = self._path_of(top)
            folders[:] = [
                name
                for name in folders
                if self._is_wanted(inside, name) and not self._leads_up(inside, name)
            ]
            for name in names:
                file, path = f"{top}/{name}", posixpath.join(inside, name)
                if not self._is_wanted(inside, name):
                    continue
                if os.path.isfile(file):  # noqa: PTH113 - there may be thousands
                    files.append(path)
                elif not os.path.exists(file):  # noqa: PTH110
                    self._error(
                        path,
                        "this file is missing",
                        "it is a broken link, or unreadable",
                        "missing-file",
                    )
        return sorted(files)

    def _path_of(self, top: str) -> str:
        """The path of a subfolder in the folder; empty for the folder itself."""
        path = Path(top).relative_to(self.folder).as_posix()
        return "" if path == "." else path

    def _is_wanted(self, inside: str, name: str) -> bool:
        """Whether a file or folder belongs to the site.

        Names that are not valid UTF-8 are reported.
        """
        if is_hidden(name):
            return False
        try:
            name.encode()
        except UnicodeEncodeError:
            path = os.fsencode(posixpath.join(inside, name)).decode("utf-8", "backslashreplace")
            self._error(path, "the name of this file is not in UTF-8", "rename it", "encoding")
            return False
        return True

    def _leads_up(self, inside: str, name: str) -> bool:
        """Whether a folder is a link to one in which it is, which is reported."""
        link = self.folder / inside / name
        if not link.is_symlink():
            return False
        target = os.path.realpath(link)
        leads_up = any(
            Path(os.path.realpath(above)).is_relative_to(target) for above in link.parents
        )
        if leads_up:
            path = posixpath.join(inside, name)
            self._error(
                path, "this link points to a folder above it", "delete the link", "unreadable-file"
            )
        return leads_up

    def _report_unreadable(self, error: OSError) -> None:
        """Report a folder that cannot be read, but not one that does not exist."""
        if not isinstance(error, FileNotFoundError | NotADirectoryError):
            message = f"this folder cannot be read: {error.strerror}"
            self._error(
                self._path_of(error.filename), message, "check its permissions", "unreadable-file"
            )

    def _error(self, path: str, message: str, hint: str, rule: str) -> None:
        self.problems.error(Location(f"{self.shown}/{path}".rstrip("/")), message, hint, rule=rule)


def is_hidden(name: str) -> bool:
    """Whether a file or folder belongs to a program and not to the site, such as the backup of an editor."""
    if name.startswith("."):
        return name not in PUBLISHED
    return name in {"Thumbs.db", "desktop.ini", "Icon\r", "__pycache__"} or _is_backup(name)


def _is_backup(name: str) -> bool:
    """Whether a file is the backup of an editor: `page.md~`, `#page.md#` or `page.md.orig`."""
    is_of_emacs = name.endswith("~") or (name.startswith("#") and name.endswith("#"))
    return is_of_emacs or (name.endswith(BACKUPS) and "." in name.strip(".").rpartition(".")[0])


def refuse_links_outside(
    root: Path, names: Iterable[str], hint: str, allowed: Collection[str] = ()
) -> None:
    """Raise SiteError for links in these files and folders of a site that lead out of it, perhaps to private files.

    It is called before anything in them is read: a message about a private file would quote it.
    `allowed` are real targets that the user has allowed.
    """
    problems = Problems()
    for link, target in links_outside(root, names, allowed).items():
        if is_file(Path(target)) or is_folder(Path(target)):
            location = Location(Path(link).relative_to(root).as_posix())
            problems.error(location, "this link leads out of the site", hint, rule="outside-link")
    problems.raise_if_errors()


def refuse_links_of_site(root: Path, names: Iterable[str]) -> None:
    """Raise SiteError for links in these folders of a site that lead out of it and that the user has not allowed."""
    hint = "replace it by the file or folder itself, or use `--follow-links` once to allow it"
    refuse_links_outside(root, names, hint, allowed_targets(root))
