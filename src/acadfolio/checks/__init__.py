"""A site's folder comes in; everything that a build would find, and what only its finished pages tell, comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.checks.pages import check_pages
from acadfolio.checks.pictures import check_pictures
from acadfolio.pipeline import prepare
from acadfolio.problems import SiteError, in_order

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.problems import Problem


def check_site(site: Path, *, drafts: bool = False) -> tuple[Problem, ...]:
    """Every problem of the site, by file and place. Nothing is written."""
    try:
        prepared = prepare(site, drafts=drafts)
        outputs = {output.path: output.content for output in prepared.outputs if not output.file}
    except SiteError as error:
        return error.problems
    check_pages(prepared.plan, outputs, prepared.problems)
    check_pictures(prepared.plan.site, prepared.problems)
    return in_order(prepared.problems.found)
