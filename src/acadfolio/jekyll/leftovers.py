"""An old site's folder comes in; what visitors see of it, and is copied by hand, comes out with where to copy it."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.jekyll.pages import ENDINGS, FOLDERS, NOT_OURS
from acadfolio.load.files import PUBLISHED
from acadfolio.regex import regex
from acadfolio.source.yaml import Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.jekyll.config import Config

FILES = ("images", "files", "assets")
LISTS = ("_data/coauthors.yml", "_data/venues.yml", "_data/citations.yml")
"""What al-folio says of papers besides, which means the same here."""
OURS = frozenset({"content", "data", "output", "static", "templates"})
MACHINERY = regex(
    r"""[._#].*|.*~|gemfile.*|rakefile.*|makefile|docker.*|.*\.(?:gemspec|sh|bat|py|rb|lock|code-workspace|ipynb)
    |(?:package|package-lock|composer|renovate|jsconfig)\.json|(?:gulpfile|gruntfile|banner|.*\.config)\.[cm]?js
    |requirements(?:-\w+)?\.txt|(?:netlify|vercel)\.(?:toml|json)|node_modules|vendor|bin|scripts?|test
    |google_scholar_crawler|markdown_generator|readme_preview|lighthouse_results""",
    re.IGNORECASE | re.VERBOSE,
)
"""What made the old site, and is none of it."""


def leftovers(folder: Path, config: Config) -> dict[str, list[str]]:
    """Folders with a slash. The themes' own come first."""
    left_out = {*OURS, *_excluded(config), config.text("collections_dir").strip("/.")}
    names = [path.name for path in sorted(folder.iterdir()) if path.name not in left_out and _is_visitors(path)]
    pages: list[str] = []
    files: list[str] = []
    for name in (*FOLDERS, *FILES, *names):
        path = folder / name
        shown = f"{name}/" if path.is_dir() else name
        if (path.is_dir() or path.is_file()) and shown not in {*pages, *files}:
            (pages if name in FOLDERS or _has_pages(path) else files).append(shown)
    return {"data/": list(_lists(folder)), "content/": pages, "static/": files}


def _lists(folder: Path) -> Iterator[str]:
    """Lists of papers, and what belongs to them."""
    papers = sorted((folder / "_bibliography").glob("*.bib"))
    yield from (path.relative_to(folder).as_posix() for path in papers)
    yield from (name for name in LISTS if papers and (folder / name).is_file())


def _is_visitors(path: Path) -> bool:
    if path.name in PUBLISHED:
        return True
    if MACHINERY.fullmatch(path.name) or path.stem.lower() in NOT_OURS:
        return False
    if path.name == "docs" and any(path.glob("[Rr][Ee][Aa][Dd][Mm][Ee]*")):
        return False  # Those of the theme.
    # Jekyll fills in what has a front matter: such a list of pages is made here without it.
    return path.is_dir() or path.name.endswith(ENDINGS) or not _has_front_matter(path)


def _excluded(config: Config) -> Iterator[str]:
    node = config.nodes.get("exclude")
    for item in node.value if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            yield item.value.strip("/")


def _has_pages(path: Path) -> bool:
    """Whether it is a page, or a folder with some."""
    if path.is_dir():
        return any(_has_front_matter(file) for file in path.rglob("*") if file.name.endswith(ENDINGS))
    return path.name.endswith(ENDINGS) and (not path.name.endswith(".html") or _has_front_matter(path))


def _has_front_matter(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(BOM_UTF8) + len("---\r")).removeprefix(BOM_UTF8).startswith((b"---\n", b"---\r"))
    return False
