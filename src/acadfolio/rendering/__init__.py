"""Render a plan: `renderer.py` makes its pages, `site_files.py` makes all other files."""

from __future__ import annotations

from msgspec import Struct


class Output(Struct, frozen=True):
    """One file of the finished site: its path in the output folder, and its bytes or the file to copy."""

    path: str
    """POSIX, relative, without `.` or `..`: `about/index.html`."""
    content: bytes = b""
    file: str = ""
    """The file to copy, if there is one."""
    is_kept: bool = False
    """Whether the file in the output folder is up to date and need not be written."""
