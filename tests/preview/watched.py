"""A site's folder comes in, what the watching threads notice of it comes out, as it settles."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from serving import PATIENCE

from acadfolio.preview.settling import GRACE, Settling
from acadfolio.preview.watching import Watching

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from pathlib import Path

    Batch = frozenset[Path]


class Noting(Settling):
    """Remembers what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self._noted: set[Path] = set()

    def notice(self, changed: Iterable[Path]) -> None:
        self._noted |= set(changed)
        super().notice(changed)

    async def batch(self) -> Batch:
        """What one build would be for."""
        await self.settled()
        noted, self._noted = self._noted, set()
        return frozenset(noted)


@asynccontextmanager
async def watched(site: Path) -> AsyncIterator[Noting]:
    """What the watching threads notice of the site, settled."""
    loop, settling, begun = asyncio.get_running_loop(), Noting(), asyncio.Event()

    def notice(paths: Iterable[Path]) -> None:
        loop.call_soon_threadsafe(settling.notice, paths)

    def begin() -> None:
        loop.call_soon_threadsafe(begun.set)

    watching = Watching(site, notice, pytest.fail, begin, lambda error: pytest.fail(str(error)))
    watching.start()
    try:
        await asyncio.wait_for(begun.wait(), PATIENCE)
        yield settling
    finally:
        watching.stop()


async def batches(settling: Noting, expected: Path) -> list[Batch]:
    """All that settles until nothing more does, once the path or a folder above it was among it."""
    found: list[Batch] = []
    while not any(batch & {expected, *expected.parents} for batch in found):
        found.append(await asyncio.wait_for(settling.batch(), PATIENCE))
    while True:
        try:
            found.append(await asyncio.wait_for(settling.batch(), 0.3 + GRACE))
        except TimeoutError:
            return found
