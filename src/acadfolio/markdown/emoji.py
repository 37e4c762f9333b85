"""Emoji for words such as `:tada:` in HTML, as GitHub and Jekyll's jemoji make them.

Code, formulas, scripts and comments keep theirs, and so do times and the like (`10:30:45`, `a:b:c`): with letters or
numbers around its colons it is no word. A backslash before one leaves it as it is.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_NAME = "[a-z0-9_+-]+:"
_WORD = re.compile(f":{_NAME}")
_ESCAPED = re.compile(rf"\\:(?={_NAME})")
_PROTECTION = "\ue004"  # a private character behind the colon of a word that stays one
_TOKEN = re.compile(
    rf"<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>|(<!--|-->|\\[()\[\]])|<[^<>]*>"
    rf"|((?<![A-Za-z0-9_:/])(?::{_NAME})+(?![A-Za-z0-9_:/]))"
)
_LEFT_ALONE = frozenset({"code", "math", "pre", "script", "style", "svg", "textarea", "tt"})
_CLOSING = {"<!--": "-->", r"\(": r"\)", r"\[": r"\]"}
"""What ends a comment, and formulas that stayed TeX."""


def protect_escaped(text: str) -> str:
    """Markdown in which words behind a backslash will stay."""
    return _ESCAPED.sub(rf"\\:{_PROTECTION}", text.replace(_PROTECTION, ""))


def make_emoji(html: str) -> str:
    """Replace the words that have an emoji."""
    if _WORD.search(html):
        html = _TOKEN.sub(_Reader(html).read, html)
    return html.replace(_PROTECTION, "")


class _Reader:
    """Goes over HTML, and knows whether it is in something that is left alone, and `until` what."""

    def __init__(self, html: str) -> None:
        self.lower = html.lower()
        self.last: dict[str, int] = {}  # where what ends something is last: what never ends leaves nothing alone
        self.until = ""

    def read(self, token: re.Match[str]) -> str:
        closes, name, mark, words = token.groups()
        if self.until:
            if (mark or f"<{closes}{(name or '').lower()}") == self.until:
                self.until = ""
        elif words:
            return _WORD.sub(lambda word: _known().get(word[0], word[0]), words)
        elif mark:
            self._enter(_CLOSING.get(mark, ""), token.end())
        elif name and not closes and name.lower() in _LEFT_ALONE:
            self._enter(f"</{name.lower()}", token.end())
        return token[0]

    def _enter(self, until: str, start: int) -> None:
        if until not in self.last:
            self.last[until] = self.lower.rfind(until)
        if until and self.last[until] >= start:
            self.until = until


@cache
def _known() -> dict[str, str]:
    """Emoji by their words."""
    lines = Path(__file__).with_name("emoji.txt").read_text(encoding="utf-8").splitlines()
    return {f":{name}:": emoji for name, _, emoji in (line.partition(" ") for line in lines)}
