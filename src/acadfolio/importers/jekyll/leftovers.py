"""An old site's folder comes in; what visitors see of it, and is copied by hand, comes out with where to copy it."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.pages import ENDINGS, FOLDERS, NOT_OURS
from acadfolio.loading.files import PUBLISHED
from acadfolio.source.yaml import Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.importers.jekyll.config import Config

ASSETS = "assets"
FILES = ("images", "files", ASSETS)
LISTS = ("_data/coauthors.yml", "_data/venues.yml", "_data/citations.yml")
"""What al-folio says of papers besides, which means the same here."""
OURS = frozenset({"content", "data", "output", "static", "templates"})
MACHINERY = re.compile(
    r"""[._#].*|.*~|gemfile.*|rakefile.*|makefile|docker.*|.*\.(?:gemspec|sh|bat|py|rb|lock|code-workspace|ipynb)
    |(?:package|package-lock|composer|renovate|jsconfig)\.json|(?:gulpfile|gruntfile|banner|.*\.config)\.[cm]?js
    |requirements(?:-\w+)?\.txt|(?:netlify|vercel)\.(?:toml|json)|node_modules|vendor|bin|scripts?|test
    |google_scholar_crawler|markdown_generator|readme_preview|lighthouse_results""",
    re.IGNORECASE | re.VERBOSE,
)
"""What made the old site, and is none of it."""
OF_THEMES = re.compile(
    r"""fonts|webfonts|libs|css/.*\.(?:s[ac]ss|map)|css/(?:collapse|cv-layout|cv-style|main|scholar-icons|tailwind)\.css
    |css/(?:academicons|al-folio|bootstrap|font-?awesome|jekyll-pygments|jupyter|mdb)[\w.-]*\.css
    |js/(?:plugins|vendor|lunr|distillpub|search|(?:_main|main|main\.min|collapse|theme)\.js)
    |js/(?:[\w-]+-setup|bibsearch|common|copy_code|dark_mode|highlight-search-term|jupyter_new_tab|masonry|mansory
    |no_defer|progress-bar|search-data|shortcut-key|typograms|zoom)\.js
    |js/(?:bootstrap|mdb|tabs|vanilla-back-to-top)[\w.-]*\.js(?:\.map)?""",
    re.IGNORECASE | re.VERBOSE,
)
"""What academicpages, AcadHomepage and al-folio bring in assets/: here it does nothing, or stands in the way."""


def leftovers(folder: Path, config: Config) -> dict[str, list[str]]:
    """Names by where they go, folders with a slash. The themes' own come first; of assets/, what is the author's."""
    left_out = {*OURS, *_excluded(config), config.text("collections_dir").strip("/.")}
    names = [path.name for path in sorted(folder.iterdir()) if path.name not in left_out and _is_visitors(path)]
    found: dict[str, list[str]] = {"data/": list(_lists(folder)), "content/": [], "static/": []}
    for name in dict.fromkeys((*FOLDERS, *FILES, *names)):
        path = folder / name
        for part in _authors(path, path) if name == ASSETS else [path]:
            if part.is_dir() or part.is_file():
                where = part.parent.relative_to(folder).as_posix()
                target = "content/" if name in FOLDERS or _has_pages(part) else "static/"
                target += "" if where == "." else f"{where}/"
                shown = part.relative_to(folder).as_posix()
                found.setdefault(target, []).append(f"{shown}/" if part.is_dir() else shown)
    return found


def _authors(path: Path, assets: Path) -> list[Path]:
    """What of it no theme brings: the folders of which that is true as a whole, and files."""
    if OF_THEMES.fullmatch(path.relative_to(assets).as_posix()):
        return []
    if path.is_symlink() or not path.is_dir():
        return [path]
    inside = sorted(child for child in path.iterdir() if not child.name.startswith("."))
    found = [part for child in inside for part in _authors(child, assets)]
    return [path] if found and found == inside else found


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
