"""A paragraph and the text that it is of come in; the links that this defines for it come out, and its HTML with them.

In a list of posts a paragraph stands alone, and has its links all the same: `[text][name]`, with `[name]: https://…`
at the end of the post.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

DEFINITION = re.compile(
    r"""^\ {0,3}\[(?![\^*])([^\n\]]+)\]:[\ \t]*\S[^\n]*  # the name, and the address
    (?:\n[\ \t]*(?:"[^\n]*"|'[^\n]*')[\ \t]*$)?           # a title may stand below it,
    (?:\n\ {0,3}\{:[^\n]*)?                               # and attributes
    """,
    re.MULTILINE | re.VERBOSE,
)
PARAGRAPH = re.compile(r"<p\b[^>]*>((?:(?!</?p\b).)*)</p>\s*", re.DOTALL)


def without_definitions(block: str) -> str:
    """What follows the definitions with which a block begins."""
    while block.startswith("[") and (match := DEFINITION.match(block)):
        block = block[match.end() :].lstrip("\n")
    return block


def definitions_for(paragraph: str, text: str) -> str:
    """Those definitions of a text that a paragraph of it names; mostly none."""
    if "]" not in paragraph or "]:" not in text:
        return ""
    from acadfolio.loading.pages import FENCE  # Few posts have any.
    from acadfolio.markdown.links import link_name

    said = link_name(paragraph)
    found = {link_name(match[1]): match[0] for match in DEFINITION.finditer(FENCE.sub("\n", text))}
    return "\n".join(definition for name, definition in found.items() if f"[{name}]" in said)


def with_definitions(
    definitions: str, inline: Callable[[str], str], convert: Callable[[str], str]
) -> Callable[[str], str]:
    """What makes HTML of a paragraph: `convert` of it with the definitions, where this stays one, else `inline`."""
    if not definitions:
        return inline

    def html_of(paragraph: str) -> str:
        whole = PARAGRAPH.fullmatch(convert(f"{paragraph}\n\n{definitions}\n"))
        return whole[1] if whole else inline(paragraph)

    return html_of
