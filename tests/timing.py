"""Time without what may watch the tests: coverage's tracer makes a reader several times as slow as it is."""

from __future__ import annotations

import re
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")

PAUSES = (0, 0, 0, 1, 3, 9)
"""Seconds."""
ENTRIES = 60_000
USUAL = 0.15
"""Processor seconds in which a laptop of these days, for which limits are set, reads so many short entries."""
SLOWEST = 5.0
"""A machine that is slower still is none to test on."""


@contextmanager
def unwatched() -> Iterator[None]:
    """For what is done thousands of times: coverage has seen it all in the first hundred."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


def slowness() -> float:
    """How many times the time of such a laptop this machine takes now: 1 where it is as fast, or faster."""
    return min(max(timed(_read_entries)[1] / USUAL, 1.0), SLOWEST)


def _read_entries() -> dict[str, list[tuple[int, list[str]]]]:
    """Work like that of a reader: other programs slow down what fills the memory far more than what only counts."""
    found: dict[str, list[tuple[int, list[str]]]] = {}
    for number in range(ENTRIES):
        authors = f"Curie, Marie and Author{number % 20_000}, A."
        names = [name.strip() for name in re.split(r"\s+and\s+", authors)]
        found.setdefault(re.sub("[aeiou]", "", authors).lower(), []).append((number, names))
    return found


def least(measure: Callable[[], float], limit: float) -> float:
    """The least of some measurements, until one is below the limit; on a slow machine, what a usual one would take.

    They lie farther and farther apart: a processor that is shared goes at half its speed for a
    while.
    """
    found = float("inf")
    for pause in PAUSES:
        time.sleep(pause)
        measured = measure()
        found = min(found, measured if measured < limit else measured / slowness())
        if found < limit:
            break
    return found


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work results in, and the processor seconds that it takes, unwatched."""
    with unwatched():
        start = time.process_time()
        result = work()
        return result, time.process_time() - start
