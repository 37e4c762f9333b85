"""Settled changes come in, a round after each build goes out: never two at once, and none when nothing changed.

Mistakes wait for a moment, as most of those that pass are files half-written.
Python looks for garbage when nobody waits for anything.
"""

from __future__ import annotations

import asyncio
import gc
import threading
import traceback
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from acadfolio.preview.settling import LONGEST
from acadfolio.preview.tidying import Tidying
from acadfolio.preview.workshop import Round
from acadfolio.problems import Location, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.preview.settling import Settling
    from acadfolio.preview.workshop import Workshop


QUIET = 0.15
"""Seconds after a build, within which browsers ask for what it made."""
MOST_UNTIDY = 8
"""Builds in a row without such a pause; then it has to be."""


HALF_WRITTEN = 0.1
"""Seconds within which a file is written to its end."""


class Building:
    """Builds whenever changes have settled, in a thread beside the server."""

    def __init__(self, workshop: Workshop, settling: Settling, done: Callable[[Round], None]) -> None:
        self._workshop, self._settling, self._done = workshop, settling, done
        self._last = self._told = Round({}, frozenset())
        self._untold = frozenset[str]()
        self._until = 0.0
        """When new mistakes are told although files go on being written."""
        self._untidy, self._tidying = 0, Tidying()

    async def first(self) -> None:
        """Build everything, once."""
        await self._build()
        self._tidy()

    async def run(self) -> None:
        """Build again and again, until it is cancelled."""
        try:
            while True:
                await self._settled()
                await self._build()
        finally:
            gc.enable()

    async def _settled(self) -> None:
        """Wait for changes; once it is quiet, tidy up meanwhile."""
        settled = asyncio.ensure_future(self._settling.settled())
        try:
            if self._untidy and not (await asyncio.wait({settled}, timeout=QUIET))[0]:
                self._tidy()
            await settled
        finally:
            settled.cancel()

    async def _build(self) -> None:
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Round] = loop.create_future()
        if self._untidy >= MOST_UNTIDY:
            self._tidy()
        self._untidy += 1
        gc.disable()

        def tell(call: Callable[[Round], None], made: Round) -> None:
            with suppress(RuntimeError):  # The program has ended in the meantime.
                loop.call_soon_threadsafe(call, made)

        def work() -> None:
            tell(partial(_hand_over, result), self._made())

        # Not one of asyncio's own threads: the program's end would wait for those.
        threading.Thread(target=work, name="build", daemon=True).start()
        self._last = await result
        await self._tell(self._last)

    async def _tell(self, made: Round) -> None:
        """Of a build; not of new mistakes in a file that goes on being written, which the next build will see whole."""
        self._untold |= made.changed
        if made.problems and made.problems != self._told.problems and self._told.outputs:
            self._until = self._until or asyncio.get_running_loop().time() + LONGEST
            is_late = asyncio.get_running_loop().time() >= self._until
            if not is_late and await self._settling.has_news_within(HALF_WRITTEN):
                return
        self._told = replace(made, changed=self._untold)
        self._untold, self._until = frozenset(), 0.0
        self._done(self._told)

    def _tidy(self) -> None:
        """What builds alone needed goes; left to itself, Python would look for it in the midst of them."""
        self._untidy = 0
        self._tidying.tidy()
        gc.enable()

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
