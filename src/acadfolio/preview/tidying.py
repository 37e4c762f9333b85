"""Nothing comes in, memory that nobody uses goes out: to Python, and to the system when there was much of it."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

MUCH = 500
"""So many files built anew leave room that is worth giving back."""


def tidy() -> None:
    """After a build: what it alone needed."""
    gc.collect(1)


def tidy_up() -> None:
    """After a large one, also what lies free between what is used, where the system's library (glibc) gives it back."""
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
