"""Find the ends of what is in braces or quotes in LaTeX and BibTeX."""

from __future__ import annotations

import re

BRACE_OR_QUOTE = re.compile(r'\\.|[{}"]', re.DOTALL)


def closing_position(text: str, start: int) -> int:
    """The position of the brace or quote that closes the one at `start`; the end of the text if there is none."""
    is_quote = text[start] == '"'
    closing = '"' if is_quote else "}"
    depth = 0
    for match in BRACE_OR_QUOTE.finditer(text, start + is_quote):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if match[0] == closing and depth <= 0:
            return match.start()
    return len(text)
