"""A site's folder comes in; everything that a build would find, and what only its finished pages tell, comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.checks.copies import check_copies
from acadfolio.checks.dollars import check_dollars
from acadfolio.checks.nobody import check_nobody
from acadfolio.checks.pages import check_pages
from acadfolio.checks.pictures import check_pictures
from acadfolio.checks.placeholders import check_placeholders
from acadfolio.checks.publications import check_publications
from acadfolio.checks.weight import check_weight
from acadfolio.problems import SiteError, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from acadfolio.build import Prepared
    from acadfolio.problems import Problem
    from acadfolio.rendering.output import Output


def check_site(site: Path, *, drafts: bool = False) -> tuple[tuple[Problem, ...], dict[str, int]]:
    """Every problem of the site, by file and place, and the other hosts that its pages ask. Nothing is written."""
    everything: list[Output] = []
    try:
        prepared = prepare(site, drafts=drafts)
        for output in prepared.outputs():
            everything.append(output)  # noqa: PERF402 - those that were made count, too
    except SiteError as error:
        if any(problem.severity == "error" and not problem.can_wait for problem in error.problems):
            return tuple(_strictly(error.problems)), {}
    return look_over(prepared, everything), prepared.hosts


def look_over(prepared: Prepared, everything: Sequence[Output]) -> tuple[Problem, ...]:
    """Every problem of a site whose files are made, by file and place."""
    outputs = {output.path: output.content for output in everything if not output.file}
    check_pages(prepared.plan, outputs, prepared.problems)
    check_pictures(prepared.plan, outputs, prepared.problems)
    check_publications(prepared.plan.site, prepared.problems)
    check_copies(prepared.plan.site, prepared.problems)
    check_nobody(prepared.plan.site, prepared.problems)
    check_dollars(prepared.plan, outputs, prepared.problems)
    check_placeholders(prepared.plan, prepared.problems)
    check_weight(prepared.plan, everything, prepared.problems)
    return in_order(_strictly(prepared.problems.found))


def _strictly(problems: Iterable[Problem]) -> Iterator[Problem]:
    """A link that leads nowhere is an error here, whoever finds it; a build only warns of it."""
    return (problem._replace(severity="error") if problem.leads_nowhere else problem for problem in problems)
