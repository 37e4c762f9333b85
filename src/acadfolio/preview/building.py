"""Settled changes come in, a round after each build goes out: never two at once, and none when nothing changed."""

from __future__ import annotations

import asyncio
import gc
import threading
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.preview.workshop import Round
from acadfolio.problems import Location, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.preview.settling import Settling
    from acadfolio.preview.workshop import Workshop


class Building:
    """Builds whenever changes have settled, in a thread beside the server."""

    def __init__(self, workshop: Workshop, settling: Settling, done: Callable[[Round], None]) -> None:
        self._workshop, self._settling, self._done = workshop, settling, done
        self._last = Round({}, frozenset(), ())

    async def first(self) -> None:
        """Build everything, once."""
        await self._build()

    async def run(self) -> None:
        """Build again and again, until it is cancelled."""
        while True:
            await self._settling.settled()
            await self._build()

    async def _build(self) -> None:
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Round] = loop.create_future()

        def work() -> None:
            made = self._made()
            with suppress(RuntimeError):  # The program has ended in the meantime.
                loop.call_soon_threadsafe(_hand_over, result, made)
            gc.collect(1)  # What this build alone needed; left to itself, Python would let a quarter pile up.

        # Not one of asyncio's own threads: the program's end would wait for those.
        threading.Thread(target=work, name="build", daemon=True).start()
        self._last = await result
        self._done(self._last)

    def _made(self) -> Round:
        """What the workshop made. A mistake of ours is told, and ends nothing."""
        try:
            return self._workshop.build()
        except Exception as error:  # noqa: BLE001 - whatever it is, the preview goes on
            traceback.print_exc()
            return Round(self._last.outputs, frozenset(), (_own_mistake(error),))


def _hand_over(result: asyncio.Future[Round], made: Round) -> None:
    if not result.cancelled():
        result.set_result(made)


def _own_mistake(error: Exception) -> Problem:
    lines = str(error).strip().splitlines() or [""]
    message = f"acadfolio itself failed: {type(error).__name__}: {lines[0][:200]}".rstrip(": ")
    return Problem(Location("acadfolio"), message, "the terminal shows where; undo your last change, and report this")
