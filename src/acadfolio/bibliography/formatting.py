"""Write the text of a bibliography as inline Markdown or as plain text.

Markdown is escaped last: only the whole text shows which characters Markdown would read as markup.
"""

from __future__ import annotations

import html
import re
from typing import Protocol

from acadfolio.bibliography.markup import site_tex

SPECIAL = (
    r"\\[(\[]?|[*`$]|(?<![^\W_])_|_(?![^\W_])|<(?=[\w/?!:<])|>(?=>)|&(?=#?\w+;)|\{(?=:)|~(?=~)|\[(?=\^)"
    r"|:(?=[a-z0-9_+-]+:)"
)
MARKDOWN = re.compile(SPECIAL)
"""Characters that Markdown would read as markup."""
MARKDOWN_WITH_LINKS = re.compile(rf"{SPECIAL}|[\[\]]")
FIRST = 0xF0000
PLACEHOLDER = re.compile("[\U000f0000-\U0010ffff]")
MAX_PLACEHOLDERS = 0x2000
EM, EM_END, STRONG, STRONG_END = "\U000f0000", "\U000f0001", "\U000f0002", "\U000f0003"
EMPHASIS = re.compile(f"([{EM}{STRONG}])([^{EM}-{STRONG_END}]*)[{EM_END}{STRONG_END}]")
SCRIPTS = {"sup": str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"),
           "sub": str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")}  # fmt: skip
LINK = re.compile(r"(?:https?|ftp|mailto|doi):|[^:]*(?:[/?#]|$)", re.IGNORECASE)
URL_ESCAPES = str.maketrans({" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", '"': "%22", "\\": "%5C",
                             "'": "%27"})  # fmt: skip
HTML = re.compile(r"<(i|em|b|strong|sub|sup|inf|scp|sc|u|span|mark)\b[^<>]*>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)
"""What Crossref, PubMed, Scopus and Zotero write into titles."""
HTML_AS_MARKDOWN = {"i": ("*", "*"), "em": ("*", "*"), "b": ("**", "**"), "strong": ("**", "**"),
                    "sub": ("<sub>", "</sub>"), "inf": ("<sub>", "</sub>"), "sup": ("<sup>", "</sup>")}  # fmt: skip
FORMULA = re.compile(r"\$([^$\n]*[\\^_][^$\n]*|\s*[a-zA-Z]\s*)\$")


class Formatter(Protocol):
    """How the LaTeX reader writes emphasis, elements, links, code and formulas."""

    def emphasis(self, inner: str, *, is_strong: bool) -> str: ...
    def element(self, name: str, inner: str) -> str: ...
    def link(self, url: str, inner: str) -> str: ...
    def code(self, text: str) -> str: ...
    def formula(self, tex: str) -> str: ...
    def finish(self, text: str) -> str: ...


class PlainText:
    """The words alone. A formula is read as text."""

    def emphasis(self, inner: str, *, is_strong: bool) -> str:  # noqa: ARG002 - plain text has no emphasis
        return inner

    def element(self, name: str, inner: str) -> str:
        script = SCRIPTS.get(name, {})
        return inner.translate(script) if all(ord(letter) in script for letter in inner) else inner

    def link(self, url: str, inner: str) -> str:
        return inner or url

    def code(self, text: str) -> str:
        return text

    def formula(self, tex: str) -> str:  # noqa: ARG002
        return ""

    def finish(self, text: str) -> str:
        return text


class Markdown:
    """Inline Markdown. Until the end, a private-use character stands for each piece of markup."""

    def __init__(self) -> None:
        self.pieces = ["", "", "", ""]
        self.codes: set[str] = set()
        self.has_links = False

    def placeholder(self, markdown: str) -> str:
        if len(self.pieces) >= MAX_PLACEHOLDERS:
            return ""
        self.pieces.append(markdown)
        return chr(FIRST + len(self.pieces) - 1)

    def emphasis(self, inner: str, *, is_strong: bool) -> str:
        """Spaces go outside of the marks."""
        core = inner.strip()
        if not core:
            return inner
        start, end = (STRONG, STRONG_END) if is_strong else (EM, EM_END)
        before, _, after = inner.partition(core)
        return f"{before}{start}{core}{end}{after}"

    def element(self, name: str, inner: str) -> str:
        if not inner.strip():
            return inner
        return f"{self.placeholder(f'<{name}>')}{inner}{self.placeholder(f'</{name}>')}"

    def link(self, url: str, inner: str) -> str:
        if not url or not LINK.match(url):
            return inner or url
        self.has_links = True
        target = url.translate(URL_ESCAPES)
        return f"{self.placeholder('[')}{inner or url}{self.placeholder(f']({target})')}"

    def code(self, text: str) -> str:
        text = text.strip()
        if not text:
            return ""
        fence = "`"
        while fence in text:
            fence += "`"
        space = " " if "`" in text else ""
        piece = self.placeholder(f"{fence}{space}{text}{space}{fence}")
        self.codes.add(piece)
        return piece or text

    def formula(self, tex: str) -> str:
        converted = site_tex(tex)
        return self.placeholder(f"$${converted}$$") if converted else ""

    def finish(self, text: str) -> str:
        text = escape(text, has_links=self.has_links)
        if len(self.codes) > 1:
            codes = "".join(self.codes)
            text = re.sub(f"([{codes}])(?=[{codes}])", "\\1\u200b", text)
        while EMPHASIS.search(text):
            text = EMPHASIS.sub(_emphasis, text)
        return PLACEHOLDER.sub(lambda match: self.pieces[ord(match[0]) - FIRST], text)


def escape(text: str, *, has_links: bool = False) -> str:
    """Escape text so that Markdown shows it as it is. Brackets are escaped where links are, or seem to be."""
    has_links = has_links or "](" in text or "][" in text
    return (MARKDOWN_WITH_LINKS if has_links else MARKDOWN).sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return "&amp;" if match[0] == "&" else "".join(f"\\{character}" for character in match[0])


def _emphasis(match: re.Match[str]) -> str:
    """Asterisks, or an HTML element where other asterisks stand beside or within them."""
    is_strong, inner = match[1] == STRONG, match[2]
    around = match.string[max(match.start() - 1, 0) : match.start()] + match.string[match.end() : match.end() + 1]
    if "*" in inner or any(letter == "*" or EM <= letter <= STRONG_END for letter in around):
        name = "strong" if is_strong else "em"
        return f"<{name}>{inner}</{name}>"
    mark = "**" if is_strong else "*"
    return f"{mark}{inner}{mark}"


def html_to_markdown(text: str) -> str:
    """Convert plain text with the little HTML that titles hold to inline Markdown."""
    return " ".join(_converted(text).split())


def _converted(text: str) -> str:
    written = []
    end = 0
    for match in HTML.finditer(text):
        before, after = HTML_AS_MARKDOWN.get(match[1].lower(), ("", ""))
        inner = _converted(match[2].strip() if before else match[2])
        written.append(_escape_outside_formulas(text[end : match.start()]))
        if inner:
            written.append(f"{before}{inner}{after}")
        end = match.end()
    written.append(_escape_outside_formulas(text[end:]))
    return "".join(written)


def _escape_outside_formulas(text: str) -> str:
    pieces = FORMULA.split(html.unescape(text))
    return "".join(f"$${piece}$$" if position % 2 else escape(piece) for position, piece in enumerate(pieces))


def html_to_text(text: str) -> str:
    """The words of plain text with a little HTML."""
    while (bare := HTML.sub(r"\2", text)) != text:
        text = bare
    return " ".join(html.unescape(text).split())
