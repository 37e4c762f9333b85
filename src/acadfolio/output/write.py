"""Finished files in; the output folder out, replaced in one step or left as it was.

On Linux and macOS the folder's name leads to the old site or the new one at every instant. Elsewhere, and on file
systems that cannot exchange two folders, it leads nowhere for an instant; a build killed just then is put right by the
next one.
"""

# Paths are plain strings: a site has thousands of files, and making a Path costs as much as comparing a small one.
# ruff: noqa: PTH102, PTH103, PTH112, PTH116, PTH118, PTH120, PTH123

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, nullcontext, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.fingerprint import digest_of
from acadfolio.looking import Lookout, look_through
from acadfolio.output.guards import (
    MARKER,
    MARKER_TEXT,
    TAKEN,
    fault,
    in_words,
    is_ours,
    problem_of,
    refuse,
)
from acadfolio.output.spare import Spare, remove_empty
from acadfolio.output.staging import GIT, BusyError, Staging, patiently
from acadfolio.problems import Location, Problem, Problems, SiteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from acadfolio.fingerprint import Files
    from acadfolio.looking import Seen
    from acadfolio.output.file import Output
    from acadfolio.output.spare import Look

_OTHER_PATH = "give the page or file another path"
_CHUNK = 1 << 20


class Written(Struct, frozen=True):
    """How many files a build added, changed, left alone and removed."""

    added: int
    changed: int
    unchanged: int
    removed: int


@contextmanager
def writing(
    folder: Path, sources: Path | None = None, cache: Callable[[], str] | None = None, *, is_large: bool = False
) -> Iterator[Job]:
    """A job that takes outputs; when the block ends well, `folder` holds exactly these. Raises SiteError.

    `sources` is the site that they come from. `cache` gives the folder that keeps what is replaced, for the next job.
    What is there `is_large` where somebody else had better look through it while the job is prepared.
    """
    refuse(folder, sources)
    shown, target = folder.as_posix(), os.path.realpath(folder)
    with _staging(shown, Path(target)) as staging:
        spare = Spare(cache, staging) if cache else None
        with _looking(target, spare) if is_large else nullcontext(look_through) as look:
            job = Job(shown, target, str(staging.new), look)
            yield job
            job.problems.raise_if_errors()
            for left in job.seen[1]:  # No build leaves any. One that was filled meanwhile stays until the next.
                remove_empty(left, target)
            if job.has_changes():
                refuse(folder, sources)  # Rendering takes a while: somebody may have filled an empty folder meanwhile.
                with in_words(shown):
                    job.finish(staging, spare)


@contextmanager
def _looking(target: str, spare: Spare | None) -> Iterator[Look]:
    """One who looks through the folder that is there, and through the one that will take its place."""
    folders = [_skipping(target)]
    if spare is not None:
        with suppress(OSError):  # Then it is done without.
            folders += [(spare.tree, "")] if spare.take() else []
    try:
        with Lookout(*folders) as lookout:
            yield lookout.seen
    finally:
        if spare is not None:
            spare.give_back()


class Tally(Struct, frozen=True):
    """What became of the outputs that one process took."""

    added: int
    changed: list[str]
    kept: list[str]
    taken: set[str]
    digests: dict[str, bytes]
    problems: list[Problem]


