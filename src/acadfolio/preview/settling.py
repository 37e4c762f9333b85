"""Changed paths come in as they are noticed, what to build next comes out when whoever writes seems to be done."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    Changed = frozenset[Path] | None
    """None is everything."""

SHORT = 0.003
"""Seconds of quiet after one file was written: most saves are that, and somebody is waiting."""
LONG = 0.06
"""After anything else: several files, one that is gone and may come back, one that is still empty."""
LONGEST = 2.0
"""Who goes on writing sees a build now and then all the same."""
FEW = 500
"""From so many on, listing them is no help any more."""


class Settling:
    """What has changed since the last build."""

    def __init__(self) -> None:
        self._paths: set[Path] = set()
        self._is_everything = False
        self._news = asyncio.Event()

    def notice(self, changed: Iterable[Path] | None) -> None:
        """Of files that were added, changed or removed, or None where nobody can tell which."""
        if changed is None:
            self._is_everything = True
        else:
            self._paths.update(changed)
        self._news.set()

    async def settled(self) -> Changed:
        """Wait for changes, and for their end."""
        await self._news.wait()
        loop = asyncio.get_running_loop()
        latest = loop.time() + LONGEST
        while self._news.is_set() and loop.time() < latest:
            self._news.clear()
            await asyncio.sleep(LONG if self._is_uneasy() else SHORT)
        self._news.clear()
        return self._take()

    def _take(self) -> Changed:
        paths = None if self._is_everything or len(self._paths) > FEW else frozenset(self._paths)
        self._paths, self._is_everything = set(), False
        return paths

    def _is_uneasy(self) -> bool:
        return self._is_everything or len(self._paths) > 1 or any(_is_unfinished(path) for path in self._paths)


def _is_unfinished(path: Path) -> bool:
    try:
        return path.stat().st_size == 0
    except OSError:
        return True
