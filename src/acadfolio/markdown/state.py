"""What a document collects while it is read: definitions, settings, remarks, and tokens that are filled in last."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.model import Options, Remark

if TYPE_CHECKING:
    from acadfolio.markdown.attributes import AttributeList
    from acadfolio.markdown.tree import Node

# A token stands for HTML that is known only when the whole document is: a footnote's number, a table of contents.
TOKEN_START = "\x00"  # noqa: S105 - no password
TOKEN_END = "\x01"  # noqa: S105 - no password
TOKEN = re.compile(f"{TOKEN_START}(\\d+){TOKEN_END}")


class LinkDefinition:
    __slots__ = ("node", "title", "url")

    def __init__(self, url: str, title: str, node: Node) -> None:
        self.url = url
        self.title = title
        self.node = node  # carries the attribute list that follows the definition


class Token:
    """kind: footnote, footnotes, inline-math, roomy-math, block-math, toc.

    `value` is the footnote's name, TeX, or the indentation of the list that gives way to the contents or the notes.
    """

    __slots__ = ("kind", "line", "node", "value")

    def __init__(self, kind: str, value: str, line: int, node: Node | None = None) -> None:
        self.kind = kind
        self.value = value
        self.line = line
        self.node = node


class Settings:
    """What `{::options … /}` may change, for the whole document."""

    __slots__ = ("auto_id_prefix", "auto_ids", "footnote_number", "parse_block_html", "parse_span_html", "toc_levels")

    def __init__(self) -> None:
        self.auto_ids = True
        self.auto_id_prefix = ""
        self.footnote_number = 1
        self.parse_block_html = False
        self.parse_span_html = True
        self.toc_levels = frozenset(range(1, 7))


class State:
    def __init__(self, options: Options) -> None:
        self.options = options
        self.settings = Settings()
        self.links: dict[str, LinkDefinition] = {}
        self.longest_link_name = 0
        self.abbreviations: dict[str, tuple[str, Node]] = {}
        self.attribute_lists: dict[str, AttributeList] = {}
        self.footnotes: dict[str, Node] = {}
        self.tokens: list[Token] = []
        self.remarks: dict[tuple[int, str], Remark] = {}

    def token(self, kind: str, value: str, line: int, node: Node | None = None) -> str:
        self.tokens.append(Token(kind, value, line, node))
        return f"{TOKEN_START}{len(self.tokens) - 1}{TOKEN_END}"

    def remark(self, line: int, message: str, hint: str = "") -> None:
        self.remarks.setdefault((line, message), Remark(line, message, hint))
