"""Find the files that are copied into the new site, and their paths there."""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from acadfolio.outside_links import is_within
from acadfolio.problems import Location, Problems
from acadfolio.source.front_matter import has_front_matter, split_text
from acadfolio.source.text import Source
from acadfolio.source.yaml import text_of
from acadfolio_jekyll.importer.config import text_in
from acadfolio_jekyll.importer.pages.liquid_use import included_files
from acadfolio_jekyll.importer.pages.old_page import path_beside, path_in_content
from acadfolio_jekyll.page_files import INCLUDED

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.pages.old_page import OldPage

VENUES = "_data/venues.yml"
DATA_FILES = ("_data/coauthors.yml", VENUES, "_data/citations.yml")
"""al-folio's data files that acadfolio can read."""
TEXTS = ("_config.y*ml", "_data/**/*.[cjty]*", "_includes/**/*.[hlm]*", "_layouts/**/*.[hlm]*")
"""The files around pages that have text for visitors."""
COLOUR_FUNCTION = re.compile(r"""(?m)^([^#\n]*\bcolor:\s*)["']?(\w+\(.*?\))["']?""")
FILE_OF_TAG = re.compile(r"\s(?:--file|-f)\s+([\w.*/-]+)")
"""A bibliography in al-folio's tags."""
INCLUDED_TEXT = re.compile(
    r"\{%-?\s*include_relative\s+((?:[\w-]+/)*[\w-]+\.(?:md|markdown))\s*-?%\}"
)


def files_to_copy(
    folder: Path, files: Iterable[str], pages: list[OldPage], config: Config, problems: Problems
) -> dict[str, str]:
    """The new paths of these files, and of the old site's bibliographies, includes and layouts, by their old paths."""
    page_paths = {page.path: page.new_path or page.path for page in pages}
    page_folders = {posixpath.dirname(path) for path in page_paths} - {""}
    copies: dict[str, str] = {}
    for path in _data_files(folder, pages, config, problems):
        copies[path] = f"data/{posixpath.basename(path)}"
    for path in files:
        # Pages may include files beside them, and in folders below.
        is_below_page = not page_folders.isdisjoint(map(str, PurePosixPath(path).parents))
        if path in page_paths or is_below_page:
            copies[path] = f"content/{path_in_content(page_paths.get(path, path))}"
        else:
            copies[path] = f"static/{path}"
    for path in _beside(pages):
        if (folder / path).is_file():
            copies[path] = f"content/{path_in_content(path)}"
    layouts = {path for page in pages for path in page.layouts}
    for path in (*included_files(folder, pages), *layouts):
        copies[path] = f"content/{path}"
    return copies


def _beside(pages: Iterable[OldPage]) -> Iterator[str]:
    """The paths that pages include from their own folders. Files there may be excluded."""
    for page in pages:
        for is_relative, name in INCLUDED.findall(page.all_text):
            if is_relative:
                yield path_beside(page, name)
        for is_relative, name in INCLUDED.findall(page.parts):
            if is_relative:  # Parts are written for the new place.
                folder = posixpath.dirname(page.new_path or page.path)
                yield posixpath.normpath(f"{folder}/{name}")


def included_texts(page: OldPage, folder: Path) -> dict[str, str]:
    """The Markdown that a page includes from its own folder, by the paths."""
    texts: dict[str, str] = {}
    for name in INCLUDED_TEXT.findall(page.text):
        path = path_beside(page, name)
        if is_within(folder / path, folder) and not has_front_matter(folder / path):
            texts[path] = text_in(folder / path) or ""
    return texts


def write_lists(page: OldPage, texts: Mapping[str, str]) -> None:
    """Write the new text of a page, and into it those of the files that it includes."""
    body = texts.get(page.path) or page.body or split_text(page.text)[1]

    def text_of_tag(tag: re.Match[str]) -> str:
        return texts.get(path_beside(page, tag[1]), tag[0])

    new_body = INCLUDED_TEXT.sub(text_of_tag, body)
    if page.path in texts or new_body != body:
        page.body = new_body


def texts_of_site(folder: Path, pages: Iterable[OldPage], copied: Container[str]) -> list[str]:
    """The paths of the published pages, and of the files around them: settings, data, layouts and includes."""
    paths = [page.path for page in pages if page.is_published]
    for pattern in TEXTS:
        for file in sorted(folder.glob(pattern)):
            path = file.relative_to(folder).as_posix()
            if path not in copied:
                paths.append(path)
    return paths


def _data_files(
    folder: Path, pages: Iterable[OldPage], config: Config, problems: Problems
) -> list[str]:
    """The bibliographies that pages show, and the data files that belong to them.

    Other bibliographies are reported.
    """
    found = [name for name in DATA_FILES if (folder / name).is_file()]
    named = text_of(config.below("scholar").get("bibliography"))
    shown = [named, *FILE_OF_TAG.findall("".join(page.all_text for page in pages))]
    patterns = [f"{name.removesuffix('.bib')}.bib" for name in shown]
    for path in sorted((folder / "_bibliography").glob("*.bib")):
        if not named or any(fnmatchcase(path.name, pattern) for pattern in patterns):
            found.append(f"_bibliography/{path.name}")
        else:
            message = "no page showed this: skipped"
            problems.warn(Location(path.as_posix()), message, rule="ignored-file")
    return found


def readable_venues(folder: Path, problems: Problems) -> str:
    """al-folio's venues without colours such as `rgb(1, 2, 3)` or `var(--accent)`, which are reported."""
    source = Source(f"{folder.as_posix()}/{VENUES}", text_in(folder / VENUES) or "")
    for match in COLOUR_FUNCTION.finditer(source.text):
        line = source.text.count("\n", 0, match.start()) + 1
        message = f"`{match[2]}` is not a hexadecimal colour: skipped"
        hint = 'write it like "#00369f", in quotes'
        problems.warn(source.at(line), message, hint, rule="import-skipped")
    return COLOUR_FUNCTION.sub(r"\1null", source.text)
