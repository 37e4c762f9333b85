"""Typography: smart quotes, dashes, ellipses, guillemets, hard breaks, entities, backslashes."""

from __future__ import annotations

import re
import string
from html import unescape
from html.entities import html5
from typing import TYPE_CHECKING

from acadfolio.markdown.markup import escape_attribute
from acadfolio.markdown.maths import latex, reference

if TYPE_CHECKING:
    from acadfolio.markdown.inline_parser import InlineParser

_OPENING = {"'": "‘", '"': "“"}
_CLOSING = {"'": "’", '"': "”"}
# In front of these, a quote opens; behind anything else, it closes.
_BEFORE_OPENING = frozenset(" \\\t\r\n[{(-")
_PUNCTUATION = frozenset(string.punctuation) - {"&"}
_ENTITY = re.compile(r"&(?:([\w:][\-\w.:]*)|#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,9});")


def quote(parser: InlineParser) -> None:
    """A straight quote becomes a curly one by what stands around it.

    The character in front counts only as long as it is plain text: behind an element, the text starts anew.
    """
    text, position = parser.text, parser.position
    is_after_text = position > parser.segment or position == parser.solid
    before = text[position - 1] if is_after_text else ""
    if before and before not in _BEFORE_OPENING:
        parser.add(_CLOSING[text[position]], position + 1)
        return
    rules = [] if before else [*AT_START]
    if before.isspace():
        rules.append(_decade)
    if not any(rule(parser, text[position]) for rule in rules):
        parser.add(_OPENING[text[position]], position + 1)


def _before_emphasis(parser: InlineParser, char: str) -> bool:
    following = parser.text[parser.position + 1 : parser.position + 3]
    is_found = following.startswith(("_", "*")) and not following[1:].isspace() and len(following) > 1
    if is_found:
        parser.add(_OPENING[char], parser.position + 1)
    return is_found


def _before_punctuation(parser: InlineParser, char: str) -> bool:
    """Before punctuation that ends a word it closes."""
    text, position = parser.text, parser.position
    following, after = text[position + 1 : position + 2], text[position + 2 : position + 3]
    if following not in _PUNCTUATION or text.startswith("..", position + 2):
        return False
    is_word_after = after.isalnum() or after == "_"
    ends_word = is_word_after == (following == "_")
    if ends_word:
        parser.add(_CLOSING[char], position + 1)
    return ends_word


def _decade(parser: InlineParser, char: str) -> bool:
    """An apostrophe, as in `'90s`."""
    decade = parser.text[parser.position + 1 : parser.position + 4]
    is_decade = char == "'" and decade[:2].isdecimal() and decade[2:] == "s"
    if is_decade:
        parser.add("’", parser.position + 1)
    return is_decade


def _possessive(parser: InlineParser, char: str) -> bool:
    following, after = parser.text[parser.position + 1 : parser.position + 2], parser.text[parser.position + 2 :][:1]
    is_found = not following or following.isspace() or (following == "s" and not (after.isalnum() or after == "_"))
    if is_found:
        parser.add(_CLOSING[char], parser.position + 1)
    return is_found


AT_START = (_before_emphasis, _before_punctuation, _decade, _possessive)
"""What a quote may be besides an opening one."""


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
    """Two spaces before a line end break the line; a space before `>>` does not break."""
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
    """An escaped character, a hard break, or LaTeX in a backslash's brackets."""
    text, position = parser.text, parser.position
    following = text[position + 1]
    if following == "\n":
        # At the end there is nothing that a break could part.
        parser.add("" if position + 2 == len(text) else "<br />", position + 1)
    elif text.startswith("\\\\\n", position):
        parser.add("<br />", position + 2)
    elif text.startswith(("\\\\(", "\\\\["), position) and latex(parser):
        return
    elif not reference(parser):
        parser.pending.append(following)
        parser.position += 2
        # What was escaped is text that a quote behind it does not see.
        parser.segment = parser.position
