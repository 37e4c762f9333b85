"""Keep encoded images from build to build, under a key for what they were made from."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from acadfolio.store import read_kept, write_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FOLDER = "pictures"
DAY = 24 * 60 * 60
KEPT_FOR = 30 * DAY
"""How long variants stay that no build asks for: of drafts, of a branch."""
HEAD = "acadfolio pictures 2 {}\n"
"""With the key: a file that was renamed counts as damaged."""


class EncodedImage(NamedTuple):
    """The format of an image (`webp`), its width and its bytes."""

    format: str
    width: int
    content: bytes


class VariantCache:
    """A folder with one file for each image, which holds all its variants. A damaged file counts as missing.

    `folder` gives the site's cache folder; it may raise OSError, and then nothing is kept. `name` is the folder in it.
    """

    def __init__(self, folder: Callable[[], str], name: str = FOLDER) -> None:
        self.folder, self.name = folder, name
        self.used: set[str] = set()

    def get(self, key: str) -> tuple[EncodedImage, ...] | None:
        """The variants of a key, or None."""
        try:
            path = self._path(key)
            payload = read_kept(path, HEAD.format(key).encode())
            if payload is None:
                return None
            if time.time() - os.stat(path).st_mtime > DAY:  # noqa: PTH116 - the path is a str
                os.utime(path)
        except OSError:
            return None
        self.used.add(key)
        return _read(payload)

    def put(self, key: str, variants: Iterable[EncodedImage]) -> None:
        """Keep variants. Where that is not possible, the next build makes them again."""
        variants = tuple(variants)
        index = msgspec.json.encode([[entry.format, entry.width, len(entry.content)] for entry in variants])
        payload = index + b"\n" + b"".join(entry.content for entry in variants)
        with suppress(OSError):
            write_kept(self._path(key), HEAD.format(key).encode(), payload)
            self.used.add(key)

    def prune(self) -> None:
        """Delete what no build has asked for in a month."""
        try:
            with os.scandir(Path(self.folder()) / self.name) as entries:
                old = [entry.path for entry in entries if entry.name not in self.used and _is_old(entry)]
            for path in old:
                Path(path).unlink()
        except OSError:
            pass

    def _path(self, key: str) -> str:
        return str(Path(self.folder(), self.name, key))


def _is_old(entry: os.DirEntry[str]) -> bool:
    return time.time() - entry.stat().st_mtime > KEPT_FOR


def _read(payload: bytes) -> tuple[EncodedImage, ...]:
    index, _, rest = payload.partition(b"\n")
    variants, position = [], 0
    for name, width, length in msgspec.json.decode(index):
        variants.append(EncodedImage(name, width, rest[position : position + length]))
        position += length
    return tuple(variants)
