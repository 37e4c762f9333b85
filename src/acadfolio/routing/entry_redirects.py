"""A site and its pages come in; the old addresses of its entries come out, each with the page that it leads to."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from acadfolio.loading.addresses import output_path
from acadfolio.model.kinds import PAGED
from acadfolio.problems import Location
from acadfolio.routing.made import PlannedPage, entries_of
from acadfolio.routing.plan import old_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from acadfolio.model.site import Site
    from acadfolio.routing.plan import Claims


def entry_redirects(
    site: Site, planned: Iterable[PlannedPage], made: Iterable[PlannedPage], claims: Claims
) -> Iterator[tuple[str, str]]:
    """Paths, and the addresses that took their places; what is no address, or taken, is reported.

    An entry without a page of its own is led to on that of its section, else on the home page.
    """
    there = {page.address for page in planned}
    own = {id(page.entry): page.address for page in made if page.entry is not None}
    places = _places(site)
    for section in PAGED:
        shown_on = f"/{section}/" if f"/{section}/" in there else "/"
        for entry in entries_of(site, section):
            if entry.redirect_from:
                yield from _of_entry(entry, own.get(id(entry), shown_on), site.settings.url, places, claims)


def _of_entry(
    entry: Any, target: str, url: str | None, places: dict[str, deque[Location]], claims: Claims
) -> Iterator[tuple[str, str]]:
    met = {output_path(target)}
    for old in entry.redirect_from:
        waiting = places.get(old)
        location = waiting.popleft() if waiting else Location("data")
        path = old_path(old, url, location, claims.problems)
        if path and path not in met and claims.claim_old(path, location):
            yield path, target
        met.add(path)


def _places(site: Site) -> dict[str, deque[Location]]:
    """Where each old address is written: by two entries, in two places."""
    found: dict[str, deque[Location]] = {}
    for reference in site.references:
        if reference.is_old:
            found.setdefault(reference.target, deque()).append(reference.location)
    return found
