"""Time without what watches the tests: coverage's tracer makes a reader several times as slow as it is."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")

PAUSES = (0, 0, 0, 1, 3, 9)
"""Seconds."""


@contextmanager
def unwatched() -> Iterator[None]:
    """For what is done thousands of times: coverage has seen it all in the first hundred."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


def least(measure: Callable[[], float], limit: float) -> float:
    """The least of some measurements, until one is below the limit.

    They lie farther and farther apart: a processor that is shared goes at half its speed for a while.
    """
    found = float("inf")
    for pause in PAUSES:
        time.sleep(pause)
        found = min(found, measure())
        if found < limit:
            break
    return found


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work results in, and the processor seconds that it takes, unwatched."""
    with unwatched():
        start = time.process_time()
        result = work()
        return result, time.process_time() - start
