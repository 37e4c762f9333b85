"""Copy a site into a folder, in which other files may be, and refuse folders that hold something else than a site.

Only files that differ are written, each in one step: files that pages load before pages, the home page last. What the
site no longer has is removed after that. A run that is killed leaves pages whose files are there; the next one goes on.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio import OUTPUT, SOURCE_FOLDERS
from acadfolio.deploy.branch import Changes
from acadfolio.deploy.masking import Mask
from acadfolio.output.guards import file_errors_as_problems, is_no_folder, is_ours, is_within, problem_of_error
from acadfolio.output.staging import GIT, retry_while_busy
from acadfolio.output.write import staged
from acadfolio.problems import Location, Problem, SiteError, in_order
from acadfolio.store import CACHE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import PurePath

    from acadfolio.deploy import BuiltSite

FILE, FOLDER = 0o644, 0o755
"""A web server is another user: it has to read."""
STAGING = "deploy"
OWN_STAGING = f".{STAGING}.acadfolio"
LIST = ".acadfolio-files"
"""What a deployment put into the folder: the next one removes what the site has no more, and nothing else."""
OWN_FOLDER = "name a folder for the site alone, such as ~/public_html"
PARTLY = "some files here are already new, others are still old"


class CopyResult(Struct, frozen=True):
    """What was copied where."""

    folder: Path
    files: int
    changes: Changes
    others: int
    """Files that acadfolio did not put there, and left alone."""
    is_dry_run: bool


def copy(built: BuiltSite, site: Path, folder: Path, *, is_dry_run: bool = False, delete: bool = False) -> CopyResult:
    """Bring a folder up to date. `delete` removes all that is not the site's. Raises SiteError."""
    with file_errors_as_problems(str(folder), "deploy"):
        refuse_target(folder, site)
        real = folder.resolve()
        if is_dry_run:
            comparison = Comparison(built, real, delete=delete)
        else:
            if not real.exists():
                _make_folder(real)
            message = "another deployment into this folder is running"
            busy = Problem("deploy-folder", Location(str(folder)), message, "wait until it has ended, or stop it")
            with staged(real / STAGING, str(folder), busy, "deploy") as staging:
                comparison = Comparison(built, real, delete=delete)
                with _partly_done(folder, update := Update(comparison, staging.new)):
                    update.run()
    return CopyResult(folder, len(built.outputs), comparison.changes, comparison.others, is_dry_run)


class Comparison:
    """A site and a folder: what would change.

    Raises:
        SiteError: files of others are in the way.
        OSError: a folder that the site needs cannot be read.
    """

    def __init__(self, built: BuiltSite, real: Path, *, delete: bool) -> None:
        self.built, self.real = built, real
        self.there, self.closed = _files_below(real) if real.is_dir() else (set[str](), set[str]())
        self.ours = {path for path in _read_list(real) & self.there if not path.endswith(f"/{GIT}")}
        wanted = set(built.outputs)
        changed = {path for path in wanted & self.there if not self._is_same(path)}
        removable = self._outside_of_repositories() | self.ours if delete else self.ours
        removed = removable - wanted - self._sources()
        self._refuse_conflicts(set() if delete else changed - self.ours, removed)
        self.changes = Changes(tuple(sorted(wanted - self.there)), tuple(sorted(changed)), tuple(sorted(removed)))
        self.others = len(self.there - wanted - removed)

    def _refuse_conflicts(self, foreign: set[str], removed: set[str]) -> None:
        message = "acadfolio did not write this file, and the site has another one here"
        conflicts = [self._conflict(path, message, "move it away, or use --delete") for path in foreign]
        staying = (self.there - removed) | self.closed
        for path in self.built.outputs.keys() - self.there:
            conflicts += list(self._obstacles(path, removed)) or self._full_folder(path, staying)
        if conflicts:
            raise SiteError(in_order(conflicts))

    def _full_folder(self, path: str, staying: set[str]) -> list[Problem]:
        """A folder in the place of a file of the site, with files that stay."""
        if not (self.real / path).is_dir() or not any(other.startswith(f"{path}/") for other in staying):
            return []
        message = "this folder is not empty, and the site has a file in its place"
        return [self._conflict(path, message, "move it away")]

    def _is_same(self, path: str) -> bool:
        there = self.real / path
        if not stat.S_ISREG(there.lstat().st_mode):
            return False
        return there.stat().st_size == self.built.size_of(path) and there.read_bytes() == self.built.bytes_of(path)

    def _sources(self) -> set[str]:
        """The files here that links in `static/` lead to: the site is made of them."""
        above = os.path.join(self.real, "")  # noqa: PTH118 - with its last slash
        files = [os.path.realpath(output.file) for output in self.built.outputs.values() if output.file]
        return {file.removeprefix(above).replace(os.sep, "/") for file in files if file.startswith(above)}

    def _outside_of_repositories(self) -> set[str]:
        """What is in a repository below the folder may be nowhere else: not all of it was committed."""
        repositories = {path.removesuffix(f"/{GIT}") for path in self.there if path.endswith(f"/{GIT}")}
        heads = {path.removesuffix("/HEAD") for path in self.there if path.endswith("/HEAD")}
        repositories |= {folder for folder in heads if is_bare(self.real / folder)}
        return {path for path in self.there if repositories.isdisjoint(_folders_above(path))}

    def _obstacles(self, path: str, removed: set[str]) -> Iterator[Problem]:
        """Files or links where a folder has to be, and folders without permission."""
        for above in _folders_above(path):
            if f"{above}/" in self.closed:
                message = "you have no permission to read this folder, and the site has files in it"
                yield self._conflict(above, message, "change its permissions")
            if above in self.there and above not in removed:
                yield self._conflict(above, "this is in the place of a folder of the site", "move it away")

    def _conflict(self, path: str, message: str, hint: str) -> Problem:
        return Problem("deploy-folder", Location(str(self.real / path)), message, hint)


