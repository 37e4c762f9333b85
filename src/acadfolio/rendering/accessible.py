"""A body as kramdown writes it comes in, the same with what screen readers need goes out: notes, tasks, levels.

kramdown gives roles to elements that may not have them (a `<sup>`) and that are out of use (`doc-endnote`), and it
gives no names to its boxes.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MARK = re.compile(r'(<sup id="fnref:[^"]*") role="doc-noteref"><a ')
NOTE = re.compile(r'(<li id="fn:[^"]*") role="doc-endnote">')
BACK = re.compile(
    r'(<a href="#fnref:[^"]*" class="reversefootnote" role="doc-backlink")>(?=(?:&#8617;<sup>(\d+)</sup>)?)'
)
TASK = re.compile(r'<input type="checkbox" class="task-list-item-checkbox" disabled="disabled"( checked="checked")?')
HEADING = re.compile(r"""<h([1-6])(?![^>]*\s(?:aria-level|role)\s*=)(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?(?=>)""")
DEEPEST = 6


def accessible(body: str, words: Mapping[str, str]) -> str:
    """`words` are the theme's: for the arrow that leads back to the text, and for a task that is done or open."""
    if "fnref:" in body:
        body = NOTE.sub(r"\1>", MARK.sub(r'\1><a role="doc-noteref" ', body))
        body = BACK.sub(lambda match: f"{match[1]}{_named(_back(words['back_to_text'], match[2]))}>", body)
    if "task-list-item" in body:
        body = TASK.sub(lambda match: match[0] + _named(words["task:done" if match[1] else "task:open"]), body)
    return body


def below_title(body: str) -> str:
    """Text that has headings of the first level below the page's own: they, and all in it, are read a level deeper.

    The looks write sections as `<h1>`, and users' own CSS hangs on that.
    """
    if "<h1" not in body:
        return body
    return HEADING.sub(lambda match: f'{match[0]} aria-level="{min(int(match[1]) + 1, DEEPEST)}"', body)


def _back(words: str, mention: str | None) -> str:
    """A note that is mentioned again leads back to each place. The number that is seen is in the name."""
    return f"{words} ({mention})" if mention else words


def _named(name: str) -> str:
    return f' aria-label="{escape(name)}"'
