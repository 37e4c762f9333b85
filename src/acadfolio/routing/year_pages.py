"""Divide the list of publications into pages of whole years, whose URLs stay when new papers come."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.years import newest_first, year_of
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.routing.plan import Claims, PlannedPage

Years = tuple[str, ...]

LIST_URL = f"/{PUBLICATIONS}/"
SETTINGS = Location("data/site.yml")
SCRIPT = "papers.js"
"""The name of the file beside each page that has its papers for the search on the others."""


def year_pages(
    site: Site, generated: Iterable[PlannedPage], pages: Sequence[Page], claims: Claims
) -> tuple[PlannedPage, ...]:
    """The pages of the list of publications, in its order; none if it is not divided.

    Args:
        site: The site.
        generated: The pages that acadfolio makes; the first page takes the place of the whole list.
        pages: The author's pages.
        claims: The paths that are used.
    """
    per_page = site.settings_of(PUBLICATIONS).per_page
    if not (per_page and site.publications and site.has_pages):
        return ()
    whole = next((page for page in generated if page.url == LIST_URL), None)
    if whole is None:
        _report_missing(pages, claims.problems)
        return ()
    first, *others = divided(site, per_page)
    if not others:
        return ()
    found = [replace(whole, years=first)]
    for years in others:
        url = f"{LIST_URL}{name_of(years)}/"
        page = replace(whole, path=f"{url[1:]}index.html", url=url, years=years)
        if claims.claim(page.path, SETTINGS, "move that page, or change `per_page`"):
            found.append(page)
    return tuple(found)


def divided(site: Site, per_page: int) -> list[Years]:
    """The years of each page of the list of publications."""
    counts = Counter(map(year_of, site.publications))
    years = newest_first(counts, site.settings_of(PUBLICATIONS).groups)
    return divide(years, counts, per_page)


def divide(years: Sequence[str], counts: Mapping[str, int], per_page: int) -> list[Years]:
    """Divide years, the newest first, into pages of at least `per_page` papers.

    The pages are filled from the oldest year on. The newest years, which do not fill a page, are on
    the first one with those of the page before. So a new paper changes only the first page: a year
    moves to a page of its own once, and stays there. Papers without a year do not count, as they
    may be dated at any time.
    """
    pages: list[Years] = []
    page: Years = ()
    for year in reversed(years):
        page = (year, *page)
        if sum(counts[each] for each in page if each.isdecimal()) >= per_page:
            pages.insert(0, page)
            page = ()
    first = pages.pop(0) if pages else ()
    return [page + first, *pages]


def name_of(years: Years) -> str:
    """The name of a page in its URL: its newest and its oldest year, `2010-2004`.

    A single year is there twice, as the page of a paper may be named `1984`.
    """
    dated = [year for year in years if year.isdecimal()]
    return f"{dated[0]}-{dated[-1]}"


def scripts(site: Site, pages: Iterable[PlannedPage]) -> Iterator[str]:
    """The paths of the scripts with the papers of each page; none if the list has no search."""
    if site.settings_of(PUBLICATIONS).search is not False:
        yield from map(script_beside, pages)


def script_beside(page: PlannedPage) -> str:
    """The path of the script with the papers of a page."""
    return f"{page.url[1:]}{SCRIPT}"


def _report_missing(pages: Sequence[Page], problems: Problems) -> None:
    """Warn of `per_page` if acadfolio does not make the page of the list."""
    own = next((page for page in pages if page.url == LIST_URL), None)
    if own is not None:
        reason, hint = f"`{LIST_URL}` is {own.file}", "delete this page, or `per_page`"
    else:
        reason = f"there is no `{LIST_URL}`"
        hint = "write `pages: true` below `publications`, or delete `per_page`"
    message = f"`per_page` divides only a list that acadfolio writes: {reason}"
    problems.warn(SETTINGS, message, hint, rule="ignored-key")