class Update:
    """Brings the folder up to date."""

    def __init__(self, comparison: Comparison, staging: Path) -> None:
        self.comparison, self.staging = comparison, staging
        self.built, self.real = comparison.built, comparison.real
        self.is_begun = False
        """Whether a file of the folder is another one by now."""

    def run(self) -> None:
        """In an order in which a page is never there before the files that it needs."""
        comparison, changes = self.comparison, self.comparison.changes
        wanted = set(self.built.outputs)
        if not changes and comparison.ours == wanted:
            return
        self._write_list(wanted | comparison.ours)  # Before the first file: a kill leaves none that is nobody's.
        obstacles = _in_the_way(changes.removed, changes.added)
        self._remove(obstacles)
        for path in sorted((*changes.added, *changes.changed), key=_rank):
            self._put(path, self.built.bytes_of(path))
        self._remove(path for path in changes.removed if path not in obstacles)
        self._write_list(wanted)

    def _write_list(self, paths: Iterable[str]) -> None:
        about = "What acadfolio deploy put into this folder."
        text = json.dumps({"about": about, "files": sorted(paths)}, ensure_ascii=False, indent=0)
        self._put(LIST, f"{text}\n".encode())

    def _put(self, path: str, content: bytes) -> None:
        """In one step: the old file or the new one. A symbolic link is replaced itself, not what it leads to."""
        there, made = self.real / path, self.staging / "file"
        self._make_folders(path)
        if there.is_dir() and not there.is_symlink():
            there.rmdir()  # It is empty: what was in it was removed before.
        made.write_bytes(content)
        made.chmod(_mode(there))
        retry_while_busy(made.replace, there)
        self.is_begun = self.is_begun or path != LIST

    def _make_folders(self, path: str) -> None:
        for above in reversed(_folders_above(path)):
            here = self.real / above
            if not os.path.lexists(here):
                _make_folder(here)
            elif here.is_symlink():
                message = "this has become a symbolic link in the meantime"
                raise SiteError([Problem("deploy-folder", Location(str(here)), message, "delete it")])

    def _remove(self, paths: Iterable[str]) -> None:
        """Files, and the folders that are empty then."""
        for path in paths:
            (self.real / path).unlink(missing_ok=True)
            self.is_begun = True
            for above in _folders_above(path):
                with suppress(OSError):  # Other files are in it.
                    (self.real / above).rmdir()


def _read_list(real: Path) -> set[str]:
    """What earlier deployments put here. Anybody may have written it: only what is there counts."""
    try:
        listed = json.loads((real / LIST).read_text(encoding="utf-8"))["files"]
        return {path for path in listed if isinstance(path, str)}
    except (OSError, ValueError, TypeError, KeyError):
        return set()


def _files_below(real: Path) -> tuple[set[str], set[str]]:
    """Every file and link but our own, and the folders that may not be read, such as `lost+found/`.

    No link is followed. A repository further down is one file, its `.git`, and the files beside it.
    """
    files, closed = set[str](), set[str]()
    waiting = [""]
    while waiting:
        here = waiting.pop()
        if here and not os.access(real / here, os.R_OK | os.X_OK):
            closed.add(here)
            continue
        for entry in os.scandir(real / here):
            path = here + entry.name
            if entry.is_dir(follow_symlinks=False) and entry.name != GIT and path != OWN_STAGING:
                waiting.append(f"{path}/")
            else:
                files.add(path)
    return files - {LIST, GIT, OWN_STAGING}, closed


