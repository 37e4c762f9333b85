"""Escape text for HTML, turn HTML back into plain text, and keep white space that only Unicode calls so."""

from __future__ import annotations

import re
from html import unescape

_BARE_AMPERSAND = re.compile(r"&(?!(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z_:][\w:.-]*);)")
_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)

# Only ASCII white space is white space to kramdown: a no-break space neither ends emphasis nor makes a line blank.
# Python thinks otherwise, so the other spaces go through the parsers as characters of private use.
_SPACES = "\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_FIRST_SUBSTITUTE = 0x10FF00  # further away than the fonts of icons
_SUBSTITUTES = "".join(chr(_FIRST_SUBSTITUTE + index) for index in range(len(_SPACES)))
_HIDE = str.maketrans(_SPACES, _SUBSTITUTES)
_SHOW = str.maketrans(_SUBSTITUTES, _SPACES)


def escape(text: str) -> str:
    """All of `&<>`; quotes may stay in text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_text(text: str) -> str:
    """As `escape`, but entities that the author wrote stay entities."""
    return _BARE_AMPERSAND.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(value: str) -> str:
    """As `escape_text`, and quotes."""
    return escape_text(value).replace('"', "&quot;")


def plain(html: str) -> str:
    """The text a reader sees of inline HTML."""
    return unescape(_TAG.sub("", html))


def hide_spaces(text: str) -> str:
    return text if text.isascii() else text.translate(_HIDE)


def show_spaces(html: str) -> str:
    return html if html.isascii() else html.translate(_SHOW)
