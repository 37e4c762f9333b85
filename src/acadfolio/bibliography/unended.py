"""A broken entry of BibTeX comes in as it is written; what never ends in it, and where that begins, comes out."""

from __future__ import annotations

import re
from typing import NamedTuple

from acadfolio.bibliography.known import is_used

HEAD = re.compile(r"@\s*\w+\s*([{(])\s*([^\s,={}()\"]*)")
PIECE = re.compile(r"\\.|[{}\"]|,\s*([A-Za-z][\w-]*)\s*=\s*", re.DOTALL)


class Unended(NamedTuple):
    """What has no end, and which sign it lacks; both places count from the beginning of the entry."""

    what: str
    sign: str
    start: int
    before: int | None
    """Where it must have ended; nothing for an entry, which may go on to the next one."""


def unended_in(raw: str) -> Unended | None:
    """The value within which another field seems to begin, else the entry; None where all that opens is closed."""
    head = HEAD.match(raw)
    if head is None or raw[1:7].lower() == "string":
        return None
    entry = f"the entry `{head[2]}`" if head[2] else "this entry"
    depth, quote, field, start = 0, False, "", 0
    for piece in PIECE.finditer(raw, head.end()):
        if piece[0] in "{}":
            depth += 1 if piece[0] == "{" else -1
        elif piece[0] == '"' and depth == 0:
            quote = not quote
        elif piece[1] and depth == 0 and not quote:
            field, start = piece[1], piece.end()
        elif piece[1] and is_used(piece[1].lower()):
            return Unended(f"the value of `{field}` in {entry}", '"' if quote else "}", start, piece.start(1))
        if depth < 0:
            return None
    if depth or quote:
        return Unended(f"the value of `{field}` in {entry}", '"' if quote else "}", start, None)
    return Unended(entry, "}" if head[1] == "{" else ")", 0, None)
