"""What was worked out comes in, and comes out in the processes to come, while those who made it stay the same.

A shelf is one file in a cache folder, a site's or the user's: a head that names its makers, then pieces, each with its
length and checksum. News is appended, so that a small change costs little; whoever finds a piece that is not as it was
written takes what stands before it, and the whole is written anew. What the bytes mean is their owners' affair.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio import __version__
from acadfolio.fingerprint import files_below
from acadfolio.libraries import installed
from acadfolio.store import checksum, open_own, replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.fingerprint import Files

FORMAT = 2
MARKS = 8
"""How long the length and the checksum before a piece are."""
MOST_PIECES = 24
"""So many before they are joined: whoever reads them pays for each."""
PACKAGE = str(Path(__file__).absolute().parent)
STARTED = time.time_ns()
_seen: Files = {}
"""The package's files, where somebody has looked at them."""


class Shelf:
    """One such file. `folder` gives the folder where it lies; without it, nothing is kept."""

    def __init__(self, folder: Callable[[], str] | None, name: str) -> None:
        self.folder, self.name = folder, name
        self.pieces = 0
        self.is_whole = False
        """Whether the file is one that may be appended to."""

    def read(self) -> list[memoryview]:
        """The pieces, oldest first; none where there is no file, or it is not this program's for this user."""
        self.pieces, self.is_whole = 0, False
        try:
            with open_own(self._path()) as file:
                data = file.read()
        except OSError:
            return []
        if not data.startswith(head := self._head()):
            return []
        found = list(_pieces(data, len(head)))
        self.pieces = len(found)
        self.is_whole = len(head) + sum(len(piece) + MARKS for piece in found) == len(data)
        return found

    def add(self, piece: bytes, whole: Callable[[], bytes]) -> None:
        """Keep a piece too. `whole` gives all that is worth keeping, for when the file has to be written anew."""
        if self.folder is None:
            return
        with suppress(OSError):  # Without a cache, everything is made anew.
            if self.is_whole and self.pieces < MOST_PIECES and self._append(_marks(piece) + piece):
                self.pieces += 1
            else:
                piece = whole()
                replace_file(self._path(), self._head(), _marks(piece), piece)
                self.pieces, self.is_whole = 1, True

    def forget(self) -> None:
        """What the pieces say is not to be trusted: the next that is added replaces them."""
        self.is_whole = False

    def _head(self) -> bytes:
        """Who made it, and what: one that was moved to another's place is none."""
        return b"%s %s\n" % (makers(), self.name.encode())

    def _path(self) -> str:
        if self.folder is None:
            raise FileNotFoundError(self.name)
        return str(Path(self.folder(), self.name))

    def _append(self, content: bytes) -> bool:
        """In one call, so that two who do it at once write one after the other. False where the file is gone."""
        try:
            handle = os.open(self._path(), os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except FileNotFoundError:
            return False
        try:
            return os.write(handle, content) == len(content)
        finally:
            os.close(handle)


@cache
def makers() -> bytes:
    """Who made it: this package as its files are, Python, and the libraries that are installed."""
    files = _seen or files_below([PACKAGE], "__pycache__")
    found = [(path, *status[:2]) for path, status in sorted(files.items()) if status and path.endswith(".py")]
    found += [(path, 0, since) for path, since in installed()]
    # What changed since this process began may be there in its older form, which no other process has to trust.
    own = os.urandom(8) if any(changed > STARTED for _, _, changed in found) else b""
    what = zlib.crc32(marshal.dumps((found, own, sys.version, sys.flags.optimize), 2))  # which marks no references
    return f"acadfolio {__version__} kept {FORMAT} {sys.implementation.cache_tag} {what:08x}".encode()


def saw(files: Files) -> None:
    """The package's files, among others, from who has looked at them: a process does so once."""
    below = os.path.join(PACKAGE, "")  # noqa: PTH118 - hundreds of them
    _seen.update({path: status for path, status in files.items() if path.startswith(below)})


def user_file(name: str, of: str | Path) -> Path | None:
    """Where what is made of a folder of this installation is kept; None where the user has no folder for caches."""
    folder = user_cache()
    tag = sys.implementation.cache_tag or sys.implementation.name
    return folder and folder / f"{name}-{tag}-{zlib.crc32(os.fsencode(of)):08x}"


def user_cache() -> Path | None:
    """The folder of acadfolio among those that programs of this user may fill and anybody may empty."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        base = base if base.startswith("/") else "~/.cache"
    try:
        folder = Path(base).expanduser() / "acadfolio"
    except RuntimeError:  # nobody's home
        return None
    return folder if folder.is_absolute() else None


def _pieces(data: bytes, position: int) -> Iterator[memoryview]:
    whole = memoryview(data)  # Its parts are not copied.
    while len(data) - position >= MARKS:
        start = position + MARKS
        position = start + int.from_bytes(data[start - MARKS : start - 4], "big")
        piece = whole[start:position]
        if position > len(data) or data[start - 4 : start] != _checksum(piece):
            return
        yield piece


def _marks(piece: bytes) -> bytes:
    return len(piece).to_bytes(MARKS - 4, "big") + _checksum(piece)


def _checksum(piece: bytes | memoryview) -> bytes:
    """Of a piece by these makers: others may write the file anew between reading and appending."""
    return checksum(piece, makers())
