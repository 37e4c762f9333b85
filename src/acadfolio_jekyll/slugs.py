"""The slugs that Jekyll makes of titles and names, in its modes."""

from __future__ import annotations

import unicodedata

from acadfolio.model.names import WHOLE_LETTERS

KEPT_SYMBOLS = {"default": "", "pretty": "._~!$&'()+,;=@", "ascii": "", "latin": ""}
"""The symbols that Jekyll's slugify modes keep, in addition to letters and digits."""


def slugify(text: str, mode: str = "default", *, is_cased: bool = False) -> str:
    """The slug of a text in one of Jekyll's modes. An unknown mode only changes the case.

    With `is_cased`, uppercase letters stay.
    """
    if mode == "raw":
        text = "-".join(text.split()).removeprefix("-").removesuffix("-")
    elif mode in KEPT_SYMBOLS:
        text = _hyphenated(text, mode)
    return text if is_cased else text.lower()


def _hyphenated(text: str, mode: str) -> str:
    """Replace the characters that the mode does not keep by hyphens."""
    if mode == "latin":
        text = "".join(map(_in_latin, text))
    lines = "".join(character if _is_kept(character, mode) else "\n" for character in text)
    return "-".join(filter(None, lines.split("\n")))


def _is_kept(character: str, mode: str) -> bool:
    """Whether a mode keeps a character: a letter, an accent, a digit, or one of its symbols."""
    if character.isascii():
        return character.isalnum() or character in KEPT_SYMBOLS[mode]
    category = unicodedata.category(character)
    return mode not in {"ascii", "latin"} and (category[0] in "LM" or category == "Nd")


def _in_latin(letter: str) -> str:
    """The letter in ASCII, in lower case and without accents; a question mark for letters of other scripts."""
    decomposed = unicodedata.normalize("NFKD", letter.casefold().translate(WHOLE_LETTERS))
    return decomposed.encode("ascii", "ignore").decode() or "?"
