"""Find the files that visitors of the old site saw."""

from __future__ import annotations

import posixpath
import re
from enum import IntEnum, auto
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from acadfolio.loading.files import PUBLISHED
from acadfolio.loading.page_urls import MARKDOWN_SUFFIXES, PAGE_SUFFIXES, output_path
from acadfolio.outside_links import is_within
from acadfolio.problems import Location, Problems
from acadfolio.source.front_matter import has_front_matter, split_text
from acadfolio_jekyll.importer.config import COLLECTIONS, JEKYLL_FOLDERS, text_in, themes
from acadfolio_jekyll.importer.documents import DATED_NAME
from acadfolio_jekyll.importer.pages.old_page import README, is_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.pages.old_page import OldPage

ASSETS = "assets/"
NEW_FOLDERS = frozenset({"content", "data", "output", "static", "templates"})
"""The folders of the new site."""
SASS = (".scss", ".sass")
CONVERTED = (".textile", ".coffee", *SASS)
"""Suffixes of the languages that Jekyll converts, except Markdown."""
NO_RULES = re.compile(r"(?s)/\*.*?\*/|//[^\n]*|\{\{.*?\}\}|@(?:charset|forward|import|use)[^;]*;")
"""What a style sheet of a theme has that only imports others: no rule or variable of the author."""
HINT_AT_FILES = "acadfolio writes feed.xml, sitemap.xml and robots.txt itself; write the result of others into static/"


class WriteOrder(IntEnum):
    """The order in which Jekyll writes the files of a site. Of the same URL, the last one stays."""

    README = auto()
    """As GitHub does, but only if there is no other home page."""
    PAGE = auto()
    FILE = auto()
    POST = auto()


def published_files(folder: Path, site: Path, config: Config, problems: Problems) -> list[str]:
    """The paths of the files that visitors of the old site saw, without the collections and the theme's own files.

    The new `site` may be in a folder of the old one. Links that lead out of the old one are
    reported, and not read.
    """
    paths = [file.relative_to(folder).as_posix() for file in _files_of_site(folder, site, config)]
    published = [path for path in paths if config.is_published(path)]
    inside = [path for path in published if is_within(folder / path, folder)]
    for path in sorted({*published} - {*inside}):
        location = Location(f"{folder.as_posix()}/{path}")
        message = "this link leads out of the old site: not copied"
        problems.warn(location, message, rule="import-skipped")
    return [path for path in inside if _is_wanted(path, folder)]


def _files_of_site(folder: Path, site: Path, config: Config) -> list[Path]:
    """The files of the old site, and of its collections with pages of their own."""
    # The settings of al-folio include its `_scripts`, and those of some sites their collections.
    skipped = {"_scripts", config.collections_dir, *COLLECTIONS}
    if site.resolve() == folder.resolve():
        skipped |= NEW_FOLDERS
    tops = [
        path
        for path in sorted(folder.iterdir())
        if path.name not in skipped and _is_of_site(path, config)
    ]
    collections = set(config.own_collections)
    if config.collections_dir:
        collections.add("_posts")
    tops += [folder / config.collections_dir / name for name in sorted(collections)]

    files: list[Path] = []
    for top in tops:
        files += [file for file in (top, *sorted(top.rglob("*"))) if file.is_file()]
    if folder.resolve() not in site.resolve().parents:
        return files
    return [file for file in files if site.resolve() not in file.resolve().parents]


def _is_of_site(top: Path, config: Config) -> bool:
    """Whether a file or folder at the top is part of the site, and not of the theme or the repository."""
    if top.name in {*PUBLISHED, *JEKYLL_FOLDERS} or top.name.lower() == README:
        return True
    if config.is_included(top.name):
        return True
    return not _matches(top.name, f"{themes().tooling} {themes().documents}")


def _is_wanted(path: str, folder: Path) -> bool:
    """Whether a file is the author's, and a page if only pages in its folder are published."""
    if path.startswith(ASSETS):
        if not _is_asset_of_theme(path):
            return True
        return path.endswith(SASS) and has_front_matter(folder / path)  # It may have own rules.
    if is_in("_posts", path) and not DATED_NAME.fullmatch(PurePosixPath(path).stem):
        return False
    if path.startswith(("_posts/", "_drafts/")):
        return path.endswith(PAGE_SUFFIXES)
    if not path.endswith(MARKDOWN_SUFFIXES) or path.lower() == README:
        return True
    is_document = _matches(posixpath.basename(path), themes().documents)
    return not is_document or has_front_matter(folder / path)


def _is_asset_of_theme(path: str) -> bool:
    """Whether a file, or a folder around it, is one of the themes' assets."""
    parts = PurePosixPath(path.removeprefix(ASSETS))
    return any(_matches(part.as_posix(), themes().assets) for part in (parts, *parts.parents))


def texts_of_files(folder: Path, files: Iterable[str], problems: Problems) -> dict[str, str]:
    """The texts of the files that have front matter but are no pages, such as scripts, by their paths.

    Those that only Jekyll can render are empty, and reported.
    """
    texts: dict[str, str] = {}
    for path in files:
        if path.endswith(PAGE_SUFFIXES) or not has_front_matter(folder / path):
            continue
        text = split_text(text_in(folder / path) or "")[1]
        needs_jekyll = path.endswith(CONVERTED) or re.search(r"\{[{%]", text)
        if not needs_jekyll:
            texts[path] = text
            continue
        texts[path] = ""
        if not path.endswith(".scss") or NO_RULES.sub("", text).strip():
            location = Location(f"{folder.as_posix()}/{path}")
            message = f"only Jekyll can render `{path}`: skipped"
            problems.warn(location, message, HINT_AT_FILES, rule="import-skipped")
    return texts


def shown_files(
    files: Iterable[str], pages: Iterable[OldPage], folder: Path, problems: Problems
) -> dict[str, str]:
    """The files that Jekyll shows, by their output paths in lowercase.

    Of several files for one path, Jekyll shows the one that it writes last: it writes pages, then
    other files, then posts, each in the order of their names. The others are reported, except
    README.md: GitHub shows it if there is no other home page.
    """
    published = {page.path: page for page in pages if page.is_published}
    by_output: dict[str, list[str]] = {}
    for path in files:
        page = published.get(path)
        output = output_path(page.url) if page else path
        by_output.setdefault(output.casefold(), []).append(path)

    def order(path: str) -> tuple[WriteOrder, str, str]:
        return _write_order(path, is_page=path in published), posixpath.basename(path), path

    shown: dict[str, str] = {}
    for output, paths in by_output.items():
        *hidden, last = sorted(paths, key=order)
        shown[output] = last
        for path in hidden:
            if path.lower() != README:
                location = Location(f"{folder.as_posix()}/{path}")
                message = f"the old site has {last} at the same URL: skipped"
                problems.warn(location, message, rule="import-skipped")
    return shown


def _write_order(path: str, *, is_page: bool) -> WriteOrder:
    if not is_page:
        return WriteOrder.FILE
    if path.lower() == README:
        return WriteOrder.README
    return WriteOrder.POST if is_in("_posts", path) else WriteOrder.PAGE


def _matches(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name.lower(), pattern) for pattern in patterns.split())
