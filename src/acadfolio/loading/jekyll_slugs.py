"""A text and one of Jekyll's modes come in, the part of an address that Jekyll's `slugify` makes of it comes out."""

from __future__ import annotations

import re
import unicodedata

KEPT = {"default": "", "pretty": "._~!$&'()+,;=@", "ascii": "", "latin": ""}
"""The signs that a mode leaves beside letters and digits."""
SPACE, GAP = re.compile(r"\s+"), re.compile("\n+")
HYPHEN_AT_END = re.compile(r"^-|-\Z")
LATIN = {
    "ß": "ss", "æ": "ae", "ð": "d", "ø": "o", "þ": "th", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "ng",
    "œ": "oe", "ŧ": "t",
}  # fmt: skip
"""Letters that are more than one with an accent."""


def slugify(text: str, mode: str = "default", *, is_cased: bool = False) -> str:
    """A mode that is none of Jekyll's leaves all but the case."""
    if mode == "raw":
        text = HYPHEN_AT_END.sub("", SPACE.sub("-", text))
    elif mode in KEPT:
        if mode == "latin":
            text = "".join(map(_in_latin, text))
        is_ascii, signs = mode in {"ascii", "latin"}, KEPT[mode]
        kept = "".join(sign if sign in signs or _is_letter(sign, is_ascii) else "\n" for sign in text)
        text = HYPHEN_AT_END.sub("", GAP.sub("-", kept))
    return text if is_cased else text.lower()


def _is_letter(sign: str, is_ascii: bool) -> bool:  # noqa: FBT001 - of a mode
    """Whether it is a letter, its accent, or a digit."""
    if sign.isascii():
        return sign.isalnum()
    category = unicodedata.category(sign)
    return not is_ascii and (category[0] in "LM" or category == "Nd")


def _in_latin(letter: str) -> str:
    """Letters without their accents; a question mark for those of other scripts."""
    bare = LATIN.get(letter.lower()) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare or "?"
