"""Write the rendered files into the output folder: only what changed, and only when all is written."""

# Paths are plain strings: a site has thousands of files, and creating a Path costs as much as
# comparing a small file.
# ruff: noqa: PTH103, PTH105, PTH112, PTH118

from __future__ import annotations

import filecmp
import os
import shutil
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.files import bytes_digest, status_of
from acadfolio.new_files import retry_while_busy
from acadfolio.output import guards
from acadfolio.output.replacing import Replacement, folders_above, is_junction
from acadfolio.output.staging import BusyError, Staging
from acadfolio.problems import Location, Problem, Problems, SiteError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.files import Files
    from acadfolio.rendering import Output

_OTHER_PATH = "give the page or file another path"


class WriteCounts(Struct, frozen=True):
    """How many files a build added, changed, left unchanged and removed."""

    added: int
    changed: int
    unchanged: int
    removed: int


@contextmanager
def writing(folder: Path, sources: Path | None = None) -> Iterator[OutputJob]:
    """Yield a job for the outputs of a build.

    After the block, `folder` has exactly these files. Raises SiteError.

    sources: the folder of the site.
    """
    guards.refuse(folder, sources)
    filecmp.clear_cache()  # It recognizes files by their modification times.
    shown, target = folder.as_posix(), os.path.realpath(folder)
    hint = "wait until it has ended, or stop it"
    busy = Problem("output-busy", Location(shown), "another build of this folder is running", hint)
    with staged(Path(target), shown, busy) as staging:
        with guards.file_errors_as_problems(shown):
            found, folders = _content_of(target)
        job = OutputJob(shown, target, str(staging.new), found, folders)
        yield job
        job.problems.raise_if_errors()
        if job.has_changes or not guards.is_output_folder(target):
            guards.refuse(
                folder, sources
            )  # Again: an empty folder may have got files during rendering.
            job.finish()


class OutputJob(Struct):
    """One running build: the old files, and which of them change."""

    shown: str
    target: str
    new: str
    found: Files
    """The old files by their paths in the folder; None for anything but a regular file."""
    old_folders: set[str]
    """The folders in the folder, by path."""
    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    digests: dict[str, bytes | None] = field(default_factory=lambda: {guards.MARKER: None})
    """The paths of all files after the job, with digests of the rendered ones."""
    folders: set[str] = field(default_factory=lambda: {""})
    problems: Problems = field(default_factory=Problems)

    def take(self, outputs: Iterable[Output]) -> None:
        """Write changed outputs into the new folder, and remember the unchanged ones."""
        for output in outputs:
            self._take(output)

    def keep(self, paths: Iterable[str]) -> None:
        """Leave the old files at these paths, if there are any: new ones could not be made."""
        for path in paths:
            if self.found.get(path) is not None:
                self.digests[path] = None
                self.unchanged.append(path)

    def _take(self, output: Output) -> None:
        shown = f"{self.shown}/{output.path}"
        if message := self._path_error(output.path):
            self.problems.error(Location(shown), message, _OTHER_PATH, rule="output-path")
            return
        is_rendered = not output.is_kept and not output.file
        self.digests[output.path] = bytes_digest(output.content) if is_rendered else None
        try:
            self._write(output)
        except OSError as error:
            is_of_source = output.file and error.filename == output.file
            raise SiteError(
                [guards.problem_of_error(error, output.file if is_of_source else shown)]
            ) from error

    def _path_error(self, path: str) -> str:
        """The message for a path that no output can have; empty for an allowed one."""
        return guards.path_error(path) or (guards.TAKEN if path in self.digests else "")

    def _write(self, output: Output) -> None:
        if self._is_unchanged(output):
            self.unchanged.append(output.path)
            return
        new_file = self._path_for(output.path)
        if output.file:
            shutil.copyfile(output.file, new_file)
        else:
            Path(new_file).write_bytes(output.content)
        if output.path in self.found:
            self.changed.append(output.path)
        else:
            self.added.append(output.path)

    def _is_unchanged(self, output: Output) -> bool:
        if output.is_kept:
            return True
        status = self.found.get(output.path)
        old = os.path.join(self.target, output.path)
        if status is None:
            return False
        if output.file:
            return filecmp.cmp(output.file, old, shallow=False)
        return status.size == len(output.content) and Path(old).read_bytes() == output.content

    def _path_for(self, path: str) -> str:
        """The path of a file in the new folder. Creates its parent folders."""
        parent = path.rpartition("/")[0]
        if parent not in self.folders:
            os.makedirs(os.path.join(self.new, parent), exist_ok=True)
            self.folders.add(parent)
        return os.path.join(self.new, path)

    def finish(self) -> None:
        """Put the new files in the place of the old ones."""
        if not os.path.lexists(self.target):
            self._write_marker()
            with guards.file_errors_as_problems(self.shown):
                retry_while_busy(partial(os.rename, self.new), self.target)
            return
        replacement = Replacement(
            self.target,
            self.new,
            added=self.added,
            changed=self.changed,
            removed=self.found.keys() - self.digests.keys(),
            old_folders=self.unused_folders,
        )
        with guards.file_errors_as_problems(self.shown):
            replacement.prepare()
            if not guards.is_output_folder(self.target):
                self._write_marker()
                os.replace(self._path_for(guards.MARKER), os.path.join(self.target, guards.MARKER))
        with guards.file_errors_as_problems(self.shown, is_mixed=True):
            replacement.run()

    def _write_marker(self) -> None:
        with guards.file_errors_as_problems(self.shown):
            Path(self.new, guards.MARKER).write_bytes(guards.MARKER_TEXT.encode())

    @property
    def has_changes(self) -> bool:
        """Whether a file or a folder changes. A build that was killed may leave empty folders."""
        return bool(self.added or self.changed or self.removed or self.unused_folders)

    @property
    def unused_folders(self) -> set[str]:
        """The old folders without a file after the job."""
        used = {above for path in self.digests for above in folders_above(path)}
        return self.old_folders - used

    @property
    def removed(self) -> int:
        return len(self.found) - len(self.changed) - len(self.unchanged)

    def written(self) -> WriteCounts:
        return WriteCounts(len(self.added), len(self.changed), len(self.unchanged), self.removed)


@contextmanager
def staged(target: Path, shown: str, busy: Problem, command: str = "build") -> Iterator[Staging]:
    """An open staging folder.

    Its errors are raised as SiteError; exceptions in the block are not changed.
    """
    staging = Staging(target)
    try:
        with guards.file_errors_as_problems(shown, command):
            staging.open()
    except BusyError:
        raise SiteError([busy]) from None
    try:
        yield staging
    finally:
        with guards.file_errors_as_problems(shown, command):
            staging.close()


def _content_of(target: str) -> tuple[Files, set[str]]:
    """The files and the folders in the folder by their paths in it, without the marker and `.git`."""
    files: Files = {}
    folders: set[str] = set()
    waiting = [""] if os.path.isdir(target) else []
    while waiting:
        above = waiting.pop()
        with os.scandir(os.path.join(target, above)) as entries:
            for entry in entries:
                path = f"{above}/{entry.name}" if above else entry.name
                if path in {guards.MARKER, guards.GIT}:
                    continue
                if entry.is_dir(follow_symlinks=False) and not is_junction(entry):
                    folders.add(path)
                    waiting.append(path)
                else:
                    files[path] = status_of(entry.stat(follow_symlinks=False))
    return files, folders
