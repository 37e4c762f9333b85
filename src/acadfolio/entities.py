"""HTML's characters that stand for themselves only in writing: text comes in escaped or plain, and out the other way.

As `html` of Python, which loads the names of two thousand characters for the five that most pages have.
"""

from __future__ import annotations

import re

OTHERS = re.compile("&(?!(?:amp|lt|gt|quot|#39|#34|#x27);)")
WRITTEN = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#34;": '"', "&#39;": "'", "&#x27;": "'", "&amp;": "&"}


def unescape(text: str) -> str:
    """As `html.unescape`."""
    if "&" not in text:
        return text
    if OTHERS.search(text):
        import html

        return html.unescape(text)
    for written, character in WRITTEN.items():  # That of `&` is the last: what it makes begins nothing.
        text = text.replace(written, character)
    return text


def escape(text: str) -> str:
    """As `html.escape`: for text and for values in quotes."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#x27;")
