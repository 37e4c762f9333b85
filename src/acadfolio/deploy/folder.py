"""A fresh site and a folder come in; the folder holds the site afterwards, and what else was in it.

Only files that differ are written, each in one step: files that pages load before pages, the home page last, and what
the site has no more goes after that. A run that is killed leaves pages whose files are there; the next one goes on.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.deploy.changes import Changes, changes_of
from acadfolio.deploy.target import LIST, is_bare, refuse_target
from acadfolio.output.guards import UNTOUCHED, file_errors_as_problems, problem_of_error
from acadfolio.output.staging import GIT, BusyError, Staging, retry_while_busy
from acadfolio.problems import Location, Problem, SiteError, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from acadfolio.deploy.fresh import Fresh

FILE, FOLDER = 0o644, 0o755
"""A web server is another user: it has to read."""
ROOM = "deploy"
AGAIN = "deploy"
HALF = "some files here are new by now, others are still the old ones"
"""What a folder is in which not all could be done."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What went where."""

    folder: Path
    files: int
    changes: Changes
    others: int
    """Files that acadfolio did not put there, and left alone."""
    closed: tuple[str, ...]
    """Folders that `deletes` left alone, because what is in them may not be seen."""
    is_rehearsal: bool


def sync(fresh: Fresh, site: Path, folder: Path, *, is_rehearsal: bool = False, deletes: bool = False) -> Synced:
    """Bring the folder up to date. `deletes` removes what is not the site's. Raises SiteError."""
    with file_errors_as_problems(str(folder), AGAIN):
        refuse_target(folder, site)
        real = folder.resolve()
        if is_rehearsal:
            return _synced(_Job(fresh, real, deletes=deletes), folder, is_rehearsal=True)
        if not real.exists():
            _make_folder(real)
        with _staging(real, folder) as new:
            job = _Job(fresh, real, deletes=deletes)
            with _half_done(job, folder):
                job.do(new)
            return _synced(job, folder, is_rehearsal=False)


def _synced(job: _Job, folder: Path, *, is_rehearsal: bool) -> Synced:
    closed = tuple(sorted(job.closed)) if job.deletes else ()
    return Synced(folder, len(job.fresh.outputs), job.changes, job.others, closed, is_rehearsal)


