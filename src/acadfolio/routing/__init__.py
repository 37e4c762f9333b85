"""Plan a site's output: which page or file gets which path.

The author's come before generated ones.
"""

from __future__ import annotations

import re
from itertools import chain, groupby
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.loading.page_urls import MISSING, output_path
from acadfolio.model.languages import spoken_by
from acadfolio.model.theme_keys import theme_keys
from acadfolio.problems import Location, Problems
from acadfolio.routing.folders import report_files_as_folders
from acadfolio.routing.generated import citation_files, generated_pages
from acadfolio.routing.languages import (
    claim_in_output,
    joined,
    posts_without,
    renamed_urls,
    sites_by_language,
)
from acadfolio.routing.plan import Bundle, Claims, OldUrl, Plan, PlannedPage, Redirect
from acadfolio.routing.redirects import claim_page, entry_redirects, look_redirects, page_redirects
from acadfolio.routing.references import check_references
from acadfolio.routing.year_pages import scripts, year_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from acadfolio.contracts import FileWriter
    from acadfolio.model.page import Page
    from acadfolio.model.record import Reference
    from acadfolio.model.site import Site, StaticFile

__all__ = ["Bundle", "Plan", "PlannedPage", "Redirect", "make_plan"]

PART_OF_BUNDLE = re.compile(r"(assets/(?:css|js)/(?:main|search))/[^/]+\.(css|js)")
"""The path of a style sheet or script that is a part of a bundle."""


def make_plan(
    site: Site,
    problems: Problems,
    make_files: Callable[[Site], Mapping[str, FileWriter]] = lambda _: {},
    *,
    drafts: bool = False,
) -> Plan:
    """Give every page, redirect and file its path. Raises SiteError when two have the same path.

    make_files: returns the writers of the files that are generated besides pages, by path.
    """
    plans: list[Plan] = []
    claims_by_plan: list[Claims] = []
    for of_language in sites_by_language(site):
        pages = [page for page in of_language.pages if drafts or not page.is_draft]
        claims = claims_by_plan[0].in_folder(of_language) if plans else Claims(problems)
        writers = make_files(replace(of_language, pages=tuple(pages)))
        plan = _plan(of_language, pages, plans, writers, claims)
        if plans:
            claim_in_output(plan, claims_by_plan[0])
        plans.append(plan)
        claims_by_plan.append(claims)
    plan = joined(plans, claims_by_plan[0])
    sites = (each.site for each in plans)
    report_files_as_folders(zip(sites, claims_by_plan, strict=True))
    paths = plan.paths.union(*(mounted.own_paths for mounted in plan.mounted))
    shared = [each for each in site.references if not each.language]
    missing = check_references(shared, paths, plan, problems)
    first, *others = (
        _with_missing(each, missing, site.references, problems) for each in (plan, *plan.mounted)
    )
    problems.raise_if_errors()
    return replace(first, mounted=tuple(others))


def _with_missing(
    plan: Plan, missing: frozenset[str], references: Iterable[Reference], problems: Problems
) -> Plan:
    """The plan of a language with dead links: those of all languages, and of the links that it has alone."""
    settings = plan.site.settings
    own = [
        each
        for each in references
        if each.language and plan.is_in(spoken_by(each.language, settings.tags))
    ]
    return replace(plan, missing=missing | check_references(own, plan.paths, plan, problems))


def _plan(
    site: Site,
    pages: Sequence[Page],
    plans: Sequence[Plan],
    writers: Mapping[str, FileWriter],
    claims: Claims,
) -> Plan:
    """The author's pages and files come first; generated ones get the paths that are still free.

    `plans` are those of the languages before this one.
    """
    planned = list(_author_pages(pages, claims))
    found = list(page_redirects(site, pages, claims))
    files = () if site.mount else site.static_files  # All languages have the files at the top.
    static_files = list(_static_files(site, files, claims))
    bundles = [bundle for bundle in _bundles(files) if claims.claim_generated(bundle.path)]
    originals = () if site.is_first else posts_without(pages, plans)
    renamed = renamed_urls(pages, plans)
    made = generated_pages(site, pages, originals) if site.has_pages else ()
    generated = [page for page in made if page.url not in renamed]
    free = [page for page in generated if claims.claim_generated(page.path)]
    of_years = year_pages(site, free, pages, claims)
    planned += [page for page in free if not of_years or page.url != of_years[0].url]
    planned += of_years
    entry_pages = {
        page.entry.source_location: page.url for page in generated if page.entry is not None
    }
    found += entry_redirects(site, planned, entry_pages, claims)
    redirects = [each for each in found if isinstance(each, Redirect)]
    redirects += look_redirects(site, planned, claims)
    writers = {path: write for path, write in writers.items() if claims.claim_generated(path)}
    paths = chain(citation_files(site, planned), scripts(site, of_years))
    citations = filter(claims.claim_generated, paths)
    planned.sort(key=lambda page: page.path)
    plan = Plan(
        site,
        tuple(planned),
        tuple(redirects),
        tuple(static_files),
        tuple(bundles),
        frozenset((*writers, *citations)),
        writers=writers,
        year_pages=of_years,
        originals=originals,
        old_urls=tuple(each for each in found if isinstance(each, OldUrl)),
    )
    shown = {
        location: url for location, url in entry_pages.items() if output_path(url) in plan.paths
    }
    return replace(plan, entry_pages=shown)


def _author_pages(pages: Iterable[Page], claims: Claims) -> Iterator[PlannedPage]:
    for page in pages:
        if page.front_matter.redirect_to is None and claim_page(page, claims):
            yield PlannedPage(output_path(page.url), page.url, _layout(page), page)


def _layout(page: Page) -> str:
    if page.front_matter.layout not in {"", "single"}:  # Posts have this layout, too.
        return theme_keys().layouts[page.front_matter.layout]
    if page.url == MISSING:
        return "missing"
    return "post" if page.is_post else "page"


def _static_files(site: Site, files: Iterable[StaticFile], claims: Claims) -> Iterator[StaticFile]:
    """The files to copy: all but the parts of bundles."""
    for file in files:
        location = Location(file.file.removeprefix(site.root).lstrip("/\\"))
        if not _bundle_of(file) and claims.claim(file.path, location, "rename one of them"):
            yield file


def _bundles(files: Iterable[StaticFile]) -> Iterator[Bundle]:
    """The parts of each bundle, in the order of their names."""
    parts = sorted((file for file in files if _bundle_of(file)), key=lambda file: file.path)
    for path, group in groupby(parts, key=_bundle_of):
        yield Bundle(path, tuple(group))


def _bundle_of(file: StaticFile) -> str:
    """The bundle that a file is a part of: assets/css/main.css for files in assets/css/main/."""
    match = PART_OF_BUNDLE.fullmatch(file.path)
    return f"{match[1]}.{match[2]}" if match else ""
