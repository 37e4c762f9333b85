"""Pages of an earlier build come in; which of them would be the same today, byte for byte, comes out.

While a page is rendered, what it looks at beyond its own text or record is written down: what it shows of lists, the
addresses that it resolves, the pictures that it measures. With its own text or record and with all that is the same for
every page (settings, templates, menu, …) that makes its recipe. A page whose recipe has not changed is not rendered
again. What is not known to be the same counts as changed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.rendering.bodies import Body  # noqa: TC001 - msgspec asks what it is
from acadfolio.rendering.navigation import page_title
from acadfolio.struct import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from acadfolio.rendering.digests import Digests
    from acadfolio.rendering.downloads import Downloads
    from acadfolio.rendering.items import Items
    from acadfolio.rendering.looks import Looks
    from acadfolio.rendering.navigation import Navigation
    from acadfolio.routing import Plan, PlannedPage


class Findings(Struct, frozen=True):
    """What is known of a page once it is rendered, besides its bytes."""

    about: str = ""
    shown: tuple[tuple[str, int], ...] = ()
    """The entries that it shows: the name of their list, or how it is looked at, and their place there; -1 for all."""
    hosts: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    """Its local addresses, and the files that they lead to."""
    pictures: tuple[tuple[str, tuple[str, int, int]], ...] = ()
    """What it shows: the path in the site, and what was found there (kind, width, height)."""
    variants: tuple[str, ...] = ()
    """The lighter ones of its pictures that it names."""
    lists: tuple[str, ...] = ()
    """The lists of the site that it was made from, or what it looks at of them (see `looks`)."""


class Recipe(Struct, frozen=True):
    """What a page was made from."""

    quick: bytes
    """Digests in the large: of whole lists, where only a few of their entries may matter; and of its text or record."""
    own: bytes
    """Of its text or record, its neighbours, and its names, which differ from those of others."""
    description: bytes = b""
    related: bytes = b""
    """Of the papers beside which it stands; empty where its template did not ask for them."""
    places: tuple[int, ...] = ()
    """Where its paper stands among all, and where these do."""


class KeptPage(Struct, frozen=True):
    """A page as it was made."""

    recipe: Recipe
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
    kinship: bytes = b""
    """What papers can have in common, which tells how they are related."""
    sayings: bytes = b""
    """What entries say of themselves, which tells their descriptions."""
    texts: dict[str, HomeText] = field(default_factory=dict)
    """The home page's text, by its path."""
    news: bytes = b""
    """What the feed of news was made from."""
    cards: dict[str, bytes] = field(default_factory=dict)
    """What the pictures of previews in social media show, by path, as digests."""


class HomeText(Struct, frozen=True):
    """The home page's text, which is rendered before all pages: their menus may be made of its headings."""

    recipe: bytes
    body: Body
    shown: tuple[tuple[str, int], ...]
    lists: tuple[str, ...]
    """The entries that it shows, and the lists that it was made from, as in `Findings`."""


