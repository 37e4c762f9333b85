"""Find what looks like a formula, an environment or a shortcode in the text of a page, but is shown as text."""

from __future__ import annotations

import re

from msgspec import Struct

from acadfolio.markdown.single_dollars import first_environment, first_formula
from acadfolio.markdown.source import without_code

_SINGLE_BRACES = re.compile(
    r"^[ ]{0,3}(?:[-+*>] )?(\{[ \t]*(\w+)[ \t]*(\([^{}\n]*\))?[ \t]*\})[ \t]*$", re.MULTILINE
)
"""What looks like a shortcode with single braces: a call or a name, alone on a line."""


class Call(Struct, frozen=True, array_like=True):
    """What looks like a shortcode with single braces."""

    offset: int
    name: str
    arguments: str
    """With their parentheses."""


class ShownAsText(Struct, frozen=True, array_like=True):
    """What a text has of this. Whether it is shown as text also depends on the site's settings."""

    formula: tuple[int, str] = (0, "")
    """The line and the TeX of the first formula between single dollars; no TeX if there is none."""
    environment: tuple[int, str] = (0, "")
    """The offset and the name of the first environment outside of formulas; no name if there is none."""
    calls: tuple[Call, ...] = ()


def shown_as_text(text: str) -> ShownAsText:
    """What a Markdown document has that is shown as text."""
    environment = first_environment(text)
    return ShownAsText(
        formula=first_formula(text, is_inline=False),
        environment=(environment.start(), environment["name"]) if environment else (0, ""),
        calls=_calls(text) if "{" in text else (),
    )


def _calls(text: str) -> tuple[Call, ...]:
    found = _SINGLE_BRACES.finditer(without_code(text, " "))
    return tuple(Call(match.start(1), match[2], match[3] or "()") for match in found)
