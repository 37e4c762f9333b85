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
HEAD = "acadfolio pictures 3 {}\n"
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

    def get(self, key: str) -> tuple[EncodedImage, ...] | None:
        """The variants of a key, or None."""
        try:
            path = self._path(key)
            content = read_kept(str(path), HEAD.format(key).encode())
            if content is not None and _age(path) > DAY:
                os.utime(path)
        except OSError:
            return None
        return None if content is None else msgspec.msgpack.decode(content, type=tuple[EncodedImage, ...])

    def put(self, key: str, variants: Iterable[EncodedImage]) -> None:
        """Keep variants. Where that is not possible, the next build makes them again."""
        content = msgspec.msgpack.encode(tuple(variants))
        with suppress(OSError):
            write_kept(str(self._path(key)), HEAD.format(key).encode(), content)

    def prune(self) -> None:
        """Delete what no build has asked for in a month."""
        with suppress(OSError):
            for path in (Path(self.folder()) / self.name).iterdir():
                if _age(path) > KEPT_FOR:
                    path.unlink()

    def _path(self, key: str) -> Path:
        return Path(self.folder(), self.name, key)


def _age(path: Path) -> float:
    """Seconds since a file was written, or touched by a build that used it."""
    return time.time() - path.stat().st_mtime
