"""A `Site` comes in, the `Plan` of its output comes out: what goes to which path. Nothing is read or rendered."""

from acadfolio.plan.plan import Plan, PlannedPage, Redirect, make_plan

__all__ = ["Plan", "PlannedPage", "Redirect", "make_plan"]
