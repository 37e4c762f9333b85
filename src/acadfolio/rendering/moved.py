"""Links to sections that another look has on its home page lead to the pages that have them in this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.html.text import anchors
from acadfolio.routing.generated import cv_sections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.routing import Plan


def moved_headings(plan: Plan, home: str, heading_id: Callable[[str], str]) -> dict[str, str]:
    """By the anchor of a section's heading, which the home page has not, the address that has the section instead."""
    here = anchors(home)
    found = {heading_id(name): address for name, address in plan.section_pages.items()}
    for name, address in _in_the_cv(plan):
        anchor = heading_id(name)
        found.setdefault(anchor, f"{address}#{anchor}")
    return {anchor: address for anchor, address in found.items() if anchor not in here}


def _in_the_cv(plan: Plan) -> Iterator[tuple[str, str]]:
    pages = [page.address for page in plan.pages if page.layout == "cv"]
    return ((name, address) for address in pages[:1] for name in cv_sections(plan.site))
