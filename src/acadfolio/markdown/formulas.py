"""Formulas on lines of their own: `$$ … $$` between blank lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.lines import BLANK

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks

_START = re.compile(r" {0,3}(\\)?\$\$")


def maths(blocks: Blocks) -> bool:
    """`$$ … $$` between blank lines is a formula of its own; a backslash in front says that it is not."""
    match = _START.match(blocks.text, blocks.position)
    if match is None or not blocks.after_boundary():
        return False
    close = blocks.find("$$", match.end())
    if close < 0:
        return False
    start, blocks.position = blocks.position, close + 2
    rest = BLANK.match(blocks.text, blocks.position)
    if rest is not None:
        blocks.position = blocks.text.index("\n", blocks.position) + 1
    if match[1]:
        blocks.position = match.end() - 2 if rest is not None else start
        return False
    if rest is None or not blocks.before_boundary():
        blocks.position = start
        return False
    blocks.position = start
    line = blocks.line()
    blocks.position = blocks.text.index("\n", close + 2) + 1
    node = blocks.add("math", blocks.text[match.end() : close].strip())
    node.line = line
    return True
