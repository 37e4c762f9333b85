"""A page's text comes in, whether Jekyll's Liquid has something to say in it comes out."""

from __future__ import annotations

import re

from acadfolio.regex import regex

WORD = r"[A-Za-z_][\w-]+(?:\.[\w-]+)*"
EXPRESSION = regex(
    rf"""\{{\{{-?\s*(?:
        (?P<of>site|page)\.\w
        |(?P<piped>"[^"\n]*"|'[^'\n]*'|{WORD})\s*\|\s*[a-z_]{{3,}}\s*(?:[|:]|-?\}}\}})
    )""",
    re.VERBOSE,
)
"""What means something to Liquid alone. A set of letters, `{{x | y}}`, is no word with a filter."""
FORMULA = regex(r"\$\$(?:(?!\n[ \t]*\n)[\s\S])*?\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]*(?<=\S)\$(?![$\d])")
RAW = regex(r"\{%-?\s*raw\s*-?%\}[\s\S]*\{%-?\s*endraw\s*-?%\}")
OURS = frozenset({"site", "profile", "words"})
"""What a section line may begin with, and filters as Liquid's may follow."""
INDENTED = (" " * 4, "\t")
LIST_MARKER = regex(r" {0,3}(?:[-*+]|\d+\.)[ \t]")


def holds_liquid(body: str, text: str) -> bool:
    """`text` is the body without what Markdown shows as code. Jekyll's `raw` works there too, and shows templates."""
    if "{%" in text or ("endraw" in body and RAW.search(body)):
        return True
    if not EXPRESSION.search(text):
        return False
    text = FORMULA.sub("", text)
    return any(not (_is_ours(match) or _is_code(text, match.start())) for match in EXPRESSION.finditer(text))


def _is_ours(match: re.Match[str]) -> bool:
    """Whether it stands alone in its line, and is a section line: these may show `site.title`, too."""
    text, end = match.string, match.string.find("\n", match.start())
    line = text[text.rfind("\n", 0, match.start()) + 1 : end if end >= 0 else len(text)].strip()
    is_alone = line.startswith("{{") and line.find("}}") == len(line) - 2
    return is_alone and (match["of"] or match["piped"].partition(".")[0]) in OURS


def _is_code(text: str, offset: int) -> bool:
    """Whether it stands in a block that is indented and in no list."""
    *above, line = text[:offset].split("\n")
    if not line.startswith(INDENTED):
        return False
    is_parted = True
    for before in reversed(above):
        if before.strip() and not before.startswith(INDENTED):
            return is_parted and not LIST_MARKER.match(before)
        is_parted = not before.strip()
    return True
