"""Text comes in; the first formula between single dollars comes out that is one beyond doubt, where these are text."""

from __future__ import annotations

import re

from acadfolio.markdown.single_dollars import single_dollars

IN_DOLLARS = re.compile(r"(?<![\\$\w])\$(?=([^\s$](?:[^$\\]|\\.){0,2000}?)(?<!\s)\$(?![$\d]))", re.DOTALL)
SURE = re.compile(
    r"""
    \\[a-zA-Z]{2,}                                   # a command: \alpha
  | (?:(?<![a-zA-Z])[a-zA-Z]|[\d)\]}])\s*[\^_]\s*[\w{\\*+-]  # a letter or a number with an index: x_i, 10^5
  | ^[a-zA-Z]'*$                                     # a single letter
  | ^[a-zA-Z]\([^()$]*\)$                            # f(x)
  | ^[a-zA-Z]\s*[=<>≤≥≈∈]\s*[^\s;,=]+$               # n = 3
    """,
    re.VERBOSE,
)
"""What no price and no shell has between two dollars. `math: dollar` takes more than this; a warning must be right."""
WORDS_OF_TEX = re.compile(r"\\(?:text|math|operatorname|mbox)\w*\s*\{[^{}]*\}")
PROSE = re.compile(r"(?<![\\a-zA-Z])[a-zA-Z]{2,}[,;:.]?\s+[a-zA-Z]{2,}|^\d[\d.,]*\s+[a-zA-Z]{2,}")
"""Two prices with words between them."""
CODE = re.compile(
    r"\{%-?\s*(highlight|raw|comment)\b.*?\{%-?\s*end\1\s*-?%\}"
    r"|(?<!`)<(pre|code|kbd|samp|tt|script|style|textarea)\b[^>]*>.*?</\2\s*>",
    re.DOTALL | re.IGNORECASE,
)
"""What Markdown does not know as code."""


def may_have_some(text: str) -> bool:
    return "$" in text and any(is_surely_one(found[1]) for found in IN_DOLLARS.finditer(text))


def is_surely_one(tex: str) -> bool:
    """Whether what stands between two dollars is a formula, beyond doubt."""
    return bool(SURE.search(tex)) and not PROSE.search(WORDS_OF_TEX.sub("", tex))


def first_formula(text: str, *, is_inline: bool) -> tuple[int, str]:
    """The line and the TeX of the first that is surely one."""
    if not may_have_some(text):
        return 0, ""
    formulas = single_dollars(CODE.sub(_blank, text), is_inline=is_inline)
    return next(((line, tex) for line, tex in formulas if is_surely_one(tex)), (0, ""))


def _blank(code: re.Match[str]) -> str:
    """As many lines and letters."""
    return re.sub(r"[^\n]", " ", code[0])
