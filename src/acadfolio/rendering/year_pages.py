"""The pages of a list of publications that is divided by years: their names, links and anchors, and the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, json

from acadfolio.markdown import header_id
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.values import Text
from acadfolio.rendering import Output
from acadfolio.rendering.selection import Group, on_page
from acadfolio.routing.year_pages import script_beside
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.model.site import Site
    from acadfolio.routing import Plan, PlannedPage

PAPERS, END_OF_PAPERS = "<!--papers-->", "<!--end of papers-->"
"""Comments around the papers of a page that is finished. Published pages do not have them."""


class YearPage(Struct, frozen=True):
    """A page of a divided list, as the templates of the list see it."""

    title: Text
    """Its years."""
    url: str
    anchors: str
    """The ids of its headings, with spaces between them: the first page leads from there to it."""
    is_here: bool
    """Whether this is the page on which the list stands."""
    rel: str
    """`prev` or `next` for the pages beside this one; else empty."""


def links_of(
    site: Site, pages: Sequence[PlannedPage], groups: Sequence[Group], url: str
) -> tuple[YearPage, ...]:
    """The links to all pages of a list, on the page with a URL. `groups` are those of all years."""
    here = [page.url for page in pages].index(url)
    rels = {here - 1: "prev", here + 1: "next"}
    found = []
    for number, page in enumerate(pages):
        ids = [anchor for group in on_page(groups, page.years) for anchor in _ids(group)]
        title, is_here = title_of(site, page.years), number == here
        found.append(YearPage(title, page.url, " ".join(ids), is_here, rels.get(number, "")))
    return tuple(found)


def _ids(group: Group) -> Iterator[str]:
    yield group.id
    for inner in group.groups:
        yield from _ids(inner)


def title_of(site: Site, years: Sequence[str]) -> Text:
    """The name of some years: the newest and the oldest, and what papers without a year are below."""
    dated = [year for year in years if year.isdecimal()]
    of_dated = "–".join(dict.fromkeys((dated[0], dated[-1]))) if dated else ""
    names = [of_dated if year in dated else _word(site, year) for year in years]
    return Text.of(" · ".join(dict.fromkeys(names)))


def _word(site: Site, year: str) -> str:
    """The heading of a year of the list."""
    language = site.settings.language
    written = site.settings_of(PUBLICATIONS).groups.get(year)
    if written is not None:
        return written.in_language(language)
    return year if year.isdecimal() else words_for(language)[f"years:{year}"]


def moved_years(plan: Plan) -> dict[str, str]:
    """The URLs of the headings of years on other pages than the first, by the first one's file and their anchors."""
    moved = {}
    for page in plan.year_pages[1:]:
        for anchor in (header_id(_word(plan.site, year)) for year in page.years):
            moved[f"{plan.year_pages[0].path}#{anchor}"] = f"{page.url}#{anchor}"
    return moved


def with_script(page: PlannedPage, html: str, plan: Plan) -> tuple[str, list[Output]]:
    """A finished page without the comments around its papers, and the script with them for the other pages.

    It is a script, because a page opened from disk cannot read other files.
    """
    before, start, rest = html.partition(PAPERS)
    papers, _, after = rest.partition(END_OF_PAPERS)
    path = script_beside(page)
    if not start or path not in plan.generated_files:
        return f"{before}{papers}{after}", []
    script = b"papersOfPage(%s)\n" % json.encode(papers)
    return f"{before}{papers}{after}", [Output(path, script)]
