"""The text and images of the blocks of a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.html.text import first_tag, without_elements
from acadfolio.html.tokens import tags
from acadfolio_jekyll.importer.papers.markup import BADGES, is_badge
from acadfolio_jekyll.importer.text import one_line

if TYPE_CHECKING:
    from acadfolio.markdown.state import Node

PAGE_ONLY = frozenset({
    "table", "dl", "iframe", "figure", "video", "audio", "script", "style", "details", "pre", "form", "button",
})  # fmt: skip
"""Elements that stay on the page."""
NOT_IN_DATA = re.compile(
    rf"""
    \{{[{{%]                                   # Liquid
    | !\[ (?! [^\[\]]* \]\({BADGES} )         # an image, except a badge
    | \]\[ | \[\^                             # a link or footnote that is defined elsewhere
    | <!-- | -->                              # a half of a comment
    | ^ [ \t]* \| .* \| [ \t]* $             # a table
    | ^ [ ]{{0,3}} (?: ``` | ~~~ )             # a code block
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What stays on the page."""
HARD_BREAK = re.compile(r"(?: {2,}|\\{1,2})\n")


def has_others(source: str) -> bool:
    """Whether there is anything in a source that entries cannot have."""
    shown = without_elements(source, frozenset())
    return NOT_IN_DATA.search(shown) is not None or first_tag(shown, PAGE_ONLY) is not None


def number_of_images(source: str) -> int:
    """The number of images in HTML, except badges."""
    return sum(tag.name == "img" and not is_badge(tag) for tag in tags(source, {"img"}))


def inline(paragraph: Node) -> str:
    """The inline Markdown of a paragraph, on one line."""
    text = HARD_BREAK.sub("<br>", without_elements(paragraph.text, frozenset()))
    return one_line(text.replace("&nbsp;", " "))


def text_of_blocks(nodes: list[Node]) -> str:
    """The lines of nested blocks; items of lists have a bullet."""
    texts: list[str] = []
    for node in nodes:
        if node.kind == "p":
            texts.append(one_line(node.text))
        for child in node.children:
            text = text_of_blocks([child])
            texts.append(f"• {text}" if child.kind == "li" else text)
    return joined(*texts)


def joined(*lines: str) -> str:
    """One paragraph of these lines: in an entry, texts are part of a line."""
    return "<br>".join(filter(None, lines))
