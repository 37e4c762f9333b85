"""A plan and the home page's headings come in, each page's menu and the way to it (its breadcrumbs) come out."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.loading.addresses import MISSING, SCHEME, output_path
from acadfolio.model.kinds import PAGED
from acadfolio.model.site import SectionSettings
from acadfolio.model.values import Text
from acadfolio.theme.context import Breadcrumb, NavigationLink
from acadfolio.theme.filters import from_top
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from acadfolio.markdown import Heading
    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.routing import Plan, PlannedPage

HOME, POSTS, CV = "/", "/posts/", "/cv/"
MOST_FOUND_PAGES = 6
"""More pages than that need a `navigation` of their author's."""
LEADING_SYMBOLS = re.compile(r"^[^\w(\"“‘«¿¡]+")
ELSEWHERE = re.compile("(?:https?:)?//")


class Navigation:
    """The menu and the breadcrumbs of one site's pages. `section_id` is the anchor of a section's own heading."""

    def __init__(self, plan: Plan, home_headings: Sequence[Heading], section_id: Callable[[str], str]) -> None:
        self.site = plan.site
        self.pages = {planned.path: planned for planned in plan.pages}
        self.headings = {heading.id: heading for heading in home_headings if heading.id}
        self.section_id = cache(section_id)
        self.home = Breadcrumb(Text.of(words_for(self.site.settings.language)["home"]), HOME)
        self.place, self._menu, self._folders = cache(self._place), cache(self._menu_with), cache(self._folders_above)
        self.items = self._written_items() or tuple(self._found_items())
        self.places = {self.place(link.url) for item in self.items for link in (item, *item.items)}

    def menu(self, here: PlannedPage) -> tuple[NavigationLink, ...]:
        """The masthead as this page shows it: the page itself is marked, else what is nearest above it."""
        if here.path in self.places:
            return self._menu(here.path, "page")
        section = [f"/#{self.section_id(here.section)}"] if here.section else []
        above = [self.place(url) for url in (*section, *(crumb.url for crumb in self._above(here)))]
        return self._menu(next((place for place in reversed(above) if place in self.places), ""), "true")

    def breadcrumbs(self, here: PlannedPage) -> tuple[Breadcrumb, ...]:
        """The way from the home page to this one, itself included; none to the home page and the missing page."""
        if here.address in {HOME, MISSING}:
            return ()
        return (self.home, *self._above(here), Breadcrumb(page_title(self.site, here), here.address))

    def _above(self, here: PlannedPage) -> tuple[Breadcrumb, ...]:
        """What stands between the home page and this one: the pages of the folders above it, else the list of posts."""
        above = self._folders(here.address.strip("/").rpartition("/")[0])
        is_post = here.page is not None and here.page.is_post
        if is_post and (place := self.place(POSTS)) and all(crumb.url != self.pages[place].address for crumb in above):
            return (self._crumb(self.pages[place]),)
        return above

    def _folders_above(self, path: str) -> tuple[Breadcrumb, ...]:
        """The pages of a folder and of those around it, where they have some."""
        folders = path.split("/") if path else []
        wanted = ["/" + "/".join(folders[: depth + 1]) + "/" for depth in range(len(folders))]
        return tuple(self._crumb(self.pages[place]) for address in wanted if (place := self.place(address)))

    def _crumb(self, planned: PlannedPage) -> Breadcrumb:
        return Breadcrumb(page_title(self.site, planned), planned.address)

    def _place(self, url: str) -> str:
        """The output file that an address of the site means, and the anchor in it; empty for any other."""
        address, sign, anchor = url.partition("#")
        if SCHEME.match(url) or not address:
            return ""
        path = unicodedata.normalize("NFC", unquote(address.partition("?")[0]))
        candidates = (output_path(path), f"{path.strip('/')}/index.html")
        found = next((candidate for candidate in candidates if candidate in self.pages), "")
        return f"{found}{sign}{anchor}" if found else ""

    def _menu_with(self, place: str, mark: str) -> tuple[NavigationLink, ...]:
        """The menu, with a mark at what leads to the place."""
        return tuple(self._marked(item, {place: mark} if place else {}) for item in self.items)

    def _marked(self, item: NavigationLink, marks: dict[str, str]) -> NavigationLink:
        items = tuple(self._marked(entry, marks) for entry in item.items)
        inside = "true" if any(entry.current for entry in items) else ""
        current = inside or (marks.get(self.place(item.url), "") if item.url else "")
        return NavigationLink(item.title, item.url, item.is_external, current, items) if current else item

    def _written_items(self) -> tuple[NavigationLink, ...]:
        """What the site says."""
        return tuple(
            self._link(item.title, item.url or "", tuple(self._link(entry.title, entry.url) for entry in item.items))
            for item in self.site.settings.navigation
        )

    def _link(self, title: Text, url: str, items: tuple[NavigationLink, ...] = ()) -> NavigationLink:
        """An item; a bare `#news` means the home page's heading, and the site's full address is no other site."""
        own = (self.site.settings.url or "").rstrip("/") + "/"
        if own != "/" and url.startswith(own):
            url = url.removeprefix(own.removesuffix("/"))
        address = f"/{url}" if url.startswith("#") else from_top(url) if url else ""
        return NavigationLink(title, address, bool(ELSEWHERE.match(address)), "", items)

    def _found_items(self) -> Iterator[NavigationLink]:
        """What a site has that names no items: the home page's headings or its sections' pages, then the others."""
        yield from self._found_sections()
        pages = [planned.page for planned in self.pages.values() if planned.page and _is_main_page(planned.page)]
        if len(pages) <= MOST_FOUND_PAGES:
            yield from (self._link(page.title, page.address) for page in pages)
        for layout, address in (("posts", POSTS), ("cv", CV)):
            if any(planned.layout == layout for planned in self.pages.values()):
                yield self._link(Text.of(words_for(self.site.settings.language)[layout]), address)

    def _found_sections(self) -> Iterator[NavigationLink]:
        headings = self.headings if self.site.settings.look == "acad-homepage" else {}
        top = min((heading.level for heading in headings.values()), default=1)
        shown = [heading for heading in headings.values() if heading.level == top]
        yield from (self._link(_title_of(heading.text), f"/#{heading.id}") for heading in shown)
        made = [planned for planned in self.pages.values() if planned.layout == "archive" and planned.section]
        for planned in sorted(made, key=lambda planned: list(PAGED).index(planned.section)):
            if self.section_id(planned.section) not in headings:
                yield self._link(section_page_title(self.site, planned.section), planned.address)


