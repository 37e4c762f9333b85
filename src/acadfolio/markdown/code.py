"""Code: fenced and indented blocks, and how code is coloured and wrapped."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from acadfolio.markdown.lines import ATTRIBUTE_LINE, BLANK_LINE
from acadfolio.markdown.tags import BLOCK_TAG_LINE

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks
    from acadfolio.markdown.tree import Attributes

_INDENT = r"(?:\t| {4})"
_INDENTED = re.compile(
    rf"(?>(?:(?>(?:{BLANK_LINE})*)(?>(?:{_INDENT}[^\S\n]*+\S[^\n]*\n)+)"
    # A line that is not indented belongs to the code line above it.
    rf"(?>(?:(?!{ATTRIBUTE_LINE}|\^[ \t]*\n|{BLOCK_TAG_LINE})[^\S\n]*+\S[^\n]*\n)*))+)"
)
_FIRST_INDENT = re.compile(rf"^{_INDENT}", re.MULTILINE)
_LAZY_LINE = re.compile(r"\n( {0,3}\S+)")
_FENCE = re.compile(r" {0,3}((`{3,})|~{3,})[^\S\n]*([^\s?`~][^\s?]*)?(?:\?(\S*))?[^\S\n]*\n")
_MARKED = re.compile(r"(?:^|[?&])mark_lines=([\d,+-]+)")


def indented(blocks: Blocks) -> bool:
    match = _INDENTED.match(blocks.text, blocks.position)
    if match is None:
        return False
    text = _LAZY_LINE.sub(r" \1", match[0])
    blocks.add("code", _FIRST_INDENT.sub("", text))
    blocks.position = match.end()
    return True


def fenced(blocks: Blocks) -> bool:
    match = _FENCE.match(blocks.text, blocks.position)
    if match is None:
        return False
    close = blocks.search(_closing_fence(match[1]), match.end() - 1)
    if close is None:
        return False
    node = blocks.add("code", blocks.text[match.end() : close.start() + 1], match[3] or "")
    marked = _MARKED.search(match[4] or "")
    if marked:
        node.attributes["mark_lines"] = marked[1].replace("+", " ")
    blocks.position = close.end()
    return True


@cache
def _closing_fence(fence: str) -> re.Pattern[str]:
    return re.compile(rf"\n {{0,3}}{fence}{fence[0]}*+[^\S\n]*\n")


def language_of(attributes: Attributes) -> str:
    """Take `language-x` out of the classes: the language, which an attribute list may name."""
    classes = attributes.get("class", "")
    if "language-" not in classes:
        return ""
    names = classes.split()
    found = [name for name in names if name.startswith("language-")]
    rest = " ".join(name for name in names if not name.startswith("language-"))
    if rest:
        attributes["class"] = rest
    else:
        del attributes["class"]
    return found[-1].removeprefix("language-") if found else ""
