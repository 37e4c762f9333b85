"""A site comes in, the pages that acadfolio adds come out: of sections, of their entries, the CV, lists of posts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from acadfolio.load.addresses import MISSING, output_path
from acadfolio.records.kinds import KINDS, PAGED
from acadfolio.records.publication import Publication
from acadfolio.records.site import SectionSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.records.page import Page
    from acadfolio.records.site import Site

LONGEST_SLUG = 60
SEPARATORS = re.compile(r"[^\w]+|_+")
CV_ORDER = (
    "education", "experience", "publications", "talks", "teaching", "projects", "awards", "grants", "students",
    "services",
)  # fmt: skip
OLD_ADDRESSES = {"/posts/": "/year-archive/", "/projects/": "/portfolio/", "/cv/": "/resume"}
"""Where the academicpages theme has what acadfolio makes."""


@dataclass(frozen=True, slots=True)
class PlannedPage:
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
    if site.settings.look == "academicpages":
        yield from (_section_page(name) for name in PAGED if entries_of(site, name))
        if cv_sections(site):
            yield PlannedPage("cv/index.html", "/cv/", "cv")
    for name in PAGED:
        if has_entry_pages(site, name):
            yield from _entry_pages(site, name)


def has_entry_pages(site: Site, section: str) -> bool:
    """Whether each entry of a section has a page of its own: what the site says, else what its look does."""
    said = site.section_settings.get(section, SectionSettings()).pages
    return section in PAGED and (site.settings.look == "academicpages" if said is None else said)


def cv_sections(site: Site) -> tuple[str, ...]:
    """What the CV holds, in its order: what the site lists, else every section with entries but news and people."""
    free = [name for name in site.entries if name not in KINDS]
    wanted = site.settings.sections or (*CV_ORDER, *free)
    return tuple(name for name in wanted if entries_of(site, name))


def entries_of(site: Site, section: str) -> Sequence[Any]:
    """The entries of a section, in the order of its file."""
    return site.publications if section == "publications" else site.entries.get(section, ())


def _section_page(name: str) -> PlannedPage:
    return PlannedPage(f"{name}/index.html", f"/{name}/", "archive", section=name)


def _entry_pages(site: Site, section: str) -> Iterator[PlannedPage]:
    taken: set[str] = set()
    for entry in entries_of(site, section):
        slug = _free_slug(entry, site.settings.language, taken)
        taken.add(slug)
        address = f"/{section}/{slug}/"
        yield PlannedPage(output_path(address), address, PAGED[section], section=section, entry=entry)


def _free_slug(entry: Any, language: str, taken: set[str]) -> str:
    """An entry's key or title as part of an address; with its year, then a number, where another one has it."""
    slug = slug_of(_name(entry, language))
    when = entry.when if isinstance(entry, Publication) else getattr(entry, "date", None)
    dated = f"{slug}-{when.year}" if when else slug
    number, free = 1, slug if slug not in taken else dated
    while free in taken:
        number += 1
        free = f"{dated}-{number}"
    return free


def _name(entry: Any, language: str) -> str:
    title = getattr(entry, "title", None) or getattr(entry, "course", None)
    return getattr(entry, "key", "") or (title.in_language(language) if title else "")


def slug_of(title: str) -> str:
    """A title as part of an address: small letters and digits of any script, without accents, in whole words."""
    plain = "".join(
        character
        for character in unicodedata.normalize("NFKD", title.casefold())
        if not unicodedata.combining(character)
    )
    slug = SEPARATORS.sub("-", unicodedata.normalize("NFC", plain)).strip("-")
    if len(slug) > LONGEST_SLUG:
        slug = slug[: LONGEST_SLUG + 1].rpartition("-")[0] or slug[:LONGEST_SLUG]
    return slug or "entry"
