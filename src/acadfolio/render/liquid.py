"""A page with Liquid tags and what it may read come in, the text that Jekyll would make of it comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.problems import Problems
    from acadfolio.records.page import Page

MOST_LOOPS = 100_000
MOST_OUTPUT = 10_000_000


def render_liquid(text: str, page: Page, variables: Mapping[str, Any], problems: Problems) -> str:
    """Render with python-liquid (extra `jekyll`). On a mistake the text stays as it is, and the mistake is reported."""
    try:
        import liquid
        from liquid.exceptions import LiquidError
    except ImportError:
        line = text.count("\n", 0, text.find("{%")) + 1
        problems.error(
            page.at(line),
            "this page holds Liquid tags, and python-liquid is not installed",
            'install it with: pip install "acadfolio[jekyll]"',
        )
        return text

    class Environment(liquid.Environment):
        loop_iteration_limit = MOST_LOOPS
        output_stream_limit = MOST_OUTPUT

    try:
        return Environment().from_string(text).render(**variables)
    except LiquidError as error:
        problems.error(
            page.at(_line(text, error)), f"Liquid: {_sentence(error)}", "see docs/front-matter.md on Jekyll's pages"
        )
    except RecursionError:
        problems.error(page.at(1), "Liquid: the tags nest too deep")
    return text


def _line(text: str, error: Any) -> int:
    start = getattr(getattr(error, "token", None), "start_index", -1)
    return text.count("\n", 0, start) + 1 if start >= 0 else 1


def _sentence(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
