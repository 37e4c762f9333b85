"""Pages of an earlier build come in; which of them would be the same today, byte for byte, comes out.

While a page is rendered, what it looks at beyond its own text or record is written down: the lists that it shows, the
addresses that it resolves, the pictures that it measures. With its own text or record and with all that is the same for
every page (settings, templates, menu, …) that makes its recipe. A page whose recipe has not changed is not rendered
again. What is not known to be the same counts as changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from acadfolio.render.digests import digest
from acadfolio.render.navigation import page_title
from acadfolio.struct import Struct, field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from acadfolio.plan import Plan, PlannedPage
    from acadfolio.render.bodies import Body
    from acadfolio.render.digests import Digests
    from acadfolio.render.downloads import Downloads
    from acadfolio.render.items import Items
    from acadfolio.render.navigation import Navigation


class Findings(Struct, frozen=True):
    """What is known of a page once it is rendered, besides its bytes."""

    about: str = ""
    shown: tuple[tuple[str, int], ...] = ()
    """The entries that it shows: the name of their list, and their place in it; -1 for all."""
    hosts: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    """Its local addresses, and the files that they lead to."""
    pictures: tuple[tuple[str, tuple[str, int, int]], ...] = ()
    """What it shows: the path in the site, and what was found there (kind, width, height)."""
    variants: tuple[str, ...] = ()
    """The lighter ones of its pictures that it names."""
    lists: tuple[str, ...] = ()
    """The lists of the site that it was made from."""


class KeptPage(Struct, frozen=True):
    """A page as it was made."""

    quick: bytes
    """A digest of its recipe in the large: of whole lists, where only a few of their entries may matter."""
    exact: bytes
    digest: bytes
    """Of its content."""
    findings: Findings


class KeptSite(Struct):
    """The pages of a build by their paths, and what their common frame looked at."""

    world: bytes = b""
    frame: Findings = Findings()
    pages: dict[str, KeptPage] = field(default_factory=dict)
    paths: bytes = b""
    """A digest of all paths of that build."""
    works: bytes = b""
    """What the files of citations of all papers were made from."""


class HomeText(Struct, frozen=True):
    """The home page's text, which is rendered before all pages: their menus may be made of its headings."""

    recipe: bytes
    body: Body
    shown: tuple[tuple[str, int], ...]
    lists: tuple[str, ...]
    """The entries that it shows, and the lists that it was made from, as in `Findings`."""


class Recipes:
    """What the pages of one site are made from, as digests."""

    def __init__(
        self, digests: Digests, navigation: Navigation, items: Items, downloads: Downloads, common: Iterable[Any]
    ) -> None:
        """`common` is what every page depends on besides the site's settings."""
        self.digests, self.navigation, self.items, self.downloads = digests, navigation, items, downloads
        self.world = digest([digests.everywhere, navigation.items, sorted(navigation.places), *common])
        plan = digests.plan
        self.titles = digest([(page.path, page_title(plan.site, page)) for page in plan.pages])

    def quick(self, planned: PlannedPage, lists: Iterable[str]) -> bytes:
        """Differs when anything does that the page may depend on."""
        whole = {*lists, planned.section} if planned.entry is not None else {*lists}
        return digest([self.titles, self.digests.text(planned, whole)])

    def exact(self, planned: PlannedPage, lists: Iterable[str]) -> bytes:
        """Differs when anything does that the page depends on."""
        known: list[Any] = [self.digests.text(planned, lists), self.navigation.breadcrumbs(planned)]
        if planned.entry is not None:
            papers: Any = [(self.digests.record(paper.record), paper.page) for paper in self.items.related(planned)]
            known += [
                papers,
                self.items.neighbours(planned),
                self.items.qualifier(planned),
                self.items.description(planned),
                self.downloads.key(planned),
            ]
        return digest(known)

    def works(self) -> bytes:
        """Differs when anything of any paper does."""
        return self.digests.list("publications")


class Places:
    """The entries of a site's lists by name and place, which stay the same from build to build where they do."""

    def __init__(self, plan: Plan) -> None:
        site = plan.site
        self.lists: Mapping[str, tuple[Any, ...]] = {**site.entries, "publications": site.publications}
        self.places = {
            id(entry): (name, place) for name, entries in self.lists.items() for place, entry in enumerate(entries)
        }

    def of(self, shown: set[int]) -> Iterator[tuple[str, int]]:
        """What stands for the entries with these `id()`s."""
        by_list: dict[str, list[int]] = {}
        for known in shown:
            if known in self.places:
                name, place = self.places[known]
                by_list.setdefault(name, []).append(place)
        for name, places in sorted(by_list.items()):
            whole = len(places) == len(self.lists[name])
            yield from [(name, -1)] if whole else ((name, place) for place in sorted(places))

    def entries(self, shown: Iterable[tuple[str, int]]) -> Iterator[int]:
        """The `id()`s again."""
        for name, place in shown:
            entries = self.lists[name]
            yield from map(id, entries) if place < 0 else [id(entries[place])]


class Noted(tuple):  # type: ignore[type-arg] # noqa: SLOT001
    """A list that tells when anybody looks at it."""

    note: Callable[[], None]

    def __iter__(self) -> Iterator[Any]:
        self.note()
        return super().__iter__()

    def __len__(self) -> int:
        self.note()
        return super().__len__()

    def __getitem__(self, place: Any) -> Any:
        self.note()
        return super().__getitem__(place)
