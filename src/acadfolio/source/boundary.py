"""A page's text comes in, its front matter and its body come out, both as they are written."""

from __future__ import annotations

import re

from acadfolio.regex import regex

BOUNDARY = regex(r"^---[ \t]*$\n?", re.MULTILINE)
"""Jekyll's line above and below the front matter."""
PARTS = 3


def body_of(text: str) -> str:
    """What stands below the front matter; all where there is none, nothing where it never ends."""
    if not BOUNDARY.match(text):
        return text
    parts = BOUNDARY.split(text, 2)
    return parts[2] if len(parts) == PARTS else ""
