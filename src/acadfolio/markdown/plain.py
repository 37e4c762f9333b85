"""Text comes in; whether it stands in HTML as it is comes out. Most titles and names do.

To answer that, nothing of what reads Markdown is imported: an edit of one paper often needs no more.
"""

from __future__ import annotations

import re

MARKS = r"*_`<>&\"'\\$~{\[\n"
"""In a text without these, and without dashes and dots, nothing starts and nothing is escaped."""
EMOJI = ":[a-z0-9_+-]+:"
"""What may be the name of an emoji."""
_EMOJI = re.compile(EMOJI)
_MARKED = re.compile(f"[{MARKS}]")
# Beside marks, white space that is not all the same to everybody, and its disguises.
_NOT_PLAIN = re.compile(
    rf"[{MARKS}\x00-\x1f\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f\u3000\ufeff\U0010ff00-\U0010ffff]"
)


def is_plain(text: str) -> bool:
    """Whether text in a document is its own HTML. It may have more to it for those that say no."""
    return _MARKED.search(text) is None and "--" not in text and "..." not in text


def is_plain_field(text: str) -> bool:
    """Whether a field of the data is, as its author wrote it; but for spaces around it."""
    return _NOT_PLAIN.search(text) is None and "--" not in text and "..." not in text and not may_have_emoji(text)


def may_have_emoji(text: str) -> bool:
    """Whether a word such as `:tada:` stands in it, known or not."""
    return ":" in text and _EMOJI.search(text) is not None