@dataclass(slots=True)
class _Job:
    """One deployment into one folder: what is there, and what has to become of it."""

    fresh: Fresh
    real: Path
    deletes: bool
    ours: set[str] = field(init=False)
    changes: Changes = field(init=False)
    others: int = field(init=False)
    closed: set[str] = field(init=False)
    is_begun: bool = False
    """Whether a file of the folder is another one by now."""

    def __post_init__(self) -> None:
        """Look at everything. Raises SiteError for what is in the way, OSError for what may not be seen and has to."""
        wanted, known = self.fresh.outputs.keys(), self._known()
        there, closed = _look_below(self.real)
        for folder, error in closed.items():
            if any(path.startswith(folder) for path in wanted | known):
                raise error
        self.closed = set(closed)
        self.ours = {path for path in known & there if not path.endswith(f"/{GIT}")}
        changed = {path for path in wanted & there if not self._is_same(path)}
        removed = (self.ours | set(self._outside_of_repositories(there)) if self.deletes else self.ours) - wanted
        removed -= self._sources()
        self._refuse_conflicts(there, changed, removed)
        self.changes = changes_of(wanted - there, changed, removed)
        self.others = len(there - wanted - removed)

    def _sources(self) -> set[str]:
        """The files here that links in `static/` lead to: the site is made of them."""
        above = os.path.join(self.real, "")  # noqa: PTH118 - with its last slash
        files = (os.path.realpath(output.file) for output in self.fresh.outputs.values() if output.file)
        return {file[len(above) :].replace(os.sep, "/") for file in files if file.startswith(above)}

    def _outside_of_repositories(self, paths: set[str]) -> Iterator[str]:
        """What is in a repository below the folder may stand nowhere else: not all of it was committed."""
        repositories = {path.removesuffix(f"/{GIT}") for path in paths if path.endswith(f"/{GIT}")}
        heads = (path.removesuffix("/HEAD") for path in paths if path.endswith("/HEAD"))
        repositories |= {folder for folder in heads if is_bare(self.real / folder)}
        yield from (path for path in paths if repositories.isdisjoint(_above(path)))

    def _known(self) -> set[str]:
        """What earlier deployments put here. The list lies in the open and may say anything: see what is there."""
        try:
            listed = json.loads((self.real / LIST).read_text(encoding="utf-8"))["files"]
            return {path for path in listed if isinstance(path, str)}
        except (OSError, ValueError, TypeError, KeyError):
            return set()

    def _is_same(self, path: str) -> bool:
        there = self.real / path
        if not stat.S_ISREG(there.lstat().st_mode):
            return False
        output = self.fresh.outputs[path]
        size = Path(output.file).stat().st_size if output.file else len(output.content)
        return there.stat().st_size == size and there.read_bytes() == self.fresh.bytes_of(path)

    def _refuse_conflicts(self, there: set[str], changed: set[str], removed: set[str]) -> None:
        """What somebody else put where a file of the site has to go."""
        taken = set() if self.deletes else changed - self.ours
        message, hint = (
            "acadfolio did not put this file here, and the site has another",
            "move it away, or say --delete",
        )
        problems = [Problem(self._place(path), message, hint) for path in taken]
        for path in self.fresh.outputs.keys() - there:
            above = self._in_the_way(path, removed)
            if above:
                what = "this stands where a folder of the site has to be, and no folder is behind it that may be used"
                problems.append(Problem(self._place(above), what, "delete it, or move it away"))
            if (self.real / path).is_dir() and any(
                other.startswith(f"{path}/") for other in (there - removed) | self.closed
            ):
                what = "this folder has files in it, and stands where a file of the site has to be"
                problems.append(Problem(self._place(path), what, "move it away"))
        if problems:
            raise SiteError(in_order(problems))

    def _in_the_way(self, path: str, removed: set[str]) -> str:
        """The file or link above a path that is no folder; empty when there is none, or it goes."""
        for above in _above(path):
            here = self.real / above
            if os.path.lexists(here) and (here.is_symlink() or not here.is_dir()):
                return "" if above in removed else above
        return ""

    def _place(self, path: str) -> Location:
        return Location(str(self.real / path))

    def do(self, new: Path) -> None:
        """In an order in which a page is never ahead of what it needs."""
        wanted = set(self.fresh.outputs)
        written = [*self.changes.added, *self.changes.changed]
        if not self.changes and self.ours == wanted:
            return
        self._remember(wanted | self.ours, new)  # Before the first file: a kill leaves none that is nobody's.
        obstacles = _obstacles(self.changes.removed, self.changes.added)
        self._remove(obstacles)
        for path in sorted(written, key=_rank):
            self._put(path, self.fresh.bytes_of(path), new)
        self._remove(path for path in self.changes.removed if path not in obstacles)
        self._remember(wanted, new)

    def _remember(self, paths: Iterable[str], new: Path) -> None:
        about = "What acadfolio deploy put into this folder."
        text = json.dumps({"about": about, "files": sorted(paths)}, ensure_ascii=False, indent=0)
        self._put(LIST, f"{text}\n".encode(), new)

    def _put(self, path: str, content: bytes, new: Path) -> None:
        """In one step: the old file or the new one. A symbolic link is replaced itself, not what it leads to."""
        there, made = self.real / path, new / "file"
        for above in reversed(_above(path)):
            here = self.real / above
            if not os.path.lexists(here):
                _make_folder(here)
            elif here.is_symlink():
                raise SiteError([Problem(Location(str(here)), "this became a symbolic link meanwhile", "delete it")])
        if there.is_dir() and not there.is_symlink():
            there.rmdir()  # It is empty: what was in it was removed before.
        made.write_bytes(content)
        made.chmod(_mode(there))
        try:
            retry_while_busy(made.replace, there)
        except PermissionError as error:  # The system names both paths, and `made` first, which nobody knows.
            raise PermissionError(error.errno, error.strerror, str(there.parent)) from error
        self.is_begun = self.is_begun or path != LIST

    def _remove(self, paths: Iterable[str]) -> None:
        """Files, and the folders that are empty then."""
        for path in paths:
            (self.real / path).unlink(missing_ok=True)
            self.is_begun = True
            for above in _above(path):
                with suppress(OSError):  # Other files are in it.
                    (self.real / above).rmdir()


