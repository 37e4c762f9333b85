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
SAYS_SOMETHING = re.compile(r"<m(?:i|n|o|text)\b")
REASON = re.compile(r"(?:\d+: )?(.*?)\.?", re.DOTALL)
"""What math-core says, without the place in front."""


class TexError(ValueError):
    """A formula that cannot be converted; the reason is told as a hint."""


def mathml(tex: str, *, block: bool, is_roomy: bool = False) -> str:
    """A formula as MathML: on lines of its own, or in a line. A roomy one in a line is set as if it stood on its own.

    Raises TexError.
    """
    from math_core import LatexError

    if len(tex) > LONGEST:
        raise TexError(f"it has more than {LONGEST} characters: part it")
    known = ENVIRONMENT.sub(lambda match: f"\\{match[1]}{{{ENVIRONMENTS.get(match[2], match[2])}}}", tex)
    try:
        html = _converted(LABEL.sub("", known), has_room=block or is_roomy)
    except LatexError as error:
        said = REASON.fullmatch(str(error))
        reason = said[1] if said else str(error)
        raise TexError(f"{reason[:1].lower()}{reason[1:]}".replace('"', "`")) from None
    if not SAYS_SOMETHING.search(html):
        raise TexError("it says nothing")
    if is_roomy and not block:
        html = html.replace('display="block"', 'displaystyle="true"', 1)
    written = f'<annotation encoding="application/x-tex">{escape(tex, quote=False)}</annotation></semantics></math>'
    return html[: html.rindex("<annotation")] + written


def _converted(tex: str, *, has_room: bool) -> str:
    """Raises LatexError."""
    from math_core import LatexError

    try:
        return _converter().convert_with_local_state(tex, displaystyle=has_room)
    except LatexError as error:
        if "already defined" not in str(error):
            raise
    # Authors define what math-core knows: `\\R`, say.
    return _converter().convert_with_local_state(tex.replace(r"\newcommand", r"\providecommand"), displaystyle=has_room)


@cache
def _converter() -> LatexToMathML:
    from math_core import LatexToMathML  # Half of all sites have no formula.

    return LatexToMathML(annotation=True, macros=MACROS, allow_unreliable_rendering=True, fancy_error=False)