class Job(Struct, dict=True):
    """One build under way: what was there, and what became of each output."""

    shown: str
    target: str
    new: str
    look: Look
    added: int = 0
    changed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    digests: dict[str, bytes] = field(default_factory=dict)
    """Of what was in memory: nobody has to read it again."""
    folders: set[str] = field(default_factory=lambda: {""})
    problems: Problems = field(default_factory=Problems)

    @cached_property
    def found(self) -> Files:
        """What was there, by its path in the folder; None for what is no file of ours. Raises SiteError."""
        return self.seen[0]

    @cached_property
    def seen(self) -> Seen:
        """The same, and the paths of the folders in it that hold nothing."""
        with in_words(self.shown):
            return _files_below(self.target, self.look)

    def take(self, outputs: Iterable[Output]) -> None:
        """Put outputs into the new folder, or note that the old one has them."""
        for output in outputs:
            self._take(output)

    def tally(self) -> Tally:
        """What became of the outputs that were taken in this process: for another one, which goes on."""
        return Tally(self.added, self.changed, self.kept, self.taken, self.digests, self.problems.found)

    def add(self, tally: Tally) -> None:
        """Outputs that another process took."""
        for path in sorted(self.taken & tally.taken):
            self.problems.error(Location(f"{self.shown}/{path}"), TAKEN, _OTHER_PATH)
        self.added += tally.added
        self.changed += tally.changed
        self.kept += tally.kept
        self.taken |= tally.taken
        self.digests |= tally.digests
        self.problems.found.extend(tally.problems)

    def _take(self, output: Output) -> None:
        shown = f"{self.shown}/{output.path}"
        wrong = TAKEN if output.path in self.taken else fault(output.path)
        if wrong:
            self.problems.error(Location(shown), wrong, _OTHER_PATH)
            return
        self.taken.add(output.path)
        try:
            self._place(output)
        except OSError as error:
            theirs = output.file and error.filename == output.file
            raise SiteError([problem_of(error, output.file if theirs else shown)]) from error

    def _place(self, output: Output) -> None:
        if not output.is_kept and not output.file:
            self.digests[output.path] = output.digest or digest_of(output.content)
        if self._has(output):
            self.kept.append(output.path)
            return
        if output.file:
            import shutil

            shutil.copyfile(output.file, self._free_room_for(output.path))
        else:
            self._write(output)
        if output.path in self.found:
            self.changed.append(output.path)
        else:
            self.added += 1

    def _has(self, output: Output) -> bool:
        if output.is_kept:
            return True
        status = self.found.get(output.path)
        size = status[0] if status else -1
        old = os.path.join(self.target, output.path)
        if output.file:
            return size >= 0 and _same_file(output.file, old, size)
        return size == len(output.content) and _has_bytes(old, output.content)

    def _write(self, output: Output) -> None:
        try:
            file = open(self._room_for(output.path), "xb")  # noqa: SIM115 - what follows may not be taken for this
        except FileExistsError:
            raise self._taken(output.path) from None
        with file:
            file.write(output.content)

    def _room_for(self, path: str) -> str:
        """Where the file belongs in the new folder, below folders that are there."""
        above = path.rpartition("/")[0]
        if above not in self.folders:
            folder = os.path.join(self.new, above)
            try:
                os.mkdir(folder)  # Most pages have a folder of their own, and nothing more is missing.
            except (FileNotFoundError, FileExistsError):
                os.makedirs(folder, exist_ok=True)
            self.folders.add(above)
        return os.path.join(self.new, path)

    def _free_room_for(self, path: str) -> str:
        made = self._room_for(path)
        if os.path.lexists(made):
            raise self._taken(path)
        return made

    def _taken(self, path: str) -> SiteError:
        """Where letter case does not count, the same name in another case is there too."""
        return SiteError([Problem(Location(f"{self.shown}/{path}"), TAKEN, _OTHER_PATH)])

    def has_changes(self) -> bool:
        return bool(self.added or self.changed or self.removed or not is_ours(self.target))

    def finish(self, staging: Staging, spare: Spare | None) -> None:
        """Swap the new folder in; a file that alone changed goes in by itself, which is as atomic and much quicker."""
        if len(self.changed) == 1 and not self.added and not self.removed and is_ours(self.target):
            path = self.changed[0]
            made = os.path.join(self.new, path)
            there = os.path.join(self.target, path)
            try:
                patiently(partial(os.replace, made), there)
            except PermissionError as error:  # The system names both paths, and `made` first, which is gone then.
                raise PermissionError(error.errno, error.strerror, os.path.dirname(there)) from error
            remove_empty(os.path.dirname(made), str(staging.room))
            return
        with open(os.path.join(self.new, MARKER), "xb") as marker:
            marker.write(MARKER_TEXT.encode())
        if spare is None or not spare.become_new(self.found, self.kept, self.paths.difference(self.kept), self.look):
            self._keep_the_rest()
        staging.swap()
        if spare is not None:
            spare.keep()

    def _keep_the_rest(self) -> None:
        """Take the files that did not change along as they are: the same inode where the file system can."""
        for path in self.kept:
            _link_or_copy(os.path.join(self.target, path), self._free_room_for(path))

    @property
    def paths(self) -> set[str]:
        """All that the folder holds when the job is done."""
        return {*self.taken, MARKER}

    @property
    def removed(self) -> int:
        return len(self.found) - len(self.changed) - len(self.kept)

    def written(self) -> Written:
        return Written(self.added, len(self.changed), len(self.kept), self.removed)


@contextmanager
def _staging(shown: str, target: Path) -> Iterator[Staging]:
    """A staging folder whose own mishaps are problems; what is raised inside passes through."""
    staging = Staging(target)
    try:
        with in_words(shown, way_out="or build into a folder of your own: --output DIR"):
            staging.open()
    except BusyError:
        hint = "wait until it has ended, or stop it"
        raise SiteError([Problem(Location(shown), "another build of this folder is running", hint)]) from None
    try:
        yield staging
    finally:
        with in_words(shown):
            staging.close()


def _skipping(target: str) -> tuple[str, str]:
    """The folder, and what in it stays where it is."""
    return target, os.path.join(target, GIT)


def _files_below(target: str, look: Look) -> Seen:
    """What the folder holds, but for what stays anyway; and the paths of the folders in it that hold nothing."""
    if not os.path.isdir(target):
        return {}, []
    start = len(os.path.join(target, ""))
    files, empty = look(*_skipping(target))
    named = ((path[start:].replace(os.sep, "/"), status) for path, status in files.items())
    return {name: status for name, status in named if name not in {MARKER, GIT}}, empty


def _same_file(one: str, other: str, size: int) -> bool:
    """Whether `one` is a plain file with the bytes of `other`, whose size is known."""
    status = os.stat(one)
    if status.st_size != size or not stat.S_ISREG(status.st_mode):
        return False
    with open(one, "rb") as first, open(other, "rb") as second:
        while chunk := first.read(_CHUNK):
            if chunk != second.read(_CHUNK):
                return False
        return not second.read(1)


def _has_bytes(path: str, content: bytes) -> bool:
    with open(path, "rb") as file:
        return file.read() == content


def _link_or_copy(old: str, made: str) -> None:
    try:
        os.link(old, made)
    except OSError:  # No hard links here, too many of this one, or a file of another user.
        import shutil

        shutil.copy2(old, made)
