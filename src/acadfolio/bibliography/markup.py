r"""Normalize what programs mix into LaTeX: HTML, MathML and formulas that they escaped.

Crossref, Google Scholar, ADS, Mendeley and Zotero export it.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import TYPE_CHECKING

from acadfolio.tex import TexError, mathml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ENTITY = re.compile(r"(?:\{\\&\}|\\?&)(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
ATTRIBUTES = r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*"
ESCAPED_ATTRIBUTES = ATTRIBUTES.replace("<>", r"<>\\")
ESCAPED_TAG = re.compile(
    rf"(?:\{{\\textless\}}|\\textless(?:\{{\}})?)\s*(/?(?:jats:)?[a-zA-Z]{{1,9}}{ESCAPED_ATTRIBUTES})\s*"
    r"(?:\{\\textgreater\}|\\textgreater(?:\{\}|(?![a-zA-Z])))"
)
"""A tag as Mendeley and Zotero write it: `{\\textless}i{\\textgreater}`."""
TAG = re.compile(rf"<(/?)(?:jats:|mml:)?([a-zA-Z-]+){ATTRIBUTES}\s*(/?)>")
MATHML = re.compile(r"<((?:mml:)?math)\b[^<>]*>((?:(?!<\1\b).)*?)</\1\s*>", re.DOTALL)
COMMANDS = {
    "i": r"\emph{", "em": r"\emph{", "italic": r"\emph{", "b": r"\textbf{", "strong": r"\textbf{",
    "bold": r"\textbf{", "sub": r"\textsubscript{", "sup": r"\textsuperscript{", "inf": r"\textsubscript{",
    "tt": r"\texttt{", "code": r"\texttt{", "monospace": r"\texttt{", "scp": "{", "sc": "{", "u": "{", "span": "{",
    "a": "{", "font": "{", "astrobj": "{", "title": "{", "p": "{", "div": "{", "sec": "{", "underline": "{",
}  # fmt: skip
"""The LaTeX that begins an HTML element. Names are lowercase: ADS writes `<SUB>`."""
BLOCKS = frozenset({"p", "title", "div", "sec"})
"""Elements that a space follows."""
ESCAPES = str.maketrans(
    {sign: f"\\{sign}" for sign in "{}$%&#_"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)
MATHML_TEX = {"msub": "{%s}_{%s}", "msup": "{%s}^{%s}", "msubsup": "{%s}_{%s}^{%s}", "mfrac": r"\frac{%s}{%s}",
              "mover": "{%s}^{%s}", "munder": "{%s}_{%s}", "munderover": "{%s}_{%s}^{%s}"}  # fmt: skip
MAX_DEPTH = 30

SCRIPT = re.compile(r"\s*(?:\{\s*\})?([\^_])\s*(\{(?:[^{}]|\{[^{}]*\})*\}|\\[a-zA-Z]+|[^\s\\{}])\s*")
"""A formula that is only a superscript or subscript: `$^2$`, `$_{10}$`."""
SYMBOL = re.compile(r"\s*(?:\\([a-zA-Z]+)|([\d\s.,:;/()<>=+±×≈~%|!?*†‡§°–−]+))\s*(?:\{\s*\})?\s*")
"""A formula that is one letter or symbol, or numbers."""
WORDS = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}")
PRICE = re.compile(r"\d[\d.,]*(?: \d{3})*(?:\s+[a-zA-Z(]|\s*[a-zA-Z]{2,}|[/;:]|\s*\Z)")
COMMAND = re.compile(r"\\([a-zA-Z]+)")
REPLACED = {
    "AA": "Å", "dag": r"\dagger ", "ddag": r"\ddagger ", "textmu": "µ", "textdegree": "°", "arcsec": "″",
    "textsc": r"\text", "ensuremath": "", "mathrm ": r"\mathrm", "textquoteright": "’", "xspace": "", "protect": "",
}  # fmt: skip
"""Commands that formulas do not have, and what stands for them."""
UNSUPPORTED = re.compile(r"\\(?:begin|label|tag|def|newcommand|ref|cite|eqref|href|unicode|require)\b|\$")
MAX_FORMULA = 2000


def _escaped_symbol(name: str) -> str:
    r"""A pattern for a symbol as Zotero escapes it: `{\textbackslash}`."""
    return rf"(?:\{{\\{name}\}}|\\{name}(?:\{{\}}|\s|(?![a-zA-Z])))"


DOLLAR = _escaped_symbol("textdollar")
ESCAPED_FORMULA = re.compile(rf"(?:\\\$|{DOLLAR})((?:(?!\\\$|{DOLLAR})[^$]){{1,500}})(?:\\\$|{DOLLAR})")
UNESCAPED = (
    (_escaped_symbol("textbackslash"), r"\\"),
    (_escaped_symbol("textasciicircum"), "^"),
    (r"\\([_{}&])", r"\1"),
)


def without_html(text: str) -> str:
    """Convert HTML in LaTeX to LaTeX: entities to characters, elements to commands, MathML to formulas."""
    if "&" in text:
        text = ENTITY.sub(_character, text)
    if r"\textless" in text:
        text = ESCAPED_TAG.sub(r"<\1>", text)
    if "<" not in text:
        return text
    text = MATHML.sub(_formula, text)
    opened: Counter[str] = Counter()
    closed: Counter[str] = Counter()
    for slash, name, self_closing in TAG.findall(text):
        if not self_closing:
            (closed if slash else opened)[name.lower()] += 1
    paired = {name for name, count in opened.items() if count == closed[name]}
    return TAG.sub(lambda tag: _command(tag, paired), text)


def _character(match: re.Match[str]) -> str:
    character = html.unescape(f"&{match[1]};")
    is_unknown = character.startswith("&") and character.endswith(";")
    return match[0] if is_unknown else character.translate(ESCAPES)


def _command(tag: re.Match[str], paired: set[str]) -> str:
    """The command for a tag. A tag that is not paired is dropped; what is no element stays."""
    name = tag[2].lower()
    if name == "br":
        return " "
    if name not in COMMANDS:
        return tag[0]
    if name not in paired:
        return ""
    if not tag[1]:
        return COMMANDS[name]
    return "} " if name in BLOCKS else "}"


def _formula(match: re.Match[str]) -> str:
    from xml.etree import ElementTree as ET

    source = TAG.sub(r"<\1\2\3>", match[2])
    source = re.sub(r"&(?!\w+;|#)|\\&", "&amp;", source)
    try:
        tree = ET.fromstring(f"<math>{source}</math>")  # noqa: S314 - it has no document type, so no entities
    except ET.ParseError:
        return re.sub(r"<[^<>]*>", "", match[2])
    return f"${_tex(tree, 0)}$"


def _tex(node: Element, depth: int) -> str:
    """A MathML element as TeX."""
    if depth > MAX_DEPTH:
        return "".join(node.itertext()).translate(ESCAPES)
    name = node.tag.lower()
    text = node.text or ""
    if name in {"annotation", "annotation-xml"}:
        return ""
    if name == "mspace" or (name == "mtext" and not text.strip()):
        return r"\ "
    if name == "mtext":
        return rf"\text{{{text.translate(ESCAPES)}}}"
    children = tuple(_tex(child, depth + 1) for child in node)
    if name == "msqrt":
        return rf"\sqrt{{{''.join(children)}}}"
    if name in MATHML_TEX and len(children) == MATHML_TEX[name].count("%s"):
        return MATHML_TEX[name] % children
    return text.strip().translate(ESCAPES) + "".join(children)


def is_prose(content: str, after: str) -> bool:
    """Whether dollar signs enclose words or prices (`$5 and $10`) rather than a formula."""
    if not content.strip():
        return True
    if _has_tex(re.sub(r"\\[$%&#]", "", content)):
        return False
    if WORDS.search(content):
        return True
    return bool(PRICE.match(content.lstrip())) and (content[-1].isspace() or after.isdigit())


def _has_tex(text: str) -> bool:
    return any(sign in text for sign in "\\^_={}")


def with_formulas(latex: str) -> str:
    r"""Restore the formulas that a program escaped as text: `$\alpha$` of `\${\textbackslash}alpha\$`."""
    if "\\$" not in latex and "textdollar" not in latex:
        return latex
    return ESCAPED_FORMULA.sub(_unescaped, latex)


def _unescaped(match: re.Match[str]) -> str:
    tex = match[1]
    for pattern, character in UNESCAPED:
        tex = re.sub(pattern, character, tex)
    is_formula = tex != match[1] and _has_tex(tex) and not WORDS.search(COMMAND.sub("", tex))
    return f"${tex}$" if is_formula and site_tex(tex.strip()) else match[0]


def site_tex(formula: str) -> str:
    """A formula as TeX that the site can convert to MathML; empty if it cannot, to be read as text."""
    tex = COMMAND.sub(lambda command: REPLACED.get(command[1], command[0]), " ".join(formula.split()))
    if len(tex) > MAX_FORMULA or UNSUPPORTED.search(tex):
        return ""
    try:
        mathml(tex, block=False)
    except TexError:
        return ""
    return tex
