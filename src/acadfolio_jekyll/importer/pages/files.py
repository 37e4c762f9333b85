"""Find the files that visitors of the old site saw."""

from __future__ import annotations

import posixpath
import re
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


def published_files(folder: Path, site: Path, config: Config, problems: Problems) -> list[str]:
    """The paths of the files that visitors of the old site saw, without the collections and the theme's own files.

    The new `site` may be in a folder of the old one. Links that lead out of the old one are
    reported, and not read.
    """
    # The settings of al-folio include its `_scripts`, and those of some sites their collections.
    skipped = {"_scripts", config.collections_dir, *COLLECTIONS}
    skipped |= NEW_FOLDERS if site.resolve() == folder.resolve() else set()
    tops = [
        path
        for path in sorted(folder.iterdir())
        if path.name not in skipped and _is_of_site(path, config)
    ]
    names = config.own_collections | ({"_posts"} if config.collections_dir else set())
    tops += [folder / config.collections_dir / name for name in sorted(names)]
    files = [file for top in tops for file in (top, *sorted(top.rglob("*"))) if file.is_file()]
    if folder.resolve() in site.resolve().parents:
        files = [file for file in files if site.resolve() not in file.resolve().parents]
    paths = [file.relative_to(folder).as_posix() for file in files]
    published = [path for path in paths if config.is_published(path)]
    inside = [path for path in published if is_within(folder / path, folder)]
    for path in sorted({*published} - {*inside}):
        location = Location(f"{folder.as_posix()}/{path}")
        problems.warn(
            location, "this link leads out of the old site: not copied", rule="import-skipped"
        )
    return [path for path in inside if _is_wanted(path, folder)]


def _is_of_site(top: Path, config: Config) -> bool:
    """Whether a file or folder at the top is part of the site, and not of the theme or the repository."""
    is_known = (
        top.name in {*PUBLISHED, *JEKYLL_FOLDERS}
        or config.is_included(top.name)
        or top.name.lower() == README
    )
    return is_known or not _matches(top.name, f"{themes().tooling} {themes().documents}")


def _is_wanted(path: str, folder: Path) -> bool:
    """Whether a file is the author's, and a page if only pages in its folder are published."""
    if path.startswith(ASSETS):
        parts = PurePosixPath(path.removeprefix(ASSETS))
        is_of_theme = any(
            _matches(part.as_posix(), themes().assets) for part in (parts, *parts.parents)
        )
        return not is_of_theme or (
            path.endswith(SASS) and has_front_matter(folder / path)
        )  # It may have own rules.
    if is_in("_posts", path) and not DATED_NAME.fullmatch(PurePosixPath(path).stem):
        return False
    if path.startswith(("_posts/", "_drafts/")):
        return path.endswith(PAGE_SUFFIXES)
    is_document = path.endswith(MARKDOWN_SUFFIXES) and _matches(
        posixpath.basename(path), themes().documents
    )
    return not is_document or path.lower() == README or has_front_matter(folder / path)


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
        texts[path] = "" if needs_jekyll else text
        if needs_jekyll and (not path.endswith(".scss") or NO_RULES.sub("", text).strip()):
            location, message = (
                Location(f"{folder.as_posix()}/{path}"),
                f"only Jekyll can render `{path}`: skipped",
            )
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
    by_path = {page.path: page for page in pages if page.is_published}
    ranked: dict[str, list[tuple[int, str, str]]] = {}
    for path in files:
        page = by_path.get(path)
        rank = 1 if page is None else 2 * is_in("_posts", path) - (path.lower() == README)
        output = output_path(page.url) if page else path
        ranked.setdefault(output.casefold(), []).append((rank, posixpath.basename(path), path))
    shown = {}
    for output, candidates in ranked.items():
        *others, (_, _, shown[output]) = sorted(candidates)
        for path in (path for _, _, path in others if path.lower() != README):
            message = f"the old site has {shown[output]} at the same URL: skipped"
            problems.warn(Location(f"{folder.as_posix()}/{path}"), message, rule="import-skipped")
    return shown


def _matches(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name.lower(), pattern) for pattern in patterns.split())
