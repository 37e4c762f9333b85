"""An element that is open while text is read, and where in the text something may start."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.regex import regex

if TYPE_CHECKING:
    from acadfolio.markdown.tree import Attributes

# Every place where something other than text may start. The set in front lets the search run fast.
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
    r"(?<=-)-",
    r"(?<=\.)\.\.",
    r"(?<=>)>",
    r"(?<= )(?: \n|>>)",
)
_START = r"[*_`<&\"'\\!$~\-.> {{\[{more}](?:" + "|".join(_MARKS) + ")"


class Starts:
    """The patterns of one way to write maths: in plain text, and in the text of a link, where brackets count."""

    def __init__(self, dollar: str) -> None:
        self.plain = re.compile(_START.format(more="", dollar=dollar))
        self.link = re.compile(_START.format(more=r"\]", dollar=dollar))


STARTS = {"kramdown": Starts(r"\$"), "dollar": Starts("")}
HTML_START = regex(r"<(?=[^\W\d]|[/?!])")

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
