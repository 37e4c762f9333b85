"""Formulas on lines of their own: `$$ … $$` between blank lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes
from acadfolio.markdown.attributes import LINE_CONTENT

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks

_START = re.compile(r" {0,3}(\\)?\$\$")
_REST = re.compile(rf"[^\S\n]*(?:\{{:(?![:/])({LINE_CONTENT}+)\}})?[^\S\n]*\n")  # the line may end with attributes


def maths(blocks: Blocks) -> bool:
    """`$$ … $$` between blank lines is a formula of its own; a backslash in front says that it is not."""
    text, start = blocks.text, blocks.position
    match = _START.match(text, start)
    if match is None or not blocks.after_boundary():
        return False
    close = blocks.find("$$", match.end())
    rest = _REST.match(text, close + 2) if close >= 0 else None
    if rest is None:
        return False
    if match[1]:
        blocks.position = match.end() - 2
        return False
    line = blocks.line()
    blocks.position = rest.end()
    if not blocks.before_boundary():
        blocks.position = start
        return False
    node = blocks.add("math", text[match.end() : close].strip())
    node.line = line
    if rest[1]:
        own = attributes.AttributeList()
        attributes.read(rest[1], own)
        attributes.attach(node, own)
    return True
