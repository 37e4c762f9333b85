"""Escaping for HTML: text, attribute values, code; and back to plain text."""

from __future__ import annotations

import re
from html import unescape

_REFERENCE = r"&(?!(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z_:][\w:.-]*);)"
_TEXT = re.compile(_REFERENCE + "|[<>]")
_ATTRIBUTE = re.compile(_REFERENCE + '|[<>"]')
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)


def escape(text: str) -> str:
    """All of `&<>`; quotes may stay in text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_text(text: str) -> str:
    """As `escape`, but entities that the author wrote stay entities."""
    return _TEXT.sub(_name, text) if "&" in text else text.replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(value: str) -> str:
    if "&" not in value:
        return value.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return _ATTRIBUTE.sub(_name, value)


def _name(match: re.Match[str]) -> str:
    return _NAMED[match[0]]


def plain(html: str) -> str:
    """The text a reader sees of inline HTML."""
    return unescape(_TAG.sub("", html) if "<" in html else html)
