"""What data files and front matters point at comes in; what is not there is reported with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from acadfolio.load.addresses import output_path
from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.problems import Problems
    from acadfolio.records.page import Page
    from acadfolio.records.reading import Reference

SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
DANGEROUS = re.compile(r"[\s\x00-\x1f]*(?:javascript|vbscript|data)\s*:", re.IGNORECASE)
MADE_HERE = frozenset({"index.html", "feed.xml", "sitemap.xml", "robots.txt", "posts/index.html", "tags/index.html",
                       "news.xml", "posts.xml", "404.html"})  # fmt: skip


def check_references(
    references: Iterable[Reference], files: set[str], pages: Iterable[Page], problems: Problems
) -> frozenset[str]:
    """Warn of local files and pages that do not exist, and report addresses that run code; what is missing."""
    missing = set()
    there = files | {output_path(page.address) for page in pages} | MADE_HERE
    for reference in references:
        if DANGEROUS.match(reference.target):
            problems.error(
                reference.location, f"the address `{reference.target[:40]}` would run code", "write a web address"
            )
            continue
        path = local_path(reference.target)
        if path is not None and path not in there and f"{path.rstrip('/')}/index.html" not in there:
            what = "image" if reference.is_image else "file or page"
            hint = did_you_mean(path, files) if reference.is_image else "put files into static/, pages into content/"
            problems.warn(reference.location, f"there is no {what} `{reference.target}`", hint)
            missing.add(reference.target.lstrip("/"))
    return frozenset(missing)


def local_path(target: str) -> str | None:
    """The output path that a local target means; None for other hosts, mail addresses, anchors and nothing at all."""
    if SCHEME.match(target) or target.startswith("#"):
        return None
    try:
        path = unquote(urlsplit(target).path)
    except ValueError:
        return None
    if not path:
        return None
    return (
        output_path("/" + path.removeprefix("./").lstrip("/"))
        if path.endswith("/")
        else path.removeprefix("./").lstrip("/")
    )
