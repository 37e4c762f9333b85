"""The menu of the masthead and the breadcrumbs of each page."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from msgspec.structs import replace

from acadfolio.loading.page_urls import MISSING, SCHEME, output_path
from acadfolio.markdown.markup import escape_markdown
from acadfolio.model.section_kinds import PAGED
from acadfolio.model.values import Text
from acadfolio.rendering.year_pages import title_of
from acadfolio.routing.year_pages import LIST_URL
from acadfolio.theme.context import NavigationLink, PageLink
from acadfolio.theme.filters import url_from_top
from acadfolio.theme.words import name_of_section, words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from acadfolio.markdown import Heading
    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.model.values import ByLanguage, Url
    from acadfolio.routing import Plan, PlannedPage

HOME, POSTS = "/", "/posts/"
DEFAULT_PAGES = {"posts": POSTS, "cv": "/cv/"}
"""The layouts of the pages that acadfolio generates by default."""
MOST_FOUND_PAGES = 6
"""The most pages in a generated menu; more need `navigation` in site.yml."""
MOST_HEADINGS = 6
"""The most headings of the home page in a generated menu that has pages, too."""
MOST_ITEMS = 8
"""The most items of a generated menu with headings: on a wide screen, they fit into a line beside the site's title."""
LEADING_SYMBOLS = r"^[^\w(\"“‘«¿¡]+"
EXTERNAL_URL = re.compile("(?:https?:)?//")


class Navigation:
    """The menu and the breadcrumbs of one site's pages.

    `section_id` gives the id of a section's own heading.
    """

    def __init__(
        self, plan: Plan, home_headings: Sequence[Heading], section_id: Callable[[str], str]
    ) -> None:
        self.site, self.plan = plan.site, plan
        self.pages = {planned.path: planned for planned in plan.pages}
        self.headings = {heading.id: heading for heading in home_headings if heading.id}
        self.section_id = cache(section_id)
        self.home = PageLink(Text.of(words_for(self.site.settings.language)["home"]), HOME)
        self.items = self._written_items() or tuple(self._default_items())
        self.targets = {
            link.url: self._target(link.url) for item in self.items for link in (item, *item.items)
        }
        """The output file, and the anchor in it, of each link of the menu."""

    def menu(self, here: PlannedPage) -> tuple[NavigationLink, ...]:
        """The menu of this page: the page itself is marked, else the nearest page above it."""
        targets = set(filter(None, self.targets.values()))
        if here.path in targets:
            return self._marked_menu(here.path, "page")
        above = [crumb.url for crumb in reversed(self._above(here))]
        if here.section:
            above.append(f"/#{self.section_id(here.section)}")
        nearest = next((target for target in map(self._target, above) if target in targets), "")
        return self._marked_menu(nearest, "true") if nearest else self.items

    def breadcrumbs(self, here: PlannedPage) -> tuple[PageLink, ...]:
        """The pages from the home page to this one; none for the home page and the missing page."""
        if here.url in {HOME, MISSING}:
            return ()
        return (self.home, *self._above(here), PageLink(page_title(self.site, here), here.url))

    def _above(self, here: PlannedPage) -> tuple[PageLink, ...]:
        """The pages between the home page and this one: those of its folders; of a post, at least the list of posts."""
        crumbs = self._folders_above(here.url)
        if (
            here.is_post
            and (posts := self._page_at(POSTS))
            and all(crumb.url != posts.url for crumb in crumbs)
        ):
            return (self._crumb(posts),)
        return crumbs

    def _folders_above(self, url: str) -> tuple[PageLink, ...]:
        """The pages of the folders of a URL."""
        crumbs = []
        folder = "/"
        for name in url.strip("/").split("/")[:-1]:
            folder += f"{name}/"
            if page := self._page_at(folder):
                crumbs.append(self._crumb(page))
        return tuple(crumbs)

    def _crumb(self, planned: PlannedPage) -> PageLink:
        return PageLink(page_title(self.site, planned), planned.url)

    def _page_at(self, url: str) -> PlannedPage | None:
        return self.pages.get(self._target(url))

    def _target(self, url: str) -> str:
        """The output file and the anchor of a local URL; empty for any other URL."""
        bare, hash_sign, anchor = url.partition("#")
        if SCHEME.match(url) or not bare:
            return ""
        path = unicodedata.normalize("NFC", unquote(bare.partition("?")[0]))
        for candidate in (output_path(path), f"{path.strip('/')}/index.html"):
            here = candidate if candidate in self.pages else self.plan.path_here(candidate)
            if here in self.pages:
                return f"{here}{hash_sign}{anchor}"
        return ""

    def _marked_menu(self, target: str, mark: str) -> tuple[NavigationLink, ...]:
        return tuple(self._marked(item, target, mark) for item in self.items)

    def _marked(self, item: NavigationLink, target: str, mark: str) -> NavigationLink:
        """An item with the mark if it links to the target, or with `true` if its menu contains that item."""
        items = tuple(self._marked(entry, target, mark) for entry in item.items)
        if any(entry.current for entry in items):
            return replace(item, current="true", items=items)
        return (
            replace(item, current=mark) if item.url and self.targets[item.url] == target else item
        )

    def _written_items(self) -> tuple[NavigationLink, ...]:
        """The `navigation` of site.yml."""
        links = []
        for item in self.site.settings.navigation:
            inner = tuple(self._link(entry.title, self._url(entry.url)) for entry in item.items)
            links.append(self._link(item.title, self._url(item.url), inner))
        return tuple(links)

    def _url(self, url: ByLanguage[Url] | None) -> str:
        """The URL of an item in the language of the menu; empty for a submenu."""
        return url.in_language(self.site.settings.language) if url else ""

    def _link(
        self, title: Text, url: str, items: tuple[NavigationLink, ...] = ()
    ) -> NavigationLink:
        """An item.

        A bare `#news` is a heading of the home page, and the site's full URL is not another site.
        """
        site_url = self.site.settings.url.rstrip("/")
        if site_url and url.startswith(f"{site_url}/"):
            url = url.removeprefix(site_url)
        if url:
            url = f"/{url}" if url.startswith("#") else url_from_top(url)
        is_external = bool(EXTERNAL_URL.match(url))
        return NavigationLink(title, url, is_external, "", items, self._other_language(url))

    def _other_language(self, url: str) -> str:
        """The language of the page of a URL, if it is another one; else empty."""
        path = output_path(url.partition("#")[0])
        path = f"{self.plan.paths.start_of(path) or ''}{path}"
        return self.plan.other_language(self.plan.versions.get(path, path))

    def _default_items(self) -> Iterator[NavigationLink]:
        """The menu of a site that lists no items: the pages, then the headings of the home page, unless there are many.

        Without other pages, the headings are the menu, however many they are.
        """
        pages, headings = list(self._page_items()), list(self._heading_items())
        language = self.site.settings.language
        titles = {item.title.in_language(language) for item in pages}
        others = [item for item in headings if item.title.in_language(language) not in titles]
        yield from pages
        are_few = len(others) <= MOST_HEADINGS and len(pages) + len(others) <= MOST_ITEMS
        if are_few or not pages:
            yield from others

    def _page_items(self) -> Iterator[NavigationLink]:
        """The lists of sections, the pages at the top of the site, the posts and the CV."""
        yield from self._list_items()
        yield from self._main_pages()
        words = words_for(self.site.settings.language)
        layouts = {planned.layout for planned in self.pages.values()}
        for layout, url in DEFAULT_PAGES.items():
            if layout in layouts:
                yield self._link(Text.of(words[layout]), url)

    def _main_pages(self) -> Iterator[NavigationLink]:
        """The author's pages at the top of the site, unless there are many."""
        pages = [
            planned.page
            for planned in self.pages.values()
            if planned.page and _is_main_page(planned.page)
        ]
        others = (
            planned.page
            for planned in self.plan.untranslated
            if planned.page and planned.path not in self.pages
        )
        pages += filter(_is_main_page, others)
        if len(pages) <= MOST_FOUND_PAGES:
            yield from (self._link(page.title, page.url) for page in pages)

    def _list_items(self) -> Iterator[NavigationLink]:
        """The lists of sections on their own pages."""
        lists = {
            planned.section: planned
            for planned in self.pages.values()
            if planned.layout == "archive" and planned.url == f"/{planned.section}/"
        }
        for section in PAGED:
            if section in lists:
                yield self._link(section_page_title(self.site, section), lists[section].url)

    def _heading_items(self) -> Iterator[NavigationLink]:
        """The headings of the highest level on a home page of sections."""
        if not self.site.look.menu_headings:
            return
        top = min((heading.level for heading in self.headings.values()), default=1)
        for heading in self.headings.values():
            if heading.level == top:
                yield self._link(_title_of(heading.text), f"/#{heading.id}")


