"""Typography: smart quotes, dashes, ellipses, guillemets, hard breaks, entities."""

from __future__ import annotations

import html.entities
import re
import string
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.markdown.spans import Spans

_OPENING = {"'": "‘", '"': "“"}
_CLOSING = {"'": "’", '"': "”"}
# In front of these, a quote opens; behind anything else, it closes.
_BEFORE_OPENING = frozenset(" \\\t\r\n[{(-")
_WORD = frozenset(string.ascii_letters + string.digits + "_")
_PUNCTUATION = frozenset("!\"#$%'()*+,-./:;<=>?@[\\]^_`{|}~")
_BEFORE_EMPHASIS = re.compile(r"[_*]{1,2}\S")
_RUN = re.compile(r"([\"'])\1{2,}")
_PAIRS = re.compile(r"(?:<<)+(?=<<)")
_DECADE = re.compile(r"\d\ds")
_POSSESSIVE = re.compile(r"\s|s\b|\Z")
_ENTITY = re.compile(r"&(?:([\w:][\-\w.:]*)|#(\d+)|#[xX]([0-9a-fA-F]+));")
_KEPT = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;"}


def quote(spans: Spans) -> None:
    """A straight quote becomes a curly one by what stands around it.

    The character in front counts only as long as it is plain text: behind an element, the text starts anew.
    """
    text, position = spans.text, spans.position
    char = text[position]
    before = text[position - 1] if position > spans.segment or position == spans.solid else ""
    if before and before not in _BEFORE_OPENING:
        spans.add(_CLOSING[char], position + 1)
        return
    following = text[position + 1 : position + 2]
    if before in ("", *" \t\r\n"):
        if not before and _alone(spans, char, position):
            return
        if following in ("'", '"') and following != char and text[position + 2 : position + 3] in _WORD:
            spans.add(_OPENING[char] + _OPENING[following], position + 2)
            return
        if char == "'" and _DECADE.match(text, position + 1):
            spans.add("’", position + 1)
            return
        if not before and following in ("'", '"') and following:
            spans.as_text(1)
            spans.add(_CLOSING[following], position + 2)
            return
        if not before and _POSSESSIVE.match(text, position + 1):
            spans.add(_CLOSING[char], position + 1)
            return
    spans.add(_OPENING[char], position + 1)


def _alone(spans: Spans, char: str, position: int) -> bool:
    """Quotes with nothing in front: they open before emphasis, and close before punctuation that ends a word."""
    text = spans.text
    run = _RUN.match(text, position)
    if run is not None:  # all but the last two stand before punctuation
        spans.add(_CLOSING[char] * (len(run[0]) - 2), run.end() - 2)
        return True
    if _BEFORE_EMPHASIS.match(text, position + 1):
        spans.add(_OPENING[char], position + 1)
        return True
    following = text[position + 1 : position + 2]
    if following not in _PUNCTUATION or not following or text.startswith("..", position + 2):
        return False
    after = text[position + 2 : position + 3]
    word_after = bool(after) and (after.isalnum() or after == "_")
    if word_after == (following == "_"):
        spans.add(_CLOSING[char], position + 1)
        return True
    return False


def dash(spans: Spans) -> None:
    if spans.text.startswith("---", spans.position):
        spans.add("—", spans.position + 3)
    else:
        spans.add("–", spans.position + 2)


def ellipsis(spans: Spans) -> None:
    spans.add("…", spans.position + 3)


def guillemet(spans: Spans) -> None:
    spans.add("»", spans.position + 2)


def opening_guillemet(spans: Spans) -> None:
    pairs = _PAIRS.match(spans.text, spans.position)
    if pairs is not None:
        spans.add("«" * (len(pairs[0]) // 2), pairs.end())
    elif spans.text.startswith("<< ", spans.position):
        spans.add("«\xa0", spans.position + 3)
    else:
        spans.add("«", spans.position + 2)


def space(spans: Spans) -> None:
    """Two spaces before a line end break the line; a space before `>>` does not break."""
    if spans.text.startswith("  \n", spans.position):
        spans.add("<br />", spans.position + 2)
    else:
        spans.add("\xa0»", spans.position + 3)


def entity(spans: Spans) -> None:
    match = _ENTITY.match(spans.text, spans.position)
    if match is None:
        spans.as_text(1)
        return
    char = _character(*match.groups())
    if not char:
        spans.add("&amp;" + match[0][1:], match.end())
    else:
        spans.add(_KEPT.get(char, char), match.end())


def _character(name: str | None, decimal: str | None, hexadecimal: str | None) -> str:
    """What the entity stands for; nothing if it is unknown."""
    if name is not None:
        return html.entities.html5.get(name + ";", "")
    digits = decimal or hexadecimal or ""
    code = int(digits[:9], 10 if decimal else 16)
    return html.unescape(f"&#{code};") if 0 < code < 0x110000 else "\ufffd"  # noqa: PLR2004 - the end of Unicode
