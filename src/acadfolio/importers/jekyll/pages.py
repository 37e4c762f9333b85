"""Find the pages and files of an old site that the author copies by hand."""

from __future__ import annotations

import posixpath
import re
from codecs import BOM_UTF8
from contextlib import suppress
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.importers.jekyll.config import strings_in, text_in, themes
from acadfolio.liquid.theme_lists import CARD_INCLUDES, ENTRY_INCLUDES
from acadfolio.loading.files import PUBLISHED
from acadfolio.loading.jekyll import INCLUDES, MARKDOWN_SUFFIXES
from acadfolio.loading.liquid import INCLUDED, RAW
from acadfolio.loading.page_urls import default_url, parse_local_url
from acadfolio.loading.pages import as_ours
from acadfolio.problems import Problems
from acadfolio.resources import starter
from acadfolio.source.front_matter import split_text
from acadfolio.source.text import Source
from acadfolio.source.yaml import Sequence, items_of, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from acadfolio.importers.jekyll.config import Config
    from acadfolio.source.yaml import Node

FOLDERS = ("_pages", "_posts", "_drafts")
ENDINGS = (*MARKDOWN_SUFFIXES, ".html")
REPOSITORY_FILES = frozenset({"readme", "changelog", "contributing", "license", "code_of_conduct", "install"})
"""Files at the top that are documents of the repository, and not pages."""
ASSETS = "assets"
FILES = ("images", "files", ASSETS)
DATA_FILES = ("_data/coauthors.yml", "_data/venues.yml", "_data/citations.yml")
"""al-folio's data files that acadfolio can read."""
ACADFOLIO_FOLDERS = frozenset({"content", "data", "output", "static", "templates"})


class OldPage(Struct, frozen=True):
    """A page of the old site, with its path, text and URLs."""

    path: str
    text: str
    urls: tuple[str, ...]
    front_matter: dict[str, Node]


def pages_of(folder: Path) -> list[OldPage]:
    """The pages in Jekyll's folders and at the top of the site. Files that cannot be read are skipped."""
    in_folders = chain.from_iterable(sorted((folder / name).rglob("*")) for name in FOLDERS)
    at_top = [path for path in sorted(folder.glob("*")) if path.stem.lower() not in REPOSITORY_FILES]
    pages = [_read(path, folder) for path in (*in_folders, *at_top) if path.name.endswith(ENDINGS)]
    return list(filter(None, pages))


def _read(path: Path, folder: Path) -> OldPage | None:
    text = text_in(path)
    if text is None:
        return None
    name = path.relative_to(folder).as_posix()
    front_matter_text, _ = split_text(text)
    if front_matter_text is None and "/" not in name and not name.endswith(MARKDOWN_SUFFIXES):
        return None  # Jekyll copies it unchanged, and so does acadfolio.
    front_matter: dict[str, Node] = {}
    if front_matter_text:
        front_matter = dict(items_of(parse_yaml(Source(name, front_matter_text), Problems())))
    return OldPage(name, text, tuple(_urls(name, front_matter)), front_matter)


def _urls(path: str, front_matter: dict[str, Node]) -> Iterator[str]:
    """The URLs of a page: that of its permalink or path, and those that redirect to it."""
    permalink = strings_in(front_matter.get("permalink"))
    if not permalink and not path.startswith(("_posts/", "_drafts/")):
        yield default_url(as_ours(path))
    for url in (*permalink, *strings_in(front_matter.get("redirect_from"))):
        with suppress(ValueError):
            yield parse_local_url(url)


def keys_read_by(pages: Iterable[OldPage]) -> set[tuple[str, str]]:
    """The keys of `_config.yml` that pages read with Liquid as `site.KEY` or `site.KEY.NESTED_KEY`."""
    keys = set()
    for page in pages:
        tags = " ".join(re.findall(r"(?s)\{\{.*?\}\}|\{%.*?%\}", RAW.sub("", page.text)))
        keys.update(re.findall(r"\bsite\.([\w-]+)(?:\.([\w-]+))?", tags))
    return keys


