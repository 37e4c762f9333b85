"""Lighter variants under the key of what they were made from, kept from build to build; safe to delete at any time."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.pictures.digest import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FOLDER = "pictures"
DAY = 24 * 60 * 60
KEPT_FOR = 30 * DAY
"""How long what no build asked for stays: drafts, another look, a branch."""
DIGEST = 16


class Lighter(NamedTuple):
    """One variant: its format (`webp`), its width, and its bytes."""

    format: str
    width: int
    content: bytes


class VariantCache:
    """One file for each picture, with all its variants. What is not as it was written is as good as not there.

    `folder` gives the site's cache folder, and makes it when it is first asked; it may raise OSError, and then nothing
    is kept. `name` is that of the folder in it.
    """

    def __init__(self, folder: Callable[[], str], name: str = FOLDER) -> None:
        self.folder, self.name = folder, name
        self.used: set[str] = set()

    def get(self, key: str) -> tuple[Lighter, ...] | None:
        """What was kept under a key."""
        try:
            path = self._path(key)
            found = _read(path.read_bytes())
            if time.time() - path.stat().st_mtime > DAY:
                os.utime(path)
        except (OSError, ValueError, TypeError, KeyError):
            return None
        self.used.add(path.name)
        return found

    def put(self, key: str, variants: Iterable[Lighter]) -> None:
        """Keep variants. Where there is no room or no permission, the next build makes them again."""
        variants = tuple(variants)
        index = json.dumps([[entry.format, entry.width, len(entry.content)] for entry in variants]).encode()
        payload = index + b"\n" + b"".join(entry.content for entry in variants)
        with suppress(OSError):
            self._write(self._path(key), digest(payload, DIGEST) + payload)
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

    def _path(self, key: str) -> Path:
        return Path(self.folder()) / self.name / key

    @staticmethod
    def _write(path: Path, content: bytes) -> None:
        """In one step: whoever reads it meanwhile gets the old one or the new one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            new.write_bytes(content)
            new.replace(path)
        except OSError:
            with suppress(OSError):
                new.unlink()
            raise


def _is_old(entry: os.DirEntry[str]) -> bool:
    return time.time() - entry.stat().st_mtime > KEPT_FOR


def _read(content: bytes) -> tuple[Lighter, ...]:
    """Raises ValueError when it is not what was written."""
    payload = content[DIGEST:]
    if digest(payload, DIGEST) != content[:DIGEST]:
        raise ValueError("is damaged")
    index, _, rest = payload.partition(b"\n")
    variants, position = [], 0
    for name, width, length in json.loads(index):
        variants.append(Lighter(name, width, rest[position : position + length]))
        position += length
    return tuple(variants)
