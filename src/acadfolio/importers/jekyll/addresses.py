"""A file of a collection comes in; the address at which Jekyll had its page comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.importers.jekyll.document import DATED_NAME
from acadfolio.loading.addresses import old_address
from acadfolio.loading.jekyll_slugs import slugify
from acadfolio.source.yaml import Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.importers.jekyll.document import Document

PLACEHOLDER = re.compile(r":[a-z_]+")
SEVERAL_SLASHES = re.compile(r"/{2,}")


def old_addresses(document: Document, template: str, url: str) -> list[str]:
    """All addresses that led to the page, its own first. What is none any longer is told."""
    own = document.word("permalink")
    found = [address for address in (_filled(own or template, document),) if address]
    named = document.node("redirect_from")
    found += [node.value.strip() for node in _scalars(named[1]) if node.value.strip()] if named else []
    return list(dict.fromkeys(_usable(document, found, url)))


def _usable(document: Document, addresses: list[str], url: str) -> Iterator[str]:
    for address in addresses:
        try:
            yield old_address(unquote(address), url)
        except ValueError as error:
            what = f"the old address `{address}` {error.args[0]}: nothing will lead on from there"
            document.warn("permalink", what, "add another one to `redirect_from` of the entry")


def _scalars(node: Node) -> list[Scalar]:
    if isinstance(node, Sequence):
        return [item for item in node.value if isinstance(item, Scalar)]
    return [node] if isinstance(node, Scalar) else []


def _filled(template: str, document: Document) -> str:
    """The address with Jekyll's placeholders filled in; empty where there is no page."""
    if ":" not in template:
        return template
    named = DATED_NAME.fullmatch(document.name)
    year, month, day = ([*document.date().split("-"), "", ""])[:3]
    slug = document.word("slug") or (named[2] if named else document.name)
    categories = _categories(document) if "categories" in template else []
    values = {
        ":collection": document.collection,
        ":path": document.path.rpartition(".")[0].rstrip("."),
        ":name": slugify(document.name),
        ":title": slugify(slug, "pretty", is_cased=True),
        ":slug": slugify(slug),
        ":categories": "/".join(category.lower() for category in categories),
        ":slugified_categories": "/".join(dict.fromkeys(map(slugify, categories))),
        ":year": year,
        ":short_year": year[2:],
        ":month": month,
        ":i_month": month.lstrip("0"),
        ":day": day,
        ":i_day": day.lstrip("0"),
        ":output_ext": ".html",
    }
    address = PLACEHOLDER.sub(lambda match: values.get(match[0], match[0]), template)
    return SEVERAL_SLASHES.sub("/", address)


def _categories(document: Document) -> list[str]:
    """Each once; `category` is one, whatever its words."""
    one = document.node("category")
    found = [one[1].value.strip()] if one and isinstance(one[1], Scalar) else document.words("category")
    return list(dict.fromkeys([*found, *document.words("categories")]))
