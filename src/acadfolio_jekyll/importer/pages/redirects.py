"""Redirect each old URL to one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.loading.page_urls import output_path
from acadfolio_jekyll.importer.pages.liquid_use import shows_collection

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio_jekyll.importer.pages.old_page import OldPage


def drop_taken_redirects(pages: Iterable[OldPage], owners: dict[str, str]) -> None:
    """Redirect each old URL to one page.

    `owners` are the files by their output paths in lowercase.
    """
    for page in pages:
        free = [
            url
            for url in page.redirects
            if owners.setdefault(output_path(url).casefold(), page.path) == page.path
        ]
        if free != page.redirects:
            page.redirects = free
            page.changes["redirect_from"] = free


def place_news(urls: list[str], pages: list[OldPage], folder: Path) -> None:
    """Redirect the old URLs of news, which have no pages, to the page that lists them, or else to the home page.

    If a page lists them, the home page has no other list of them below its text.
    """
    published = [page for page in pages if page.is_published]
    listing = [page for page in published if shows_collection("news", [page], folder)]
    homes = [page for page in published if page.url == "/"]
    if listing:
        for page in homes:
            page.changes.setdefault("sections", [])
    # A page of its own for news before other pages, and those before the home page.
    listing.sort(key=lambda page: (page.url != "/news/", page.url == "/"))
    candidates = [*listing, *homes]
    if candidates:
        page = candidates[0]
        page.redirects += urls
        page.changes["redirect_from"] = page.redirects
