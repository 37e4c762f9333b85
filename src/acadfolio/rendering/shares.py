"""Pages that are to be rendered come in; out come shares of them for several processes, and those that take longest."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.model.site import Site
    from acadfolio.routing import PlannedPage

FEWEST_PAGES, MOST_PAGES = 4, 32
"""In a share that one process takes."""
LONG, MOST_LONG = 50, 100
"""Entries: who renders a page of so many is busy for as long as with a share of others. And how many such pages."""
LONGEST = 1000
"""Entries."""


def shares_of(pages: Sequence[PlannedPage], site: Site) -> list[list[PlannedPage]]:
    """The pages with the longest lists first, each by itself: or one process would wait for another in the end.

    The pages of entries come last; by then whatever they have in common is known. Those of text alone come before them:
    as a rule another process is converting it.
    """
    lengths = _lengths(pages, site)
    long = sorted((page for page in pages if lengths[page.path] >= LONG), key=lambda page: -lengths[page.path])
    alone = {page.path for page in long[:MOST_LONG]}
    rest = (page for page in pages if page.path not in alone)
    others = sorted(rest, key=lambda page: (page.entry is not None, -lengths[page.path]))
    size = max(FEWEST_PAGES, min(MOST_PAGES, len(others) // 64))
    shares = [others[start : start + size] for start in range(0, len(others), size)]
    return [*([page] for page in long[:MOST_LONG]), *shares]


def longest_of(pages: Sequence[PlannedPage], site: Site) -> list[PlannedPage]:
    """The pages that show so many entries that to start a process for them takes a fraction of the time."""
    lengths = _lengths(pages, site)
    return [page for page in pages if lengths[page.path] >= LONGEST]


def _lengths(pages: Sequence[PlannedPage], site: Site) -> dict[str, int]:
    counts = {name: len(entries) for name, entries in site.lists.items()}
    return {page.path: _length(page, counts) for page in pages}


def _length(planned: PlannedPage, counts: Mapping[str, int]) -> int:
    """How many entries a page may show, as far as one can tell without rendering it."""
    if planned.entry is not None or planned.address == "/":
        return 0  # The text of the home page was rendered before.
    if planned.section:
        return counts.get(planned.section, 0)
    if planned.layout == "cv":
        return sum(counts.values())
    body = planned.page.body if planned.page is not None else ""
    return sum(count for name, count in counts.items() if f"{name}(" in body) if "{{" in body else 0
