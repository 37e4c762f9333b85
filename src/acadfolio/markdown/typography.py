"""Typography: smart quotes, dashes, ellipses, guillemets, hard breaks, entities, backslashes."""

from __future__ import annotations

import re
import string
from html import unescape
from html.entities import html5
from typing import TYPE_CHECKING

from acadfolio.markdown.markup import escape_attribute
from acadfolio.markdown.maths import equation_reference, latex_brackets

if TYPE_CHECKING:
    from acadfolio.markdown.inline_parser import InlineParser

_OPENING = {"'": "‘", '"': "“"}
_CLOSING = {"'": "’", '"': "”"}
# A quote after one of these is an opening one.
_BEFORE_OPENING = frozenset(" \\\t\r\n[{(-")
_PUNCTUATION = frozenset(string.punctuation) - {"&"}
_ENTITY = re.compile(r"&(?:([\w:][\-\w.:]*)|#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,9});")


def quote(parser: InlineParser) -> None:
    """Convert a straight quote to an opening or closing one.

    The character before it counts only if it is plain text, not if it is the end of an element.
    """
    quotes = _OPENING if _opens(parser) else _CLOSING
    parser.add(quotes[parser.text[parser.position]], parser.position + 1)


def _opens(parser: InlineParser) -> bool:
    text, position = parser.text, parser.position
    is_after_text = position > parser.segment or position == parser.text_end
    before = text[position - 1] if is_after_text else ""
    following, after = text[position + 1 : position + 2], text[position + 2 : position + 3]
    is_decade = _is_decade(text[position : position + 4])
    if before:
        return before in _BEFORE_OPENING and not (before.isspace() and is_decade)
    if following in {"_", "*"} and after and not after.isspace():
        return True
    return not (is_decade or _ends_word(text, position))


def _is_decade(text: str) -> bool:
    """Whether an apostrophe begins a decade: `'90s`."""
    return text[0] == "'" and text[1:3].isdecimal() and text[3:] == "s"


def _ends_word(text: str, position: int) -> bool:
    """Whether a quote is at the end of the text, before a possessive `s`, or before punctuation after a word."""
    following, after = text[position + 1 : position + 2], text[position + 2 : position + 3]
    is_word_after = after.isalnum() or after == "_"
    if not following or following.isspace():
        return True
    if following == "s":
        return not is_word_after
    if following not in _PUNCTUATION or text.startswith("..", position + 2):
        return False
    return is_word_after == (following == "_")


def dash(parser: InlineParser) -> None:
    if parser.text.startswith("---", parser.position):
        parser.add("—", parser.position + 3)
    else:
        parser.add("–", parser.position + 2)


def opening_guillemet(parser: InlineParser) -> None:
    pairs = len(parser.run()) // 2
    if pairs > 1:
        parser.add("«" * (pairs - 1), parser.position + 2 * (pairs - 1))
    elif parser.text.startswith("<< ", parser.position):
        parser.add("«\xa0", parser.position + 3)
    else:
        parser.add("«", parser.position + 2)


def space(parser: InlineParser) -> None:
    """Two spaces before a line end are a line break; a space before `>>` is a no-break space."""
    if parser.text.startswith("  \n", parser.position):
        parser.add("<br />", parser.position + 2)
    else:
        parser.add("\xa0»", parser.position + 3)


def entity(parser: InlineParser) -> None:
    match = _ENTITY.match(parser.text, parser.position)
    if match is None:
        parser.as_text(1)
        return
    char = unescape(match[0]) if match[1] is None else html5.get(match[1] + ";", "")
    html = escape_attribute(char) if char else "&amp;" + match[0][1:]
    parser.add(html, match.end())


def backslash(parser: InlineParser) -> None:
    r"""An escaped character, a hard line break, or LaTeX between `\\(` and `\\)`."""
    text, position = parser.text, parser.position
    following = text[position + 1]
    if following == "\n":
        # No line break at the end of the text.
        parser.add("" if position + 2 == len(text) else "<br />", position + 1)
    elif text.startswith("\\\\\n", position):
        parser.add("<br />", position + 2)
    elif text.startswith(("\\\\(", "\\\\["), position) and latex_brackets(parser):
        return
    elif not equation_reference(parser):
        parser.pending.append(following)
        parser.position += 2
        # For a quote after it, an escaped character does not count as text.
        parser.segment = parser.position
