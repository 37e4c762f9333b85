"""Find what the Liquid of pages reads: keys, collections and includes."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from acadfolio.resources import starter
from acadfolio_jekyll.detection import without_raw
from acadfolio_jekyll.folders import INCLUDES
from acadfolio_jekyll.headings import has_own_titles
from acadfolio_jekyll.importer.config import text_in, themes
from acadfolio_jekyll.liquid.theme_texts import theme_texts
from acadfolio_jekyll.page_files import INCLUDED

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.pages.old_page import OldPage


DATA_OF_LANGUAGE = re.compile(
    r"""\bsite\.data\[\s*(?:site\.(?:active_lang|lang|locale)|page\.lang)\s*\]\s*\.?\s*([\w-]+|)"""
)
"""A data file of the language of the page: `_data/zh/cv.yml`."""


def keys_read_by(pages: Iterable[OldPage], folder: Path) -> set[tuple[str, str]]:
    """The keys of `_config.yml` that pages read with Liquid as `site.KEY` or `site.KEY.NESTED_KEY`.

    Those of the data of a language are in `data_of_languages_read_by`.
    """
    liquid = DATA_OF_LANGUAGE.sub(_key_in_brackets, _liquid_in(pages, folder))
    return set(re.findall(r"\bsite\.([\w-]+)(?:\.([\w-]+))?", liquid))


def _key_in_brackets(read: re.Match[str]) -> str:
    """What is read besides the data of a language: the key by which it is found."""
    return read[0].partition("[")[2] if read[1] else read[0]


def data_of_languages_read_by(pages: Iterable[OldPage], folder: Path) -> set[str]:
    """The names of the data files that pages read in their own language: `site.data[site.active_lang].NAME`."""
    return set(filter(None, DATA_OF_LANGUAGE.findall(_liquid_in(pages, folder))))


def keys_of_entries_read_by(pages: Iterable[OldPage], folder: Path, config: Config) -> set[str]:
    """The keys that pages may read with Liquid of entries, as `talk.KEY`, or in quotes as an argument of a filter."""
    tags = _liquid_in(pages, folder)
    if not has_own_titles(config.categories):
        # The kinds of entries have the keys of the theme's own list.
        tags = re.sub(r"\w+\.category != \w+\[0\]", "", tags)
    return set(re.findall(r"""(?<!\bsite)(?<!\bpage)(?<!\binclude)[.'"]([\w-]+)""", tags))


def keys_shown_nowhere(pages: Iterable[OldPage], folder: Path) -> set[str]:
    """The keys that are shown here, but neither by the themes nor by the site's own layouts, includes and pages."""
    text = "".join(page.all_text for page in pages)
    for template in (*folder.glob("_includes/**/*.*"), *folder.glob("_layouts/**/*.*")):
        text += text_in(template) or ""
    return {key for key in themes().seldom_shown.split() if f".{key}" not in text}


def shows_collection(name: str, pages: list[OldPage], folder: Path) -> bool:
    """Whether pages list a collection: with Liquid, or with al-folio's front matter."""
    ways = [
        rf"\bsite(?:\[|\.(?:{name}|collections|documents)\b)",
        rf"\binclude {name}\b",
        rf"^(?:collection:\s*)?{name}\b",
    ]
    if name == "news":
        ways.append("^announcements:")
    shows = re.compile("|".join(ways), re.MULTILINE)
    texts = (_liquid_in(pages, folder), *(page.all_text for page in pages))
    return any(map(shows.search, texts))


def _liquid_in(pages: Iterable[OldPage], folder: Path) -> str:
    """The tags of Liquid in pages, and in what they include."""
    texts = [page.all_text + page.parts for page in pages]
    texts += [text_in(folder / name) or "" for name in included_files(folder, pages)]
    tags = r"\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}"
    return " ".join(re.findall(tags, "".join(map(without_raw, texts))))


def included_files(folder: Path, pages: Iterable[OldPage]) -> list[str]:
    """The files of `_includes/` that pages include, also indirectly, except those that acadfolio has."""
    found: set[str] = set()
    texts = [page.all_text for page in pages]
    while texts:
        for path in _includes_in(texts.pop()) - found:
            text = text_in(folder / path)
            if text is not None and not _is_of_theme(path, text):
                found.add(path)
                texts.append(text)
    return sorted(found)


def _is_of_theme(path: str, text: str) -> bool:
    """Whether acadfolio has an include: as a template, or as one of its texts.

    A file that reads other keys of entries than the theme's file is the author's own.
    """
    name, ending = posixpath.splitext(path.removeprefix(f"{INCLUDES}/"))
    if (starter() / f"templates/features/{name}.html").is_file():
        return True
    if f"includes/{name}" not in theme_texts():
        return False
    if ending not in {"", ".liquid"} and name not in themes().includes.split():
        return False
    keys = set(re.findall(r"\b(?:item|post|project)\.(\w+)", text))
    return keys <= set(themes().read_in_includes.split())


def _includes_in(text: str) -> set[str]:
    """The paths of the files of `_includes/` that a text includes."""
    names = [name for is_relative, name in INCLUDED.findall(without_raw(text)) if not is_relative]
    paths = {posixpath.normpath(f"{INCLUDES}/{name}") for name in names}
    return {path for path in paths if path.startswith(f"{INCLUDES}/")}
