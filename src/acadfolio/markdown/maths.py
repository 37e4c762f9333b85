"""Formulas: `$$…$$` as a block or in a line, and `$…$` if `Options.math` is `dollar`, but not prices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.attributes import LIST_IN_TEXT, attach, read_attributes
from acadfolio.markdown.state import AttributeList

if TYPE_CHECKING:
    from acadfolio.markdown.block_parser import BlockParser
    from acadfolio.markdown.inline_parser import InlineParser

_ENDS_LINE = re.compile(r"\$\$[^\S\n]*(?:\n|\Z)")
# `$5 and …`: a number, then words; `$HOME/`: a variable, then more of a path.
_PRICE_OR_WORDS = r"\A\d[\d.,]*\s*[a-zA-Z]{2,}|[a-zA-Z]{2}\s+[a-zA-Z]{2}"
_OPEN_ENDED = ("/", ":", ",", ";", '"', "-")
_MARKDOWN = ("**", "](", "`")
_TEX = "\\^_={}"
_AFTER_WORD = "\\^_"
"""What a formula that follows a letter or a digit begins with: `km$^2$`."""
MAX_LENGTH = 2000
"""Characters between single dollars."""


def maths_block(parser: BlockParser) -> bool:
    """`$$ … $$` between blank lines is a displayed formula; with a backslash before it, it is inline."""
    text, start = parser.text, parser.position
    is_escaped = text[parser.text_start] == "\\"
    formula = parser.text_start + (len("\\$$") if is_escaped else len("$$"))
    if not text.startswith("$$", formula - 2) or not parser.is_after_boundary():
        return False
    close = parser.find("$$", formula)
    own = _attributes_after(parser, close + 2) if close >= 0 else None
    if own is None:
        return False
    if is_escaped:
        parser.position = formula - 2
        return False
    line = parser.line_number()
    parser.position = parser.line_end(close)
    if not parser.is_before_boundary():
        parser.position = start
        return False
    node = parser.add("math", text[formula:close].strip())
    node.line = line
    attach(node, own)
    return True


def _attributes_after(parser: BlockParser, position: int) -> AttributeList | None:
    """The attribute list at the end of the line; None if other text follows."""
    rest = parser.text[position : parser.line_end(position)].strip()
    match = LIST_IN_TEXT.fullmatch(rest)
    if match is None:
        return None if rest else AttributeList()
    return read_attributes(match[1])


def dollar(parser: InlineParser) -> None:
    if parser.text.startswith("$$", parser.position):
        _double_dollar(parser)
        return
    end = _closing_dollar(parser) if parser.state.options.math == "dollar" else -1
    if end < 0:
        parser.as_text_for_quotes(1)
    else:
        parser.add(_token(parser, "inline-math", parser.text[parser.position + 1 : end]), end + 1)


def _double_dollar(parser: InlineParser) -> None:
    text, start = parser.text, parser.position
    end = parser.find("$$", start + 2)
    if end < 0:
        parser.as_text_for_quotes(2)
        return
    kind = "inline-math"
    if _has_own_lines(text, start, end):
        kind = "display-math"
        hint = "put a blank line above and below it to show it on its own line"
        parser.warn(
            "formula", "this formula is shown within the line of its paragraph", hint, start
        )
    parser.add(_token(parser, kind, text[start + 2 : end].strip()), end + 2)


def _has_own_lines(text: str, start: int, end: int) -> bool:
    """Whether its first and last lines hold only `$$`: a wrapped paragraph would not look like that."""
    if not (_ENDS_LINE.match(text, start) and _ENDS_LINE.match(text, end)):
        return False
    before_start = text[text.rfind("\n", 0, start) + 1 : start]
    before_end = text[text.rfind("\n", 0, end) + 1 : end]
    return not before_start.strip() and not before_end.strip()


def latex_brackets(parser: InlineParser) -> bool:
    r"""`\\(…\\)` and `\\[…\\]`: kramdown makes one backslash of two, and MathJax finds the formula."""
    text, start = parser.text, parser.position
    is_block = text[start + 2] == "["
    end = parser.find("\\\\]" if is_block else "\\\\)", start + 3)
    content = text[start + 3 : end].strip().replace("\\\\", "\\")
    if end < 0 or not content or "\n\n" in content:
        return False
    parser.add(_token(parser, "block-math" if is_block else "inline-math", content), end + 3)
    parser.text_end = parser.position
    return True


def equation_reference(parser: InlineParser) -> bool:
    r"""`\eqref{label}` in the text is a formula, as for MathJax."""
    end = parser.find("}", parser.position)
    if not parser.text.startswith(r"\eqref{", parser.position) or end < 0:
        return False
    parser.add(_token(parser, "inline-math", parser.text[parser.position : end + 1]), end + 1)
    return True


def _token(parser: InlineParser, kind: str, tex: str) -> str:
    start = parser.position
    return parser.state.token(kind, tex, parser.line_of(start), written=parser.written_at(start))


def _closing_dollar(parser: InlineParser) -> int:
    """The end of the formula at the parser's position; -1 if there is none."""
    text, start = parser.text, parser.position
    before, following = text[max(start - 1, 0) : start], text[start + 1 : start + 2]
    if not may_open(before, following):
        return -1
    end = _next_dollar(parser, start + 2)
    return end if end >= 0 and is_formula(text[start + 1 : end], text[end + 1 : end + 2]) else -1


def may_open(before: str, following: str) -> bool:
    """Whether a dollar between two characters may begin a formula."""
    is_in_word = before.isalnum() and following not in _AFTER_WORD
    return bool(following) and not following.isspace() and not is_in_word and before != "$"


def is_formula(content: str, after: str) -> bool:
    """Whether `content` is a formula if a dollar and the character `after` follow it."""
    if content[-1].isspace() or after.isdigit() or after == "$":
        return False
    return "\n\n" not in content and not _is_prose(content, after)


def _next_dollar(parser: InlineParser, start: int) -> int:
    """The next dollar without a backslash, or -1.

    The result is remembered for all openers before it.
    """
    searched, found = parser.last_dollar
    if not searched <= start <= found:
        found = parser.text.find("$", start)
        while found >= 0 and parser.text[found - 1] == "\\":
            found = parser.text.find("$", found + 1)
        found = found if found >= 0 else len(parser.text)
        parser.last_dollar = (start, found)
    return found if found < min(len(parser.text), start + MAX_LENGTH) else -1


def _is_prose(content: str, after: str) -> bool:
    """Whether the text looks like prices, paths or words rather than a formula."""
    if content.isidentifier() and content.isupper() and (after.isalpha() or after == "{"):
        return True
    if content.isdecimal() and after.isalpha():
        return True
    if content.endswith(_OPEN_ENDED) or any(mark in content for mark in _MARKDOWN):
        return True
    if any(char in content for char in _TEX):
        return False
    return re.search(_PRICE_OR_WORDS, content) is not None
