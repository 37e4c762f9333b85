"""`$…$` as maths, without hurting prices and shell variables: where the formula ends that starts here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.markdown.inline import Spans

_END = re.compile(r"(?<![\s\\])\$")
# `$5 and …`: a number, then words; `$HOME/`: a variable, then more of a path.
_PRICE = re.compile(r"\d[\d.,]*\s*(?:[a-zA-Z]{2,}|[-–/]\s*\Z|\Z)")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]+(?:[/:;.\"'(){}\s-]|\Z)")
_TEX = re.compile(r"[\\^_={}]")
_WORDS = re.compile(r"[a-zA-Z]{2,}\s+[a-zA-Z]{2,}")
LONGEST = 2000


def closing_dollar(spans: Spans) -> int:
    text, start = spans.text, spans.position
    following = text[start + 1 : start + 2]
    if not following or following.isspace() or (start and (text[start - 1].isalnum() or text[start - 1] == "$")):
        return -1
    if "$ end" in spans.absent:
        return -1
    match = _END.search(text, start + 2, start + LONGEST)
    if match is None:
        return -1
    end = match.start()
    after = text[end + 1 : end + 2]
    content = text[start + 1 : end]
    if after.isdigit() or after == "$" or "\n\n" in content:
        return -1
    if _PRICE.match(content) and not _TEX.search(content):
        return -1
    if (
        _VARIABLE.match(content)
        and (after.isalpha() or after in "_{(" or not _TEX.search(content.replace("_", "")))
        and len(content) > 2
    ):  # noqa: E501, PLR2004
        return -1
    if _WORDS.search(content) and not _TEX.search(content):
        return -1
    return end
