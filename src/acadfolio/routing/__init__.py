"""Give everything that a build writes its path: a `Site` becomes a `Plan`. Nothing is read or rendered."""

from acadfolio.routing.plan import Bundle, Plan, PlannedPage, Redirect
from acadfolio.routing.planning import make_plan

__all__ = ["Bundle", "Plan", "PlannedPage", "Redirect", "make_plan"]
