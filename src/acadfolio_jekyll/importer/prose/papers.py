"""Read the papers of a list, and the paper boxes of AcadHomepage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.html.text import elements
from acadfolio.html.tokens import tags
from acadfolio.markdown.state import Node
from acadfolio.model.dates import suggested_date
from acadfolio_jekyll.importer.papers import covers_every_word, paper
from acadfolio_jekyll.importer.papers.markup import inline_text
from acadfolio_jekyll.importer.papers.words import MONTH_YEAR
from acadfolio_jekyll.importer.prose.blocks import (
    has_others,
    inline,
    joined,
    number_of_images,
    text_of_blocks,
)
from acadfolio_jekyll.importer.text import first_image

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio_jekyll.importer.entries import Entry
    from acadfolio_jekyll.importer.prose.group import Group

ALT_OF_THEME = "sym"
"""The alt text of all images in the theme's example."""


def boxed_paper(group: Group, box: Node, source: str) -> Entry | None:
    """The entry for a paper box of AcadHomepage; None if it is not understood."""
    badge = _badge_in(source)
    entry = paper_of(group, list(_inside(box)), "summary", badge)
    if entry is None or number_of_images(source) > 1 or has_others(source):
        return None
    image, alt = first_image(source)
    if alt == ALT_OF_THEME:
        alt = ""
    entry |= {"image": image, "image_alt": alt, "badge": badge}
    for tag in tags(source, {"a"}):
        if tag.attributes.get("href", "") not in f"{entry}":
            return None
    return entry if covers_every_word(entry, inline_text(source)) else None


def _badge_in(box: str) -> str:
    """The text on the image of a paper box; empty without one."""
    for div, text in elements(box, "div"):
        if div.attributes.get("class") == "badge":
            return text.strip()
    return ""


def paper_of(group: Group, blocks: list[Node], key: str, badge: str = "") -> Entry | None:
    """The entry for a paper, whose citation is in the paragraphs. `key` is that of the lists."""
    lists = [node for node in blocks if node.kind in {"ul", "ol", "li"}]
    lines = [inline(node) for node in blocks if node.kind == "p"]
    citation = "<br>".join(lines)
    entry = paper(citation, inline_text(badge))
    if entry is None:
        return None
    entry[key] = joined(str(entry.get(key) or ""), text_of_blocks(lists))
    for date in MONTH_YEAR.findall(citation):
        if suggested_date(date) == entry.get("date"):
            group.note_date(date)
    return entry


def _inside(box: Node) -> Iterator[Node]:
    """The paragraphs and lists in an element of HTML."""
    for node in [*box.children, *box.parts]:
        if isinstance(node, Node):
            yield node
            if node.kind == "html":
                yield from _inside(node)
