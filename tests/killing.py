"""A task in a process of its own, killed at a moment of chance, with every process that it started."""

from __future__ import annotations

import os
import random
import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

KILLS = int(os.environ.get("ACADFOLIO_KILLS", "10"))
"""So many in a test; a hundred by hand."""
CHANCE = random.Random(1867)  # noqa: S311 - no secret hangs on it


def killed(task: Callable[[], object], length: float) -> bool:
    """Whether the task was killed, at any moment of its `length` in seconds; False when it ended before."""
    child = os.fork()
    if not child:
        os.setsid()
        try:
            task()
        finally:
            os._exit(0)
    time.sleep(CHANCE.random() * length)
    was_killed = not os.waitpid(child, os.WNOHANG)[0]
    if was_killed:
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:  # It was killed before it had a group of its own.
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return was_killed
