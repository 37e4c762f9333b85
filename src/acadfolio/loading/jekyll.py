"""Handle Jekyll's folders, categories of publications and slugs."""

from __future__ import annotations

import unicodedata
from codecs import BOM_UTF8
from contextlib import suppress
from typing import TYPE_CHECKING, get_args

from acadfolio.model.jekyll import jekyll
from acadfolio.model.names import WHOLE_LETTERS
from acadfolio.model.publication import Kind
from acadfolio.model.reading import synonyms
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.problems import Location, Problem, Problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


INCLUDES, LAYOUTS = "_includes", "_layouts"
"""The folders in content/ with texts for Liquid's tag `include`, and with the site's own layouts."""
MARKDOWN_SUFFIXES = (".md", ".mkd", ".mkdn", ".mkdown", ".markdown")
PAGE_SUFFIXES = (*MARKDOWN_SUFFIXES, ".html")


def is_part(path: str) -> bool:
    """Whether a file is an include, or a layout of the site's own: the theme has its templates for the others."""
    folder, _, name = path.partition("/")
    return folder == INCLUDES or (
        folder == LAYOUTS and name.partition(".")[0] not in jekyll().layouts
    )


def is_of_jekyll(name: str) -> bool:
    """Whether a folder belongs to Jekyll. Its files are not published, but reported."""
    return name in jekyll().belongs or name in jekyll().collections


def report_folders(names: Iterable[str], problems: Problems) -> None:
    """Report Jekyll's folders in `content/`, and layouts named as the theme's, with a hint where they belong."""
    for name in sorted(names):
        location = Location(f"content/{name}")
        section = jekyll().collections.get(name)
        if section is None:
            message = "this belongs to Jekyll and is not published"
            problems.warn(
                location, message, jekyll().belongs[name.partition("/")[0]], rule="jekyll-folder"
            )
            continue
        message = f"acadfolio has no pages for the files of Jekyll's `{name}`: their entries are in data/{section}.yml"
        how = (
            "`acadfolio import content` writes them there"
            if section in SECTION_KINDS
            else "write them there"
        )
        hint = f"{how}; then move this folder away; `{{{{ {section}() }}}}` lists them"
        problems.add(Problem("jekyll-folder", location, message, hint, can_wait=True))


def warn_of_front_matter(folder: Path, path: str, problems: Problems) -> None:
    """Warn of a file with front matter that is published unchanged.

    Jekyll would convert it to a page.
    """
    if has_front_matter(folder / path):
        message = "this file is published unchanged, with its front matter"
        hint = "rename it to end in `.md` or `.html` to make it a page, or delete its front matter"
        problems.warn(Location(f"content/{path}", 1), message, hint, rule="front-matter-syntax")


def has_front_matter(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return (
            file.read(len(BOM_UTF8) + len("---\r"))
            .removeprefix(BOM_UTF8)
            .startswith((b"---\n", b"---\r"))
        )
    return False


CATEGORIES = {
    "books": "Books",
    "manuscripts": "Journal Articles",
    "conferences": "Conference Papers",
}
"""The headings of academicpages for categories of publications."""


def has_own_titles(titles: Mapping[str, str]) -> bool:
    """Whether the headings of a site differ from those of the theme.

    `titles` are the headings by category.
    """
    return any(CATEGORIES.get(key) != title for key, title in titles.items())


def kind_of_heading(heading: str) -> str:
    """The kind of publication that a heading names; empty for other headings."""
    name = heading.lower()
    known = next((kind for kind in get_args(Kind) if name == kind or name in synonyms()[kind]), "")
    return known or next((kind for word, kind in jekyll().kinds.items() if word in name), "")


KEPT_SYMBOLS = {"default": "", "pretty": "._~!$&'()+,;=@", "ascii": "", "latin": ""}
"""The symbols that Jekyll's slugify modes keep, in addition to letters and digits."""


def slugify(text: str, mode: str = "default", *, is_cased: bool = False) -> str:
    """The slug of a text in one of Jekyll's modes. An unknown mode only changes the case.

    With `is_cased`, uppercase letters stay.
    """
    if mode == "raw":
        text = "-".join(text.split()).removeprefix("-").removesuffix("-")
    elif mode in KEPT_SYMBOLS:
        text = _hyphenated(text, mode)
    return text if is_cased else text.lower()


def _hyphenated(text: str, mode: str) -> str:
    """Replace the characters that the mode does not keep by hyphens."""
    if mode == "latin":
        text = "".join(map(_in_latin, text))
    lines = "".join(character if _is_kept(character, mode) else "\n" for character in text)
    return "-".join(filter(None, lines.split("\n")))


def _is_kept(character: str, mode: str) -> bool:
    """Whether a mode keeps a character: a letter, an accent, a digit, or one of its symbols."""
    if character.isascii():
        return character.isalnum() or character in KEPT_SYMBOLS[mode]
    category = unicodedata.category(character)
    return mode not in {"ascii", "latin"} and (category[0] in "LM" or category == "Nd")


def _in_latin(letter: str) -> str:
    """The letter in ASCII, in lower case and without accents; a question mark for letters of other scripts."""
    decomposed = unicodedata.normalize("NFKD", letter.casefold().translate(WHOLE_LETTERS))
    return decomposed.encode("ascii", "ignore").decode() or "?"
