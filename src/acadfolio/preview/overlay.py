"""The overlay that shows problems on top of a page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from acadfolio.problems import counted
from acadfolio.reporting import excerpt, excerpt_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.problems import Problem

MAX_PROBLEMS = 50


def overlay(problems: Sequence[Problem], site: Path, *, has_page: bool) -> str:
    """The HTML of the overlay. It is open for errors, and folded in a corner if there are only warnings."""
    if not problems:
        return ""
    ordered = sorted(problems, key=lambda problem: problem.severity != "error")
    errors = sum(problem.severity == "error" for problem in problems)
    return _template().render(
        problems=[(problem, _excerpt(problem, site)) for problem in ordered[:MAX_PROBLEMS]],
        more=len(problems) - MAX_PROBLEMS,
        errors=errors,
        warnings=len(problems) - errors,
        has_page=has_page,
        counted=counted,
    )


@cache
def _template() -> jinja2.Template:
    loader = jinja2.FileSystemLoader(Path(__file__).parent)
    environment = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("overlay.html")


def _excerpt(problem: Problem, site: Path) -> str:
    """The source line with a caret below. After characters of other widths, the column is underlined instead."""
    found = excerpt_of(problem, site)
    if found is None or found.before.isascii() or not found.has_place:
        return excerpt(problem, site)
    character, rest = found.rest[:1] or " ", found.rest[1:]
    return Markup("{}{}<u>{}</u>{}\n").format(found.gutter, found.before, character, rest)
