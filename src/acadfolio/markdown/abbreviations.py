"""Marks abbreviations (`*[HTML]: …`) in finished text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes
from acadfolio.markdown.escape import escape_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.markdown.state import State


def writer(state: State) -> Callable[[str], str] | None:
    """Marks abbreviations in escaped text; the longest one that fits counts, and only as a word of its own.

    Nothing where the document has none.
    """
    if not state.abbreviations:
        return None
    known = {escape_text(name): entry for name, entry in state.abbreviations.items()}
    names = sorted(known, key=len, reverse=True)
    pattern = re.compile(rf"(?<![a-zA-Z0-9_])(?:{'|'.join(map(re.escape, names))})(?![a-zA-Z0-9_])")

    def mark(match: re.Match[str]) -> str:
        title, node = known[match[0]]
        found = {"title": title} if title else {}
        found.update(attributes.resolve(node, state.attribute_lists))
        return f"<abbr{attributes.written(found)}>{match[0]}</abbr>"

    return lambda text: pattern.sub(mark, text)
