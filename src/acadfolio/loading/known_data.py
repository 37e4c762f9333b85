"""The folder `data/` comes in, what it holds comes out: as it was read before, where no file that counts has changed.

Who loads a site again and again knows it still; a file is the same then when its size, times and inode are, as
everywhere, and one that was so young when it was looked at that it might have changed again unseen makes the next load
read everything. For the processes to come it is kept in the site's cache folder, unless it is large: files are the
same there when their bytes are. What is known needs no YAML, and none of all that is there to read it.
"""

from __future__ import annotations

import marshal
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.fingerprint import digest as digest_of_file
from acadfolio.fingerprint import digest_of, files_below, is_young
from acadfolio.kept import Shelf
from acadfolio.loading.pickled import NotRecordsError, dumps, loads
from acadfolio.problems import Problem, Problems
from acadfolio.struct import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from acadfolio.fingerprint import Files
    from acadfolio.loading.model import Data
    from acadfolio.loading.parsed import Parsed

DATA, STATIC = "data", "static"
"""Entries of bibliographies name files of `static/`, where these are there."""
FILE = "parsed-data"
KEY = 16
"""Bytes of the digest before what was read."""
NOTHING_KEPT = bytes(KEY)
LARGEST = 1_500_000
"""Bytes of data: more is known entry by entry (see `entries`), and keeping it whole would cost more than it saves."""


class KnownData(Struct, frozen=True):
    """What was read, from which files, with which citation styles, and what was found to be wrong."""

    data: Data
    files: Files
    styles: tuple[str, ...]
    problems: tuple[Problem, ...]


def data_of(
    root: Path,
    problems: Problems,
    styles: Collection[str],
    parsed: Parsed,
    ahead: Callable[[], bytes] | None = None,
) -> Data:
    """What `read_data` says of these files, which may be asked again and again.

    `ahead` gives what `data_in_bytes` said in another process.
    """
    clock, files, named = time.time_ns(), _files(root), tuple(sorted(styles))
    known = parsed.data
    if known is None or files is None or known.files != files or known.styles != named:
        known = _kept_or_read(root, files, named, parsed, ahead)
        parsed.data = known if files and _is_settled(files, clock) and known.data.is_all else None
    problems.found += known.problems
    return known.data


def data_in_bytes(root: Path, styles: Collection[str], parsed: Parsed) -> bytes:
    """The same for another process; empty where that is too much to hand over, or anything is wrong.

    Of records that were kept by an earlier build, and are as they were, it has the numbers: the other one reads them
    from the same file while it waits.
    """
    files, named = _files(root), tuple(sorted(styles))
    key = _key(root, files, named) if files else b""
    if not key:
        return b""
    kept = _kept(parsed)
    if kept is not None and kept.key == key:  # Then the other one knows it, too.
        return b""
    known = _read(root, files, named, parsed, key)
    if any(problem.severity == "error" for problem in known.problems):
        return b""
    if kept is None:
        return NOTHING_KEPT + _in_bytes(known)
    numbers = {origin: number for number, (origin, _) in enumerate(kept.about) if origin}
    same = {identity: numbers[origin] for identity, origin in parsed.origins().items() if origin in numbers}
    return kept.key + _in_bytes(known, same)


def _kept_or_read(
    root: Path,
    files: Files | None,
    styles: tuple[str, ...],
    parsed: Parsed,
    ahead: Callable[[], bytes] | None = None,
) -> KnownData:
    kept = _kept(parsed) if files and any(files.values()) else None  # Else this may be no site, which gets no cache.
    if ahead and (known := _said(ahead, kept, files, styles, parsed)):
        return known
    key = _key(root, files, styles) if files and parsed.cache else b""
    if kept and kept.key == key and (known := kept.known(files, styles, parsed)):
        return known
    return _read(root, files, styles, parsed, key)


def _said(
    ahead: Callable[[], bytes], kept: _Kept | None, files: Files | None, styles: tuple[str, ...], parsed: Parsed
) -> KnownData | None:
    """What another process said; None where that is nothing, or about what was kept when it looked, and is not now."""
    records = kept.records(parsed) if kept else None  # Whoever reads what has changed needs as long as this.
    said = ahead()
    if kept and records is not None and said.startswith(kept.key):
        return _of(said[KEY:], files, styles, records)
    return _of(said[KEY:], files, styles) if said.startswith(NOTHING_KEPT) else None


