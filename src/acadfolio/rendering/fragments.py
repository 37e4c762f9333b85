"""A part of the frame that many pages share comes in by the name of its template; it is rendered and finished once.

While a part is rendered, what it reads of the page is written down. A later page on which all of that is the same gets
the same part: nobody has to say what a template depends on, and a template of the author's own may read what it likes.
On the page stands a mark in its place, until the addresses of the rest are relative; those of the part are made once
for all pages from which they look the same.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context
from markupsafe import Markup

from acadfolio.problems import WrongValueError
from acadfolio.rendering.addresses import HOME, Addresses
from acadfolio.rendering.email import shielded
from acadfolio.rendering.hosts import Hosts
from acadfolio.rendering.pictures import PagePictures
from acadfolio.theme.watched import WATCHED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jinja2.runtime import Context

    from acadfolio.rendering.pictures import Pictures
    from acadfolio.rendering.sections import Sections
    from acadfolio.theme.watched import Reads

OF_PAGES = ("page", "head", "section")
"""What templates see that differs from page to page. All else is the site's."""
MOST_VARIANTS = 64
"""More than that and the part differs on every page: looking for one costs more than rendering it."""


class Fragment:
    """One rendering of a part, and what it was made from."""

    __slots__ = ("finished", "has_pictures", "html", "lists", "reads", "seen_from")

    def __init__(self, html: str, reads: Reads, lists: set[str]) -> None:
        """`lists` are those of the site that it shows."""
        self.html, self.reads, self.lists = html, tuple(reads.items()), lists
        self.has_pictures = "<img" in html or "<picture" in html
        self.seen_from: SeenFrom | None = None
        self.finished: dict[tuple[str, int, str], str] = {}

    def fits(self, context: Context) -> bool:
        return all(getattr(context.get(name), attribute, self) == value for (name, attribute), value in self.reads)


class SeenFrom:
    """What the relative addresses of a part depend on, as it was found out on the first page that has it."""

    __slots__ = ("folders", "hosts", "paths")

    def __init__(self, paths: set[str], hosts: Hosts | None) -> None:
        self.paths, self.hosts = paths, tuple(hosts.pages) if hosts else ()
        self.folders = {path[:end] for path in paths for end, sign in enumerate(path) if sign == "/"}

    def key(self, page_path: str, folder: str) -> tuple[str, int, str]:
        """The same for pages from which all addresses are the same.

        A relative address depends on how deep the page lies and on the folders that it has in common with its aim;
        one into the page itself is written as an anchor, and those on the home page may have moved.
        """
        own = page_path if page_path in self.paths or page_path == HOME else ""
        shared = folder
        while shared and shared not in self.folders:
            shared = shared.rpartition("/")[0]
        return own, folder.count("/") + 1 if folder else 0, shared

    def tell(self, hosts: Hosts | None, page_path: str) -> None:
        """That a page asks whom the part asks."""
        for host in self.hosts:
            if hosts:
                hosts.pages[host].add(page_path)


