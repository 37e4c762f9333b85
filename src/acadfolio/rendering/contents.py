"""The headings of a page come in, its table of contents comes out: each heading holds those below it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from markupsafe import Markup

from acadfolio.theme.context import TocEntry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.markdown import Heading


def table_of_contents(headings: Sequence[Heading]) -> tuple[TocEntry, ...]:
    """Headings without an id lead nowhere and are left out."""
    return _nested([heading for heading in headings if heading.id])


def _nested(headings: Sequence[Heading]) -> tuple[TocEntry, ...]:
    entries = []
    position = 0
    while position < len(headings):
        first = headings[position]
        below = list(takewhile(lambda heading: heading.level > first.level, headings[position + 1 :]))  # noqa: B023
        entries.append(TocEntry(first.level, first.id, Markup(first.html), _nested(below)))  # noqa: S704
        position += 1 + len(below)
    return tuple(entries)