def files_to_copy(folder: Path, config: Config, pages: Iterable[OldPage]) -> dict[str, list[str]]:
    """The published files and folders that are not imported, by the folder of the new site that they belong into.

    The folders of the theme are first. The theme's own files in assets/ are skipped. Folders end in a slash. Of
    `_includes/`, those that the pages include belong into the new site.
    """
    skipped = {*ACADFOLIO_FOLDERS, *_excluded(config), config.text("collections_dir").strip("/.")}
    names = [path.name for path in sorted(folder.iterdir()) if path.name not in skipped and _is_published(path)]
    files: dict[str, list[str]] = {"data/": _data_files(folder), "content/": [], "static/": []}
    for part in _existing_parts(folder, dict.fromkeys((*FOLDERS, *FILES, *names))):
        end = "/" if part.is_dir() else ""
        files.setdefault(_target(part, folder), []).append(f"{part.relative_to(folder).as_posix()}{end}")
    for name in _included(folder, pages):
        files.setdefault(f"content/{posixpath.dirname(name)}/", []).append(name)
    return files


def _existing_parts(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    """The files and folders with these names, and instead of assets/ the author's own parts of it."""
    for path in (folder / name for name in names):
        parts = _without_theme_files(path, path) if path.name == ASSETS else [path]
        yield from (part for part in parts if part.exists())


def _included(folder: Path, pages: Iterable[OldPage]) -> list[str]:
    """The files of `_includes/` that pages include, also indirectly, except those that acadfolio has."""
    known = ENTRY_INCLUDES | CARD_INCLUDES | {path.stem for path in starter().glob("templates/features/*.html")}
    found: set[str] = set()
    for page in pages:
        _add_included(page.text, folder, known, found)
    return sorted(found)


def _add_included(text: str, folder: Path, known: frozenset[str], found: set[str]) -> None:
    """Add the files that a text includes, and those that these include."""
    for is_relative, name in INCLUDED.findall(RAW.sub("", text)):
        path = posixpath.normpath(f"{INCLUDES}/{name}")
        is_own = not is_relative and path.startswith(f"{INCLUDES}/") and PurePosixPath(name).stem not in known
        is_new = is_own and path not in found
        included = text_in(folder / path) if is_new else None
        if included is not None:
            found.add(path)
            _add_included(included, folder, known, found)


def _target(path: Path, folder: Path) -> str:
    """The folder of the new site for a file or folder."""
    top = "content/" if path.name in FOLDERS or _has_pages(path) else "static/"
    parent = path.parent.relative_to(folder).as_posix()
    return top if parent == "." else f"{top}{parent}/"


def _without_theme_files(path: Path, assets: Path) -> list[Path]:
    """The author's own files in a folder of assets, or the folder itself if none of its files is the theme's."""
    if _matches(path.relative_to(assets).as_posix(), themes().assets):
        return []
    if path.is_symlink() or not path.is_dir():
        return [path]
    children = sorted(path.glob("[!.]*"))
    own_files = list(chain.from_iterable(_without_theme_files(child, assets) for child in children))
    return [path] if children and own_files == children else own_files


def _data_files(folder: Path) -> list[str]:
    """The bibliographies, and the data files that belong to them."""
    bibliographies = [f"_bibliography/{path.name}" for path in sorted((folder / "_bibliography").glob("*.bib"))]
    if not bibliographies:
        return []
    return bibliographies + [name for name in DATA_FILES if (folder / name).is_file()]


def _is_published(path: Path) -> bool:
    if path.name in PUBLISHED:
        return True
    if _matches(path.name, themes().tooling) or path.stem.lower() in REPOSITORY_FILES or _is_documentation(path):
        return False
    # acadfolio generates its own sitemap, feed and other files that have front matter in Jekyll.
    return path.is_dir() or path.name.endswith(ENDINGS) or not _has_front_matter(path)


def _matches(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name.lower(), pattern) for pattern in patterns.split())


def _is_documentation(path: Path) -> bool:
    """Whether a folder is the documentation of the theme."""
    return path.name == "docs" and any(path.glob("[Rr][Ee][Aa][Dd][Mm][Ee]*"))


def _excluded(config: Config) -> list[str]:
    node = config.nodes.get("exclude")
    return [text.strip("/") for text in strings_in(node)] if isinstance(node, Sequence) else []


def _has_pages(path: Path) -> bool:
    """Whether a path is a page, or a folder with pages."""
    if path.is_dir():
        return any(_has_front_matter(file) for file in path.rglob("*") if file.name.endswith(ENDINGS))
    return path.name.endswith(ENDINGS) and (not path.name.endswith(".html") or _has_front_matter(path))


def _has_front_matter(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(BOM_UTF8) + len("---\r")).removeprefix(BOM_UTF8).startswith((b"---\n", b"---\r"))
    return False
