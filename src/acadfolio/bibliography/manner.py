"""How type, links, code and formulas are written down: as inline Markdown, or as words alone.

Text stays as it is until all of it is there: only then is it seen which of its signs Markdown would take for its own.
"""

from __future__ import annotations

import re
from typing import Protocol

from acadfolio.bibliography.formulas import tex_of

SIGNS = (
    r"\\[(\[]?|[*`$]|(?<![^\W_])_|_(?![^\W_])|<(?=[\w/?!:<])|>(?=>)|&(?=#?\w+;)|\{(?=:)|~(?=~)|\[(?=\^)"
    r"|:(?=[a-z0-9_+-]+:)"
)
MARKDOWN = re.compile(SIGNS)
"""Signs that mean something to Markdown where they stand."""
MARKDOWN_OF_LINKS = re.compile(rf"{SIGNS}|[\[\]]")
FIRST = 0xF0000
PIECES = re.compile("[\U000f0000-\U0010ffff]")
MOST_PIECES = 0x2000
EM, EM_END, STRONG, STRONG_END = "\U000f0000", "\U000f0001", "\U000f0002", "\U000f0003"
EMPHASIS = re.compile(f"([{EM}{STRONG}])([^{EM}-{STRONG_END}]*)[{EM_END}{STRONG_END}]")
SCRIPTS = {"sup": str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"),
           "sub": str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")}  # fmt: skip
SCHEME = re.compile(r"(?:https?|ftp|mailto|doi):|[^:]*(?:[/?#]|$)", re.IGNORECASE)
ENCODED = {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", '"': "%22", "\\": "%5C", "'": "%27"}
TO_ENCODE = re.compile(r"""[ ()<>"'\\]""")


class Manner(Protocol):
    """What a reader of LaTeX asks for."""

    def emphasised(self, inner: str, *, strongly: bool) -> str: ...
    def element(self, name: str, inner: str) -> str: ...
    def link(self, address: str, inner: str) -> str: ...
    def code(self, text: str) -> str: ...
    def formula(self, tex: str) -> str: ...
    def finished(self, text: str) -> str: ...


class Words:
    """The words alone."""

    def emphasised(self, inner: str, *, strongly: bool) -> str:  # noqa: ARG002 - words are not set
        return inner

    def element(self, name: str, inner: str) -> str:
        script = SCRIPTS.get(name, {})
        return inner.translate(script) if all(ord(letter) in script for letter in inner) else inner

    def link(self, address: str, inner: str) -> str:
        return inner or address

    def code(self, text: str) -> str:
        return text

    def formula(self, tex: str) -> str:  # noqa: ARG002 - it is read as text
        return ""

    def finished(self, text: str) -> str:
        return text


class Markdown:
    """Inline Markdown. Until the end, one private letter stands for each piece that is no text."""

    def __init__(self) -> None:
        self.pieces = ["", "", "", ""]
        self.codes: set[str] = set()
        self.has_links = False

    def piece(self, markdown: str) -> str:
        if len(self.pieces) >= MOST_PIECES:
            return ""
        self.pieces.append(markdown)
        return chr(FIRST + len(self.pieces) - 1)

    def emphasised(self, inner: str, *, strongly: bool) -> str:
        """Marks stand close to the words: spaces go outside."""
        core = inner.strip()
        if not core:
            return inner
        start, end = (STRONG, STRONG_END) if strongly else (EM, EM_END)
        before, _, after = inner.partition(core)
        return f"{before}{start}{core}{end}{after}"

    def element(self, name: str, inner: str) -> str:
        return f"{self.piece(f'<{name}>')}{inner}{self.piece(f'</{name}>')}" if inner.strip() else inner

    def link(self, address: str, inner: str) -> str:
        if not address or not SCHEME.match(address):
            return inner or address
        self.has_links = True
        target = TO_ENCODE.sub(lambda sign: ENCODED[sign[0]], address)
        return f"{self.piece('[')}{inner or address}{self.piece(f']({target})')}"

    def code(self, text: str) -> str:
        text = text.strip()
        if not text:
            return ""
        runs = {len(run) for run in re.findall("`+", text)}
        fence = "`" * next(length for length in range(1, len(runs) + 2) if length not in runs)
        piece = self.piece(f"{fence}{text}{fence}" if not runs else f"{fence} {text} {fence}")
        self.codes.add(piece)
        return piece or text

    def formula(self, tex: str) -> str:
        understood = tex_of(tex)
        return self.piece(f"$${understood}$$") if understood else ""

    def finished(self, text: str) -> str:
        text = escaped(text, has_links=self.has_links)
        if len(self.codes) > 1:
            text = re.sub(f"([{''.join(self.codes)}])(?=[{''.join(self.codes)}])", "\\1\u200b", text)
        while EMPHASIS.search(text):
            text = EMPHASIS.sub(_emphasis, text)
        return PIECES.sub(lambda letter: self.pieces[ord(letter[0]) - FIRST], text)


def escaped(text: str, *, has_links: bool = False) -> str:
    """Text that Markdown shows as it is; between links, and where it looks like one, brackets are no text either."""
    signs = MARKDOWN_OF_LINKS if has_links or "](" in text or "][" in text else MARKDOWN
    return signs.sub(_escape, text) if signs.search(text) else text


def _escape(match: re.Match[str]) -> str:
    return "&amp;" if match[0] == "&" else "".join(f"\\{sign}" for sign in match[0])


def _emphasis(match: re.Match[str]) -> str:
    """Asterisks; an element where there are others beside or between them."""
    around = match.string[max(match.start() - 1, 0) : match.start()] + match.string[match.end() : match.end() + 1]
    is_strong, inner = match[1] == STRONG, match[2]
    if "*" in inner or any(letter == "*" or EM <= letter <= STRONG_END for letter in around):
        name = "strong" if is_strong else "em"
        return f"<{name}>{inner}</{name}>"
    mark = "**" if is_strong else "*"
    return f"{mark}{inner}{mark}"