def _read(root: Path, files: Files | None, styles: tuple[str, ...], parsed: Parsed, key: bytes) -> KnownData:
    """What they say today, to be kept under the key."""
    from acadfolio.loading.data import read_data  # It needs all that reads.

    found = Problems()
    data = read_data(root, found, styles, parsed)
    known = KnownData(data, files or {}, styles, tuple(found.found))
    if key and data.is_all and not found.errors:
        parsed.unkept = root, key, known
    return known


def _are_still(root: Path, known: KnownData, key: bytes) -> bool:
    """Whether nothing was saved while it was read: that may have been read in its place."""
    again = _files(root)
    return again is not None and again == known.files and _key(root, again, known.styles) == key


def keep_data(parsed: Parsed) -> None:
    """What was read anew, for the processes to come."""
    if parsed.unkept is None:
        return
    root, key, known = parsed.unkept
    parsed.unkept = None
    if not _are_still(root, known, key):
        return
    origins, records = parsed.origins(), _records(known.data)
    numbers = {id(record): number for number, record in enumerate(records)}
    about = [(origins.get(id(record), b""), digest(record)) for record in records]
    whole = key + marshal.dumps((about, dumps(records), _in_bytes(known, numbers)))
    Shelf(parsed.cache, FILE).add(whole, lambda: whole)


class _Kept(Struct, frozen=True):
    """What an earlier build kept: of which files it was read, the records and what is known of each, and the rest."""

    key: bytes
    about: list[tuple[bytes, bytes]]
    """What tells the text of which a record was read, if it has one, and its digest."""
    entries: bytes
    rest: bytes

    def records(self, parsed: Parsed) -> list[Any] | None:
        """Those alone; their digests are noted. None where the bytes do not say them."""
        with suppress(NotRecordsError, ValueError):
            found: list[Any] = loads(self.entries)
            told = zip(found, self.about, strict=True)
            parsed.digests = {id(record): (record, made) for record, (_, made) in told}
            return found
        return None

    def known(self, files: Files | None, styles: tuple[str, ...], parsed: Parsed) -> KnownData | None:
        """As if it had been read from these files. None where the bytes do not say it."""
        records = self.records(parsed)
        return None if records is None else _of(self.rest, files, styles, records)


def _kept(parsed: Parsed) -> _Kept | None:
    for piece in Shelf(parsed.cache, FILE).read():
        with suppress(ValueError, EOFError, TypeError):
            return _Kept(bytes(piece[:KEY]), *marshal.loads(piece[KEY:]))  # noqa: S302 - our own
    return None


def _records(data: Data) -> list[Any]:
    """Those that may have a text of their own, in a fixed order."""
    return [*data.publications, *(record for name in sorted(data.entries) for record in data.entries[name])]


def _in_bytes(known: KnownData, same: Mapping[int, int] | None = None) -> bytes:
    return dumps((known.data, known.problems), same)


def _of(
    content: bytes | memoryview, files: Files | None, styles: tuple[str, ...], records: Sequence[Any] = ()
) -> KnownData | None:
    """What was read from these files; None where the bytes do not say it."""
    with suppress(NotRecordsError):
        data, problems = loads(content, records)
        return KnownData(data, files or {}, styles, problems)
    return None


def _key(root: Path, files: Files, styles: tuple[str, ...]) -> bytes:
    """A digest of all that is looked at; empty where that is nothing, too much to keep, or cannot be looked at."""
    below, above = len(str(root / DATA)), os.path.join(str(root / DATA), "")  # noqa: PTH118 - as `files_below` does
    data = {path: status for path, status in files.items() if path.startswith(above)}
    if not data or not all(data.values()) or sum(status[0] for status in data.values() if status) > LARGEST:
        return b""
    others = sorted(path[len(str(root / STATIC)) :] for path in files.keys() - data.keys())
    with suppress(OSError):
        seen = [(path[below:], digest_of_file(path)) for path in sorted(data)]
        return digest_of(repr((seen, others, styles)).encode("utf-8", "replace"))
    return b""


def _files(root: Path) -> Files | None:
    """None where files cannot be looked at: reading them says why."""
    try:
        return files_below([str(root / name) for name in (DATA, STATIC)], "__pycache__")
    except OSError:
        return None


def _is_settled(files: Files, clock: int) -> bool:
    return not any(status and is_young(status, clock) for status in files.values())
