"""Copy a site into a folder, which may have other files, and refuse folders that must not hold a site.

Only changed files are written, each atomically: first the files that pages load, then pages, the
home page last. Then removed files are deleted. After an interruption all pages have their files,
and the next run continues.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio import OUTPUT, SOURCE_FOLDERS
from acadfolio.cache_folder import CACHE
from acadfolio.deploy.branch import Changes
from acadfolio.deploy.masking import Mask
from acadfolio.output import guards
from acadfolio.output.staging import GIT, retry_while_busy
from acadfolio.output.write import staged
from acadfolio.problems import Location, Problem, SiteError, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.deploy import BuiltSite

FILE, FOLDER = 0o644, 0o755
"""Permissions with which a web server, which is another user, can read."""
STAGING = "deploy"
LIST = ".acadfolio-files"
"""The list of deployed files. The next deployment deletes only files of this list."""
OWN_FOLDER = "choose a folder that contains only the site, such as ~/public_html"


class CopyResult(Struct, frozen=True):
    """The result of a copy, or of its dry run."""

    folder: Path
    files: int
    changes: Changes
    is_dry_run: bool


def copy(built: BuiltSite, site: Path, folder: Path, *, is_dry_run: bool = False) -> CopyResult:
    """Copy a site into a folder. Raises SiteError."""
    with guards.file_errors_as_problems(str(folder), "deploy"):
        refuse_target(folder, site)
        real = folder.resolve()
        if is_dry_run:
            comparison = Comparison(built, real)
        else:
            if not real.exists():
                _make_folder(real)
            message = "another deployment into this folder is running"
            busy = Problem(
                "deploy-folder",
                Location(str(folder)),
                message,
                "wait until it has ended, or stop it",
            )
            with staged(real / STAGING, str(folder), busy, "deploy") as staging:
                comparison = Comparison(built, real)
                Update(comparison, staging.new).run()
    return CopyResult(folder, len(built.outputs), comparison.changes, is_dry_run)


class Comparison:
    """The differences between a site and a folder.

    Raises:
        SiteError: other files of the folder are in the place of files of the site.
        OSError: a folder that the site needs cannot be read.
    """

    def __init__(self, built: BuiltSite, real: Path) -> None:
        self.built, self.real = built, real
        wanted, listed = set(built.outputs), _read_list(real)
        existing = set(filter(self._is_there, wanted | listed))
        old_files = {path.casefold(): real / path for path in existing - wanted}
        existing -= {
            path
            for path in existing - listed
            if _is_renamed(real / path, old_files.get(path.casefold()))
        }
        self.deployed = listed & existing
        changed = {path for path in wanted & existing if not self._is_same(path)}
        removed = self.deployed - wanted
        self.changes = Changes(
            tuple(sorted(wanted - existing)), tuple(sorted(changed)), tuple(sorted(removed))
        )
        self.leaving = removed.union(*map(_folders_above, removed))
        """The files that are removed, and the folders that may become empty."""
        self._refuse_conflicts(changed - self.deployed)

    def _is_there(self, path: str) -> bool:
        """Whether there is a file or a link. Links on the way to it are not followed."""
        return _is_file(self.real / path) and not any(
            _is_file(self.real / above) for above in _folders_above(path)
        )

    def _refuse_conflicts(self, foreign: set[str]) -> None:
        message = (
            "acadfolio did not write this file, and the site has a different file with this name"
        )
        conflicts = [self._conflict(path, message, "move it away") for path in foreign]
        for path in self.changes.added:
            conflicts += self._obstacles(path)
        if conflicts:
            raise SiteError(in_order(conflicts))

    def _obstacles(self, path: str) -> Iterator[Problem]:
        """The problems of files, links and folders in the place of a file of the site, or of its folders."""
        for above in _folders_above(path):
            if above not in self.leaving and _is_file(self.real / above):
                yield self._conflict(
                    above, "the site has a folder with the name of this file", "move it away"
                )
        inside = (
            entry.relative_to(self.real).as_posix() for entry in (self.real / path).rglob("*")
        )
        if not self.leaving.issuperset(inside):
            message = "this folder is not empty, and the site has a file with this name"
            yield self._conflict(path, message, "move it away")

    def _is_same(self, path: str) -> bool:
        file = self.real / path
        if not stat.S_ISREG(file.lstat().st_mode):
            return False
        return file.stat().st_size == self.built.size_of(
            path
        ) and file.read_bytes() == self.built.bytes_of(path)

    def _conflict(self, path: str, message: str, hint: str) -> Problem:
        return Problem("deploy-folder", Location(str(self.real / path)), message, hint)


class Update:
    """Writes the changes into the folder."""

    def __init__(self, comparison: Comparison, staging: Path) -> None:
        self.comparison, self.staging = comparison, staging
        self.built, self.real = comparison.built, comparison.real

    def run(self) -> None:
        """Write and delete files, in an order in which pages never lack the files that they load."""
        comparison, changes = self.comparison, self.comparison.changes
        wanted = set(self.built.outputs)
        if not changes and comparison.deployed == wanted:
            return
        self._write_list(
            wanted | comparison.deployed
        )  # First, so that an interruption leaves no unlisted files.
        obstacles = _obstacles_among(changes.removed, changes.added)
        self._remove(obstacles)
        for path in sorted((*changes.added, *changes.changed), key=_write_order):
            self._write(path, self.built.bytes_of(path))
        self._remove(path for path in changes.removed if path not in obstacles)
        self._write_list(wanted)

    def _write_list(self, paths: Iterable[str]) -> None:
        about = "What acadfolio deploy put into this folder."
        text = json.dumps({"about": about, "files": sorted(paths)}, ensure_ascii=False, indent=0)
        self._write(LIST, f"{text}\n".encode())

    def _write(self, path: str, content: bytes) -> None:
        """Write a file atomically. A symbolic link is replaced, not its target."""
        target, staged_file = self.real / path, self.staging / "file"
        self._make_folders(path)
        if target.is_dir() and not target.is_symlink():
            target.rmdir()  # Its files were deleted before.
        staged_file.write_bytes(content)
        staged_file.chmod(_mode(target))
        retry_while_busy(staged_file.replace, target)

    def _make_folders(self, path: str) -> None:
        for above in reversed(_folders_above(path)):
            here = self.real / above
            if not os.path.lexists(here):
                _make_folder(here)
            elif here.is_symlink():
                message = "this is now a symbolic link: it changed during the deployment"
                raise SiteError(
                    [Problem("deploy-folder", Location(str(here)), message, "delete it")]
                )

    def _remove(self, paths: Iterable[str]) -> None:
        """Delete files, and the folders that become empty."""
        for path in paths:
            (self.real / path).unlink(missing_ok=True)
            for above in _folders_above(path):
                with suppress(OSError):  # It has other files.
                    (self.real / above).rmdir()


def _read_list(real: Path) -> set[str]:
    """The paths in the list of deployed files; empty if the list is missing or damaged."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        listed = json.loads((real / LIST).read_text(encoding="utf-8"))["files"]
        return {path for path in listed if isinstance(path, str) and _may_be_deployed(path)}
    return set()


