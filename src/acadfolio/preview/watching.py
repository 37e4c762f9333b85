"""A site's folder comes in, paths of changed files come out: from threads that wait for the system's word.

Its source folders are watched with all that is in them; the site's own folder only for them to come and go. Files
behind links are watched where they lie: a `.bib` that a reference manager writes elsewhere, for example.
"""

from __future__ import annotations

import os
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio import SOURCE_FOLDERS
from acadfolio.load.files import is_hidden
from acadfolio.preview.filesystems import needs_polling
from acadfolio.preview.polling import look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Notice = Callable[[Iterable[Path]], None]
    """Gets the files that changed, or the site's folder where nobody can tell which."""

STEP = 5
"""Milliseconds between two looks at what the system has told. Two such steps without news end a batch."""
GROUPED = 200
"""Milliseconds after which a batch ends although there is more."""
PAUSE = 0.2
LOOKED_AT = "files are looked at four times a second"
PASSING = frozenset({"4913", "__pycache__"})
"""What vim makes to see whether it may, and Python beside modules."""


def is_noise(path: Path) -> bool:
    """Whether no build ever reads it."""
    return any(is_hidden(name) or name in PASSING for name in path.parts)


class Watching:
    """Two threads: one for the source folders, one for what stands around them."""

    def __init__(
        self,
        site: Path,
        notice: Notice,
        tell: Callable[[str], None],
        begun: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """`begun` is called once from when on no change is missed, `failed` when a mistake of ours ends a thread.

        All are called in the watcher's own threads.
        """
        self._site, self._notice, self._tell, self._begun, self._failed = site, notice, tell, begun, failed
        self._polls = needs_polling([site, *self._folders()])
        self._ended = threading.Event()
        self._moved = threading.Event()
        """Source folders came or went."""
        self._relinked = threading.Event()
        self._links: dict[Path, Path] = {}
        """The links to files in the source folders, by the file that they lead to."""
        self._beginning = [self._inside, self._around]
        self._threads = [
            threading.Thread(target=self._run, args=[run], name="watch", daemon=True) for run in self._beginning
        ]

    def start(self) -> None:
        self._links = links_below(self._folders())
        if self._polls:
            self._tell(f"The site lies where changes are not told: its {LOOKED_AT}.")
        elif lack := _lack():
            self._tell(f"The package watchfiles does not work ({lack}): {LOOKED_AT}. Install acadfolio again.")
            self._polls = True
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Within a few steps."""
        self._ended.set()
        for thread in self._threads:
            thread.join(timeout=1)

    def _folders(self) -> list[Path]:
        return [self._site / name for name in SOURCE_FOLDERS if (self._site / name).is_dir()]

    def _run(self, watch: Callable[[], None]) -> None:
        try:
            watch()
        except Exception as error:  # noqa: BLE001 - else the preview would wait for ever
            self._failed(error)

    def _inside(self) -> None:
        while not self._ended.is_set():
            self._moved.clear()
            folders = self._folders()
            until = _Until((self._ended, self._moved), partial(self._begin, self._inside))
            if not folders:
                until.wait(PAUSE)
            for changes in self._watch(folders, until, recursive=True) if folders else ():
                self._report(changes)

    def _around(self) -> None:
        while not self._ended.is_set():
            self._relinked.clear()
            links = dict(self._links)
            folders = {self._site, *(file.parent for file in links if file.parent.is_dir())}
            until = _Until((self._ended, self._relinked), partial(self._begin, self._around))
            for changes in self._watch(folders, until, recursive=False):
                self._report_around(changes, links)

    def _begin(self, run: Callable[[], None]) -> None:
        """A watch begins. What happened between two of them is known to neither."""
        if run not in self._beginning:
            self._notice({self._site})
            return
        self._beginning.remove(run)
        if not self._beginning:
            self._begun()

    def _watch(self, folders: Iterable[Path], until: _Until, *, recursive: bool) -> Iterator[set[Path]]:
        """Changed paths until the event. Where the system does not tell of them, from here on by looking."""
        if self._polls:
            for seen in look([str(folder) for folder in folders], until, recursive=recursive):
                yield {Path(path) for path in seen}
            return
        from watchfiles import watch

        try:
            for told in watch(
                *folders, watch_filter=None, debounce=GROUPED, step=STEP, stop_event=until, rust_timeout=0,
                force_polling=False, recursive=recursive, ignore_permission_denied=True,
            ):  # fmt: skip
                yield {Path(path) for _, path in told}
        except FileNotFoundError:
            self._ended.wait(PAUSE)
        except (OSError, RuntimeError) as error:
            if not self._polls:
                self._tell(f"The system tells of no more changes ({error}): {LOOKED_AT}.")
            self._polls = True

    def _report(self, changes: Iterable[Path]) -> None:
        wanted = {path for path in changes if not is_noise(path.relative_to(self._site))}
        if not wanted:
            return
        self._notice(files_of(wanted))
        if any(path in self._links.values() or path.is_symlink() or path.is_dir() for path in wanted):
            self._relink()
        if any(path.parent == self._site for path in wanted):
            self._moved.set()

    def _report_around(self, paths: set[Path], links: dict[Path, Path]) -> None:
        if any(path.parent == self._site and path.name in SOURCE_FOLDERS for path in paths):
            self._moved.set()
            self._relink()
        behind = {links[path] for path in paths if path in links}
        if behind:
            self._notice(behind)

    def _relink(self) -> None:
        links = links_below(self._folders())
        if links != self._links:
            self._links = links
            self._relinked.set()


class _Until:
    """Set when one of its events is. Who asks for the first time has begun to watch."""

    def __init__(self, events: tuple[threading.Event, ...], begin: Callable[[], None]) -> None:
        self._events, self._begin = events, begin
        self._has_begun = False

    def is_set(self) -> bool:
        if not self._has_begun:
            self._has_begun = True
            self._begin()
        return any(event.is_set() for event in self._events)

    def wait(self, pause: float) -> None:
        """Where there is nothing to watch."""
        while not self.is_set():
            time.sleep(pause)


def _lack() -> str:
    """Why nobody tells us of changes, although the system would; empty when somebody does."""
    try:
        from watchfiles import watch  # noqa: F401 - it is asked for when there is something to watch
    except ImportError as error:
        return str(error)
    return ""


def files_of(paths: Iterable[Path]) -> set[Path]:
    """A folder that came is the files in it; everything else is itself."""
    files = set()
    for path in paths:
        if path.is_dir():
            files |= {Path(top, name) for top, _, names in os.walk(path) for name in names}
        else:
            files.add(path)
    return files


def links_below(folders: Iterable[Path]) -> dict[Path, Path]:
    """The links to files in the folders, by the file that they lead to."""
    found = {}
    for folder in folders:
        for top, _, names in os.walk(folder):
            for name in names:
                path = Path(top, name)
                if path.is_symlink():
                    found[Path(os.path.realpath(path))] = path  # Path.resolve raises at a link that leads in circles.
    return found
