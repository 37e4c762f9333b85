"""Problems come in, the HTML that shows them on top of a page comes out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.nouns import counted
from acadfolio.reporting import excerpt, excerpt_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.problems import Problem

MOST = 50
"""How many problems are shown; who has more mends these first."""
HOST = "acadfolio-problems"
BELOW = "The page below is the last good one."
ALONE = """<!doctype html>
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
<p>Once what stands below is mended, your site is here by itself.</p>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What lies on top of every page. Both are empty when nothing is wrong."""

    content: str = ""
    """For a shadow root, where the page's own styles do not reach."""
    version: str = ""
    """Differs where the content does."""

    @property
    def html(self) -> str:
        """As part of a page: a browser shows it without any script."""
        if not self.content:
            return ""
        return f'<div id="{HOST}"><template shadowrootmode="open">{self.content}</template></div>'


@cache
def styles() -> str:
    """Of the overlay."""
    return Path(__file__).with_name("overlay.css").read_text(encoding="utf-8")


def make_overlay(problems: Sequence[Problem], site: Path, below: str = BELOW) -> Overlay:
    """Errors lie open on the page, of which `below` says what it is; warnings alone wait in a corner."""
    if not problems:
        return Overlay()
    ordered = sorted(problems, key=lambda problem: problem.severity != "error")
    errors = sum(problem.severity == "error" for problem in problems)
    items = "".join(_item(problem, site) for problem in ordered[:MOST])
    if len(problems) > MOST:
        items += f"<li>… and {len(problems) - MOST} more, which the terminal shows</li>"
    kind, opened = ("errors", " open") if errors else ("warnings", "")
    heading = _heading(errors, len(problems) - errors, below)
    content = (
        f"<style>{styles()}</style>"
        f'<details class="{kind}"{opened}><summary><span role="alert">{heading}</span></summary>'
        f'<ol role="list">{items}</ol></details>'
    )
    return Overlay(content, blake2b(content.encode(), digest_size=8).hexdigest())


def _heading(errors: int, warnings: int, below: str) -> str:
    numbers = ((errors, "error"), (warnings, "warning"))
    all_of_them = ", ".join(counted(number, noun) for number, noun in numbers if number)
    if not errors:
        return all_of_them
    return f"{all_of_them} <small>{below} Esc hides this.</small>"


def _item(problem: Problem, site: Path) -> str:
    lines = _excerpt(problem, site)
    hint = f' <span class="hint">({escape(problem.hint)})</span>' if problem.hint else ""
    source = f"<pre>{lines}</pre>" if lines else ""
    return (
        f'<li class="{problem.severity}"><code>{escape(str(problem.location))}</code> <b>{problem.severity}</b>'
        f"<p>{escape(problem.message)}{hint}</p>{source}</li>"
    )


def _excerpt(problem: Problem, site: Path) -> str:
    """The source line with a caret below; behind letters of other widths, the sign underlined."""
    found = excerpt_of(problem, site)
    if found is None or found.before.isascii() or not found.has_place:
        return escape(excerpt(problem, site))
    sign, rest = found.rest[:1] or " ", found.rest[1:]
    return f"{found.gutter}{escape(found.before)}<u>{escape(sign)}</u>{escape(rest)}\n"
