"""Decide whether a page has Liquid: tags, or expressions that are no shortcodes."""

from __future__ import annotations

import re

from acadfolio.markdown.source import is_in_indented_code, without_code
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.model.site import Settings

LIQUID_NAME = r"[A-Za-z_][\w-]+(?:\.[\w-]+)*"
EXPRESSION = re.compile(
    rf"""\{{\{{-?\s*(?:
        (?P<of>(?:site|page)\.\w+)
        |(?P<piped>"[^"\n]*"|'[^'\n]*'|{LIQUID_NAME})\s*\|\s*[a-z_]{{3,}}\s*(?:[|:]|-?\}}\}})
    )""",
    re.VERBOSE,
)
"""Syntax of Liquid that shortcodes do not have.

It does not match sets in formulas, such as `{{x | y}}`.
"""
FORMULA = re.compile(
    r"\$\$(?:(?!\n[ \t]*\n)[\s\S])*?\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]*(?<=\S)\$(?![$\d])"
)
_RAW = re.compile(r"\{%-?\s*raw\s*-?%\}(?!`)[\s\S]*?\{%-?\s*endraw\s*-?%\}")
"""Jekyll's `raw`, which also works in code. Alone in code it is shown: a page explains it."""
SETTINGS = {f"site.{name}" for name in Settings.__struct_fields__}
SHORTCODE_NAMES = frozenset({"site", "profile", "words", *SETTINGS})
"""The first names of shortcodes, which may also have filters.

Pages of Jekyll read more of `site`.
"""
LIQUID_FILTER = re.compile(
    r"""(?:[^"']|"[^"]*"|'[^']*')*?\|\s*(?:\w+\s*:|(?:(?:up|down)case|(?:json|markdown|sass|scss|slug|smart)ify"""
    r"""|(?:absolute|relative)_url|(?:cgi|uri|xml)_escape|strip_(?:html|index|newlines)|date_to_\w+)\b)"""
)
"""Filters that shortcodes do not have: `upcase`, and those with a colon after their name."""
BLOCK_MARKERS = re.compile(r"(?:[ \t>]|(?:[-*+:]|\d+\.)[ \t])+")
"""The markers of lists and quotes before a shortcode."""


def has_liquid(body: str, *, is_html: bool) -> bool:
    """Whether a page's text has Liquid. In code, only Jekyll's `raw` has an effect."""
    text = body if is_html else without_code(body)
    if "{%" in text or without_raw(body) != body:
        return True
    text = FORMULA.sub("", text)
    expressions = (match for match in EXPRESSION.finditer(text) if not _is_shortcode(match))
    return any(not is_in_indented_code(text, match.start()) for match in expressions)


def _is_shortcode(match: re.Match[str]) -> bool:
    """Whether an expression is a shortcode on a line of its own, which may also use `site.title`."""
    text, end = match.string, match.string.find("\n", match.start())
    line = text[text.rfind("\n", 0, match.start()) + 1 : end if end >= 0 else len(text)]
    line = BLOCK_MARKERS.sub("", line, count=1).strip()
    is_alone = line.startswith("{{") and line.find("}}") == len(line) - 2
    if not is_alone or (match["of"] and LIQUID_FILTER.match(line)):
        return False
    name = match["of"] or match["piped"].partition(".")[0]
    return name in SHORTCODE_NAMES or name in SECTION_KINDS


def without_raw(text: str) -> str:
    """The text without what is in Jekyll's `raw`.

    One without an end is not searched for behind the last end.
    """
    last = text.rfind("endraw")
    if last < 0:
        return text
    end = text.find("%}", last) + len("%}")
    return _RAW.sub("", text[:end]) + text[end:]
