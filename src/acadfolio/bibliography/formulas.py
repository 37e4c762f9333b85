"""A formula of a bibliography comes in, TeX that the site's maths understands comes out, or nothing.

Whatever the site could not set would stand on the page as TeX: nothing then, and it is read as text.
"""

from __future__ import annotations

import re

from acadfolio.tex import TexError, mathml

SCRIPT = re.compile(r"\s*(?:\{\s*\})?([\^_])\s*(\{(?:[^{}]|\{[^{}]*\})*\}|\\[a-zA-Z]+|[^\s\\{}])\s*")
"""A formula that only raises or lowers: `$^2$`, `$_{10}$`."""
SIGN = re.compile(r"\s*(?:\\([a-zA-Z]+)|([\d\s.,:;/()<>=+±×≈~%|!?*†‡§°–−]+))\s*(?:\{\s*\})?\s*")
"""One letter or sign, or numbers."""
TEX = re.compile(r"[\\^_={}]")
PRICE = re.compile(r"\d[\d.,]*(?: \d{3})*(?:\s+[a-zA-Z(]|\s*[a-zA-Z]{2,}|[/;:]|\s*\Z)")
ESCAPED = re.compile(r"\\[$%&#]")
WORDS = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}")
REPLACED = {
    "AA": "Å", "dag": r"\dagger ", "ddag": r"\ddagger ", "textmu": "µ", "textdegree": "°", "arcsec": "″",
    "textsc": r"\text", "ensuremath": "", "mathrm ": r"\mathrm", "textquoteright": "’", "xspace": "", "protect": "",
}  # fmt: skip
COMMAND = re.compile(r"\\([a-zA-Z]+)")
OUTSIDE = re.compile(r"\\(?:begin|label|tag|def|newcommand|ref|cite|eqref|href|unicode|require)\b|\$")
LONGEST = 2000
AS_TEXT = r"(?:\{\\%s\}|\\%s(?:\{\}|\s|(?![a-zA-Z])))"
r"""A sign as Zotero writes it, which takes all that stands in a field for text: `{\textbackslash}`."""
DOLLAR, BACKSLASH, CIRCUMFLEX = (
    AS_TEXT.replace("%s", name) for name in ("textdollar", "textbackslash", "textasciicircum")
)
OF_TEXT = re.compile(rf"(?:\\\$|{DOLLAR})((?:(?!\\\$|{DOLLAR})[^$]){{1,500}})(?:\\\$|{DOLLAR})")
SIGNS_OF_TEXT = ((re.compile(BACKSLASH), r"\\"), (re.compile(CIRCUMFLEX), "^"), (re.compile(r"\\([_{}&])"), r"\1"))


def is_prose(content: str, after: str) -> bool:
    """Whether dollars enclose words and prices (`$5 and $10`) rather than a formula."""
    if not content.strip():
        return True
    if TEX.search(ESCAPED.sub("", content)):
        return False
    return bool(WORDS.search(content) or (PRICE.match(content.lstrip()) and (content[-1].isspace() or after.isdigit())))


def restored(latex: str) -> str:
    r"""LaTeX with the formulas that a program took for text: `$\alpha$` of `\${\textbackslash}alpha\$`."""
    return OF_TEXT.sub(_restored, latex) if "\\$" in latex or "textdollar" in latex else latex


def _restored(match: re.Match[str]) -> str:
    tex = match[1]
    for sign, meant in SIGNS_OF_TEXT:
        tex = sign.sub(meant, tex)
    is_formula = tex != match[1] and TEX.search(tex) and not WORDS.search(COMMAND.sub("", tex))
    return f"${tex}$" if is_formula and tex_of(tex.strip()) else match[0]


def tex_of(formula: str) -> str:
    """The formula as the site sets it; an empty string for one that it cannot."""
    tex = COMMAND.sub(lambda command: REPLACED.get(command[1], command[0]), " ".join(formula.split()))
    if len(tex) > LONGEST or OUTSIDE.search(tex):
        return ""
    try:
        mathml(tex, block=False)
    except TexError:
        return ""
    return tex
