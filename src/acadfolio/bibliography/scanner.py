"""LaTeX comes in and is taken apart into words, signs, groups and text; what they mean says the reader."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

TOKEN = re.compile(
    r"""\\(?P<word>[a-zA-Z]+)[^\S\u00a0]* | \\(?P<sign>.) | (?P<open>\{) | (?P<close>\}) | (?P<dollar>\$\$?)
    | (?P<script>[\^_]) | (?P<special>~ | -{2,3} | `` | '' | !` | \?` | `(?=\w[^`']{0,80}'))
    | (?P<text>[^\\{}$^_~\-`'!?]+ | .)""",
    re.VERBOSE | re.DOTALL,
)
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
DEEPEST = 40
"""What a person writes stays far below; beyond it the braces of a text count for nothing."""


class Scanner(ABC):
    """Reads a text from its beginning to its end; `at` is how far it has come."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self.text, self.depth, self.at = text, depth, 0

    @abstractmethod
    def token(self, token: re.Match[str]) -> str:
        """What one token prints; `at` stands behind it."""

    def all(self) -> str:
        """The whole text; a brace that closes nothing is passed over."""
        written = []
        while self.at < len(self.text):
            written.append(self.rest())
            self.at += 1
        return "".join(written)

    def rest(self) -> str:
        """What stands before the brace that closes the group, or before the end."""
        written = []
        self.depth += 1
        while (token := TOKEN.match(self.text, self.at)) and token.lastgroup != "close":
            self.at = token.end()
            written.append(self.token(token))
        self.depth -= 1
        return "".join(written)

    def group(self) -> str:
        """What braces enclose. Those that lie too deep count for nothing."""
        if self.depth > DEEPEST:
            return ""
        inner = self.rest()
        self.at += 1
        return inner

    def argument(self) -> str:
        """What a command is about: a group, a command, or one letter."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        token = TOKEN.match(self.text, self.at)
        if token is None or token.lastgroup == "close" or self.depth > DEEPEST:
            return ""
        if token.lastgroup == "text":
            self.at += 1
            return token[0][0].strip("\\")
        self.at = token.end()
        self.depth += 1
        said = self.token(token)
        self.depth -= 1
        return said

    def source(self) -> str:
        """What a command is about as the file has it."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        if not self.text.startswith("{", self.at):
            token = TOKEN.match(self.text, self.at)
            said = (
                ""
                if token is None or token.lastgroup == "close"
                else token[0]
                if token["text"] is None
                else token[0][0]
            )
            self.at += len(said)
            return said
        start, depth = self.at + 1, 0
        for brace in BRACE.finditer(self.text, self.at):
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if depth == 0:
                self.at = brace.end()
                return self.text[start : brace.start()]
        self.at = len(self.text)
        return self.text[start:]
