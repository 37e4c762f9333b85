"""Nothing comes in, memory that nobody uses goes out: to Python, and to the system when it has become much."""

from __future__ import annotations

import gc
from contextlib import suppress
from pathlib import Path

GROWN = 1.1
"""So many times what the process held is worth looking through all of it."""
STATUS = Path("/proc/self/statm")


class Tidying:
    """What this process holds, from build to build of a preview.

    A build of many pages makes the new ones beside the old ones. What then lies free between those that stay, the
    system's library (glibc) keeps, unless it is asked. Which builds do that is not guessed: pages may be rendered
    and stay the same, or be given up for a mistake.
    """

    def __init__(self) -> None:
        self._held = 0
        """When it was last looked through."""

    def tidy(self) -> None:
        """After a build: what it alone needed."""
        gc.collect(1)
        if held() > self._held * GROWN:
            gc.collect()
            give_back()
            self._held = held()


def give_back() -> None:
    """What lies free between what is used, where the system's library can."""
    with suppress(ImportError, OSError, AttributeError, TypeError):  # There are Pythons without ctypes.
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)


def held() -> int:
    """The pages of memory that are this process's own; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        numbers = STATUS.read_text(encoding="ascii").split()
        return int(numbers[1]) - int(numbers[2])
    return 0
