"""Time without what watches the tests, and without what slows the machine down while they run.

Coverage's tracer makes a reader several times as slow as it is; a processor that is shared with others goes at half
its speed from one minute to the next. So what takes long is measured by what a fixed piece of work takes just then.
"""

from __future__ import annotations

import re
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")

USUAL = 0.015
"""Seconds that the fixed piece of work takes on the machine for which the limits were set, when it is left alone."""
LONG = 0.3
"""Seconds: what takes less is far from any limit."""


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
    """What some work results in, and the processor seconds that it takes, unwatched, where a machine is left alone."""
    with unwatched():
        start = time.process_time()
        result = work()
        spent = time.process_time() - start
        return result, spent / slowness() if spent > LONG else spent


def slowness() -> float:
    """How many times as long as usual everything takes just now; 1 where it takes less."""
    with unwatched():
        spent = sorted(_fixed_work() for _ in range(5))
    return max(1.0, spent[2] / USUAL)


def _fixed_work() -> float:
    """Seconds."""
    start = time.process_time()
    text = "\n".join(f"word {number % 97} of *{number}*" for number in range(20_000))
    found = {match[3]: match[1].upper() + match[2] for match in re.finditer(r"(\w+) (\d+) of \*(\d+)\*", text)}
    assert sum(map(len, sorted(found.values()))) > 0
    return time.process_time() - start
