"""Time without what watches the tests: coverage's tracer makes a reader several times as slow as it is."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")


@contextmanager
def unwatched() -> Iterator[None]:
    """For what is done thousands of times: coverage has seen it all in the first hundred."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work results in, and the processor seconds that it takes, unwatched."""
    with unwatched():
        start = time.process_time()
        result = work()
        return result, time.process_time() - start
