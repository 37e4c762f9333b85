"""Show problems on top of a page."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.plurals import counted
from acadfolio.reporting import excerpt, excerpt_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.problems import Problem

MOST = 50
"""Problems that are shown."""
EMPTY_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Nothing to show yet</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>Nothing to show yet</h1>
<p>Fix the errors below, and your site appears here.</p>
</body>
</html>
"""


def overlay(problems: Sequence[Problem], site: Path, *, has_page: bool) -> str:
    """The HTML to add to a page, which works without scripts: errors open, warnings alone folded in a corner.

    It is in a shadow root, where the page's styles do not reach.
    """
    if not problems:
        return ""
    ordered = sorted(problems, key=lambda problem: problem.severity != "error")
    items = "".join(_item(problem, site) for problem in ordered[:MOST])
    if len(problems) > MOST:
        items += f"<li>… and {len(problems) - MOST} more, which the terminal shows</li>"
    errors = sum(problem.severity == "error" for problem in problems)
    kind, opened = ("errors", " open") if errors else ("warnings", "")
    heading = _heading(errors, len(problems), has_page)
    return (
        f'<div id="acadfolio-problems"><template shadowrootmode="open"><style>{_styles()}</style>'
        f'<details class="{kind}"{opened}><summary><span role="alert">{heading}</span></summary>'
        f'<ol role="list">{items}</ol></details></template></div>'
    )


def _heading(errors: int, problems: int, has_page: bool) -> str:  # noqa: FBT001 - private
    warnings = problems - errors
    if not errors:
        return counted(warnings, "warning")
    numbers = counted(errors, "error") + (f", {counted(warnings, 'warning')}" if warnings else "")
    below = "The page below is the last good one. " if has_page else ""
    return f"{numbers} <small>{below}Esc hides this.</small>"


def _item(problem: Problem, site: Path) -> str:
    lines = _excerpt(problem, site)
    hint = f' <span class="hint">({escape(problem.hint)})</span>' if problem.hint else ""
    source = f"<pre>{lines}</pre>" if lines else ""
    return (
        f'<li class="{problem.severity}"><code>{escape(str(problem.location))}</code> <b>{problem.severity}</b>'
        f"<p>{escape(problem.message)}{hint}</p>{source}</li>"
    )


def _excerpt(problem: Problem, site: Path) -> str:
    """The source line with a caret below; behind characters of other widths, the place is underlined."""
    found = excerpt_of(problem, site)
    if found is None or found.before.isascii() or not found.has_place:
        return escape(excerpt(problem, site))
    character, rest = found.rest[:1] or " ", found.rest[1:]
    return f"{found.gutter}{escape(found.before)}<u>{escape(character)}</u>{escape(rest)}\n"


@cache
def _styles() -> str:
    return Path(__file__).with_name("overlay.css").read_text(encoding="utf-8")
