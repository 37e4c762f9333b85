"""Render a page's Liquid, with Jekyll's variables, filters and tags, and report its errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from liquid.exceptions import LiquidError, LiquidTypeError, ResourceLimitError

from acadfolio_jekyll.liquid.filters import FILTERS
from acadfolio_jekyll.liquid.tags import TAGS, LocatedTag
from acadfolio_jekyll.liquid.variables import variables_of

if TYPE_CHECKING:
    from acadfolio_jekyll.liquid.environment import PageEnvironment


def render(text: str, environment: PageEnvironment, **more: Any) -> str:
    """Render a page's text with its variables, and `more` of these.

    Reports errors; the result is then empty.
    """
    problems = environment.problems
    errors = len(problems.errors)
    rendered = ""
    for tag in TAGS:
        environment.add_tag(tag)
    environment.tags["include_cached"] = environment.tags["include"]  # It prints the same.
    environment.tags = {name: LocatedTag(tag) for name, tag in environment.tags.items()}
    environment.filters |= FILTERS
    try:
        variables = variables_of(environment, text) | more
        rendered = environment.from_string(text).render(**variables)
    except LiquidError as error:
        if isinstance(error, LiquidTypeError) and error.__cause__ is not None:
            raise error.__cause__ from None  # From `markdownify`, whose errors are bugs of our own.
        message = str(error.message or type(error).__name__)
        environment.report_error(error.token, message, _hint(error, environment))
    except RecursionError:
        environment.report_error(
            None, "the tags are nested too deeply", "check which files include each other"
        )
    if len(problems.errors) > errors:
        environment.calls.clear()
        return ""
    return rendered


def _hint(error: LiquidError, environment: PageEnvironment) -> str:
    token = error.token
    if isinstance(error, ResourceLimitError):
        return "check its loops"
    if token is not None and token.kind == "tag" and token.value not in environment.tags:
        return f"delete it, or write `{{% {token.value.removeprefix('end')} … %}}` before it"
    if token is not None and token.value == "(":
        return "a shortcode needs a line of its own"
    return (
        "correct the tag, or write text that is not Liquid between `{% raw %}` and `{% endraw %}`"
    )
