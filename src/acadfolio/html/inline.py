"""HTML in running text, such as the titles of a bibliography.

`<` may be a symbol there, as in `a<b and c>d`: what is not surely a tag is text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.html.tokens import Token

if TYPE_CHECKING:
    from collections.abc import Callable, Container

TAG = re.compile(
    r"""<(/?)([a-z][a-z0-9:-]*)(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))*\s*/?>""", re.IGNORECASE
)
ANY_TAG = r"</?[a-zA-Z][^<>]*>"
"""Part of the patterns of those who read other marks around tags."""


def inline_tags(text: str) -> list[Token]:
    """The start and end tags in a text."""
    return [_token(match) for match in TAG.finditer(text)]


def _token(match: re.Match[str]) -> Token:
    return Token("end" if match[1] else "start", match[0], match.start(), match[2].lower())


def rewrite_tags(text: str, change: Callable[[Token], str]) -> str:
    """The text with what `change` makes of each tag."""
    return TAG.sub(lambda match: change(_token(match)), text)


def rewrite_elements(
    text: str, names: Container[str], element: Callable[[str, str], str], between: Callable[[str], str] = str
) -> str:
    """The text with what `element` makes of the name and the content of each element, and `between` of the rest.

    names: those of the elements. A start tag without its end tag is text.
    """
    written = []
    position = 0
    tags = [tag for tag in inline_tags(text) if tag.name in names]
    for number, start in enumerate(tags):
        end = next((tag for tag in tags[number + 1 :] if (tag.kind, tag.name) == ("end", start.name)), None)
        if start.kind == "start" and start.offset >= position and end:
            written.append(between(text[position : start.offset]))
            written.append(element(start.name, text[start.end : end.offset]))
            position = end.end
    return "".join([*written, between(text[position:])])
