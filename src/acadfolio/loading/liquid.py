"""Detect pages with Jekyll's Liquid, and read the files that they include."""

from __future__ import annotations

import os
import posixpath
import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.markdown.source import is_in_indented_code
from acadfolio.model.kinds import KINDS
from acadfolio.source.text import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from acadfolio.model.page import Page
    from acadfolio.problems import Problems

WORD = r"[A-Za-z_][\w-]+(?:\.[\w-]+)*"
EXPRESSION = re.compile(
    rf"""\{{\{{-?\s*(?:
        (?P<of>site|page)\.\w
        |(?P<piped>"[^"\n]*"|'[^'\n]*'|{WORD})\s*\|\s*[a-z_]{{3,}}\s*(?:[|:]|-?\}}\}})
    )""",
    re.VERBOSE,
)
"""Syntax that only Liquid has. Mathematical sets such as `{{x | y}}` are not a value with a filter."""
FORMULA = re.compile(r"\$\$(?:(?!\n[ \t]*\n)[\s\S])*?\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]*(?<=\S)\$(?![$\d])")
RAW = re.compile(r"\{%-?\s*raw\s*-?%\}(?!`)[\s\S]*?\{%-?\s*endraw\s*-?%\}")
"""Jekyll's `raw`, which also works in code. Alone in code it is shown: a page explains it."""
SECTION_NAMES = frozenset({"site", "profile", "words", *KINDS})
"""Names at the beginning of shortcodes, which may also have filters as in Liquid."""
INCLUDED = re.compile(r"""\{%-?\s*include_relative\s+["']?([^\s"'{}%]+)""")
FILTER_WITH_ARGUMENTS = re.compile(r"""(?:[^"']|"[^"]*"|'[^']*')*?\|\s*[a-z_]\w*\s*:""")
"""A filter with a colon behind its name is not Jinja's."""
BEFORE = re.compile(r"(?:[ \t>]|(?:[-*+:]|\d+\.)[ \t])+")
"""The markers of lists and quotes that a shortcode may stand in."""


def holds_liquid(body: str, text: str) -> bool:
    """Whether a page has Liquid. `text` is its body without code, where only Jekyll's `raw` has an effect."""
    if "{%" in text or ("endraw" in body and RAW.search(body)):
        return True
    if not EXPRESSION.search(text):
        return False
    text = FORMULA.sub("", text)
    return any(not (_is_ours(match) or is_in_indented_code(text, match.start())) for match in EXPRESSION.finditer(text))


def _is_ours(match: re.Match[str]) -> bool:
    """Whether it is a shortcode alone in its line: these may also use `site.title`."""
    text, end = match.string, match.string.find("\n", match.start())
    line = text[text.rfind("\n", 0, match.start()) + 1 : end if end >= 0 else len(text)]
    line = BEFORE.sub("", line, count=1).strip()
    is_alone = line.startswith("{{") and line.find("}}") == len(line) - 2
    if not is_alone or (match["of"] and FILTER_WITH_ARGUMENTS.match(line)):
        return False
    return (match["of"] or match["piped"].partition(".")[0]) in SECTION_NAMES


def with_included(pages: Sequence[Page], root: Path, problems: Problems) -> list[Page]:
    """The pages with the texts that they include. An included file without front matter is not a page itself."""
    pages = [replace(page, included=_included(page, root, problems)) if page.has_liquid else page for page in pages]
    parts = {page.file: {_beside(page, name) for name in page.included} for page in pages}
    taken_in: set[str] = set()
    for file, files in parts.items():
        taken_in.update(part for part in files if file not in parts.get(part, ()))  # Else both are pages.
    return [page for page in pages if page.file not in taken_in or page.body_line > 1]


def _beside(page: Page, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.file), name))


def _included(page: Page, root: Path, problems: Problems) -> dict[str, str]:
    """The included texts by the names that the page or another included text uses; without missing files."""
    found: dict[str, str] = {}
    wanted = INCLUDED.findall(RAW.sub("", page.body))
    while wanted:
        name = wanted.pop()
        file = _beside(page, name)
        if name in found or not file.startswith("content/") or not os.path.isfile(root / file):  # noqa: PTH113 - no name is too long for it
            continue
        source = read_source(root / file, file, problems)
        if source is not None:
            found[name] = source.text
            wanted += INCLUDED.findall(RAW.sub("", source.text))
    return found
