"""LaTeX mixed with HTML, as Crossref, Scholar and ADS hand it out, comes in; the same in LaTeX alone comes out."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ENTITY = re.compile(r"(?:\{\\&\}|\\?&)(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
SIGNS = re.compile(
    r"(?:\{\\textless\}|\\textless(?:\{\})?)\s*(/?(?:jats:)?[a-zA-Z]{1,9}(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>\\]*\"|'[^'<>\\]*'))*)\s*"
    r"(?:\{\\textgreater\}|\\textgreater(?:\{\}|(?![a-zA-Z])))"
)
"""Tags as Mendeley and Zotero write them: `{\\textless}i{\\textgreater}`, also with attributes."""
TAG = re.compile(r"<(/?)(?:jats:)?([a-zA-Z]+)((?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*)\s*(/?)>")
FORMULA = re.compile(r"<((?:mml:)?math)\b[^<>]*>((?:(?!<\1\b).)*?)</\1\s*>", re.DOTALL)
PREFIX = re.compile(r"(</?)mml:")
ATTRIBUTES = re.compile(r"\s[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*')")
COMMANDS = {
    "i": r"\emph{", "em": r"\emph{", "italic": r"\emph{", "b": r"\textbf{", "strong": r"\textbf{",
    "bold": r"\textbf{", "sub": r"\textsubscript{", "sup": r"\textsuperscript{", "inf": r"\textsubscript{",
    "tt": r"\texttt{", "code": r"\texttt{", "monospace": r"\texttt{", "scp": "{", "sc": "{", "u": "{", "span": "{",
    "a": "{", "font": "{", "astrobj": "{", "title": "{", "p": "{", "div": "{", "sec": "{", "underline": "{",
}  # fmt: skip
"""What an element is in LaTeX. Names are in small letters: ADS writes `<SUB>`."""
BETWEEN = frozenset({"p", "title", "div", "sec"})
"""Elements with a space between them and what follows."""
SPECIAL = re.compile(r"[\\{}$%&#_~^]")
SPELT = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
DEEPEST = 30


def without_markup(text: str) -> str:
    """Entities as letters, elements as commands, MathML as formulas; what is no HTML stays."""
    if "&" in text:
        text = ENTITY.sub(_letter, text)
    if r"\textless" in text:
        text = SIGNS.sub(r"<\1>", text)
    if "<" not in text:
        return text
    text = FORMULA.sub(_formula, text)
    opened = [name.lower() for closing, name, _, alone in TAG.findall(text) if not closing and not alone]
    closed = [name.lower() for closing, name, _, _ in TAG.findall(text) if closing]
    whole = {name for name in COMMANDS if name in opened and opened.count(name) == closed.count(name)}
    return TAG.sub(lambda tag: _command(tag, whole), text)


def _letter(match: re.Match[str]) -> str:
    letter = html.unescape(f"&{match[1]};")
    if letter.endswith(";") and letter.startswith("&"):
        return match[0]
    return _escaped(letter)


def _command(tag: re.Match[str], whole: set[str]) -> str:
    """An element as a command; one that has no end, or too many, is left out, and what is no element stays."""
    closing, name = tag[1], tag[2].lower()
    if name == "br":
        return " "
    if name not in COMMANDS:
        return tag[0]
    if name not in whole:
        return ""
    if not closing:
        return COMMANDS[name]
    return "} " if name in BETWEEN else "}"


def _formula(match: re.Match[str]) -> str:
    from xml.etree import ElementTree as ET

    source = ATTRIBUTES.sub("", PREFIX.sub(r"\1", match[2]))
    source = re.sub(r"&(?!\w+;|#)|\\&", "&amp;", source)
    try:
        tree = ET.fromstring(f"<math>{source}</math>")  # noqa: S314 - it has no document type, so no entities
    except ET.ParseError:
        return re.sub(r"<[^<>]*>", "", match[2])
    return f"${_tex(tree, 0)}$"


def _tex(node: Element, depth: int) -> str:
    """MathML's elements as TeX."""
    if depth > DEEPEST:
        return _escaped("".join(node.itertext()))
    name = node.tag.lower()
    parts = [_tex(child, depth + 1) for child in node]
    if name == "msqrt":
        return rf"\sqrt{{{''.join(parts)}}}"
    if name in SHAPES and len(parts) == SHAPES[name].count("{}"):
        shape = SHAPES[name].replace("{}", "\0")
        for part in parts:
            shape = shape.replace("\0", part, 1)
        return shape
    if name in {"annotation", "annotation-xml", "mspace"}:
        return r"\ " if name == "mspace" else ""
    if name == "mtext":
        return rf"\text{{{_escaped(node.text or '')}}}" if (node.text or "").strip() else r"\ "
    return _escaped((node.text or "").strip()) + "".join(parts)


SHAPES = {"msub": "{{}}_{{}}", "msup": "{{}}^{{}}", "msubsup": "{{}}_{{}}^{{}}", "mfrac": r"\frac{{}}{{}}",
          "mover": "{{}}^{{}}", "munder": "{{}}_{{}}", "munderover": "{{}}_{{}}^{{}}"}  # fmt: skip


def _escaped(text: str) -> str:
    return SPECIAL.sub(lambda sign: SPELT.get(sign[0], f"\\{sign[0]}"), text)
