"""Emoji for words such as `:tada:` in HTML, as GitHub and Jekyll's jemoji make them.

Code, formulas, scripts and comments keep theirs, and so do times and the like (`10:30:45`, `a:b:c`): with letters or
numbers around its colons it is no word. A backslash before one leaves it as it is.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.html.tokens import rewrite

if TYPE_CHECKING:
    from acadfolio.html.tokens import Token

_NAME = "[a-z0-9_+-]+:"
_WORD = re.compile(f":{_NAME}")
_ESCAPED = re.compile(rf"\\:(?={_NAME})")
_PROTECTION = "\ue004"  # a private character behind the colon of a word that stays one
_WORDS = re.compile(rf"(?<![A-Za-z0-9_:/])(?::{_NAME})+(?![A-Za-z0-9_:/])")
_LEFT_ALONE = frozenset({"code", "math", "pre", "script", "style", "svg", "textarea", "tt"})


def protect_escaped(text: str) -> str:
    """Markdown in which words behind a backslash will stay."""
    return _ESCAPED.sub(rf"\\:{_PROTECTION}", text.replace(_PROTECTION, ""))


def protect(text: str) -> str:
    """Text in which all words will stay."""
    return text.replace(":", f":{_PROTECTION}")


def make_emoji(html: str) -> str:
    """Replace the words that have an emoji."""
    if _WORD.search(html):
        reader = _Reader()
        html = rewrite(html, reader.tag, reader.text)
    return html.replace(_PROTECTION, "")


class _Reader:
    """Replaces the words between tags; it knows whether it is in an element that is left alone."""

    def __init__(self) -> None:
        self.inside = ""

    def tag(self, token: Token) -> str:
        if token.kind == "start" and not self.inside and token.name in _LEFT_ALONE:
            self.inside = token.name
        elif token.kind == "end" and token.name == self.inside:
            self.inside = ""
        return token.source

    def text(self, text: str) -> str:
        return text if self.inside else _WORDS.sub(_with_emoji, text)


def _with_emoji(words: re.Match[str]) -> str:
    return _WORD.sub(lambda word: _known().get(word[0], word[0]), words[0])


@cache
def _known() -> dict[str, str]:
    """Emoji by their words."""
    lines = Path(__file__).with_name("emoji.txt").read_text(encoding="utf-8").splitlines()
    return {f":{name}:": emoji for name, _, emoji in (line.partition(" ") for line in lines)}
