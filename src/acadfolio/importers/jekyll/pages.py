"""An old site's folder comes in; its pages, which are copied by hand, come out: where they will be, what they read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.loading.addresses import address_of, tidy_address
from acadfolio.loading.jekyll import MARKDOWN
from acadfolio.loading.liquid import RAW
from acadfolio.loading.pages import as_ours
from acadfolio.problems import Problems
from acadfolio.source.front_matter import split_text
from acadfolio.source.text import Source
from acadfolio.source.yaml import Scalar, Sequence, items_of, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from acadfolio.source.yaml import Node

FOLDERS = ("_pages", "_posts", "_drafts")
ENDINGS = (*MARKDOWN, ".html")
NOT_OURS = frozenset({"readme", "changelog", "contributing", "license", "code_of_conduct", "install"})
"""Files at the top of a repository that its visitors read, and no page's."""
TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
NAME = re.compile(r"\bsite\.([\w-]+)(?:\.([\w-]+))?")


class OldPage(Struct, frozen=True):
    """A page by its path in the old site, with its text and the addresses that lead to it."""

    path: str
    text: str
    addresses: tuple[str, ...]
    said: dict[str, Node]
    """Its front matter."""


def pages_of(folder: Path) -> list[OldPage]:
    """Those of its folders, and those at the top of the site. What cannot be read is none."""
    found = [path for name in FOLDERS for path in sorted((folder / name).rglob("*"))]
    found += [path for path in sorted(folder.glob("*")) if path.stem.lower() not in NOT_OURS]
    return [page for path in found if path.name.endswith(ENDINGS) for page in _read(path, folder)]


def _read(path: Path, folder: Path) -> Iterator[OldPage]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    inside = path.relative_to(folder).as_posix()
    head, _ = split_text(text)
    if head is None and "/" not in inside and not inside.endswith(MARKDOWN):
        return  # Jekyll lets it be, and so does acadfolio.
    said = dict(items_of(parse_yaml(Source(inside, head), Problems()))) if head else {}
    written = [node for key in ("permalink", "redirect_from") for node in _scalars(said.get(key))]
    is_page = not inside.startswith(("_posts/", "_drafts/"))
    own = [address_of(as_ours(inside))] if is_page and not _scalars(said.get("permalink")) else []
    yield OldPage(inside, text, (*own, *_usable(node.value for node in written)), said)


def _scalars(node: object) -> list[Scalar]:
    items = node.value if isinstance(node, Sequence) else [node]
    return [item for item in items if isinstance(item, Scalar) and item.value.strip()]


def _usable(addresses: Iterable[str]) -> Iterator[str]:
    for address in addresses:
        try:
            yield tidy_address(address)
        except ValueError:
            continue


def read_by(pages: Iterable[OldPage]) -> set[tuple[str, str]]:
    """What pages read as `site.…`, and what below that."""
    texts = (RAW.sub("", page.text) for page in pages if "site." in page.text)
    return {(name[1], name[2] or "") for text in texts for tag in TAG.finditer(text) for name in NAME.finditer(tag[0])}