def _may_be_deployed(path: str) -> bool:
    """Whether a path in the list, which anybody may have edited, can be that of a file of a site."""
    return not guards.path_error(path) and GIT not in path.split("/")


def _is_file(path: Path) -> bool:
    """Whether this is a file, or a link, which may lead to a folder.

    Raises OSError without permission to look.
    """
    return path.is_symlink() or (path.exists() and not path.is_dir())


def _is_renamed(file: Path, old_file: Path | None) -> bool:
    """Whether this is an old file with other letter case, on a file system that does not tell it apart."""
    return old_file is not None and not file.is_symlink() and file.samefile(old_file)


def _obstacles_among(removed: Iterable[str], added: Iterable[str]) -> set[str]:
    """The removed files that must be deleted before files are added.

    These are files in the place of a new folder, files in a folder in the place of a new file, and
    files whose name differs from a new one only by case, which on some file systems is the same
    file.
    """
    new = set(map(str.casefold, added))
    taken = new.union(*map(_folders_above, new))
    found = set()
    for path in removed:
        name = path.casefold()
        if name in taken or not new.isdisjoint(_folders_above(name)):
            found.add(path)
    return found


def _folders_above(path: str) -> list[str]:
    """The folders above a path, the nearest first."""
    parts = path.split("/")
    return ["/".join(parts[:number]) for number in range(len(parts) - 1, 0, -1)]


