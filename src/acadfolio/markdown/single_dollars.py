"""Text comes in; the formulas come out that `math: dollar` finds in it, and that are text without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.markdown.document import clean, read_into
from acadfolio.markdown.model import Options
from acadfolio.markdown.spans import Spans
from acadfolio.markdown.state import State
from acadfolio.markdown.white_space import reveal

if TYPE_CHECKING:
    from collections.abc import Iterator


def single_dollars(text: str, *, is_inline: bool = False) -> list[tuple[int, str]]:
    """The line and the TeX of each, in their order; of a whole document, or of one text field."""
    known = set(_formulas(text, Options(), is_inline=is_inline))
    found = dict.fromkeys(_formulas(text, Options(math="dollar"), is_inline=is_inline))
    return sorted((formula for formula in found if formula not in known), key=lambda formula: formula[0])


def _formulas(text: str, options: Options, *, is_inline: bool) -> Iterator[tuple[int, str]]:
    state = State(options)
    if is_inline:
        Spans(state).convert(clean(text).strip(), 1)
    else:
        read_into(state, text)
    return ((token.line, reveal(token.value)) for token in state.tokens if token.kind == "inline-math")
