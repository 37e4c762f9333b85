"""Redirects from old URLs: of pages, of entries, and of the generated pages of a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.loading.page_urls import SCHEME, output_path, parse_local_url, parse_old_url
from acadfolio.model.section_kinds import PAGED
from acadfolio.problems import Location, Problems
from acadfolio.routing.generated import entries_of
from acadfolio.routing.paths import UP, seen_from
from acadfolio.routing.plan import Claims, OldUrl, PlannedPage, Redirect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.model.values import LanguageTag


class _TargetPage(Struct, frozen=True):
    """The page to which old URLs lead."""

    url: str
    path: str
    """Its path in the output, or that of the page that redirects to it."""
    language: LanguageTag


def page_redirects(
    site: Site, pages: Iterable[Page], claims: Claims
) -> Iterator[Redirect | OldUrl]:
    """The redirects that front matter asks for with `redirect_to` and `redirect_from`."""
    for page in pages:
        target = page.front_matter.redirect_to
        language = page.front_matter.lang or site.settings.language
        if target is not None and claim_page(page, claims):
            yield Redirect(output_path(page.url), target, language)
        new = page.url if target is None else target
        old = [
            (url, page.places.get(url, Location(page.file)))
            for url in page.front_matter.redirect_from
        ]
        paths = _paths(old, site, claims.problems)
        leads_to = _TargetPage(new, output_path(page.url), language)
        yield from _redirects(paths, leads_to, site, claims)


def claim_page(page: Page, claims: Claims) -> bool:
    location = page.places.get("permalink", Location(page.file))
    return claims.claim(output_path(page.url), location, "give one of them another permalink")


def entry_redirects(
    site: Site, planned: Iterable[PlannedPage], entry_pages: dict[Location, str], claims: Claims
) -> Iterator[Redirect | OldUrl]:
    """The redirects that entries ask for: to their page, else to that of their section, else to the home page.

    Of several languages, the one whose folder has the old URL redirects it, else the first one.
    """
    urls = {page.url for page in planned}
    for section in PAGED:
        section_page = f"/{section}/" if f"/{section}/" in urls else "/"
        for entry in entries_of(site, section) if site.has_pages else ():
            if not entry.redirect_from:
                continue
            old = [(url, entry.source_location) for url in entry.redirect_from]
            target = entry_pages.get(entry.source_location, section_page)
            paths = [
                (path, location)
                for path, location in _paths(old, site, claims.problems)
                if site.language_at(path) == site.settings.language
            ]
            page = _TargetPage(target, output_path(target), site.settings.language)
            yield from _redirects(paths, page, site, claims)


def _redirects(
    old: Iterable[tuple[str, Location]], page: _TargetPage, site: Site, claims: Claims
) -> Iterator[Redirect | OldUrl]:
    """Redirects from paths of the output to one page, without duplicates and its own path."""
    done = {page.path}
    for path_in_output, location in old:
        path = seen_from(path_in_output, site.mount)
        if path in done:
            continue
        done.add(path)
        if path.startswith(UP):
            yield OldUrl(path_in_output, _from_top(page.url, site), page.language, location)
        elif claims.claim_redirect(path, location):
            yield Redirect(path, page.url, page.language)


def _from_top(target: str, site: Site) -> str:
    """A URL of a language, or a full one, as it is at the top of the site."""
    return target if SCHEME.match(target) else f"/{site.mount}{target.lstrip('/')}"


def _paths(
    old: Iterable[tuple[str, Location]], site: Site, problems: Problems
) -> Iterator[tuple[str, Location]]:
    """The paths of the output of old URLs, which begin at the top of the site. Those that are wrong are reported."""
    for url, location in old:
        if path := _old_path(url, site.top_url, location, problems):
            yield path, location


def _old_path(url: str, site_url: str, location: Location, problems: Problems) -> str:
    """The output path of an old URL; empty, and reported, for one that is not of this site."""
    try:
        return output_path(parse_old_url(url, site_url))
    except ValueError as error:
        message, hint = error.args
        problems.error(location, f"the old URL `{url}` {message}", hint, rule="invalid-url")
        return ""


def look_redirects(
    site: Site, planned: Iterable[PlannedPage], claims: Claims
) -> Iterator[Redirect]:
    """Redirects to generated pages from the other URLs that the look knows for them."""
    generated = {page.url for page in planned if page.page is None}
    for old_url, url in site.look.redirects.items():
        if parse_local_url(url) not in generated:
            continue
        path = output_path(parse_local_url(old_url))
        # Where there is no file for `/resume`, a server shows the page at `/resume/`: a redirect
        # would hide it.
        if claims.by_path.keys().isdisjoint({path, f"{path.removesuffix('.html')}/index.html"}):
            claims.claim_generated(path)
            yield Redirect(path, parse_local_url(url), site.settings.language)
