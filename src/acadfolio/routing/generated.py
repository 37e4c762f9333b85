"""The pages and files that acadfolio generates: for sections and entries, the CV, posts, feeds, the sitemap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from acadfolio.loading.page_urls import MISSING, output_path
from acadfolio.model.publication import PUBLICATIONS, Publication
from acadfolio.model.section_kinds import BUILT_IN, PAGED, by_place_in_cv, section_kind
from acadfolio.routing.plan import PlannedPage
from acadfolio.routing.slugs import slugs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site

CITATION_SUFFIXES = ("bib", "ris", "json")


def generated_pages(
    site: Site, pages: Sequence[Page], originals: Sequence[Page]
) -> Iterator[PlannedPage]:
    """The pages that acadfolio adds unless the author wrote them.

    Args:
        site: The site, in one language.
        pages: The author's pages, without drafts.
        originals: Posts in the first language, to which lists of posts lead, too.
    """
    if "/" not in {page.url for page in pages}:
        yield PlannedPage("index.html", "/", "page")
    if site.is_first:  # Servers know only the one at the top.
        yield PlannedPage(output_path(MISSING), MISSING, "missing")
    posts = [page.front_matter for page in (*pages, *originals) if page.is_post]
    if any(post.tags or post.categories for post in posts):
        yield PlannedPage("tags/index.html", "/tags/", "tags")
    if site.settings.list_pages:
        yield from _list_pages(site, has_posts=bool(posts))
    for section in PAGED:
        yield from _entry_pages(site, section)


def _list_pages(site: Site, *, has_posts: bool) -> Iterator[PlannedPage]:
    if has_posts:
        yield PlannedPage("posts/index.html", "/posts/", "posts")
    if site.look.cv and cv_sections(site):
        yield PlannedPage("cv/index.html", "/cv/", "cv")
    for section in PAGED:
        yield from _section_page(site, section)


def _section_page(site: Site, section: str) -> Iterator[PlannedPage]:
    has_page = site.look.lists(section) or _has_entry_pages(site, section)
    if has_page and entries_of(site, section):
        yield PlannedPage(f"{section}/index.html", f"/{section}/", "archive", section=section)


def _entry_pages(site: Site, section: str) -> Iterator[PlannedPage]:
    if _has_entry_pages(site, section):
        entries = entries_of(site, section)
        for entry, slug in zip(entries, slugs_of(entries, site.first_language), strict=True):
            url = f"/{section}/{slug}/"
            yield PlannedPage(output_path(url), url, PAGED[section], section=section, entry=entry)


def _has_entry_pages(site: Site, section: str) -> bool:
    """Whether each entry of a section has its own page: by the section's setting, by default as the look does."""
    wanted = site.settings_of(section).pages
    return site.look.has_entry_pages(section) if wanted is None else wanted


def cv_sections(site: Site) -> tuple[str, ...]:
    """The sections of the CV, in order: those the site lists; by default all with entries that belong there."""
    names = site.settings.sections or _default_cv_sections(site)
    wanted = [name for name in dict.fromkeys(names) if section_kind(name).cv != "never"]
    return tuple(name for name in wanted if entries_of(site, name))


def _default_cv_sections(site: Site) -> list[str]:
    """The sections of a CV in their default order."""
    wanted = [name for name in (*BUILT_IN, *site.entries) if section_kind(name).cv == "always"]
    return by_place_in_cv(wanted)


def entries_of(site: Site, section: str) -> Sequence[Any]:
    """The entries of a section, in the order of its file."""
    return site.lists.get(section, ())


def citation_files(site: Site, planned: Iterable[PlannedPage]) -> Iterator[str]:
    """The citation files of all publications, and with `downloads: papers` of each one whose page acadfolio adds.

    `planned` are all pages.
    """
    if not (site.is_first and site.has_pages):
        return  # Other languages link to those of the first one.
    if not (site.settings.downloads and site.publications):
        return
    yield from citation_paths("")
    if site.settings.downloads != "papers":
        return
    for page in planned:
        if isinstance(page.entry, Publication):
            yield from citation_paths(page.url)


def citation_paths(url: str) -> tuple[str, ...]:
    """The citation files beside a paper's page, such as `/publications/radium/`; without `url`, those of all papers."""
    slug = url.strip("/").rpartition("/")[2] or PUBLICATIONS
    return tuple(f"{url.lstrip('/')}{slug}.{suffix}" for suffix in CITATION_SUFFIXES)
