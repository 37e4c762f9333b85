"""Measure how long each stage of a build takes, for `acadfolio build --profile`."""

from __future__ import annotations

import time

TYPE_CHECKING = False  # Importing typing takes longer than a build without changes.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    Item = TypeVar("Item")

READING, PLANNING, RENDERING, WRITING = "reading", "planning", "rendering", "writing"
OTHER = "other"
"""Everything else: imports, the search for changes, and the cache."""
STAGES = (READING, PLANNING, RENDERING, WRITING, OTHER)


class Clock:
    """Adds up the wall time of each stage. One stage runs at a time, and `other` runs first."""

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self.now, self.stage = now, OTHER
        self.started = self.since = now()

    def begin(self, stage: str) -> None:
        """End the stage that runs, and begin another one."""
        now = self.now()
        self.seconds[self.stage] += now - self.since
        self.stage, self.since = stage, now

    def rendered(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items that are rendered when the next one is asked for, and written in between."""
        self.begin(RENDERING)
        for item in items:
            self.begin(WRITING)
            yield item
            self.begin(RENDERING)
        self.begin(WRITING)

    def elapsed(self) -> float:
        """The seconds since the clock was started."""
        return self.now() - self.started

    def table(self) -> str:
        """A line for each stage: its milliseconds, and its share of the time until now."""
        self.begin(self.stage)
        total = sum(self.seconds.values()) or 1.0
        lines = []
        for stage, seconds in self.seconds.items():
            lines.append(f"{stage:<10}{seconds * 1000:>9.1f} ms{seconds / total:>7.1%}\n")
        return "".join(lines)
