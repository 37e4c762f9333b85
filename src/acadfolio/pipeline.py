"""A site's folder comes in, its built homepage comes out: load, plan, render, write, in that order."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from acadfolio.load import load
from acadfolio.plan import make_plan
from acadfolio.problems import Location, Problem, Problems, SiteError, in_order
from acadfolio.records.dates import Day
from acadfolio.render import render
from acadfolio.resources import starter
from acadfolio.write import Written, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from acadfolio.output import Output
    from acadfolio.plan import Plan

    Progress = Callable[[int, int], None]
    """Told how many of how many files are made."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A site that was read and planned, its outputs still to be rendered as they are asked for."""

    plan: Plan
    problems: Problems
    outputs: Iterator[Output]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did, and what it warned of."""

    pages: int
    waiting: int
    """Drafts and posts to come, which are left out."""
    written: Written
    problems: tuple[Problem, ...]
    valid_until: float | None
    """When the next waiting post is due, in seconds since 1970: the same site builds differently from then on."""


def prepare(site: Path, *, drafts: bool = False, strict: bool = False) -> Prepared:
    """Read and plan a site. Raises SiteError; so does asking for the outputs. `strict` makes warnings errors."""
    problems = Problems()
    theme = starter()
    loaded = load(site, today(), problems, theme)
    plan = make_plan(loaded, problems, drafts=drafts)
    outputs = render(plan, [site / "templates", theme / "templates"], problems)
    return Prepared(plan, problems, _strictly(outputs, problems) if strict else outputs)


def build(
    site: Path, output: Path, *, drafts: bool = False, strict: bool = False, progress: Progress | None = None
) -> Built:
    """Build a site into its output folder. Raises SiteError, and leaves the last good site in place then."""
    prepared = prepare(site, drafts=drafts, strict=strict)
    outputs = _counted(prepared, progress) if progress else prepared.outputs
    written = write(outputs, output, sources=site)
    return Built(
        pages=len(prepared.plan.pages),
        waiting=0 if drafts else sum(page.is_draft for page in prepared.plan.site.pages),
        written=written,
        problems=in_order(prepared.problems.found),
        valid_until=_next_post(prepared.plan),
    )


def find_problems(site: Path, *, drafts: bool = False) -> tuple[list[Output], tuple[Problem, ...]]:
    """Everything but writing: the outputs (none when there are errors), and what is wrong."""
    try:
        prepared = prepare(site, drafts=drafts)
        outputs = list(prepared.outputs)
    except SiteError as error:
        return [], error.problems
    return outputs, in_order(prepared.problems.found)


def today() -> Day:
    """The day that decides which posts wait: SOURCE_DATE_EPOCH where it is set, else the clock's."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        moment = time.gmtime(int(epoch)) if epoch else time.localtime()
    except (ValueError, OverflowError, OSError):
        hint = "unset it, or give the seconds since 1970"
        raise SiteError([Problem(Location("SOURCE_DATE_EPOCH"), f"`{epoch}` is no time", hint)]) from None
    return Day(moment.tm_year, moment.tm_mon, moment.tm_mday)


def _strictly(outputs: Iterator[Output], problems: Problems) -> Iterator[Output]:
    yield from outputs
    if problems.found:
        raise SiteError(in_order(problems.found))


def _counted(prepared: Prepared, progress: Progress) -> Iterator[Output]:
    total = len(prepared.plan.paths)
    for number, output in enumerate(prepared.outputs, start=1):
        progress(number, total)
        yield output


def _next_post(plan: Plan) -> float | None:
    due = [
        time.mktime((page.when.start.year, page.when.start.month or 1, page.when.start.day or 1, 0, 0, 0, 0, 0, -1))
        for page in plan.site.pages
        if page.is_post and page.is_draft and page.when is not None and page.when.start > today()
    ]
    return min(due, default=None)
