"""`$…$` as maths, without hurting prices and shell variables: where the formula ends that starts here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.markdown.spans import Spans

_END = re.compile(r"(?<!\\)\$")
# `$5 and …`: a number, then words; `$HOME/`: a variable, then more of a path.
_PRICE = re.compile(r"\d[\d.,]*\s*(?:[a-zA-Z]{2,}|\Z)")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]+\Z")
_OPEN_ENDED = re.compile(r"[/:,;\"-]\Z|\*\*|\]\(|`")
_TEX = re.compile(r"[\\^_={}]")
_WORDS = re.compile(r"[a-zA-Z]{2,}\s+[a-zA-Z]{2,}")
LONGEST = 2000


def closing_dollar(spans: Spans) -> int:
    text, start = spans.text, spans.position
    following = text[start + 1 : start + 2]
    if not following or following.isspace() or (start and (text[start - 1].isalnum() or text[start - 1] == "$")):
        return -1
    end = _next_end(spans, start + 2)
    if end < 0:
        return -1
    after = text[end + 1 : end + 2]
    content = text[start + 1 : end]
    if content[-1].isspace() or after.isdigit() or after == "$" or "\n\n" in content:
        return -1
    return -1 if _is_prose(content, after) else end


def _next_end(spans: Spans, start: int) -> int:
    """The next dollar that may close; looked up once for all openers in front of it."""
    searched, found = spans.dollar
    if not searched <= start <= found:
        match = _END.search(spans.text, start)
        found = match.start() if match else len(spans.text)
        spans.dollar = (start, found)
    return found if found < min(len(spans.text), start + LONGEST) else -1


def _is_prose(content: str, after: str) -> bool:
    """Whether this looks like prices, paths or words rather than a formula."""
    if _OPEN_ENDED.search(content) or (_VARIABLE.match(content) and (after.isalpha() or after == "{")):
        return True
    if _TEX.search(content):
        return False
    return _PRICE.match(content) is not None or _WORDS.search(content) is not None