def page_title(site: Site, planned: PlannedPage) -> Text:
    """A page's title: its author's, else that of a generated page."""
    if planned.page is not None:
        return planned.page.title
    if planned.entry is not None:
        return entry_title(planned.entry)
    if planned.section:
        title = section_page_title(site, planned.section)
        if not planned.years or planned.url == LIST_URL:
            return title
        language = site.settings.language
        return Text.of(f"{title.in_language(language)} {title_of(site, planned.years)}")
    if planned.url == HOME:
        return site.settings.title
    word = words_for(site.settings.language).get(planned.layout)
    return Text.of(word) if word else site.settings.title


def entry_title(entry: Any) -> Text:
    """The title of an entry with its own page; that of a course has its own key.

    The title of a publication is in the language of the work, unless it has versions.
    """
    title: Text = getattr(entry, "title", None) or entry.course
    language = getattr(entry, "language", None)
    return title if title.has_languages or not language else Text(((language, str(title)),))


def section_page_title(site: Site, section: str) -> Text:
    """The title of a section's own page: the site's, else its name."""
    written = site.settings_of(section).title
    words = words_for(site.settings.language)
    return written or Text.of(words.get(f"page:{section}") or name_of_section(section, words))


def _is_main_page(page: Page) -> bool:
    """Whether a page of the author belongs into the generated menu: at the top of the site, and not special."""
    is_special = page.is_post or not page.front_matter.menu or page.url in {HOME, MISSING}
    return not is_special and page.url.strip("/").count("/") == 0


def _title_of(heading: str) -> Text:
    """A heading without the emoji before it and the colon after it, with escaped Markdown."""
    title = re.sub(LEADING_SYMBOLS, "", heading).strip().rstrip(":：").strip() or heading
    return Text.of(escape_markdown(title))
