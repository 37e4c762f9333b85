"""A site's folder comes in, paths of changed files come out: from threads that wait for the system's word.

Its source folders are watched with all that is in them; the site's own folder only for them to come and go. Files
behind links are watched where they lie: a `.bib` that a reference manager writes elsewhere, for example. The system
tells of what is in a folder, but not that another one has taken the folder's place: that is looked for now and then.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio import SOURCE_FOLDERS, STRAYING
from acadfolio.links import is_link, links_below
from acadfolio.loading.files import is_folder, is_hidden
from acadfolio.preview.filesystems import needs_polling
from acadfolio.preview.polling import look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from acadfolio.links import Links

    Notice = Callable[[Iterable[Path]], None]
    """Gets the files that changed, or the site's folder where nobody can tell which."""

STEP = 5
"""Milliseconds between two looks at what the system has told. Two such steps without news end a batch."""
GROUPED = 200
"""Milliseconds after which a batch ends although there is more."""
PAUSE = 0.2
"""Seconds between two looks at which folders are watched."""
FAILURES, WITHIN = 10, 20.0
"""A watch that fails is begun again, unless so many have failed within so many seconds."""
DELETED = 3
"""A kind of change, for watchfiles."""
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
        self._failures: deque[float] = deque(maxlen=FAILURES)
        self._ended = threading.Event()
        self._moved = threading.Event()
        """Source folders came or went."""
        self._relinked = threading.Event()
        self._links: Links = links_below([])
        """Of the source folders."""
        self._relinking = threading.Lock()
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
        return [self._site / name for name in SOURCE_FOLDERS if is_folder(self._site / name)]

    def _run(self, watch: Callable[[], None]) -> None:
        try:
            watch()
        except Exception as error:  # noqa: BLE001 - else the preview would wait for ever
            self._failed(error)

    def _inside(self) -> None:
        while not self._ended.is_set():
            self._moved.clear()
            places = [self._site, *(self._site / name for name in SOURCE_FOLDERS), *self._links.folders]
            until, folders = self._until(self._moved, places, self._inside), self._folders()
            if not folders:
                until.wait()
            for changes in self._watch(folders, until, recursive=True) if folders else ():
                self._report(changes)

    def _around(self) -> None:
        while not self._ended.is_set():
            self._relinked.clear()
            ways = self._links.ways
            places = {self._site, *(way.parent for way in ways)}
            until = self._until(self._relinked, places, self._around)
            folders = [place for place in places if is_folder(place)]
            if not folders:
                until.wait()
            for changes in self._watch(folders, until, recursive=False) if folders else ():
                self._report_around(changes, ways)

    def _until(self, event: threading.Event, places: Iterable[Path], run: Callable[[], None]) -> _Until:
        """Who looks at files goes by their paths, so that it matters only whether there is a folder."""
        sight = is_folder if self._polls else _identity
        return _Until((self._ended, event), partial(self._begin, run), {place: sight(place) for place in places}, sight)

    def _begin(self, run: Callable[[], None]) -> None:
        """A watch begins. What happened between two of them is known to neither."""
        if run not in self._beginning:
            self._notice({self._site})
            self._relink()
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

        roots = {(DELETED, str(folder)) for folder in folders}
        try:
            for told in watch(
                *folders, watch_filter=None, debounce=GROUPED, step=STEP, stop_event=until, rust_timeout=0,
                force_polling=False, recursive=recursive, ignore_permission_denied=True,
            ):  # fmt: skip
                yield {Path(path) for _, path in told}
                if not roots.isdisjoint(told):
                    return  # Whatever comes in such a folder's place is not watched.
        except FileNotFoundError:
            self._ended.wait(PAUSE)
        except (OSError, RuntimeError) as error:
            self._fall_back(error, until)

    def _fall_back(self, error: Exception, until: _Until) -> None:
        """A watch may fail for one thing that passes, such as a file whose name is no text, and begin again."""
        self._failures.append(time.monotonic())
        is_often = len(self._failures) == FAILURES and self._failures[-1] - self._failures[0] < WITHIN
        if until.has_begun and not is_often:
            self._ended.wait(PAUSE)
            return
        if not self._polls:
            self._tell(f"The system tells of no more changes ({error}): {LOOKED_AT}.")
        self._polls = True

    def _report(self, changes: set[Path]) -> None:
        ours = {path for path in changes if path.is_relative_to(self._site)}
        if any(not is_noise(Path(path.name)) for path in changes - ours):
            self._notice({self._site})  # A Mac may spell the folder otherwise than who named it: `Home` for `home`.
        wanted = {path for path in ours if not is_noise(path.relative_to(self._site))}
        if not wanted:
            return
        self._notice(files_of(wanted))
        if any(path in self._links.known or is_link(path) or is_folder(path) for path in wanted):
            self._relink()
        if any(path.parent == self._site for path in wanted):
            self._moved.set()

    def _report_around(self, paths: set[Path], ways: dict[Path, set[Path]]) -> None:
        if any(path.parent == self._site and path.name in SOURCE_FOLDERS for path in paths):
            self._moved.set()
            self._relink()
        if self._site in paths:  # Who may look into it, for example.
            self._notice({self._site})
        if strayed := {path for path in paths if path.parent == self._site and path.name.lower().endswith(STRAYING)}:
            self._notice(strayed)
        met = paths & ways.keys()
        if met:
            self._notice(set().union(*(ways[path] for path in met)))
        if any(is_link(path) or is_folder(path) for path in met):
            self._relink()

    def _relink(self) -> None:
        """Both threads may find that links lead elsewhere; the later one knows more."""
        with self._relinking:
            before, self._links = self._links, links_below(self._folders())
            if self._links.ways != before.ways:
                self._relinked.set()
            if self._links.folders != before.folders:
                self._moved.set()


class _Until:
    """Set when one of its events is, or another folder stands at one of the places; once it has been, it is over.

    Who asks for the first time has begun to watch.
    """

    def __init__(
        self,
        events: tuple[threading.Event, ...],
        begin: Callable[[], None],
        places: dict[Path, object],
        sight: Callable[[Path], object],
    ) -> None:
        """`places` are as `sight` saw them."""
        self._events, self._begin, self._places, self._sight = events, begin, places, sight
        self._due = time.monotonic() + PAUSE
        self.has_begun = False

    def is_set(self) -> bool:
        if not self.has_begun:
            self.has_begun = True
            self._begin()
        return any(event.is_set() for event in self._events) or self._is_elsewhere()

    def wait(self) -> None:
        """Where there is nothing to watch."""
        while not self.is_set():
            time.sleep(PAUSE)

    def _is_elsewhere(self) -> bool:
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + PAUSE
        return any(self._sight(place) != seen for place, seen in self._places.items())


def _identity(place: Path) -> tuple[int, int, int] | None:
    """Which folder it is, and who may look into it."""
    try:
        status = os.stat(place)  # noqa: PTH116 - five times a second
    except OSError:
        return None
    return (status.st_dev, status.st_ino, status.st_mode)


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
        if is_folder(path):
            files |= {Path(top, name) for top, _, names in os.walk(path) for name in names}
        else:
            files.add(path)
    return files