def _in_the_way(removed: Iterable[str], added: Iterable[str]) -> set[str]:
    """What has to go first: a file where a folder comes, files of a folder where a file comes, and another case's name.

    Where letter case does not count, that is the file which comes.
    """
    coming = set(map(str.casefold, added))
    taken = coming.union(*map(_folders_above, coming))
    found = set()
    for path in removed:
        name = path.casefold()
        if name in taken or not coming.isdisjoint(_folders_above(name)):
            found.add(path)
    return found


def _folders_above(path: str) -> list[str]:
    """The folders that a path goes through, the nearest first."""
    parts = path.split("/")
    return ["/".join(parts[:number]) for number in range(len(parts) - 1, 0, -1)]


def _rank(path: str) -> tuple[bool, int, str]:
    """What pages load, then the pages, the home page last."""
    return path.endswith(".html"), -path.count("/"), path


def _mode(there: Path) -> int:
    """A file keeps its own, as long as it can be read."""
    if not there.is_file() or there.is_symlink():
        return FILE
    return (stat.S_IMODE(there.stat().st_mode) & 0o777) | 0o444


def _make_folder(folder: Path) -> None:
    """With what it has from the folder above, such as its group."""
    folder.mkdir()
    folder.chmod(stat.S_IMODE(folder.stat().st_mode) | FOLDER)


@contextmanager
def _partly_done(folder: Path, update: Update) -> Iterator[None]:
    """Report a failure after the first file as such. The list knows which files are ours, so the next run goes on."""
    try:
        yield
    except OSError as error:
        if not update.is_begun:
            raise
        problem = problem_of_error(error, str(folder), "deploy")
        message = f"{problem.message.partition(': ')[0]}: {PARTLY}"
        hint = ", then ".join(filter(None, (problem.hint, "deploy again to continue from here")))
        raise SiteError([problem._replace(message=message, hint=hint)]) from error


def refuse_target(folder: Path, site: Path) -> None:
    """Raise SiteError for a folder that is on another machine, or holds more than a copy of the site."""
    place = str(folder)
    if is_remote(folder):
        _, at, after = place.rpartition("@")
        place = Mask()(f"***@{after}" if at else place)
        message = "this is on another machine, and --to is for a folder of this one"
        hint = "mount it, or build and copy: rsync -rt --delete output/ YOU@HOST:public_html/"
    elif reason := _reason(folder, site):
        message, hint = reason
    else:
        return
    raise SiteError([Problem("deploy-folder", Location(place), message, hint)])


def is_remote(folder: PurePath) -> bool:
    """Whether this is an address (`host:www`, `sftp://host/www`), and nothing here has that name."""
    first = folder.as_posix()[len(folder.drive) :].partition("/")[0]
    return ":" in first and not os.path.exists(first)  # noqa: PTH110 - it may be too long for a Path


def _reason(folder: Path, site: Path) -> tuple[str, str] | None:
    """Why a folder is refused, and a hint."""
    if is_no_folder(folder):
        return "this is a file or a broken link, not a folder", OWN_FOLDER
    real = folder.resolve()
    if not real.parent.is_dir():
        return "the folder above this one does not exist", "check its name, and whether its disk is mounted"
    if _is_home(real):
        return "this is your home folder, or above it", OWN_FOLDER
    return _reason_of_site(real, site) or _reason_of_git(real)


def _is_home(real: Path) -> bool:
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is none
    return real == real.parent or (home.is_absolute() and is_within(home, real))


def _reason_of_site(real: Path, site: Path) -> tuple[str, str] | None:
    if is_within(site, real):
        return "the site itself is in this folder: its sources would be online", OWN_FOLDER
    if any(is_within(real, site / name) for name in (*SOURCE_FOLDERS, CACHE)):
        return "this folder is among the sources of the site", OWN_FOLDER
    if is_within(real, site / OUTPUT) or any(map(is_ours, (real, *real.parents))):
        return "a build replaces this folder, and all that is in it", "choose another one"
    return None


def _reason_of_git(real: Path) -> tuple[str, str] | None:
    if GIT in real.parts or any(map(is_bare, (real, *real.parents))):
        return "this folder is inside a git repository's own one", OWN_FOLDER
    if os.path.lexists(real / GIT) and not (real / LIST).is_file():
        return "this is a git repository, and acadfolio did not put a site into it", "deploy to its branch instead"
    return None


def is_bare(folder: Path) -> bool:
    """Whether this is what another repository's `.git` is, as on a server."""
    return (folder / "HEAD").is_file() and all((folder / below).is_dir() for below in ("objects", "refs"))
