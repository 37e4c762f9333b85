"""Changed paths come in as they are noticed; whoever waits goes on when whoever writes seems to be done."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SHORT = 0.003
"""Seconds of quiet after one file was written: most saves are that, and somebody is waiting."""
LONG = 0.06
"""After anything else: several files, a folder, one that is gone and may come back."""
GRACE = 0.5
"""As long as a file is empty: a save cuts it first, and writes it when it may."""
LONGEST = 2.0
"""Who goes on writing sees a build now and then all the same."""


class Settling:
    """What has changed since the last build."""

    def __init__(self) -> None:
        self._paths: set[Path] = set()
        self._news = asyncio.Event()

    def notice(self, changed: Iterable[Path]) -> None:
        """Of files that were added, changed or removed, or of folders in which nobody can tell which."""
        self._paths.update(changed)
        self._news.set()

    async def settled(self) -> None:
        """Wait for changes, and for their end."""
        await self._news.wait()
        loop = asyncio.get_running_loop()
        latest = loop.time() + LONGEST
        patient, is_empty = latest, False
        while loop.time() < latest:
            if self._news.is_set():
                self._news.clear()
                patient = loop.time() + GRACE
            elif not is_empty or loop.time() >= patient:
                break
            was_empty, is_empty = is_empty, any(_is_empty(path) for path in self._paths)
            # What was empty a moment ago is just being written: that is noticed, too.
            await asyncio.sleep(LONG if was_empty or self._is_uneasy() else SHORT)
        self._news.clear()
        self._paths = set()

    @property
    def has_news(self) -> bool:
        """Whether anything changed since it was settled last."""
        return self._news.is_set()

    async def has_news_within(self, seconds: float) -> bool:
        """Wait so long for changes, and not longer than for the first."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        return self.has_news

    def _is_uneasy(self) -> bool:
        return len(self._paths) > 1 or not all(os.path.isfile(path) and not _is_empty(path) for path in self._paths)  # noqa: PTH113 - `Path.is_file` may raise


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size == 0
    except OSError:
        return False
