"""What lines look like that end a block or start another: patterns that several readers share."""

from __future__ import annotations

import re

from acadfolio.markdown.attributes import BLOCK_CONTENT
from acadfolio.markdown.tags import BLOCK_TAG_LINE

# Blocks nest as deep as this; below, markers are text. Browsers give up at 512 elements, people far earlier.
DEEPEST = 60

BLANK_LINE = r"[^\S\n]*+\n"
ATTRIBUTE_LINE = rf" {{0,3}}\{{:(?![:/]){BLOCK_CONTENT}\}}{BLANK_LINE}"
LIST_MARKER = r" {0,3}(?:[+*-]|\d+\.)[\t |]"  # a pipe belongs to a table that is the item's text
# Where a quote or a lazy line of a list ends …
LAZY_END = rf"{BLANK_LINE}|\^[ \t]*\n|{ATTRIBUTE_LINE}|{BLOCK_TAG_LINE}"
# … and where a paragraph does, in the GitHub flavour.
PARAGRAPH_END = rf"{LAZY_END}|{LIST_MARKER}| {{0,3}}(?:>|:[\t |]|`{{3}}|~{{3}})|\#{{1,6}}[\t ]+[^\s]"

BLANK = re.compile(rf"(?:{BLANK_LINE})+")
RULE = re.compile(r" {0,3}([*_-])[ \t]*\1[ \t]*\1(?>(?:\1|[ \t])*)\n")
END_MARKER = re.compile(r"\^[^\S\n]*\n")
