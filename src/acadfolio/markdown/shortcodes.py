"""Shortcodes: a line with only `{{ … }}` is replaced by a section of the site.

`mark` marks such lines before Liquid and Markdown. The block parser then replaces each marked line
that is not code by a placeholder for its HTML; `unmark` restores the braces of the rest.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from acadfolio.markdown.state import Shortcode

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

# Private-use characters without a meaning in Liquid, Markdown or HTML: around a marked shortcode,
# before its line number, and around the key of a placeholder.
START, END, NUMBER = "\ue000", "\ue001", "\ue002"
PLACEHOLDER_START, PLACEHOLDER_END = "\ue003", "\ue005"

_MARKERS = r"[ \t]*+(?>(?:(?:>|(?:[-+*:]|\d+\.)(?=[ \t]))[ \t]*+)*)"
_EXPRESSION = r"(?:[^ \t\n}]|\}(?!\})|[ \t]++(?!\}\}))+"
_UNMARKED = re.compile(
    r"(?P<raw>\{%-?\s*(?P<tag>raw|highlight|comment)\b"
    r"(?s:(?:(?!\{%-?\s*(?P=tag)\b).)*?)\{%-?\s*end(?P=tag)\b)"
    rf"|^(?P<before>{_MARKERS})\{{\{{(?P<inside>[ \t]*+{_EXPRESSION}[ \t]*)\}}\}}(?=[ \t]*$)",
    re.MULTILINE,
)
MARKED = rf"{START}([^{END}]*){NUMBER}(\d+){END}"
# A line with only a marked shortcode or a placeholder.
_PLACEHOLDER = rf"{PLACEHOLDER_START}[^\n{PLACEHOLDER_END}]*{PLACEHOLDER_END}"
LINE = re.compile(rf"[ \t]*(?:{START}[^\n{END}]*{END}|{_PLACEHOLDER})[ \t]*\n")
_LINE_IN_HTML = (
    rf"(?m)^[ \t]*{MARKED}[ \t]*$"
    r"|(?is:<!--.*?(?:-->|\Z)|<(pre|script|style|textarea)\b.*?(?:</\3|\Z))"
)


def mark(text: str, *, only_calls: bool = False) -> str:
    """Mark the shortcodes of a page, also in list items and quotes.

    only_calls: an expression without a call (`{{ page.title }}`) is left to a plug-in.
    """
    for character in (START, END, NUMBER, PLACEHOLDER_START, PLACEHOLDER_END):
        text = text.replace(character, "")
    return _UNMARKED.sub(partial(_marked_line, only_calls), text) if "{{" in text else text


def _marked_line(only_calls: bool, match: re.Match[str]) -> str:  # noqa: FBT001 - for `partial`
    if match["inside"] is None or (only_calls and not _is_call(match["inside"].strip())):
        return match[0]
    return match["before"] + marked(match["inside"], match.string.count("\n", 0, match.start()) + 1)


def _is_call(expression: str) -> bool:
    """Whether an expression is a call, maybe with the closing parenthesis missing.

    Liquid has no calls.
    """
    name, bracket, _ = expression.partition("(")
    return bool(bracket) and name.rstrip().isidentifier()


def mark_calls(text: str, names: Collection[str]) -> str:
    """Mark the lines of a text of the data that only call one of these shortcodes.

    All others are text.
    """
    for character in (START, END, NUMBER, PLACEHOLDER_START, PLACEHOLDER_END):
        text = text.replace(character, "")
    return _UNMARKED.sub(partial(_marked_call, names), text) if "{{" in text else text


def _marked_call(names: Collection[str], match: re.Match[str]) -> str:
    inside = (match["inside"] or "").strip()
    if not _is_call(inside) or inside.partition("(")[0].rstrip() not in names:
        return match[0]
    return _marked_line(False, match)  # noqa: FBT003 - as in `mark`


def unmark(text: str) -> str:
    """Restore the braces of marked shortcodes that are not replaced, such as those in code."""
    return re.sub(MARKED, r"{{\1}}", text) if START in text else text


def marked(expression: str, line: int = 0) -> str:
    """A shortcode as `mark` marks it."""
    return f"{START}{expression}{NUMBER}{line}{END}"


def take(match: re.Match[str], shortcodes: list[Shortcode]) -> str:
    """Add a marked shortcode to the list. Returns the placeholder for its HTML."""
    shortcodes.append(Shortcode(match[1].strip(), int(match[2])))
    return placeholder(str(len(shortcodes) - 1))


def take_from_html(html: str, shortcodes: list[Shortcode]) -> str:
    """Replace the marked shortcodes of HTML by placeholders between blank lines, and add them to the list."""
    return re.sub(_LINE_IN_HTML, partial(_taken_line, shortcodes), html)


def _taken_line(shortcodes: list[Shortcode], match: re.Match[str]) -> str:
    return match[0] if match[1] is None else f"\n{take(match, shortcodes)}\n"


def placeholder(key: str) -> str:
    """The placeholder in text and HTML for content with this key."""
    return f"{PLACEHOLDER_START}{key}{PLACEHOLDER_END}"


def fill_placeholders(html: str, contents: Mapping[str, str]) -> str:
    """Replace the placeholders by the contents with their keys."""
    start, *parts = html.split(PLACEHOLDER_START)
    filled = [start]
    for part in parts:
        key, _, after = part.partition(PLACEHOLDER_END)
        filled += [contents.get(key, ""), after]
    return "".join(filled)
