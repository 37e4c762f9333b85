"""A page with Liquid tags and what it may read come in, the text that Jekyll would make of it comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.problems import Problems
    from acadfolio.records.page import Page

MOST_LOOPS = 100_000
MOST_OUTPUT = 10_000_000
INCLUDE = re.compile(r"\{%-?\s*include\s+([\w./-]+)[^%]*%\}")
BLOCK = re.compile(r"\{%-?\s*(end)?(if|for|unless|case|capture|comment|raw|tablerow)\b")
NEEDLESS_INCLUDES = frozenset({"base_path"})
"""What the themes' pages include for their addresses, which acadfolio makes relative itself."""


def render_liquid(text: str, page: Page, variables: Mapping[str, Any], problems: Problems) -> str:
    """Render with python-liquid (extra `jekyll`). On a mistake the text stays as it is, and the mistake is reported."""
    try:
        import liquid
        from liquid.exceptions import LiquidError
    except ImportError:
        problems.error(
            page.at(_line_at(text, text.find("{%"))),
            "this page holds Liquid tags, and python-liquid is not installed",
            'install it with: pip install "acadfolio[jekyll]"',
        )
        return text

    class Environment(liquid.Environment):
        loop_iteration_limit = MOST_LOOPS
        output_stream_limit = MOST_OUTPUT

    before = len(problems.errors)
    text = INCLUDE.sub(lambda match: _include(match, page, problems), text)
    if len(problems.errors) > before:
        return text
    try:
        return Environment().from_string(text).render(**variables)
    except LiquidError as error:
        place = page.at(_line(text, error))
        problems.error(place, f"Liquid: {_sentence(error)}", "see docs/front-matter.md on pages from Jekyll")
    except RecursionError:
        problems.error(page.at(1), "Liquid: the tags nest too deep")
    return text


def _include(match: re.Match[str], page: Page, problems: Problems) -> str:
    """Jekyll's includes are parts of a theme, and this is another one."""
    if match[1] not in NEEDLESS_INCLUDES:
        place = page.at(_line_at(match.string, match.start()))
        problems.error(place, f"Liquid: there is no include `{match[1]}`", "write what it holds into the page")
    return ""


def _line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, max(offset, 0)) + 1


def _line(text: str, error: Any) -> int:
    """Where the mistake is; a tag that is never closed is named where it opens."""
    open_tags: list[int] = []
    for match in BLOCK.finditer(text):
        if not match[1]:
            open_tags.append(match.start())
        elif open_tags:
            open_tags.pop()
    if open_tags:
        return _line_at(text, open_tags[-1])
    return _line_at(text, getattr(getattr(error, "token", None), "start_index", 0))


def _sentence(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
