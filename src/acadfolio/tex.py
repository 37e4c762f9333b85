"""TeX to MathML, by math-core; the TeX stays beside it in an annotation."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from html import escape
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from math_core import LatexToMathML

LONGEST_FORMULA = 10_000
"""Characters; a page's formula has a few hundred."""
MACROS = {
    "colon": r"\mkern2mu{:}\mkern6mu",
    "dotsc": r"\ldots",
    "mbox": r"\text{#1}",
    "smash": "{#1}",
    "substack": r"\begin{array}{c}#1\end{array}",
}
"""What math-core does not know, or sets without its spaces, by what it does."""
ALIGNED = {"eqnarray": "aligned", "eqnarray*": "aligned", "split": "aligned"}
"""Environments under a name that math-core knows."""
UNNUMBERED = ALIGNED | {
    "align": "align*",
    "equation": "equation*",
    "gather": "gather*",
    "multline": "multline*",
}
"""The same for formulas without a number.

In Jekyll's themes, MathJax does not number an equation either.
"""
ENVIRONMENT = re.compile(r"\\(begin|end)\{([a-z]+\*?)\}")
NUMBERED = r"\\begin\{(?:align|equation|gather|multline)\}"
LABEL = re.compile(r"\\label\{([^{}]*)\}")
TAG = re.compile(r"\\tag\*?\{")
REFERENCE = re.compile(r"\\eqref\{([^{}]*)\}")
UNESCAPED_AND = r"(?<!\\)&"
PRIMES = "′″‴"
TIGHT = '<mo lspace="0" rspace="0">'
ID_PREFIX = "eq-"
"""In front of a label, in the id of its equation."""


class TexError(ValueError):
    """A formula that cannot be converted; its message is the reason."""


def mathml(tex: str, *, block: bool, is_display: bool = False) -> str:
    """A formula as MathML: on lines of its own, or in a line.

    A display formula in a line is set as one of its own.

    It has no number; `equations` converts those that have one. Raises TexError.
    """
    if missing := REFERENCE.search(tex):
        raise TexError(f"no equation on this page has the label `{missing[1]}`")
    html = _converted(LABEL.sub("", _renamed(tex, UNNUMBERED)), is_display=block or is_display)
    if is_display and not block:
        html = html.replace('display="block"', 'displaystyle="true"', 1)
    return _annotated(html, tex)


def equations(formulas: Sequence[str]) -> dict[str, str]:
    r"""Convert the formulas of a document that have a number, or refer to one.

    A formula with `\\label` or `\\tag` is numbered, as LaTeX numbers it; `\\eqref` becomes a link
    to it.

    Args:
        formulas: The TeX of all formulas, in their order.

    Returns:
        The MathML of these formulas by their TeX, without those that `mathml` reports.
    """
    usable = _usable(formulas)
    if not usable:
        return {}
    converted = _converter().convert_all([(name, _has_number(tex)) for tex, name in usable.items()])
    return {tex: _numbered(html, tex) for tex, html in zip(usable, converted, strict=True)}


def _usable(formulas: Sequence[str]) -> dict[str, str]:
    """The formulas with a number or a reference to one, by their TeX, without those that cannot be converted."""
    known = {tex: _as_known(tex) for tex in formulas if _has_number(tex) or REFERENCE.search(tex)}
    usable = {tex: name for tex, name in known.items() if _can_be_converted(name)}
    labels = set(chain.from_iterable(map(LABEL.findall, usable)))
    return {tex: name for tex, name in usable.items() if labels.issuperset(REFERENCE.findall(tex))}


def _numbered(html: str, tex: str) -> str:
    """A formula with a number, or the link alone that a reference is: a screen reader finds no link within `math`."""
    if REFERENCE.fullmatch(tex):
        return html[html.index("<a ") : html.index("</a>")] + "</a>"
    return _annotated(html, tex)


def _as_known(tex: str) -> str:
    """A formula with a number or a reference in the words of math-core."""
    known = _renamed(tex, ALIGNED)
    if _has_number(tex) and not re.search(NUMBERED, known):
        return rf"\begin{{equation}}{known}\end{{equation}}"
    return known


def _has_number(tex: str) -> bool:
    return bool(LABEL.search(tex) or TAG.search(tex))


def _can_be_converted(tex: str) -> bool:
    with suppress(TexError):
        _converted(tex, is_display=True)
        return True
    return False


def _renamed(tex: str, names: Mapping[str, str]) -> str:
    """A formula with other names of environments."""
    return ENVIRONMENT.sub(lambda match: f"\\{match[1]}{{{names.get(match[2], match[2])}}}", tex)


def _converted(tex: str, *, is_display: bool) -> str:
    """Raises TexError."""
    from math_core import LatexError

    if len(tex) > LONGEST_FORMULA:
        raise TexError(f"it has more than {LONGEST_FORMULA} characters")
    try:
        html = _html(tex, is_display=is_display)
    except LatexError as error:
        position, _, reason = str(error).removesuffix(".").partition(": ")
        if not position.isdecimal():
            reason = str(error).removesuffix(".")
        raise TexError(f"{reason[:1].lower()}{reason[1:]}".replace('"', "`")) from None
    if not any(element in html for element in ("<mi", "<mo", "<mn", "<mtext")):
        raise TexError("it is empty")
    return html


def _annotated(html: str, tex: str) -> str:
    """MathML as browsers set it best, with the TeX as its author wrote it."""
    html = _tuned(html)
    written = f'<annotation encoding="application/x-tex">{escape(tex, quote=False)}</annotation></semantics></math>'
    return html[: html.rindex("<annotation")] + written


def _tuned(html: str) -> str:
    """MathML with what browsers and fonts would set wrong written in another way."""
    # Chromium puts an arrow over its letter only if it may stretch.
    html = html.replace('<mo stretchy="false">\u20d7</mo>', '<mo stretchy="true">\u20d7</mo>')
    html = html.replace(
        '<mtable displaystyle="true" scriptlevel="0"', '<mtable displaystyle="true"'
    )  # not in HTML
    for prime in PRIMES:
        html = _with_primes_of_the_font(html, prime)
    return html


def _with_primes_of_the_font(html: str, prime: str) -> str:
    """A prime behind one letter as it is, not as a superscript: fonts have it raised already."""
    superscript = f"<mo>{prime}</mo></msup>"
    *raised, rest = html.split(superscript)
    result = ""
    for part in raised:
        before, _, base = (result + part).rpartition("<msup>")
        is_one_letter = base.count("<") == 2  # noqa: PLR2004 - its start and its end
        result = (
            f"{before}<mrow>{base}{TIGHT}{prime}</mo></mrow>"
            if is_one_letter
            else result + part + superscript
        )
    return result + rest


def _html(tex: str, *, is_display: bool) -> str:
    """Raises LatexError."""
    from math_core import LatexError

    try:
        return _converter().convert_with_local_state(tex, displaystyle=is_display)
    except LatexError as error:
        if "already defined" in str(error):  # Authors define what math-core knows: `\\R`, say.
            tex = tex.replace(r"\newcommand", r"\providecommand")
        elif "table-like" in str(error) and r"\begin" not in tex:  # `a & b` means the symbol.
            tex = re.sub(UNESCAPED_AND, r"\&", tex)
        else:
            raise
    return _converter().convert_with_local_state(tex, displaystyle=is_display)


@cache
def _converter() -> LatexToMathML:
    from math_core import LatexToMathML  # Half of all sites have no formula.

    return LatexToMathML(
        annotation=True,
        macros=MACROS,
        allow_unreliable_rendering=True,
        fancy_error=False,
        id_prefix=ID_PREFIX,
    )
