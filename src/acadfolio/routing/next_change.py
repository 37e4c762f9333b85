"""A plan comes in, when its site changes by itself comes out: on a day that its content names."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from acadfolio.model.dates import Day

if TYPE_CHECKING:
    from acadfolio.routing.plan import Plan


def next_change(plan: Plan) -> Day | None:
    """The first day on which the same files make another site."""
    named = [page.front_matter.modified or page.when for page in plan.site.pages]
    named += [entry.date for entry in plan.site.entries.get("news", ())]  # type: ignore[attr-defined]
    due = [_whole(when.start) for when in named if when is not None and when.start > plan.site.today]
    security = plan.site.settings.security
    if security and security.expires.start >= plan.site.today:
        due.append(_after(_whole(security.expires.start)))  # from then on, there is a warning
    return min(due, default=None)


def _whole(day: Day) -> Day:
    """The first one of a month or of a year."""
    return Day(day.year, day.month or 1, day.day or 1)


def _after(day: Day) -> Day:
    noon = time.mktime((day.year, day.month, day.day + 1, 12, 0, 0, 0, 0, -1))  # The 32nd is the first of the next.
    return Day(*time.localtime(noon)[:3])
