"""Divide a site in several languages: one site for each, whose folder is its top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.model.site_url import SiteUrl
from acadfolio.model.values import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.model.languages import SiteLanguage
    from acadfolio.model.page import Page
    from acadfolio.model.publication import Publication
    from acadfolio.model.site import Settings, Site
    from acadfolio.model.values import LanguageTag
    from acadfolio.routing.plan import Plan, PlannedPage


def sites_by_language(site: Site) -> list[Site]:
    """The site in each of its languages, the one at the top first; the site itself if it has one language.

    If all languages are in folders, the first one of these sites is the top, without pages.
    """
    languages = site.settings.languages
    if len(languages) < 2 and not any(each.mount for each in languages):  # noqa: PLR2004 - several
        return [site]
    site = _with_unknown_languages(site)
    sites = [_in_language(site, each) for each in languages]
    return [_without_pages(site), *sites] if languages[0].mount else sites


def _in_language(site: Site, language: SiteLanguage) -> Site:
    """A site with the pages of one language, as if its folder was the top."""
    is_first = language.tag == site.first_language
    pages = [page for page in site.pages if page.language == (None if is_first else language.tag)]
    return replace(
        site,
        settings=_settings_in_language(site.settings, language),
        pages=tuple(_with_language(page, language.tag) for page in pages),
        originals=() if is_first else _untranslated(site, pages),
        mount=language.mount,
        documents=_in_language(site.documents, language) if site.documents else None,
    )


def _settings_in_language(settings: Settings, language: SiteLanguage) -> Settings:
    """The settings of a site whose URL is that of a language."""
    url = settings.url.rstrip("/")
    if url:
        settings = replace(settings, url=SiteUrl(f"{url}/{language.mount}".rstrip("/")))
    return replace(settings, language=language.tag)


def _untranslated(site: Site, pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages of the first language that are not among those of another."""
    names = {page.name for page in pages}
    return tuple(page for page in site.pages if page.language is None and page.name not in names)


def _with_language(page: Page, language: LanguageTag) -> Page:
    """A page whose title knows its language, as pages of other languages link to it."""
    return replace(page, title=page.title.tagged(page.front_matter.lang or language))


def _with_unknown_languages(site: Site) -> Site:
    """A site whose publications are the same in all of its languages."""
    documents = _with_unknown_languages(site.documents) if site.documents else None
    return replace(
        site,
        publications=tuple(map(_with_unknown_language, site.publications)),
        cited=tuple(map(_with_unknown_language, site.cited)),
        documents=documents,
    )


def _with_unknown_language(work: Publication) -> Publication:
    """A publication whose title is not taken for one in the first language, as many are in English."""
    return replace(work, title=work.title.tagged(UNDETERMINED))


def _without_pages(site: Site) -> Site:
    """The top of a site whose languages are all in folders: files for servers, and those of `static/`."""
    return replace(site, pages=(), documents=None, has_pages=False)


def posts_without(pages: Sequence[Page], plans: Sequence[Plan]) -> tuple[Page, ...]:
    """The posts of the first language that are not among the pages of another. `plans` has the first language."""
    names = {page.name for page in pages}
    posts = (planned.page for planned in _pages_of_first(plans) if planned.is_post)
    return tuple(post for post in posts if post is not None and post.name not in names)


def renamed_urls(pages: Sequence[Page], plans: Sequence[Plan]) -> frozenset[str]:
    """The URLs of pages of the first language whose translations have others; not the home page.

    Args:
        pages: The author's pages in another language.
        plans: Those before it, with the first language.
    """
    urls = {page.name: page.url for page in pages}
    found = set()
    for planned in _pages_of_first(plans):
        if planned.page and urls.get(planned.page.name, planned.url) != planned.url:
            found.add(planned.url)
    return frozenset(found - {"/"})


def _pages_of_first(plans: Sequence[Plan]) -> tuple[PlannedPage, ...]:
    """The pages of the first language; none if it is not among the plans."""
    first = next((plan for plan in plans if plan.site.has_pages), None)
    return first.pages if first else ()