class Recipes:
    """What the pages of one site are made from."""

    def __init__(
        self, digests: Digests, navigation: Navigation, items: Items, downloads: Downloads, common: Iterable[Any]
    ) -> None:
        """`common` is what every page depends on besides the site's settings."""
        self.digests, self.navigation, self.items, self.downloads = digests, navigation, items, downloads
        self.world = digest([digests.everywhere, navigation.items, sorted(navigation.places), *common])
        self.plan = digests.plan
        self.arounds: dict[tuple[frozenset[str], bool], bytes] = {}
        self.titles = digest([(page.path, page_title(self.plan.site, page)) for page in self.plan.pages])

    def of(self, planned: PlannedPage, lists: Iterable[str]) -> Recipe:
        """That of a page which was seen to show these lists."""
        quick, own = self.quick(planned, lists), self._own(planned, lists)
        is_related = planned.path in self.items.found
        related = self._related(planned) if is_related else (b"", self._place(planned))
        return Recipe(quick, own, self._description(planned), *related)

    def quick(self, planned: PlannedPage, lists: Iterable[str]) -> bytes:
        """Differs when anything does that the page may depend on."""
        if planned.entry is None:
            return self._around(frozenset(lists)) + self.digests.own(planned)
        return self._around(frozenset({*lists, planned.section}), of_entry=True) + self.digests.own(planned)

    def _around(self, lists: frozenset[str], *, of_entry: bool = False) -> bytes:
        """Of what pages have in common that look at the same lists."""
        known = self.arounds.get((lists, of_entry))
        if known is None:
            said = [self.sayings] if of_entry else []
            whole = [self.titles, *said, *(self.digests.list(name) for name in sorted(lists))]
            known = self.arounds[lists, of_entry] = digest(whole)
        return known

    def again(self, planned: PlannedPage, was: Recipe, lists: Iterable[str], last: KeptSite) -> Recipe | None:
        """The recipe of a page of the last site as it is today; None when it would make another page.

        What is costly to find out is looked at only where what it follows from has changed.
        """
        quick = self.quick(planned, lists)
        if quick == was.quick:
            return was
        if self._own(planned, lists) != was.own:
            return None
        if self.sayings != last.sayings and self._description(planned) != was.description:
            return None
        places = was.places
        if not was.related:
            related = b""
        elif self._is_related_as_before(planned, was, last):
            related = self._papers(places[1:])
        else:
            related, places = self._related(planned)
        return replace(was, quick=quick, places=places) if related == was.related else None

    def recall(self, planned: PlannedPage, was: Recipe, last: KeptSite) -> None:
        """What is known of a page that has to be rendered: the papers beside which it stands."""
        if was.related and self._is_related_as_before(planned, was, last):
            self.items.relate(planned, was.places[1:])

    def works(self) -> bytes:
        """Differs when anything of any paper does."""
        return self.digests.list("publications")

    def news(self) -> bytes:
        """The same of news."""
        return self.digests.list("news")

    @cached_property
    def kinship(self) -> bytes:
        """Differs when any paper may be related to others than before: by what they share, or by where they stand."""
        papers = self.plan.site.publications
        if not any(id(paper) in self.plan.entry_pages for paper in papers):
            return b""  # On no page stands what is related to it.
        facets = [(paper.tags, paper.authors, paper.venue, paper.badge) for paper in papers]
        return digest([facets, [self._places[id(paper)] for paper in self.items.in_row("publications")]])

    @cached_property
    def sayings(self) -> bytes:
        """Differs when any entry says anything else of itself than before."""
        return digest([self.items.saying(planned.entry) for planned in self.plan.pages if planned.entry is not None])

    @cached_property
    def _places(self) -> dict[int, int]:
        """Where each paper stands, by its `id()`."""
        return {id(paper): place for place, paper in enumerate(self.plan.site.publications)}

    def _own(self, planned: PlannedPage, lists: Iterable[str]) -> bytes:
        known: list[Any] = [self.digests.text(planned, lists), self.navigation.breadcrumbs(planned)]
        if planned.entry is not None:
            known += [self.items.neighbours(planned), self.items.qualifier(planned), self.downloads.key(planned)]
        return digest(known)

    def _description(self, planned: PlannedPage) -> bytes:
        return digest(self.items.description(planned)) if planned.entry is not None else b""

    def _related(self, planned: PlannedPage) -> tuple[bytes, tuple[int, ...]]:
        places = [self._places[id(paper.record)] for paper in self.items.related(planned)]
        return self._papers(places), (*self._place(planned), *places)

    def _is_related_as_before(self, planned: PlannedPage, was: Recipe, last: KeptSite) -> bool:
        return self.kinship == last.kinship and was.places[:1] == self._place(planned)

    def _place(self, planned: PlannedPage) -> tuple[int, ...]:
        """Of its paper; none where it is about something else."""
        place = self._places.get(id(planned.entry))
        return () if place is None else (place,)

    def _papers(self, places: Iterable[int]) -> bytes:
        papers, pages = self.plan.site.publications, self.plan.entry_pages
        found = [papers[place] for place in places]
        return digest([(self.digests.record(paper), pages.get(id(paper), "")) for paper in found])


class Places:
    """The entries of a site's lists by name and place, which stay the same from build to build where they do."""

    def __init__(self, plan: Plan, looks: Looks) -> None:
        self.looks = looks
        self.lists: Mapping[str, tuple[Any, ...]] = plan.site.lists
        self.places = {
            id(entry): (name, place) for name, entries in self.lists.items() for place, entry in enumerate(entries)
        }

    def of(self, shown: set[int], looks: Collection[str]) -> Iterator[tuple[str, int]]:
        """What stands for the entries with these `id()`s, on a page that looks so at lists.

        Of what is picked out of a list, the place among these: another one in the list may come or go.
        """
        picked = [look for look in looks if look not in self.lists and look.partition(" ")[0] not in looks]
        places = {id(entry): (look, place) for look in picked for place, entry in enumerate(self.looks.entries(look))}
        by_look: dict[str, list[int]] = {}
        for known in shown:
            if found := places.get(known) or self.places.get(known):
                by_look.setdefault(found[0], []).append(found[1])
        for look, numbers in sorted(by_look.items()):
            whole = len(numbers) == len(self._entries(look))
            yield from [(look, -1)] if whole else ((look, number) for number in sorted(numbers))

    def entries(self, shown: Iterable[tuple[str, int]]) -> Iterator[int]:
        """The `id()`s again."""
        for look, place in shown:
            entries = self._entries(look)
            yield from map(id, entries) if place < 0 else [id(entries[place])]

    def _entries(self, look: str) -> Sequence[Any]:
        return self.lists[look] if look in self.lists else self.looks.entries(look)


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
