"""Headers, `# …` or underlined, and their ids."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks

_HASHED = re.compile(r"(#{1,6})[\t ]+([^\s][^\n]*)\n")
_UNDERLINED = re.compile(r" {0,3}([^ \t\n][^\n]*)\n(?:(=)|-)[=-]*+[^\S\n]*\n")
_IDENTIFIER = re.compile(r"[ \t]+\{#([A-Za-z][\w:-]*)\}\Z")
_CLOSING_HASHES = re.compile(r"(?<=[\t ])#+\Z")

_NOT_IN_ID = re.compile(r"[^\w\- \t]")
_WORD_CATEGORIES = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"))
_BEFORE_LETTER = re.compile(r"^[^a-zA-Z]+", re.MULTILINE)
_NOT_PLAIN = re.compile(r"[^a-zA-Z0-9 -]")


def hashed(blocks: Blocks) -> bool:
    match = _HASHED.match(blocks.text, blocks.position)
    if match is None:
        return False
    text, identifier = _contents(match[2])
    stripped = _CLOSING_HASHES.sub("", text).rstrip()
    _add(blocks, len(match[1]), stripped or text, identifier)
    blocks.position = match.end()
    return True


def underlined(blocks: Blocks) -> bool:
    text = blocks.text
    after = text.find("\n", blocks.position) + 1
    if text[after : after + 1] not in ("=", "-") or not blocks.after_boundary():
        return False
    match = _UNDERLINED.match(text, blocks.position)
    if match is None:
        return False
    content, identifier = _contents(match[1])
    _add(blocks, 1 if match[2] else 2, content, identifier)
    blocks.position = match.end()
    return True


def _contents(text: str) -> tuple[str, str]:
    text = text.rstrip()
    match = _IDENTIFIER.search(text)
    return (text[: match.start()].rstrip(), match[1]) if match else (text, "")


def _add(blocks: Blocks, level: int, text: str, identifier: str) -> None:
    node = blocks.add("header", text)
    node.level = level
    node.line = blocks.line()
    if identifier:
        node.attributes["id"] = identifier


def github_id(text: str) -> str:
    """The id that GitHub's rule makes of a header's plain text."""
    text = text.lower()
    if text.isascii():
        kept = _NOT_IN_ID.sub("", text)
    else:
        kept = "".join([char for char in text if char in "- \t" or _is_word(char)])
    return kept.replace(" ", "-").replace("\t", "-")


@cache
def _is_word(char: str) -> bool:
    """Letters, digits, connectors, and marks: the variation selector behind an emoji is one."""
    return category(char) in _WORD_CATEGORIES


def plain_id(text: str) -> str:
    """The older rule, which holds for headers inside HTML elements."""
    text = _NOT_PLAIN.sub("", _BEFORE_LETTER.sub("", text))
    return text.replace(" ", "-").lower() or "section"


class Identifiers:
    """Hands out ids; one that was given before gets a number. Both rules count on their own, as kramdown does."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.github: dict[str, int] = {}
        self.plain: dict[str, int] = {}

    def github_rule(self, text: str) -> str:
        return self.prefix + _numbered(github_id(text), self.github)

    def plain_rule(self, text: str) -> str:
        return _numbered(self.prefix + plain_id(text), self.plain)


def _numbered(name: str, seen: dict[str, int]) -> str:
    seen[name] = count = seen.get(name, -1) + 1
    return f"{name}-{count}" if count else name
