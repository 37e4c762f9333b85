"""Watch a site's folders for changes, with watchfiles."""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import watchfiles
from livereload.watcher import Watcher

from acadfolio import SOURCE_FOLDERS
from acadfolio.files import links_below
from acadfolio.loading.files import is_folder, is_hidden

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

STEP = 10
"""Milliseconds without a change that end a batch of changes."""
LONGEST_BATCH = 200
"""Milliseconds after which a batch ends even if there are further changes."""
DEBOUNCE = 150
"""Milliseconds without a change after which a half-written file is complete."""
WHOLE_SITE = "."
"""Yielded instead of the changed files if these are unknown."""
TEMPORARY = {"4913", "__pycache__"}
"""Temporary files of vim, which checks whether it may write, and of Python."""
logging.getLogger("watchfiles").setLevel(logging.ERROR)


class SiteWatcher(Watcher):  # type: ignore[misc]  # livereload has no types
    """livereload's interface for a watcher, with a thread that calls `rebuild` after each change.

    Args:
        site: the folder of the site.
        rebuild: called with the changed files after a change, with none after a while without changes.
        warn: called with a line for the terminal.
    """

    def __init__(
        self, site: Path, rebuild: Callable[[Collection[str]], None], warn: Callable[[str], None]
    ) -> None:
        super().__init__()
        self.site, self.rebuild, self.warn = site, rebuild, warn
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self.watch(str(site))  # Otherwise livereload watches the current folder.

    def start(self, callback: Callable[[], None]) -> bool:  # noqa: ARG002 - as in livereload
        """Start the thread. True tells livereload not to look for changes itself."""
        self.thread.start()
        return True

    def stop(self) -> None:
        self.stopped.set()
        if self.thread.is_alive():
            self.thread.join(timeout=0.5)  # A build may be running.

    def _run(self) -> None:
        for changed in changes(self.site, self.stopped, self.warn):
            self.rebuild(changed)


def changes(
    site: Path, stopped: threading.Event, warn: Callable[[str], None]
) -> Iterator[set[str]]:
    """Yield the files of each batch of changes, and an empty set for each interval without changes, until stopped."""
    polling = None  # watchfiles decides whether to poll.
    while not stopped.is_set():
        watched = Watched(site)
        try:
            yield from watched.changes(stopped, polling=polling)
        except FileNotFoundError:  # A folder was deleted in the meantime.
            stopped.wait(DEBOUNCE / 1000)
        except (OSError, RuntimeError) as error:
            stopped.wait(DEBOUNCE / 1000)
            if not polling:
                warn(
                    f"The system does not report changes ({error}). acadfolio checks the files regularly instead."
                )
            polling = True


class Watched:
    """The watched source folders of a site.

    The system does not report the replacement of a folder, nor changes of the target of a symbolic
    link. Both are checked regularly.
    """

    def __init__(self, site: Path) -> None:
        self.site = site
        self.folders = [site / name for name in SOURCE_FOLDERS if is_folder(site / name)]
        self.links = {link for folder in self.folders for link in links_below(str(folder))}
        self.identities = {
            path: identity(path) for path in (str(site), *map(str, self.folders), *self.links)
        }

    def changes(self, stopped: threading.Event, *, polling: bool | None) -> Iterator[set[str]]:
        """As the function `changes`, but ends when other folders or links must be watched."""
        is_first = True
        for batch in self._batches(stopped, polling=polling):
            is_outdated = self._is_outdated() or any(self._may_change_links(path) for path in batch)
            changed = {self._name(Path(path)).as_posix() for path in batch}
            # Changes before the first batch were not reported.
            yield changed or ({WHOLE_SITE} if is_outdated or is_first else set())
            is_first = False
            if is_outdated:
                return

    def _batches(self, stopped: threading.Event, *, polling: bool | None) -> Iterator[set[str]]:
        if not self.folders:
            while not stopped.wait(DEBOUNCE / 1000):
                yield set()
        for batch in watchfiles.watch(
            *self.folders, watch_filter=lambda _, path: not self._is_noise(Path(path)), debounce=LONGEST_BATCH,
            step=STEP, stop_event=stopped, rust_timeout=DEBOUNCE, yield_on_timeout=True, force_polling=polling,
            ignore_permission_denied=True,
        ):  # fmt: skip
            yield {path for _, path in batch}

    def _is_noise(self, path: Path) -> bool:
        """Whether no build reads a file."""
        return any(is_hidden(part) or part in TEMPORARY for part in self._name(path).parts)

    def _name(self, path: Path) -> Path:
        """The path in the site.

        On a Mac the site's folder may have another case: `Home` for `home`.
        """
        return path.relative_to(self.site) if path.is_relative_to(self.site) else Path(path.name)

    def _is_outdated(self) -> bool:
        return any(identity(path) != before for path, before in self.identities.items())

    def _may_change_links(self, path: str) -> bool:
        """Whether a change may add or remove a symbolic link."""
        return path in self.links or os.path.islink(path) or os.path.isdir(path)  # noqa: PTH112, PTH114 - `Path` may raise


def identity(path: str) -> object:
    """A value that changes when a file changes, or when a folder is replaced by another one of the same name."""
    try:
        status = os.stat(path)  # noqa: PTH116 - several times a second
        if not os.path.isdir(path):  # noqa: PTH112
            return (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)
        names = {name for name in os.listdir(path) if name in SOURCE_FOLDERS}  # noqa: PTH208
    except OSError as error:
        return error.errno
    return (status.st_dev, status.st_ino, status.st_mode, names)
