"""Render a plan: `renderer.py` makes its pages, `site_files.py` all files beside them."""

from __future__ import annotations

from msgspec import Struct


class Output(Struct, frozen=True):
    """One file of the finished site: its path in the output folder, and its bytes or the file to copy."""

    path: str
    """POSIX, relative, without `.` or `..`: `about/index.html`."""
    content: bytes = b""
    file: str = ""
    """When set, the file whose bytes they are."""
    is_kept: bool = False
    """The file that is in the output folder already is the one; its bytes are not made again."""
