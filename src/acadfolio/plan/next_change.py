"""A plan comes in, when its site changes by itself comes out: on a day that its content names."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.plan.plan import Plan
    from acadfolio.records.dates import Day


def next_change(plan: Plan) -> float | None:
    """The first midnight from which the same files make another site, in seconds since 1970."""
    named = [page.front_matter.modified or page.when for page in plan.site.pages]
    named += [entry.date for entry in plan.site.entries.get("news", ())]  # type: ignore[attr-defined]
    due = [_midnight(when.start) for when in named if when is not None and when.start > plan.site.today]
    security = plan.site.settings.security
    if security and security.expires.start >= plan.site.today:
        due.append(time.mktime((*security.expires.start, 24, 0, 0, 0, 0, -1)))  # from then on, there is a warning
    return min(due, default=None)


def _midnight(day: Day) -> float:
    return time.mktime((day.year, day.month or 1, day.day or 1, 0, 0, 0, 0, 0, -1))
