"""Copy a site into a folder, which may have other files, and refuse folders that must not hold a site.

A list in the folder names the files that acadfolio wrote. Only these are replaced and deleted, and
no link is followed. After an interruption all pages have their files, and the next run continues.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio import OUTPUT, SOURCE_FOLDERS
from acadfolio.cache_folder import CACHE
from acadfolio.deploy.branch import Changes
from acadfolio.deploy.masking import Mask
from acadfolio.new_files import PUBLIC_FILE, make_public_folder, retry_while_busy
from acadfolio.output import guards
from acadfolio.output.guards import GIT
from acadfolio.output.replacing import Replacement
from acadfolio.output.write import staged
from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from acadfolio.deploy import BuiltSite

STAGING = "deploy"
LIST = ".acadfolio-files"
LARGEST_LIST, LONGEST_NAME = 50_000_000, 255
"""In bytes."""
ABOUT = "What acadfolio deploy put into this folder."
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
            update = Update(built, real)
        else:
            make_public_folder(real)
            message = "another deployment into this folder is running"
            hint = "wait until it has ended, or stop it"
            busy = Problem("deploy-folder", Location(str(folder)), message, hint)
            with staged(real / STAGING, str(folder), busy, "deploy") as staging:
                update = Update(built, real)
                update.run(staging.new)
    return CopyResult(folder, len(built.outputs), update.changes, is_dry_run)


class Update:
    """The changes that bring a site into a folder.

    Raises:
        SiteError: other files of the folder are in the place of files of the site.
        OSError: a folder that the site needs cannot be read.
    """

    def __init__(self, built: BuiltSite, real: Path) -> None:
        self.built, self.real, self.wanted = built, real, set(built.outputs)
        self.own = {path for path in read_list(real) if self._is_reached(path)}
        removed = self.own - self.wanted
        self.old_names = {path.casefold(): path for path in removed}
        problems = [problem for path in sorted(self.wanted) if (problem := self._conflict(path))]
        if problems:
            raise SiteError(problems)
        added = {path for path in self.wanted if not self._is_reached(path) or self._is_old(path)}
        changed = {path for path in self.wanted - added if not self._is_same(path)}
        self.changes = Changes(*(tuple(sorted(paths)) for paths in (added, changed, removed)))

    def _is_reached(self, path: str) -> bool:
        """Whether this is a regular file, and no link leads to it."""
        file = self.real / path
        return file.is_file() and Path(os.path.realpath(file)) == file

    def _is_old(self, path: str) -> bool:
        """Whether this is a removed file, where letter case does not count: `CV.html` for `cv.html`."""
        old = self.old_names.get(path.casefold())
        return old is not None and (self.real / old).samefile(self.real / path)

    def _is_same(self, path: str) -> bool:
        file = self.real / path
        has_size = file.stat().st_size == self.built.size_of(path)
        return has_size and file.read_bytes() == self.built.bytes_of(path)

    def _conflict(self, path: str) -> Problem | None:
        """The problem of what is in the place of a file of the site; None if the file can be written."""
        for above in PurePosixPath(path).parents[:-1]:
            folder = self.real / above
            if os.path.lexists(folder) and (folder.is_symlink() or not folder.is_dir()):
                return _refusal(folder, "the site has a folder with the name of this file")
        file = self.real / path
        if not os.path.lexists(file) or path in self.own:
            return None
        if file.is_dir() and not file.is_symlink():
            return _refusal(file, "the site has a file with the name of this folder")
        if self._is_reached(path) and (self._is_old(path) or self._is_same(path)):
            return None
        message = (
            "acadfolio did not write this file, and the site has a different file with this name"
        )
        return _refusal(file, message)

    def run(self, new: Path) -> None:
        """Write the new files into an empty folder, then replace and delete the old ones."""
        if not self.changes and self.own == self.wanted:
            return
        files = new / "files"
        files.mkdir()
        for path in (*self.changes.added, *self.changes.changed):
            _write(files / path, self.built.bytes_of(path))
        _write(new / "first", _list_of(self.wanted | self.own))
        _write(new / "last", _list_of(self.wanted))
        replacement = Replacement(
            str(self.real),
            str(files),
            added=self.changes.added,
            changed=self.changes.changed,
            removed=self.changes.removed,
            is_public=True,
        )
        replacement.prepare()
        with guards.file_errors_as_problems(str(self.real), "deploy", is_mixed=True):
            # First the list, so that an interruption leaves no file that is not in it.
            retry_while_busy((new / "first").replace, self.real / LIST)
            replacement.run()
            retry_while_busy((new / "last").replace, self.real / LIST)


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(PUBLIC_FILE)


def _list_of(paths: set[str]) -> bytes:
    listed = {"about": ABOUT, "files": sorted(paths)}
    text = json.dumps(listed, ensure_ascii=False, indent=0)
    return f"{text}\n".encode()


def _refusal(file: Path, message: str) -> Problem:
    return Problem("deploy-folder", Location(str(file)), message, "move it away")


def read_list(real: Path) -> set[str]:
    """The paths in the list, which anybody may have edited; empty if it is missing or damaged."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        status = os.lstat(real / LIST)
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_LIST:
            return set()  # Somebody else made it: a pipe would have no end.
        listed = json.loads((real / LIST).read_text(encoding="utf-8"))["files"]
        return {path for path in listed if isinstance(path, str) and _may_be_deployed(path)}
    return set()


def _may_be_deployed(path: str) -> bool:
    """Whether a path of a list is one that a site can have; on some systems `.GIT` is git's folder."""
    parts = path.split("/")
    is_of_git = GIT in path.lower().split("/")
    has_long_name = any(len(part.encode("utf-8", "replace")) > LONGEST_NAME for part in parts)
    return not (is_of_git or has_long_name or guards.path_error(path))


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
