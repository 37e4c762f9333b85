"""A title comes in; what tells it from others comes out: its letters and digits, and signs that are part of names."""

from __future__ import annotations

import re
from functools import lru_cache

from acadfolio.model.names import plain

MARKUP = re.compile(r"<[^<>]*>|\]\([^()\s]*\)|[\\`*_$\[\]{}]")
NO_LETTER = re.compile(r"[\W_]+")
SIGNS = re.compile(r"[+#*＋＃♯⁺₊∗⋆]|\\(?:ast|star)\b")
TAG_OR_ADDRESS = re.compile(r"<[^<>]*>|\]\([^()\s]*\)|&#\w+;")
FORMULA = re.compile(r"\$\$.*?\$\$")
STAR = re.compile(r"\*|\\(?:ast|star)(?![a-z])")
EMPHASIS = re.compile(r"(\*{1,3})(?=\S)(.+?)(?<=\S)\1")
SPELT = str.maketrans(
    {**dict.fromkeys("+＋⁺₊", " plus "), **dict.fromkeys("#＃♯", " sharp "), **dict.fromkeys("*∗⋆", " star ")}
)
RAISED_OR_LOWERED = re.compile(r"<su([bp])>|([\^_])(?=[^$]*\$\$)")


@lru_cache(maxsize=16384)
def bare_title(title: str) -> str:
    """The title without type, accents, case and punctuation; `C++` is not `C`."""
    if SIGNS.search(title):
        title = _with_signs_spelt(title)
    bare = MARKUP.sub("", title)
    return NO_LETTER.sub("", bare.lower()) if bare.isascii() else plain(bare).replace(" ", "")


def _with_signs_spelt(title: str) -> str:
    title = TAG_OR_ADDRESS.sub("", title)
    title = FORMULA.sub(lambda formula: STAR.sub(" star ", formula[0]), title).replace("\\*", " star ")
    return EMPHASIS.sub(r"\2", title).translate(SPELT)


def scripts_in(title: str) -> str:
    """What is raised and what is lowered in a title, `^` and `_`: nothing where that is not said."""
    if "<su" not in title and "$$" not in title:
        return ""
    return "".join(sorted({"p": "^", "b": "_"}.get(tag, sign) for tag, sign in RAISED_OR_LOWERED.findall(title)))
