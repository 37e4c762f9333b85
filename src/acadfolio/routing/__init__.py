"""A `Site` comes in, the `Plan` of its output comes out: what goes to which path. Nothing is read or rendered."""

from acadfolio.routing.made import PlannedPage
from acadfolio.routing.plan import Bundle, Plan, Redirect, make_plan

__all__ = ["Bundle", "Plan", "PlannedPage", "Redirect", "make_plan"]
