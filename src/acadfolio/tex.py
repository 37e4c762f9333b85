"""TeX to MathML, by math-core; the TeX stays beside it in an annotation."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from math_core import LatexToMathML

LONGEST = 10_000
"""Characters; a page's formula has a few hundred."""
MACROS = {
    "dotsc": r"\ldots",
    "mbox": r"\text{#1}",
    "smash": "{#1}",
    "substack": r"\begin{array}{c}#1\end{array}",
}
"""What math-core does not know, by what it does."""
ENVIRONMENTS = {
    "align": "align*",
    "equation": "equation*",
    "eqnarray": "aligned",
    "eqnarray*": "aligned",
    "gather": "gather*",
    "multline": "multline*",
    "split": "aligned",
}
"""Others that come to the same: no page numbers its formulas, as MathJax does not either in Jekyll's themes."""
ENVIRONMENT = re.compile(r"\\(begin|end)\{([a-z]+\*?)\}")
LABEL = re.compile(r"\\label\{[^{}]*\}")
"""What only numbered formulas need."""
HAS_CONTENT = re.compile(r"<m(?:i|n|o|text)\b")


class TexError(ValueError):
    """A formula that cannot be converted; its message is the reason."""


def mathml(tex: str, *, block: bool, is_display: bool = False) -> str:
    """A formula as MathML: on lines of its own, or in a line. A display formula in a line is set as one of its own.

    Raises TexError.
    """
    from math_core import LatexError

    if len(tex) > LONGEST:
        raise TexError(f"it has more than {LONGEST} characters: part it")
    known = ENVIRONMENT.sub(lambda match: f"\\{match[1]}{{{ENVIRONMENTS.get(match[2], match[2])}}}", tex)
    try:
        html = _converted(LABEL.sub("", known), is_display=block or is_display)
    except LatexError as error:
        position, _, reason = str(error).removesuffix(".").partition(": ")
        if not position.isdecimal():
            reason = str(error).removesuffix(".")
        raise TexError(f"{reason[:1].lower()}{reason[1:]}".replace('"', "`")) from None
    if not HAS_CONTENT.search(html):
        raise TexError("it is empty")
    if is_display and not block:
        html = html.replace('display="block"', 'displaystyle="true"', 1)
    written = f'<annotation encoding="application/x-tex">{escape(tex, quote=False)}</annotation></semantics></math>'
    return html[: html.rindex("<annotation")] + written


def _converted(tex: str, *, is_display: bool) -> str:
    """Raises LatexError."""
    from math_core import LatexError

    try:
        return _converter().convert_with_local_state(tex, displaystyle=is_display)
    except LatexError as error:
        if "already defined" not in str(error):
            raise
    # Authors define what math-core knows: `\\R`, say.
    return _converter().convert_with_local_state(
        tex.replace(r"\newcommand", r"\providecommand"), displaystyle=is_display
    )


@cache
def _converter() -> LatexToMathML:
    from math_core import LatexToMathML  # Half of all sites have no formula.

    return LatexToMathML(annotation=True, macros=MACROS, allow_unreliable_rendering=True, fancy_error=False)
