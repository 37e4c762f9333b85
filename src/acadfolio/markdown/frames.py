"""An element that is open while text is read, and where in the text something may start."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.plain import MARKS

if TYPE_CHECKING:
    from acadfolio.markdown.tree import Attributes

# Every place where something other than text may start. The set in front lets the search run fast; what is rare and
# starts with what every text is full of is looked for only where the text has it.
_MARKS = (
    r"(?<=[*_`\"'{more}])",
    r"(?<=\\)[\\.*_+`<>()\[\]{{}}#!:|\"'$=~\-\n]",
    r"(?<=<)[^\W_]",
    r"(?<=<)[_/?<!:]",
    r"(?<=&)(?:[\w:][\-\w.:]*;|#\d+;|#[xX][0-9a-fA-F]+;)",
    r"(?<=!)\[",
    r"(?<=\[)(?=[\s\S])",
    r"(?<=\$){dollar}",
    r"(?<=\{{):",
    r"(?<=~)~(?![\s~])",
    r"(?<=>)>",
)
_RARE_MARKS = (r"(?<=-)-", r"(?<=\.)\.\.", r"(?<= )(?: \n|>>)")
_START = r"[*_`<&\"'\\!$~>{{\[{more}](?:" + "|".join(_MARKS) + ")"
_START_OR_RARE = r"[*_`<&\"'\\!$~\-.> {{\[{more}](?:" + "|".join(_MARKS + _RARE_MARKS) + ")"


class Starts:
    """The patterns of one way to write maths: in plain text, and in the text of a link, where brackets count."""

    def __init__(self, pattern: str, dollar: str) -> None:
        self.plain = re.compile(pattern.format(more="", dollar=dollar))
        self.link = re.compile(pattern.format(more=r"\]", dollar=dollar))


# Text in which nothing starts, without white space at its ends and before its line ends.
WORDS = rf"((?=\S)(?>(?:[^{MARKS}\].-]++|-(?!-)|\.(?!\.\.)|(?<! )\n)+)(?<=\S))"

_DOLLAR = {"kramdown": r"\$", "dollar": ""}
_STARTS = {math: (Starts(_START, dollar), Starts(_START_OR_RARE, dollar)) for math, dollar in _DOLLAR.items()}


def starts_in(text: str, math: str) -> Starts:
    """What to look for in a text."""
    has_rare = "--" in text or "  \n" in text or "..." in text or " >>" in text
    return _STARTS[math][has_rare]


HTML_START = re.compile(r"<(?=[^\W\d]|[/?!])")

# What is open around a place; in raw HTML only tags are read.
EMPHASIS, STRONG, LINK, IMAGE, RAW, HTML = 1, 2, 4, 8, 16, 32

_FAILABLE = frozenset(("em", "strong", "a", "img"))
_LINKS = frozenset(("a", "img"))


class Frame:
    """An element that is open: where its start tag goes in the output, and how it may end."""

    __slots__ = ("attributes", "brackets", "closer", "failable", "flags", "heads", "index", "kind", "search", "start")

    def __init__(self, kind: str, closer: str, start: int, flags: int) -> None:
        self.kind = kind
        self.closer = closer
        self.start = start
        self.flags = flags
        self.index = -1
        self.heads: list[int] = []
        self.brackets: list[int] = []
        self.attributes: Attributes = {}
        self.failable = kind in _FAILABLE
        self.search = HTML_START.search

    def find_starts(self, starts: Starts) -> None:
        """Choose what is looked for inside: in raw HTML, tags only."""
        if not self.flags & RAW:
            self.search = (starts.link if self.kind in _LINKS else starts.plain).search
