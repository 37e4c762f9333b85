"""A finished page comes in, what a preview's visitor gets comes out: with our script, and what is wrong on top.

The script stands before all else of the page's head, so that no Content-Security-Policy of the page forbids it. The
rest is the page as it was built, byte by byte.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.preview.overlay import HOST

if TYPE_CHECKING:
    from acadfolio.preview.overlay import Overlay

HEAD = re.compile(
    rb"""(?:\xef\xbb\xbf)?(?>(?:\s|<!--.*?-->|<\?.*?\?>|<!doctype[^>]*>|<html\b(?:"[^"]*"|'[^']*'|[^>"'])*>)*)"""
    rb"""(?:<head(?:\s(?:"[^"]*"|'[^']*'|[^>"'])*)?>)?""",
    re.IGNORECASE | re.DOTALL,
)
"""All that may stand before what a page's head holds; it matches every page, if only with nothing."""


@cache
def script() -> str:
    """A function of the page's version and of the overlay's."""
    return Path(__file__).with_name("script.js").read_text(encoding="utf-8").strip()


def with_preview(page: bytes, version: str, turn: str, overlay: Overlay) -> bytes:
    """The page that hears of changes. `version` is that of its bytes, `turn` that of the whole site."""
    match = HEAD.match(page)
    start = match.end() if match else 0
    given = ", ".join(json.dumps(text) for text in (version, turn, overlay.version, HOST))
    head = page[:start] + f"<script>{script()}({given})</script>".encode()
    if not overlay.html:
        return head + page[start:]
    body, end, rest = page[start:].rpartition(b"</body>")
    return head + (body + overlay.html.encode() + end + rest if end else rest + overlay.html.encode())
