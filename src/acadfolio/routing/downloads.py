"""The pages of papers come in, the paths of their citations as files come out, and of the list of all."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.model.site import Site
    from acadfolio.routing.made import PlannedPage

ENDINGS = ("bib", "ris", "json")
NEWS_FEED = "news.xml"
POSTS_FEED = "feed.xml"
FEED = "publications.xml"


def download_paths(site: Site, made: Iterable[PlannedPage]) -> Iterator[str]:
    """Every such file of a site, and the feed of its papers."""
    if not site.publications:
        return
    if any(publication.when is not None for publication in site.publications):
        yield FEED
    if site.settings.downloads:
        yield from paths_of("")
        for page in made:
            if page.section == "publications" and page.entry is not None:
                yield from paths_of(page.address)


@cache
def paths_of(address: str) -> tuple[str, ...]:
    """The paths for the page of a paper at an address such as `/publications/radium/`; without one, for the list."""
    slug = address.strip("/").rpartition("/")[2] or "publications"
    return tuple(f"{address.lstrip('/')}{slug}.{ending}" for ending in ENDINGS)
