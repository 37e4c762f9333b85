"""A site comes in, the pages that acadfolio adds come out: of sections, of their entries, the CV, lists of posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.loading.addresses import MISSING, output_path
from acadfolio.model.kinds import KINDS, PAGED
from acadfolio.model.site import SectionSettings
from acadfolio.routing.slugs import slugs_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site

CV_ORDER = (
    "education", "experience", "publications", "talks", "teaching", "projects", "awards", "grants", "students",
    "services",
)  # fmt: skip
OLD_ADDRESSES = {"/posts/": "/year-archive/", "/projects/": "/portfolio/", "/cv/": "/resume"}
"""Where the academicpages theme has what acadfolio makes."""


class PlannedPage(Struct, frozen=True):
    """A page and where it goes. `page` is None for one that acadfolio makes itself, named by its `layout`."""

    path: str
    address: str
    layout: str
    page: Page | None = None
    section: str = ""
    """The section whose page this is, or one of whose entries."""
    entry: Any = None
    """The record, on the page of an entry."""


def made_pages(site: Site, pages: Sequence[Page]) -> Iterator[PlannedPage]:
    """What acadfolio adds where the site has no page of its own. `pages` are those that are not left out."""
    if not any(page.address == "/" for page in pages):
        yield PlannedPage("index.html", "/", "page")
    yield PlannedPage(output_path(MISSING), MISSING, "missing")
    if any(page.is_post for page in pages):
        yield PlannedPage("posts/index.html", "/posts/", "posts")
    if any(page.front_matter.tags or page.front_matter.categories for page in pages if page.is_post):
        yield PlannedPage("tags/index.html", "/tags/", "tags")
    has_many_pages = site.settings.look == "academicpages"
    if has_many_pages and cv_sections(site):
        yield PlannedPage("cv/index.html", "/cv/", "cv")
    for name in PAGED:
        has_entries = has_entry_pages(site, name)
        if (has_many_pages or has_entries) and entries_of(site, name):
            yield PlannedPage(f"{name}/index.html", f"/{name}/", "archive", section=name)
        if has_entries:
            yield from _entry_pages(site, name)


def has_entry_pages(site: Site, section: str) -> bool:
    """Whether each entry of a section has a page of its own: what the site says, else what its look does."""
    said = site.section_settings.get(section, SectionSettings()).pages
    return section in PAGED and (site.settings.look == "academicpages" if said is None else said)


def cv_sections(site: Site) -> tuple[str, ...]:
    """What the CV holds, in its order: what the site lists, else every section with entries but news and people."""
    free = [name for name in site.entries if name not in KINDS]
    wanted = site.settings.sections or (*CV_ORDER, *free)
    return tuple(name for name in dict.fromkeys(wanted) if name != "news" and entries_of(site, name))


def entries_of(site: Site, section: str) -> Sequence[Any]:
    """The entries of a section, in the order of its file."""
    return site.publications if section == "publications" else site.entries.get(section, ())


def _entry_pages(site: Site, section: str) -> Iterator[PlannedPage]:
    entries = entries_of(site, section)
    for entry, slug in zip(entries, slugs_of(entries, site.settings.language), strict=True):
        address = f"/{section}/{slug}/"
        yield PlannedPage(output_path(address), address, PAGED[section], section=section, entry=entry)
