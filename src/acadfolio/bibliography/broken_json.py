"""JSON that cannot be read comes in; where it breaks comes out, what is wrong there, and what to do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import json

COMMA_TOO_MANY = re.compile(r",(?=\s*[\]}])")
AFTER_COMMA = ("Expecting value", "Expecting property name", "Illegal trailing comma")
SENTENCES = (
    ("Expecting ',' delimiter", "a comma or a closing bracket is missing before this", "add it"),
    ("Expecting ':' delimiter", "a colon is missing before this", 'write `"name": "value"`'),
    ("Expecting property name", "a name in double quotes belongs here", 'write `"name": "value"`'),
    ("Extra data", "this stands behind the end of the list", "a file holds one list: `[…]` around all its entries"),
    ("Unterminated string", "this quote is never closed", "end the text with a double quote"),
    ("Invalid control character", "a line or a tab breaks a text in quotes here", r"write it as `\n` or `\t`"),
    ("Invalid \\", "this backslash means nothing here", "write it twice"),
    ("Expecting value", "no value can begin here", "put text into double quotes; see whether a comma is too many"),
)
"""By what Python says."""


def what_breaks(error: json.JSONDecodeError) -> tuple[int, str, str]:
    """The offset in the text, a sentence and advice."""
    text, offset = error.doc, error.pos
    # Python finds a comma too many at the comma or behind it, as its version is.
    comma = text.rfind(",", 0, offset + 1)
    if error.msg.startswith(AFTER_COMMA) and comma >= 0 and COMMA_TOO_MANY.match(text, comma):
        return comma, "this is no JSON: a comma stands before a closing bracket", "delete the comma"
    if not text[offset:].strip():
        return len(text.rstrip()), "this is no JSON: the file ends too early", "close its brackets, or export it anew"
    for said, sentence, hint in SENTENCES:
        if error.msg.startswith(said):
            return offset, f"this is no JSON: {sentence}", hint
    return offset, f"this is no JSON: {error.msg}", "export it anew"
