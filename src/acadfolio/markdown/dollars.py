"""Formulas between single dollars in a site where these are text: what an author surely meant as one."""

from __future__ import annotations

import re

from acadfolio.markdown.document import read, read_inline, show_spaces
from acadfolio.markdown.state import Options, State

_SURE = re.compile(
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
_WORDS_OF_TEX = re.compile(r"\\(?:text|math|operatorname|mbox)\w*\s*\{[^{}]*\}")
_PROSE = re.compile(r"(?<![\\a-zA-Z])[a-zA-Z]{2,}[,;:.]?\s+[a-zA-Z]{2,}|^\d[\d.,]*\s+[a-zA-Z]{2,}")
"""Two prices with words between them."""
_CODE = re.compile(
    r"\{%-?\s*(highlight|raw|comment)\b.*?\{%-?\s*end\1\s*-?%\}"
    r"|(?<!`)<(pre|code|kbd|samp|tt|script|style|textarea)\b[^>]*>.*?</\2\s*>",
    re.DOTALL | re.IGNORECASE,
)
"""What Markdown does not know as code."""


def is_formula(tex: str) -> bool:
    """Whether what stands between two dollars is a formula, beyond doubt."""
    return bool(_SURE.search(tex)) and not _PROSE.search(_WORDS_OF_TEX.sub("", tex))


def first_formula(text: str, *, is_inline: bool) -> tuple[int, str]:
    """The line and the TeX of the first; (0, "") if there is none.

    is_inline: the text is a field of the data, not a document.
    """
    if text.count("$") < 2:  # noqa: PLR2004 - one on each side
        return 0, ""
    for line, tex in single_dollars(_CODE.sub(_blank, text), is_inline=is_inline):
        if is_formula(tex):
            return line, tex
    return 0, ""


def single_dollars(text: str, *, is_inline: bool = False) -> list[tuple[int, str]]:
    """The formulas that `math: dollar` finds in a text and that are text without it: their lines, and their TeX."""
    known = _formulas(text, Options(), is_inline=is_inline)
    found = _formulas(text, Options(math="dollar"), is_inline=is_inline)
    new = [formula for formula in dict.fromkeys(found) if formula not in known]
    return sorted(new, key=lambda formula: formula[0])


def _formulas(text: str, options: Options, *, is_inline: bool) -> list[tuple[int, str]]:
    """All formulas in a line, with their lines."""
    state = State(options)
    (read_inline if is_inline else read)(text, state)
    return [(token.line, show_spaces(token.value)) for token in state.tokens if token.kind == "inline-math"]


def _blank(code: re.Match[str]) -> str:
    """As many lines and characters."""
    return re.sub(r"[^\n]", " ", code[0])
