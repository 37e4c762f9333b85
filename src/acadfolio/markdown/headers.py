"""Headers, `# …` or underlined, their ids, and the table of contents that replaces a list with `{:toc}`."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category

from acadfolio.markdown.attributes import resolve, write_attributes
from acadfolio.markdown.state import TOKEN, Attributes, Heading, Node, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.markdown.block_parser import BlockParser

_LOWEST_LEVEL = 6
_WORD_CATEGORIES = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"))
_LINK_OR_ID = r'</?a(?:\s[^>]*)?>| id="[^"]*"(?=[^<>]*>)'


def hashed_header(parser: BlockParser) -> bool:
    line = parser.whole_line()
    after = line.lstrip("#")
    level = len(line) - len(after)
    if not 1 <= level <= _LOWEST_LEVEL or not after.startswith((" ", "\t")) or not after.strip():
        return False
    text, identifier = _contents(after.lstrip())
    without_hashes = text.rstrip("#")
    if without_hashes.endswith((" ", "\t")):
        text = without_hashes.rstrip() or text
    _add(parser, level, text, identifier)
    parser.position += len(line)
    return True


def underlined_header(parser: BlockParser) -> bool:
    line = parser.whole_line()
    below = parser.position + len(line)
    if not parser.text.startswith(("=", "-"), below) or not parser.is_after_boundary():
        return False
    underline = parser.text[below : parser.text.index("\n", below) + 1]
    if underline.rstrip().strip("=-") or parser.text[parser.text_start] in " \t\n":
        return False
    content, identifier = _contents(line.lstrip())
    _add(parser, 1 if underline[0] == "=" else 2, content, identifier)
    parser.position = below + len(underline)
    return True


def _contents(text: str) -> tuple[str, str]:
    """The text of a header, and the explicit id after it (`{#id}`)."""
    text = text.rstrip()
    before, start, identifier = text.removesuffix("}").rpartition(" {#")
    is_identifier = (
        identifier[:1].isalpha() and identifier.replace("-", "").replace(":", "").isidentifier()
    )
    return (
        (before.rstrip(), identifier)
        if start and is_identifier and text.endswith("}")
        else (text, "")
    )


def _add(parser: BlockParser, level: int, text: str, identifier: str) -> None:
    node = parser.add("header", text)
    node.level = level
    node.line = parser.line_number()
    if identifier:
        node.attributes["id"] = identifier


def github_id(text: str) -> str:
    """The id of a header by GitHub's rule, from its plain text."""
    kept = "".join(char for char in text.lower() if char in "- \t" or _is_word(char))
    return kept.replace(" ", "-").replace("\t", "-")


@cache
def _is_word(char: str) -> bool:
    """Letters, digits, connectors, and marks: the variation selector after an emoji is one."""
    return category(char) in _WORD_CATEGORIES


def unique_id(name: str, seen: dict[str, int]) -> str:
    """The id, with a number if it was used before. `seen` counts the uses."""
    seen[name] = count = seen.get(name, -1) + 1
    return f"{name}-{count}" if count else name


class TableOfContents:
    """The table of contents that replaces a list.

    It keeps the kind and the attributes of the list.
    """

    def __init__(self, node: Node, state: State) -> None:
        self.state = state
        self.kind = node.kind
        self.attributes: Attributes = {**resolve(node, state.attribute_lists)}
        self.attributes.setdefault("id", "markdown-toc")

    def html(self, headings: Sequence[Heading], indent: int) -> str:
        """indent: the spaces before the list."""
        if not headings:
            return ""
        space = " " * indent
        items = self._items(headings, indent + 2)
        return f"{space}<{self.kind}{write_attributes(self.attributes)}>\n{items}{space}</{self.kind}>\n"

    def _items(self, headings: Sequence[Heading], indent: int) -> str:
        """List items of headers, each with a nested list of the lower headers that follow it."""
        out, space = "", " " * indent
        start = 0
        while start < len(headings):
            first = headings[start]
            end = start + 1
            while end < len(headings) and headings[end].level > first.level:
                end += 1
            out += f"{space}<li>{self._link(first)}"
            if end > start + 1:
                inner = self._items(headings[start + 1 : end], indent + 4)
                out += f"{space}  <{self.kind}>\n{inner}{space}  </{self.kind}>\n{space}"
            out += "</li>\n"
            start = end
        return out

    def _link(self, heading: Heading) -> str:
        target = {"href": f"#{heading.id}", "id": f"{self.attributes['id']}-{heading.id}"}
        return f"<a{write_attributes(target)}>{self._title(heading.html)}</a>"

    def _title(self, html: str) -> str:
        """A header's text without its links, ids and footnotes."""
        return re.sub(_LINK_OR_ID, "", TOKEN.sub(self._without_footnote, html))

    def _without_footnote(self, match: re.Match[str]) -> str:
        return "" if self.state.tokens[int(match[1])].kind == "footnote" else match[0]
