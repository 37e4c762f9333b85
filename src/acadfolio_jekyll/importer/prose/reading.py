"""Divide a page at its headings, and find the entries below them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.html.text import first_tag
from acadfolio.html.tokens import tags
from acadfolio.markdown.document import blocks_of
from acadfolio.markdown.state import Node
from acadfolio_jekyll.importer.papers.markup import inline_text
from acadfolio_jekyll.importer.prose.blocks import (
    has_others,
    inline,
    number_of_images,
    text_of_blocks,
)
from acadfolio_jekyll.importer.prose.group import Group
from acadfolio_jekyll.importer.prose.items import READERS, Item, activity
from acadfolio_jekyll.importer.prose.papers import boxed_paper, paper_of
from acadfolio_jekyll.importer.prose.tables import SECTIONS
from acadfolio_jekyll.importer.text import one_line, plain_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio_jekyll.importer.entries import Entry

MIN_WORDS = 8
"""The number of words in a block of HTML that may be a paper."""
BOX = "paper-box"
AROUND = frozenset({"div", "section"})
"""Elements that may be around lists and paper boxes."""
TEXT_KINDS = frozenset({"p", "ul", "ol", "li", "blank"})
MAX_LENGTH = 3_000
"""The number of characters in an entry, except for papers."""


def groups_of(text: str, first_line: int = 1, title: str = "") -> list[Group]:
    """The parts of a page between its headings, with the entries that are found in them.

    Args:
        text: the Markdown, without front matter.
        first_line: the number of its first line in the file.
        title: the title of the page.
    """
    groups = [Group(title, _section_of(title), line=first_line)]
    line = 1
    for node, source, line_of_block in _blocks(text):
        if node.kind == "header":
            parents = [group.section for group in groups if group.level < node.level]
            section = _section_of(node.text) or parents[-1]
            groups.append(Group(_plain(node.text), section, node.level, line + first_line - 1))
            groups[-1].add(source)
        else:
            _add_block(groups[-1], node, source, line_of_block)
        line += source.count("\n")
    return groups


def _blocks(text: str) -> Iterator[tuple[Node, str, int]]:
    """The blocks of a text with their sources and first lines; of an element around lists and papers, those in it."""
    line = 1
    for node, source in blocks_of(text):
        is_paper = BOX in node.attributes.get("class", "")
        has_blocks = any(child.kind in {"ul", "ol", "html"} for child in node.children)
        if node.value in AROUND and has_blocks and not is_paper:
            start, *_, end = tags(source, AROUND)
            yield Node("html"), source[: start.end], line
            yield from _blocks(source[start.end : end.offset])
            yield Node("html"), source[end.offset :], line
        else:
            yield node, source, line
        line += source.count("\n")


def _plain(heading: str) -> str:
    return one_line(re.sub(r"[^\w\s&'’/-]", "", inline_text(heading)))


def _section_of(heading: str) -> str:
    """The section that a heading names by one of its words; empty if it names none."""
    for word in re.findall(r"[^\W_]+", heading.lower()):
        if word in SECTIONS:
            return SECTIONS[word]
    return ""


def _add_block(group: Group, node: Node, source: str, line: int) -> None:
    """Add a block that begins at this line of its text."""
    is_below_html = node.kind == "p" and group.source[-1:] not in {"", "\n"}
    if not group.section or is_below_html:
        group.add(source)
    elif node.kind in {"ul", "ol"}:
        _add_list(group, node, source, line)
    elif node.kind == "p" and group.section in {"news", "publications"}:
        group.add(source, entry_of(group, node, source))
    elif group.section != "publications":
        group.add(source)
    elif BOX in source[:60] and first_tag(source, {"img"}):
        group.add(source, boxed_paper(group, node, source))
        group.items += 1
    else:
        group.add(source)
        if len(plain_words(source).split()) >= MIN_WORDS:
            group.items += 1


def _add_list(group: Group, node: Node, source: str, line: int) -> None:
    """Add the items of a list."""
    if node.kind == "ol" and group.section == "publications":
        group.arguments["numbered"] = True
    for item, part in _items(node, source, line):
        group.add(part, entry_of(group, item, part))
        group.items += 1


def _items(node: Node, source: str, line: int) -> list[tuple[Node, str]]:
    """The items of a list with their sources; the whole list if an item is empty or begins with another block."""
    if not all(item.children for item in node.children):
        return [(node, source)]
    starts = [item.children[0].line - line for item in node.children]
    if starts[0] != 0 or starts != sorted(starts):
        return [(node, source)]
    lines = source.splitlines(keepends=True)
    ends = [*starts[1:], len(lines)]
    items: list[tuple[Node, str]] = []
    for item, start, end in zip(node.children, starts, ends, strict=True):
        items.append((item, "".join(lines[start:end])))
    return items


def entry_of(group: Group, node: Node, source: str) -> Entry | None:
    """The entry for an item of a list or a paragraph; None if it is not understood."""
    blocks = node.children or [node]
    first, *rest = blocks
    if first.kind != "p" or not _is_text(rest):
        return None
    if has_others(source) or number_of_images(source) > 0:
        return None
    if group.section == "publications":
        return paper_of(group, blocks, "note")
    if len(source) > MAX_LENGTH:
        return None
    read = READERS.get(group.section, activity)
    return read(Item(group, inline(first), text_of_blocks(rest)))


def _is_text(nodes: Iterable[Node]) -> bool:
    """Whether there are only paragraphs and lists in these blocks, which entries can have."""
    return all(node.kind in TEXT_KINDS and _is_text(node.children) for node in nodes)
