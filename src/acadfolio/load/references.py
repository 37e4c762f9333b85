"""What data files and front matters point at comes in; what is not there is reported with its place."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from acadfolio.load.addresses import output_path
from acadfolio.records.values import RUNS_CODE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.problems import Problems
    from acadfolio.records.page import Page
    from acadfolio.records.reading import Reference

SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
NEAR = 0.75
MADE_HERE = frozenset({"index.html", "feed.xml", "sitemap.xml", "robots.txt", "posts/index.html", "tags/index.html",
                       "news.xml", "posts.xml", "404.html"})  # fmt: skip


def check_references(
    references: Iterable[Reference], files: set[str], pages: Iterable[Page], problems: Problems
) -> frozenset[str]:
    """Warn of local files and pages that do not exist, and report addresses that run code; what is missing."""
    missing = set()
    addresses = [address for page in pages for address in (page.address, *page.front_matter.redirect_from)]
    there = files | {output_path("/" + address.strip().lstrip("/")) for address in addresses} | MADE_HERE
    for reference in references:
        if RUNS_CODE.match(reference.target):
            what = f"`{reference.target[:40]}` would run code in your visitors' browsers"
            problems.error(reference.location, what, "write a web address")
            continue
        path = local_path(reference.target)
        if path is not None and path not in there and f"{path.rstrip('/')}/index.html" not in there:
            what = "image" if reference.is_image else "file or page"
            problems.warn(reference.location, f"there is no {what} `{reference.target}`", _advice(path, files))
            missing.add(reference.target.lstrip("/"))
    return frozenset(missing)


def _advice(path: str, files: set[str]) -> str:
    """The file whose name is nearest, else where files belong."""
    from difflib import get_close_matches  # Only a mistake pays for it.

    folder, _, name = path.rpartition("/")
    beside = {file.rpartition("/")[2]: file for file in sorted(files) if file.rpartition("/")[0] == folder}
    elsewhere = {file.rpartition("/")[2].lower(): file for file in sorted(files)}
    near = get_close_matches(name, beside, n=1, cutoff=NEAR)
    found = beside[near[0]] if near else elsewhere.get(name.lower())
    return f"did you mean `{found}`?" if found else "put files into static/, pages into content/"


def local_path(target: str) -> str | None:
    """The output path that a local target means; None for other hosts, mail addresses, anchors and nothing at all."""
    if SCHEME.match(target) or target.startswith("#"):
        return None
    try:
        path = unicodedata.normalize("NFC", unquote(urlsplit(target).path))
    except ValueError:
        return None
    if not path:
        return None
    return (
        output_path("/" + path.removeprefix("./").lstrip("/"))
        if path.endswith("/")
        else path.removeprefix("./").lstrip("/")
    )
