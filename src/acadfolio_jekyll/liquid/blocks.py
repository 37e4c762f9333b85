"""Liquid tags in a text, and the blocks that they make."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.html.text import without_tags

if TYPE_CHECKING:
    from collections.abc import Iterator

TAG = re.compile(r"\{%-?\s*(\w+)((?>(?:[^%-]++|(?!-?%\}).)*))-?%\}", re.DOTALL)
LIQUID = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}", re.DOTALL)
LOOP = re.compile(r"\w+\s+in\s+([\w.-]+)(?:\s+reversed|\s+limit\s*:\s*(\d+))*")
BLOCKS = frozenset({"for", "if", "unless", "case", "capture", "comment", "highlight", "tablerow"})


class Tag(NamedTuple):
    """A Liquid tag and its position."""

    name: str
    words: str
    start: int
    end: int

    @property
    def included(self) -> str:
        """The name of an include, without the extension of its file."""
        if self.name != "include":
            return ""
        file = "".join(self.words.split()[:1])
        return file.removesuffix(".html").removesuffix(".liquid")


class Block(NamedTuple):
    """A tag outside of other tags, with all tags up to its end tag."""

    tags: list[Tag]
    text: str
    """The text from its first tag to its last."""

    def tags_named(self, *names: str) -> list[Tag]:
        return [tag for tag in self.tags if tag.name in names]

    @property
    def has_words(self) -> bool:
        return bool(without_tags(LIQUID.sub("", self.text)).strip())

    @property
    def loops(self) -> list[re.Match[str]]:
        """Matches of its loops; empty if one of them has options that the themes do not use."""
        loops: list[re.Match[str]] = []
        for tag in self.tags_named("for"):
            loop = LOOP.fullmatch(tag.words)
            if loop is None:
                return []
            loops.append(loop)
        return loops


def tags_in(text: str) -> Iterator[Tag]:
    """The tags of a text, without those between `raw` and `endraw`."""
    is_raw = False
    end = text.rfind("%}") + len("%}")  # A tag without an end is not searched for behind it.
    for match in TAG.finditer(text, 0, end):
        name, words = match.groups()
        if name in {"raw", "endraw"}:
            is_raw = name == "raw"
        if not is_raw:
            yield Tag(name, words.strip(), match.start(), match.end())


def outermost_blocks(tags: list[Tag], text: str) -> Iterator[Block]:
    """The blocks outside of other blocks. A tag without an end tag is a block."""
    depth = 0
    inside: list[Tag] = []
    for tag in tags:
        inside.append(tag)
        if tag.name in BLOCKS:
            depth += 1
        elif tag.name.startswith("end"):
            depth -= 1
        if depth <= 0:
            yield Block(inside, text[inside[0].start : tag.end])
            depth = 0
            inside = []
