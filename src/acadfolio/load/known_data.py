"""The folder `data/` comes in, what it holds comes out: as it was read before, where no file that counts has changed.

For who loads a site again and again. A file is the same when its size, times and inode are, as everywhere; one that was
so young when it was looked at that it might have changed again unseen makes the next load read everything.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from acadfolio.fingerprint import files_below, is_young
from acadfolio.load.data import read_data
from acadfolio.problems import Problems
from acadfolio.struct import Struct

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from acadfolio.fingerprint import Files
    from acadfolio.load.data import Data
    from acadfolio.load.parsed import Parsed
    from acadfolio.problems import Problem

LOOKED_AT = ("data", "static")
"""Entries of bibliographies name files of `static/`, where these are there."""


class KnownData(Struct, frozen=True):
    """What was read, from which files, with which citation styles, and what was found to be wrong."""

    data: Data
    files: Files
    styles: tuple[str, ...]
    problems: tuple[Problem, ...]


def data_of(root: Path, problems: Problems, styles: Collection[str], parsed: Parsed) -> Data:
    """What `read_data` says of these files, which may be asked again and again."""
    clock, files, named = time.time_ns(), _files(root), tuple(sorted(styles))
    known = parsed.data
    if known is None or files is None or known.files != files or known.styles != named:
        found = Problems()
        data = read_data(root, found, styles, parsed)
        known = KnownData(data, files or {}, named, tuple(found.found))
        parsed.data = known if files and _is_settled(files, clock) and _is_of_files(data) else None
    problems.found += known.problems
    return known.data


def _files(root: Path) -> Files | None:
    """None where files cannot be looked at: reading them says why."""
    try:
        return files_below([str(root / name) for name in LOOKED_AT], "__pycache__")
    except OSError:
        return None


def _is_settled(files: Files, clock: int) -> bool:
    return not any(status and is_young(status, clock) for status in files.values())


def _is_of_files(data: Data) -> bool:
    """Whether nothing else was looked at: who has no works, or some without titles, may have them lie elsewhere."""
    written = all(entry.publication.title for entry in data.written)
    return bool(data.publications) and (bool(data.bibliographies.files) or written)
