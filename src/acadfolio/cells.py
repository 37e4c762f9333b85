"""A text comes in, how many cells of a terminal it takes comes out: two for Chinese, none for an accent of its own."""

from __future__ import annotations

VOWELS_OF_HANGUL = range(0x1160, 0x1200)
"""And what ends a syllable; they join the consonant before them."""


def wide_characters(text: str) -> int:
    """How many of a text's characters are as wide as two Latin letters."""
    if text.isascii():
        return 0
    from unicodedata import east_asian_width  # Most texts need none of it.

    return sum(east_asian_width(character) in "WF" for character in text)


def cells_of(text: str) -> int:
    """The cells of a line."""
    if text.isascii():
        return len(text)
    from unicodedata import category

    joined = sum(category(sign) in {"Mn", "Me", "Cf"} or ord(sign) in VOWELS_OF_HANGUL for sign in text)
    return len(text) + wide_characters(text) - joined