def _write_order(path: str) -> tuple[bool, int, str]:
    """A sort key: the files that pages load, then the pages, the home page last."""
    return path.endswith(".html"), -path.count("/"), path


def _mode(file: Path) -> int:
    """The permissions of an existing file, plus the permission to read; default ones for a new file."""
    if not file.is_file() or file.is_symlink():
        return FILE
    return (stat.S_IMODE(file.stat().st_mode) & 0o777) | 0o444


def _make_folder(folder: Path) -> None:
    """Create a folder. It inherits the group of the folder above."""
    folder.mkdir()
    folder.chmod(stat.S_IMODE(folder.stat().st_mode) | FOLDER)


def refuse_target(folder: Path, site: Path) -> None:
    """Raise SiteError for a folder on another machine, or one that must not hold a site."""
    place = str(folder)
    if is_remote(folder):
        _, at, after = place.rpartition("@")
        place = Mask()(f"***@{after}" if at else place)
        message = "this is on another machine, but --to needs a folder on this one"
        hint = "mount it, or build and copy: rsync -rt --delete output/ YOU@HOST:public_html/"
    elif reason := _reason(folder, site):
        message, hint = reason
    else:
        return
    raise SiteError([Problem("deploy-folder", Location(place), message, hint)])


def is_remote(folder: PurePath) -> bool:
    """Whether this is a folder on another host (`host:www`, `sftp://host/www`), and not a local path."""
    first = folder.as_posix()[len(folder.drive) :].partition("/")[0]
    return ":" in first and not os.path.exists(first)  # noqa: PTH110 - it may be too long for a Path


def _reason(folder: Path, site: Path) -> tuple[str, str] | None:
    """The message and the hint for an unsuitable folder; None if it is suitable."""
    if guards.is_file_or_broken_link(folder):
        return "this is a file or a broken link, not a folder", OWN_FOLDER
    real = folder.resolve()
    if not real.parent.is_dir():
        return (
            "the folder above this one does not exist",
            "check its name, and whether its disk is mounted",
        )
    if _is_home(real):
        return "this is your home folder or one of its parents", OWN_FOLDER
    return _reason_of_site(real, site) or _reason_of_git(real)


def _is_home(real: Path) -> bool:
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is none
    return real == real.parent or (home.is_absolute() and guards.is_within(home, real))


def _reason_of_site(real: Path, site: Path) -> tuple[str, str] | None:
    if guards.is_within(site, real):
        return "the site itself is in this folder: its sources would be published", OWN_FOLDER
    if any(guards.is_within(real, site / name) for name in (*SOURCE_FOLDERS, CACHE)):
        return "this folder is among the sources of the site", OWN_FOLDER
    if guards.is_within(real, site / OUTPUT) or any(
        map(guards.is_output_folder, (real, *real.parents))
    ):
        return "every build replaces this folder with all its files", "choose another one"
    return None


def _reason_of_git(real: Path) -> tuple[str, str] | None:
    if GIT in real.parts:
        return "this folder is among the internal files of a git repository", OWN_FOLDER
    if os.path.lexists(real / GIT) and not (real / LIST).is_file():
        return (
            "this is a git repository without a site from acadfolio",
            "deploy to its branch instead",
        )
    return None
