"""Find text between single dollars that is certainly a formula, in a site whose `math` does not support `$…$`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.maths import is_formula as is_formula_before
from acadfolio.markdown.maths import may_open
from acadfolio.markdown.source import is_in_indented_code, without_code
from acadfolio.markdown.state import Options, State

if TYPE_CHECKING:
    from collections.abc import Callable

_SURE = r"""(?x)
    \\[a-zA-Z]{2,}                                   # a command: \alpha
  | (?:(?<![a-zA-Z])[a-zA-Z]|[\d)\]}])\s*[\^_]\s*[\w{\\*+-]  # a letter or a number with an index: x_i, 10^5
  | ^[a-zA-Z]'*$                                     # a single letter
  | ^[a-zA-Z]\([^()$]*\)$                            # f(x)
  | ^[a-zA-Z]\s*[=<>≤≥≈∈]\s*[^\s;,=]+$               # n = 3
"""
"""What prices and shell variables never have.

`math: dollar` accepts more, but a warning must be right.
"""
_WORDS_OF_TEX = r"\\(?:text|math|operatorname|mbox)\w*\s*\{[^{}]*\}"
_PROSE = r"(?<![\\a-zA-Z])[a-zA-Z]{2,}[,;:.]?\s+[a-zA-Z]{2,}|^\d[\d.,]*\s+[a-zA-Z]{2,}"
"""Two prices with words between them."""
_SINGLE_DOLLAR = r"\$(?!\$)"
_CODE_START = re.compile(
    r"\{%-?\s*(?P<block>highlight|raw|comment)\b"
    r"|(?<!`)<(?P<element>pre|code|kbd|samp|tt|script|style|textarea)\b[^<>]*>",
    re.IGNORECASE,
)
"""The start of code in Liquid blocks and HTML elements, which Markdown does not treat as code."""


_CODE_IN_LINE = (
    r"(?is)<(code|pre|kbd|samp|tt)\b[^<>]*>.{0,2000}?</\1\s*>"
    r"|(?<!`)(`+)(?!`)[^\n]{0,2000}?[^`\n]\2(?!`)"
)
_ENVIRONMENT = r"\\begin\{(?P<name>(?:equation|align|gather|multline|eqnarray)\*?)\}"
_FORMULA_OR_ENVIRONMENT = rf"(?s)\$\$.*?\$\$|\\\\\[.*?\\\\\]|{_ENVIRONMENT}"
"""A formula, which may have an environment in it, or the beginning of one outside of formulas."""
_NOT_TEXT_OR_FORMULA = rf"""(?six)
    (?:(?<!`)|(?<=\\`))(`++).{{1,2000}}?(?<!`)\1(?!`)
  | <(code|pre|kbd|samp|tt)\b[^>]*>.*?</\2\s*>
  | <[a-zA-Z/](?:[^<>$"']|"[^"]*"|'[^']*')*>
  | \$\$.{{0,2000}}?\$\$
  | (?P<environment>{_ENVIRONMENT}(?P<body>.{{0,2000}}?)\\end\{{(?P=name)\}})
  | \\.
  | \$(?=(?P<tex>(?:\\.|[^\s$\\])(?:\\.|[^$\\]){{0,2000}})\$)(?:\\.|[^$\\])*\$
"""
"""Code, tags, escaped characters and `$$…$$`; or an environment, or text between single dollars."""


def is_formula(tex: str) -> bool:
    """Whether the text between two dollars is certainly a formula."""
    return bool(re.search(_SURE, tex)) and not re.search(_PROSE, re.sub(_WORDS_OF_TEX, "", tex))


def first_formula(text: str, *, is_inline: bool) -> tuple[int, str]:
    """The line and the TeX of the first formula between single dollars; (0, "") if there is none.

    is_inline: the text is a field of the data, not a document.
    """
    if text.count("$") < 2:  # noqa: PLR2004 - one on each side
        return 0, ""
    text = _without_code_elements(text)
    if not _may_have_formula(text):
        return 0, ""  # Most texts with dollars have prices or code, and need no conversion.
    found = single_dollars(text, is_inline=is_inline)
    return next((formula for formula in found if is_formula(formula[1])), (0, ""))


def first_environment(text: str) -> re.Match[str] | None:
    r"""The beginning of the first environment for formulas, `\begin{align}`, outside of formulas and code."""
    if "\\begin{" not in text:
        return None
    without = without_code(_without_code_elements(text), " ")
    for match in re.finditer(_FORMULA_OR_ENVIRONMENT, without):
        if match["name"] and not is_in_indented_code(text, match.start()):
            return match
    return None


def single_dollars(text: str, *, is_inline: bool = False) -> list[tuple[int, str]]:
    """The lines and TeX of the formulas between single dollars that `math: dollar` finds in a text."""
    from acadfolio.markdown.document import convert_document, convert_inline, restore_spaces

    state = State(Options(math="dollar"))
    (convert_inline if is_inline else convert_document)(text, state)
    found = [
        token
        for token in state.tokens
        if token.kind == "inline-math" and re.match(_SINGLE_DOLLAR, token.written)
    ]
    return sorted((token.line, restore_spaces(token.value)) for token in found)


def _may_have_formula(text: str) -> bool:
    """Whether any text between two dollars, outside of code, is a formula."""
    between = without_code(text).split("$")[1:-1]
    return any(tex == tex.strip() and is_formula(tex) for tex in between)


def with_double_dollars(text: str) -> str:
    """A line with two dollars on each side of the formulas that `math: dollar` finds between single ones.

    Environments get them too, which MathJax finds without any. Code and HTML tags stay as they are.
    """
    parts, position = [], 0
    for match in re.finditer(_NOT_TEXT_OR_FORMULA, text):
        if match["environment"] and match.start() >= position:
            is_plain = match["name"].startswith("equation")
            content = match["body"].strip() if is_plain else match["environment"]
            parts += [text[position : match.start()], f"$${content}$$"]
            position = match.end()
            continue
        tex = match["tex"]
        if tex is None or match.start() < position:
            continue
        before, after = (
            text[max(match.start() - 1, 0) : match.start()],
            text[match.end() : match.end() + 1],
        )
        if may_open(before, tex[0]) and is_formula_before(tex, after):
            parts += [text[position : match.start()], f"$${tex}$$"]
            position = match.end()
    return "".join([*parts, text[position:]])


def rewrite_outside_code(text: str, rewrite: Callable[[str], str]) -> str:
    """Rewrite the parts of a text that are not code, in HTML or between backquotes."""
    parts, end = [], 0
    for code in re.finditer(_CODE_IN_LINE, text):
        parts += [rewrite(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, rewrite(text[end:])])


def _without_code_elements(text: str) -> str:
    """The text with blanks in the place of Liquid blocks and HTML elements with code.

    Lines keep their numbers.
    """
    parts: list[str] = []
    position = 0
    unclosed: set[str] = set()
    for start in _CODE_START.finditer(text):
        name = (start["block"] or start["element"]).lower()
        if start.start() < position or name in unclosed:
            continue
        end = _end_of_code(name, is_block=start["block"] is not None).search(text, start.end())
        if end is None:
            unclosed.add(name)  # Nor does any later one end.
            continue
        code = text[start.start() : end.end()]
        parts += [text[position : start.start()], re.sub(r"[^\n]", " ", code)]
        position = end.end()
    return "".join([*parts, text[position:]])


def _end_of_code(name: str, *, is_block: bool) -> re.Pattern[str]:
    pattern = rf"\{{%-?\s*end{name}\s*-?%\}}" if is_block else rf"</{name}\s*>"
    return re.compile(pattern, re.IGNORECASE)
