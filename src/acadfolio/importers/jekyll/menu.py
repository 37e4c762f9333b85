"""`_data/navigation.yml` comes in, the menu of site.yml comes out: the items that lead to what there will be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.config import read_yaml
from acadfolio.importers.jekyll.links import tidy
from acadfolio.importers.jekyll.texts import one_line, phrase
from acadfolio.loading.addresses import SCHEME, output_path
from acadfolio.model.kinds import PAGED
from acadfolio.model.truths import truth_of
from acadfolio.routing.generated import CV_ORDER, OLD_ADDRESSES
from acadfolio.source.yaml import Scalar, Sequence, items_of, place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from acadfolio.importers.jekyll.pages import OldPage
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node

MENU = "_data/navigation.yml"
AS_HERE = {f"{theirs.rstrip('/')}/": ours for ours, theirs in OLD_ADDRESSES.items()}
PARTS = re.compile(r"([^?#]*)(.*)")
INDEX = re.compile(r"/index\.html\Z")
Item = dict[str, str | list[dict[str, str]]]


def menu_of(folder: Path, sections: Collection[str], pages: Collection[OldPage], problems: Problems) -> list[Item]:
    """The items of the menu that lead to what there is, or will be when the old pages are copied."""
    source, nodes = read_yaml(folder / MENU, (folder / MENU).as_posix(), problems)
    items = nodes.get("main")
    if source is None or not isinstance(items, Sequence):
        return _of_pages(pages)
    there = {output_path(address) for address in _addresses(sections, pages)}
    return [found for item in items.value for found in _Reader(folder, there, source, problems).item(item)]


def _of_pages(pages: Collection[OldPage]) -> list[Item]:
    """The menu that al-folio makes of the pages which ask for it; one of those that open has pages of its own below."""
    there = {output_path(address) for page in pages for address in page.addresses}
    asking = [page for page in pages if truth_of(_said_by(page, "nav")) is True and page.addresses]
    found: list[Item] = []
    for page in sorted(asking, key=_order):
        title = phrase(one_line(_said_by(page, "title")))
        children = page.said.get("children")
        if not isinstance(children, Sequence):
            found.append({"title": title, "url": page.addresses[-1 if _said_by(page, "permalink") else 0]})
        elif items := [item for child in children.value for item in _below(child, there)]:
            found.append({"title": title, "items": items})
    return [item for item in found if item["title"]]


def _below(child: Node, there: Collection[str]) -> Iterator[dict[str, str]]:
    """An item of a menu that opens; none for a line between two, or for what will not be there."""
    said = _scalars_of(child)
    if output_path(said.get("permalink", "#")) in there:
        yield {"title": phrase(said.get("title", "")), "url": said["permalink"]}


def _scalars_of(node: Node) -> dict[str, str]:
    return {key: one_line(value.value) for key, value in items_of(node) if isinstance(value, Scalar)}


def _said_by(page: OldPage, key: str) -> str:
    node = page.said.get(key)
    return node.value.strip() if isinstance(node, Scalar) else ""


def _order(page: OldPage) -> int:
    said = _said_by(page, "nav_order")
    return int(said) if said.isdecimal() else 0


class _Reader:
    """Reads the items of one menu. `there` are the files of all pages that there will be."""

    def __init__(self, folder: Path, there: set[str], source: Source, problems: Problems) -> None:
        self.folder, self.there, self.source, self.problems = folder, there, source, problems

    def item(self, node: Node) -> Iterator[Item]:
        """An item, or a menu that opens: here that is no link itself, so that its page becomes its first item."""
        children = dict(items_of(node)).get("children")
        if not isinstance(children, Sequence) or not children.value:
            yield from map(Item, self._link(node))
            return
        title, url = self._said(node)
        own = self._link(node) if url else []
        below = [*own, *(found for child in children.value for found in self._link(child))]
        if title and below:
            yield {"title": phrase(title), "items": below}

    def _link(self, node: Node) -> list[dict[str, str]]:
        """None where it leads nowhere, which is told."""
        title, url = self._said(node)
        address = self._address(url) or self._address(AS_HERE.get(url, ""))
        if title and address:
            return [{"title": phrase(title), "url": tidy(address)}]
        what = f"the item `{title}` of the menu leads to `{url}`, which will not be there: left out"
        self.problems.warn(place(self.source, node), what, "add it to `navigation:` of data/site.yml when it is")
        return []

    @staticmethod
    def _said(node: Node) -> tuple[str, str]:
        said = _scalars_of(node)
        return said.get("title", ""), said.get("url", "")

    def _address(self, url: str) -> str:
        """As a menu says it here; empty where nothing will be."""
        if SCHEME.match(url) or url.startswith(("#", "/#")) or not url:
            return url
        path, rest = PARTS.findall(url)[0]
        inside = path.strip("/")
        as_folder = f"/{inside}/" if inside else "/"
        if path == as_folder or output_path(f"/{inside}") not in self.there:
            address = as_folder if output_path(as_folder) in self.there else ""
        else:
            address = INDEX.sub("/", f"/{inside}")
        address = address or (f"/{inside}" if self._is_file(inside) else "")
        return f"{address}{rest}" if address else ""

    def _is_file(self, path: str) -> bool:
        """Whether it is one that goes out when it is copied."""
        return not any(part.startswith((".", "_")) for part in path.split("/")) and (self.folder / path).is_file()


def _addresses(sections: Collection[str], pages: Iterable[OldPage]) -> Iterator[str]:
    """Where the new site will have pages."""
    yield "/"
    yield from (f"/{section}/" for section in sections if section in PAGED)
    if any(section in CV_ORDER for section in sections):
        yield "/cv/"
    for page in pages:
        yield from page.addresses
        if page.path.startswith("_posts/"):
            yield from ("/posts/", "/tags/")
