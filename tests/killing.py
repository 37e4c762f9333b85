"""A task in a process of its own, killed at a moment of chance, with every process that it started."""

from __future__ import annotations

import os
import random
import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KILLS = int(os.environ.get("ACADFOLIO_KILLS", "10"))
"""So many in a test; a hundred by hand."""
TRIES = 20
"""So many starts for each kill: a task may end before it is killed."""


def kill_often(task: Callable[[str], object], length: float) -> Iterator[str]:
    """Start a task with a new name, kill it at any moment of its length, and give the name, until enough were killed.

    Args:
        task: what to start. An error in it fails the test.
        length: how long it takes, in seconds. What is learned on a busy machine corrects it.
    """
    chance = random.Random(1867)  # noqa: S311 - no secret hangs on it
    kills = 0
    for number in range(KILLS * TRIES):
        if kills == KILLS:
            return
        name = f"v{number}"
        if killed(lambda name=name: task(name), chance.random() * length):  # type: ignore[misc]
            kills += 1
            length *= 1.05
        else:
            length *= 0.8
        yield name
    msg = f"only {kills} of {KILLS * TRIES} tasks were still running when they were to be killed"
    raise AssertionError(msg)


def killed(task: Callable[[], object], moment: float) -> bool:
    """Whether the task was killed, so many seconds after its start; False when it ended before.

    It waits for a time because no state can be waited for: a task must stand a kill in any of them.
    """
    started, tell = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        os.write(tell, b"!")
        status = 1
        try:
            task()
            status = 0
        finally:
            os._exit(status)
    os.read(
        started, 1
    )  # To copy this process may take longer than the task: the time counts from here.
    time.sleep(moment)
    was_killed = not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if was_killed:
        os.killpg(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    os.close(started)
    os.close(tell)
    assert was_killed or status == 0, "the task failed"
    return was_killed