class Fragments:
    """The parts of one site. `part` is what templates call."""

    def __init__(
        self, render: Callable[[str, Mapping[str, Any]], str], pictures: Pictures, sections: Callable[[], Sections]
    ) -> None:
        self.render, self.pictures, self.sections = render, pictures, sections
        self.variants: dict[tuple[str, ...], list[tuple[int, Fragment]]] = {}
        self.fragments: list[Fragment] = []
        self.is_inside = False
        self.links: dict[str, str] = {}
        """Where the parts lead, from whichever page; then what pictures they show, and in which variants."""
        self.pictures_seen: dict[str, tuple[str, int, int]] = {}
        self.variants_named: set[str] = set()
        self.mark = f"<!--{os.urandom(8).hex()} "  # Nothing that anybody has written.

    @pass_context
    def part(self, context: Context, name: str) -> Markup:
        """The template of that name, which sees what all pages have. Raises WrongValueError for no name.

        What is set where it stands it does not see: on the next page, that could be something else.
        """
        if not isinstance(name, str):
            raise WrongValueError("`part` takes the name of a template")
        present = tuple(one for one in OF_PAGES if one in context)
        if self.is_inside:  # One part has another: what that reads, it reads.
            return Markup(self.render(name, {one: context[one] for one in present}))  # noqa: S704 - escaped
        variants = self.variants.setdefault((name, *present), [])
        for number, fragment in variants:
            if fragment.fits(context):
                self.sections().used |= fragment.lists
                return self._marked(number)
        reads: Reads = {}
        seen = {one: WATCHED[one](one, context[one], reads) for one in present}
        number, sections = len(self.fragments), self.sections()
        of_page, sections.used = sections.used, set()
        self.is_inside = True
        try:
            html = self.render(name, seen)
        finally:  # Other pages are made, whatever becomes of this one.
            self.is_inside = False
        self.fragments.append(Fragment(html, reads, sections.used))
        sections.used = of_page | sections.used
        if len(variants) < MOST_VARIANTS:
            variants.append((number, self.fragments[number]))
        return self._marked(number)

    def _marked(self, number: int) -> Markup:
        return Markup(f"{self.mark}{number}-->")  # noqa: S704 - a number

    def placed(self, page: str) -> str:
        """The page with those parts in their places whose pictures count among those of the text."""
        main = page.find("<main")
        if not any(self.fragments[number].has_pictures for number in self._numbers(page, main)):
            return page  # As most pages are, and some are long.
        return self._replaced(
            page, lambda number, start: self._in_text(number) if start > main else self._marked(number)
        )

    def _numbers(self, page: str, start: int) -> Iterator[int]:
        """The parts whose marks stand behind that place."""
        while (start := page.find(self.mark, start) + len(self.mark)) >= len(self.mark):
            yield int(page[start : page.find("-->", start)])

    def _in_text(self, number: int) -> str:
        fragment = self.fragments[number]
        return fragment.html if fragment.has_pictures else str(self._marked(number))

    def filled(self, page: str, addresses: Addresses) -> str:
        """The page, its own addresses finished, with all parts in their places and finished too."""
        return self._replaced(page, lambda number, _: self._finished(self.fragments[number], addresses))

    def whole(self, text: str) -> str:
        """A text that stands on no page, with all parts in their places as their authors wrote them."""
        return self._replaced(text, lambda number, _: self.fragments[number].html)

    def _replaced(self, page: str, made: Callable[[int, int], str]) -> str:
        """The page with something else for each mark, made of its number and of where it stands."""
        written: list[str] = []
        end = 0
        while (start := page.find(self.mark, end)) >= 0:
            close = page.index("-->", start)
            written += (page[end:start], made(int(page[start + len(self.mark) : close]), start))
            end = close + len("-->")
        return "".join((*written, page[end:])) if written else page

    def _finished(self, fragment: Fragment, page: Addresses) -> str:
        if fragment.seen_from is not None:
            key = fragment.seen_from.key(page.page_path, page.folder)
            if (finished := fragment.finished.get(key)) is not None:
                fragment.seen_from.tell(page.hosts, page.page_path)
                return finished
        hosts = Hosts(page.hosts.own) if page.hosts else None
        pictures = PagePictures(self.pictures, page.page_path, fragment.html)
        pictures.is_first = False
        finish = pictures.finished
        addresses = Addresses(
            page.paths, page.page_path, page.missing, finish, hosts, page.moved, page.resolved, page.base
        )
        made = shielded(addresses.relative_page(fragment.html))
        seen_from = SeenFrom({*addresses.links.values(), *pictures.used}, hosts)
        seen_from.tell(page.hosts, page.page_path)
        self.pictures_seen |= pictures.seen
        self.variants_named |= pictures.used
        if addresses.is_fixed:
            self.links |= addresses.links
            fragment.seen_from = seen_from
            fragment.finished[seen_from.key(page.page_path, page.folder)] = made
        else:
            page.links |= addresses.links
            page.has_missing = page.has_missing or addresses.has_missing
        return made
