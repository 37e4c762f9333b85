"""The path of a file comes in; whether it is only Git LFS's note of where the file is comes out."""

from __future__ import annotations

import os

LARGEST = 1024
"""Bytes, of which a pointer has fewer: so files that are larger are not opened."""
BEGINNINGS = (b"version https://git-lfs.github.com/spec/", b"version https://hawser.github.com/spec/")
HASH = b"\noid sha256:"


def is_pointer(file: str) -> bool:
    """False also for what cannot be read: who needs it says so."""
    try:
        if os.stat(file).st_size >= LARGEST:  # noqa: PTH116 - a Path costs as much as the look
            return False
        with open(file, "rb") as opened:  # noqa: PTH123
            head = opened.read(LARGEST)
    except OSError:
        return False
    return head.startswith(BEGINNINGS) and HASH in head
