"""Check a site: find the problems that a build reports, and those of finished pages and unfinished texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.build import Prepared, prepare
from acadfolio.checks.bibliographies import check_misplaced_bibliographies
from acadfolio.checks.images import check_alt_texts
from acadfolio.checks.links import check_anchors, scan_page
from acadfolio.checks.private_files import check_private_files
from acadfolio.checks.publications import check_authors
from acadfolio.checks.starters import check_starters
from acadfolio.checks.texts import check_placeholders, check_templates, check_words
from acadfolio.checks.translations import check_translations
from acadfolio.checks.unused import check_unused_styles, check_unused_templates
from acadfolio.problems import Problem, SiteError, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from acadfolio.rendering import Output


def check_site(
    site: Path, *, drafts: bool = False, for_deploy: bool = False, of_translations: bool = False
) -> tuple[tuple[Problem, ...], dict[str, int]]:
    """Check a site without writing it.

    `for_deploy` makes errors of everything that a deployment refuses. `of_translations` also warns of
    all that is not translated, or older than its original.

    Returns all problems, sorted by location, and the number of pages that load files from each
    other host.
    """
    try:
        prepared = prepare(site, drafts=drafts)
        outputs = _outputs_to_check(prepared)
    except SiteError as error:
        return tuple(_with_dead_links_as_errors(error.problems)), {}
    if of_translations:
        check_translations(prepared.plan, prepared.problems)
    problems = check_outputs(prepared, outputs)
    return refused_by_deploy(problems) if for_deploy else problems, prepared.hosts


def _outputs_to_check(prepared: Prepared) -> list[Output]:
    """The outputs of a site; those before an error that can wait.

    Raises SiteError for any other error.
    """
    outputs: list[Output] = []
    try:
        for output in prepared.outputs():
            outputs.append(output)  # noqa: PERF402 - after an error, the outputs before it are checked
    except SiteError as error:
        stops = any(
            problem.severity == "error" and not problem.can_wait for problem in error.problems
        )
        if stops or prepared.problems.is_partial:
            raise
    return outputs


def check_outputs(prepared: Prepared, outputs: Sequence[Output]) -> tuple[Problem, ...]:
    """All problems of a rendered site, sorted by location."""
    plan, problems = prepared.plan, prepared.problems
    pages = [output for output in outputs if output.path.endswith(".html") and not output.file]
    scans = {page.path: scan_page(page.content) for page in pages}
    for each in (plan, *plan.mounted):
        seen = {each.seen_from_here(path): scan for path, scan in scans.items()}
        check_anchors(each, seen, problems)
        check_alt_texts(each, seen, problems)
        check_placeholders(each, problems)
        check_words(each, problems)
    check_private_files(outputs, problems)
    check_starters(plan, prepared.shown, problems)
    check_templates(Path(plan.site.root), problems)
    check_unused_templates(plan.site, problems)
    check_unused_styles(plan, scans, problems)
    check_authors(plan.site, problems)
    check_misplaced_bibliographies(plan.site, problems)
    return in_order(_with_dead_links_as_errors(problems.found))


def refused_by_deploy(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Make errors of what must not go online by accident: placeholders, entries of others, private files."""
    return tuple(
        problem._replace(severity="error") if problem.needs_force else problem
        for problem in problems
    )


def _with_dead_links_as_errors(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Make dead links errors, which are warnings in a build."""
    for problem in problems:
        yield problem._replace(severity="error") if problem.leads_nowhere else problem
