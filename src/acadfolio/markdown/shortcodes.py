"""Shortcodes: a line that holds nothing but `{{ … }}` places a section of the site.

`mark` sets such lines apart before Liquid or Markdown reads the page. The block parser takes each marked line that is
not code, and leaves a place for its HTML; the others get their braces back.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.state import Shortcode

if TYPE_CHECKING:
    from collections.abc import Mapping

# Private characters that no rule of Liquid, Markdown or HTML reads: around a marked shortcode, in front of its line's
# number, and around the key of a place.
START, END, NUMBER = "\ue000", "\ue001", "\ue002"
PLACE_START, PLACE_END = "\ue003", "\ue005"

_MARKERS = r"[ \t]*+(?:(?:>|(?:[-+*:]|\d+\.)(?=[ \t]))[ \t]*+)*+"
_EXPRESSION = r"(?:[^ \t\n}]|\}(?!\})|[ \t]++(?!\}\}))+"
_UNMARKED = re.compile(
    r"(?P<raw>\{%-?\s*(?P<tag>raw|highlight|comment)\b(?s:.*?)\{%-?\s*end(?P=tag)\b)"
    rf"|^(?P<before>{_MARKERS})\{{\{{(?P<inside>[ \t]*+{_EXPRESSION}[ \t]*)\}}\}}(?=[ \t]*$)",
    re.MULTILINE,
)
MARKED = re.compile(rf"{START}([^{END}]*){NUMBER}(\d+){END}")
# A line that is nothing but a marked shortcode, or a place.
LINE = re.compile(rf"[ \t]*(?:{START}[^\n{END}]*{END}|{PLACE_START}[^\n{PLACE_END}]*{PLACE_END})[ \t]*\n")
_LINE_IN_HTML = re.compile(
    rf"^[ \t]*{MARKED.pattern}[ \t]*$|(?is:<!--.*?-->|<(pre|script|style|textarea)\b.*?</\3)", re.MULTILINE
)


def mark(text: str, *, has_liquid: bool = False) -> str:
    """Mark the shortcodes of a page, also those in items of lists and in quotes.

    has_liquid: a line that calls nothing (`{{ page.title }}`) is Liquid's, and so is what `raw` and the like enclose.
    """
    for character in (START, END, NUMBER, PLACE_START, PLACE_END):
        text = text.replace(character, "")
    if "{{" not in text:
        return text

    def replace(match: re.Match[str]) -> str:
        if match["inside"] is None or (has_liquid and not _is_call(match["inside"].strip())):
            return match[0]
        return match["before"] + marked(match["inside"], text.count("\n", 0, match.start()) + 1)

    return _UNMARKED.sub(replace, text)


def _is_call(expression: str) -> bool:
    """Whether it calls something, be it without its last bracket: Liquid has no calls."""
    name, bracket, _ = expression.partition("(")
    return bool(bracket) and name.rstrip().isidentifier()


def unmark(text: str) -> str:
    """Give the marked shortcodes that place nothing, in code for instance, their braces back."""
    return MARKED.sub(r"{{\1}}", text) if START in text else text


def marked(expression: str, line: int = 0) -> str:
    """A shortcode as `mark` leaves it."""
    return f"{START}{expression}{NUMBER}{line}{END}"


def without_shortcodes(text: str) -> str:
    """The marked text without the lines that place something."""
    return LINE.sub("\n", text)


def take(match: re.Match[str], shortcodes: list[Shortcode]) -> str:
    """Add a marked shortcode to those of a document. Returns the place of its HTML."""
    shortcodes.append(Shortcode(match[1].strip(), int(match[2])))
    return place(str(len(shortcodes) - 1))


def take_from_html(html: str, shortcodes: list[Shortcode]) -> str:
    """Take all marked shortcodes of HTML; a blank line stays above and below each."""

    def replace(match: re.Match[str]) -> str:
        return match[0] if match[1] is None else f"\n{take(match, shortcodes)}\n"

    return _LINE_IN_HTML.sub(replace, html)


def place(key: str) -> str:
    """What stands in text and in HTML for what is put there last."""
    return f"{PLACE_START}{key}{PLACE_END}"


def fill(html: str, contents: Mapping[str, str]) -> str:
    """Put the contents into their places."""
    start, *parts = html.split(PLACE_START)
    filled = [start]
    for part in parts:
        key, _, after = part.partition(PLACE_END)
        filled += [contents.get(key, ""), after]
    return "".join(filled)
