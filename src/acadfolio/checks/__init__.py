"""Check a site: everything that a build would report, and what only its finished pages show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.checks.images import check_icons, check_images
from acadfolio.checks.links import check_alt_texts, check_anchors
from acadfolio.checks.page_facts import read_facts
from acadfolio.checks.publications import check_authors, check_duplicates, check_marks, check_publications, check_venues
from acadfolio.checks.texts import check_formulas, check_placeholders, check_templates
from acadfolio.problems import SiteError, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from acadfolio.build import Prepared
    from acadfolio.problems import Problem
    from acadfolio.rendering import Output


def check_site(site: Path, *, drafts: bool = False) -> tuple[tuple[Problem, ...], dict[str, int]]:
    """Every problem of the site, by file and place, and the other hosts that its pages ask. Nothing is written."""
    everything: list[Output] = []
    try:
        prepared = prepare(site, drafts=drafts)
        for output in prepared.outputs():
            everything.append(output)  # noqa: PERF402 - those that were made count, too
    except SiteError as error:
        if any(map(_stops_a_build, error.problems)) or prepared.problems.is_partial:
            return tuple(_strictly(error.problems)), {}
    return check_outputs(prepared, everything), prepared.hosts


def _stops_a_build(problem: Problem) -> bool:
    return problem.severity == "error" and not problem.can_wait


def check_outputs(prepared: Prepared, outputs: Sequence[Output]) -> tuple[Problem, ...]:
    """Every problem of a site whose files are made, by file and place."""
    plan, problems = prepared.plan, prepared.problems
    pages = [output for output in outputs if output.path.endswith(".html") and not output.file]
    facts = {page.path: read_facts(page.path, page.content) for page in pages}
    check_anchors(plan, facts, problems)
    check_alt_texts(plan, facts, problems)
    check_images(plan, facts, problems)
    check_icons(plan.site, prepared.renderer.font_icons.exists, problems)
    check_formulas(plan, facts, problems)
    check_placeholders(plan, problems)
    check_templates(Path(plan.site.root), problems)
    check_publications(plan.site, problems)
    check_duplicates(plan.site, problems)
    check_authors(plan.site, problems)
    check_marks(plan.site, problems)
    check_venues(plan.site, problems)
    return in_order(_strictly(problems.found))


def _strictly(problems: Iterable[Problem]) -> Iterator[Problem]:
    """A link that leads nowhere is an error in a check; a build only warns of it."""
    return (problem._replace(severity="error") if problem.leads_nowhere else problem for problem in problems)