def _look_below(real: Path) -> tuple[set[str], dict[str, OSError]]:
    """Every file and link, but for our own notes and the folder's repository; no link is followed.

    A repository further down is one file, its `.git`, and the files beside it. Then the folders that may not be looked
    into, such as `lost+found/`.
    """
    found: set[str] = set()
    closed: dict[str, OSError] = {}
    waiting = [""] if real.is_dir() else []
    while waiting:
        here = waiting.pop()
        try:
            with _opened(real / here) as entries:
                for entry in entries:
                    path = here + entry.name
                    if path in {LIST, GIT, f".{ROOM}.acadfolio"}:
                        continue
                    if entry.is_dir(follow_symlinks=False) and entry.name != GIT:
                        waiting.append(f"{path}/")
                    else:
                        found.add(path)
        except PermissionError as error:
            closed[here] = error
    return found, closed


def _opened(folder: Path) -> AbstractContextManager[Iterable[os.DirEntry[str]]]:
    """Raises PermissionError also where names can be read, but nothing of the files."""
    if not os.access(folder, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
    return os.scandir(folder)


def _obstacles(removed: Iterable[str], added: Iterable[str]) -> set[str]:
    """What has to go first: a file where a folder comes, files of a folder where a file comes, and another case's name.

    Where letter case does not count, that is the file which comes.
    """
    coming = {path.casefold() for path in added}
    in_the_way = coming.union(above for path in coming for above in _above(path))
    return {path for path in removed if (name := path.casefold()) in in_the_way or coming.intersection(_above(name))}


def _above(path: str) -> list[str]:
    """The folders that a path goes through, the nearest first."""
    parts = path.split("/")
    return ["/".join(parts[:number]) for number in range(len(parts) - 1, 0, -1)]


def _rank(path: str) -> tuple[bool, int, str]:
    """What pages load, then the pages, from the depths to the home page."""
    return path.endswith(".html"), -path.count("/"), path


def _mode(there: Path) -> int:
    """A file keeps its own, as long as it can be read."""
    try:
        status = there.lstat()
    except OSError:
        return FILE
    return (stat.S_IMODE(status.st_mode) & 0o777) | 0o444 if stat.S_ISREG(status.st_mode) else FILE


def _make_folder(folder: Path) -> None:
    """With what it has from the folder above, such as its group."""
    folder.mkdir()
    folder.chmod(stat.S_IMODE(folder.stat().st_mode) | FOLDER)


@contextmanager
def _half_done(job: _Job, folder: Path) -> Iterator[None]:
    """Say so when something fails after the first file; the list knows which are ours, so the next run goes on."""
    try:
        yield
    except OSError as error:
        if not job.is_begun:
            raise
        problem = problem_of_error(error, str(folder), AGAIN)
        message = f"{problem.message.removesuffix(f': {UNTOUCHED}')}: {HALF}"
        hint = "" if problem.hint == UNTOUCHED else problem.hint
        again = "" if hint.endswith(" again") else "then deploy again, which goes on from here"
        raise SiteError([problem._replace(message=message, hint=", ".join(filter(None, (hint, again))))]) from error


@contextmanager
def _staging(real: Path, folder: Path) -> Iterator[Path]:
    """A folder beside the files, from which they are put in their place; what a killed run left in it goes first."""
    staging = Staging(real / ROOM)
    try:
        staging.open()
    except PermissionError as error:
        raise PermissionError(
            error.errno, error.strerror, str(staging.folder if staging.folder.exists() else real)
        ) from error
    except BusyError:
        hint = "wait until it has ended, or stop it"
        raise SiteError([Problem(Location(str(folder)), "this folder is being deployed to already", hint)]) from None
    try:
        yield staging.new
    finally:
        staging.close()