def page_title(site: Site, planned: PlannedPage) -> Text:
    """What a page is called: what its author wrote, else what acadfolio calls a page that it makes."""
    if planned.page is not None:
        return planned.page.title
    if planned.entry is not None:
        title: Text = getattr(planned.entry, "title", None) or planned.entry.course
        return title
    if planned.section:
        return section_page_title(site, planned.section)
    word = words_for(site.settings.language).get(planned.layout)
    return Text.of(word) if word else site.settings.title


def section_page_title(site: Site, section: str) -> Text:
    """What a section's own page is called: what the site says, else its name, without what a list adds to it."""
    said = site.section_settings.get(section, SectionSettings()).title
    words = words_for(site.settings.language)
    return said or Text.of(words.get(f"page:{section}") or words[section])


def _is_main_page(page: Page) -> bool:
    """A page at the top of the site that is none of the special ones."""
    is_special = page.is_post or not page.front_matter.menu or page.address in {HOME, MISSING}
    return not is_special and page.address.strip("/").count("/") == 0


def _title_of(heading: str) -> Text:
    """A heading without the emoji before it and the colon after it, its Markdown made harmless."""
    title = LEADING_SYMBOLS.sub("", heading).strip().rstrip(":：").strip() or heading
    return Text.of(re.sub(r"([\\`*_{}\[\]<>$|])", r"\\\1", title))
