"""HTML with words such as `:tada:` comes in, the same comes out with the emoji that GitHub and Jekyll's jemoji call so.

Only a text in which such a word may stand imports this. Code, formulas and what nobody reads keep theirs, and so do
times and the like (`10:30:45`, `a:b:c`): with letters or numbers around its colons it is no word. A backslash before
one leaves it as it is.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from acadfolio.markdown.escape import plain
from acadfolio.markdown.model import Document, Heading
from acadfolio.markdown.plain import EMOJI

KEPT = "\ue004"
"""A private character behind the colon of a word that stays one."""
ESCAPED = re.compile(rf"\\:(?={EMOJI.removeprefix(':')})")
TOKEN = re.compile(
    rf"<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>|(<!--|-->|\\[()\[\]])|<[^<>]*>"
    rf"|((?<![A-Za-z0-9_:/])(?:{EMOJI})+(?![A-Za-z0-9_:/]))"
)
WORD = re.compile(EMOJI)
LEFT_ALONE = frozenset({"code", "math", "pre", "script", "style", "svg", "textarea", "tt"})
CLOSING = {"<!--": "-->", r"\(": r"\)", r"\[": r"\]"}
"""What ends a comment, and formulas that stayed TeX."""


def written_out(text: str) -> str:
    """Markdown in which words behind a backslash will stay; `in_html` takes out what keeps them."""
    return ESCAPED.sub(rf"\\:{KEPT}", text.replace(KEPT, ""))


def in_document(document: Document) -> Document:
    """The ids of headings stay those of their words, as under Jekyll."""
    headings = tuple(
        Heading(heading.level, heading.id, html, heading.text if html == heading.html else plain(html))
        for heading, html in ((heading, in_html(heading.html)) for heading in document.headings)
    )
    return Document(in_html(document.html), headings, document.warnings)


def in_html(html: str) -> str:
    """The same with emoji."""
    return TOKEN.sub(_Reader(html).read, html).replace(KEPT, "")


class _Reader:
    """Goes over HTML, and knows whether it is in something that is left alone, and `until` what."""

    def __init__(self, html: str) -> None:
        self.lower = html.lower()
        self.last: dict[str, int] = {}
        """Where what ends something stands last: what is never ended leaves nothing alone."""
        self.until = ""

    def read(self, token: re.Match[str]) -> str:
        closes, name, sign, words = token.groups()
        if self.until:
            if (sign or f"<{closes}{(name or '').lower()}") == self.until:
                self.until = ""
        elif words:
            return WORD.sub(lambda word: _known().get(word[0], word[0]), words)
        elif sign:
            self._enter(CLOSING.get(sign, ""), token.end())
        elif name and not closes and name.lower() in LEFT_ALONE:
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
