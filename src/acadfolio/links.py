"""Folders come in, where the links in them lead comes out: every place at which they may come to lead elsewhere."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# There may be a link for each of thousands of files, and making Paths would cost more than the rest.
# ruff: noqa: PTH112, PTH114, PTH115, PTH117, PTH118, PTH120, PTH206
MOST = 40
"""Links that one after another lead to a file; with more, the system says that they lead in circles."""


def is_link(path: Path) -> bool:
    """As `Path.is_symlink`, which raises where it may not look."""
    return os.path.islink(path)


@dataclass
class Links:
    """All that folders hold, also behind links to other folders."""

    ways: dict[Path, set[Path]] = field(default_factory=dict)
    """The links to files, by every path outside the folders on which it depends what they show: further links, and at
    the end the file, or the first folder that is missing."""
    folders: dict[Path, Path] = field(default_factory=dict)
    """The links to folders, and those."""
    known: set[Path] = field(default_factory=set)
    """The links, all of them."""


def links_below(folders: Iterable[Path]) -> Links:
    return _Walk([str(folder) for folder in folders]).links()


class _Walk:
    def __init__(self, folders: list[str]) -> None:
        self._folders = folders
        self._real = {os.path.realpath(folder) for folder in folders}
        """Those, and the ones behind links that are gone through too."""
        self._plain = set[str]()
        """Paths that are known to be no links."""

    def links(self) -> Links:
        found, ways_to = Links(), dict[str, set[Path]]()
        waiting = [(folder, os.path.realpath(folder)) for folder in self._folders]
        while waiting:
            folder, real = waiting.pop()
            for name, is_symlink in _entries(folder):
                path = os.path.join(folder, name)
                if not is_symlink:
                    waiting.append((path, os.path.join(real, name)))
                    continue
                link, (*before, end) = Path(path), self._way(real, name)
                found.known.add(link)
                if not os.path.isdir(end):
                    for way in (*before, end):
                        ways_to.setdefault(way, set()).add(link)
                    continue
                found.folders[link] = Path(end)
                if end not in self._real and not _is_in(real, end):
                    self._real.add(end)
                    waiting.append((path, end))
        found.ways = {Path(way): links for way, links in ways_to.items() if not self._is_inside(way)}
        return found

    def _way(self, real: str, name: str) -> list[str]:
        """From a link in a folder to its end: each link that is met, then what is no link or is not there."""
        met: list[str] = []
        place, waiting = real, [name]
        while waiting:
            step = waiting.pop()
            if step == os.pardir:
                place = os.path.dirname(place)
                continue
            path = os.path.join(place, step)
            target = self._target(path)
            if not target:
                place = path
                if target is None:
                    break
                continue
            met.append(path)
            if len(met) > MOST:
                place = path
                break
            drive, below = os.path.splitdrive(target)
            if os.path.isabs(target):
                place = drive + os.sep
            waiting += [part for part in reversed(below.split(os.sep)) if part not in {"", os.curdir}]
        return [*met, place]

    def _target(self, path: str) -> str | None:
        """Of a link; empty for what is none, None where nothing is."""
        if path in self._plain:
            return ""
        try:
            return os.readlink(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            self._plain.add(path)
            return ""

    def _is_inside(self, path: str) -> bool:
        """Whether it is in the folders, or behind a link that is."""
        return any(_is_in(path, folder) for folder in self._real)


def _entries(folder: str) -> list[tuple[str, bool]]:
    """The names of the folders and of the links in a folder, and whether it is a link; none where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return [
                (entry.name, entry.is_symlink())
                for entry in entries
                if entry.is_symlink() or entry.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return []


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
