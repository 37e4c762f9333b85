"""Jekyll's folders, categories of publications and slugs, and what they mean here."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, get_args

from acadfolio.model.jekyll import jekyll
from acadfolio.model.kinds import KINDS
from acadfolio.model.publication import Kind
from acadfolio.model.synonyms import synonyms
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from acadfolio.problems import Problems

MARKDOWN = (".md", ".mkd", ".mkdn", ".mkdown", ".markdown")


def is_folder_of_jekyll(name: str) -> bool:
    """Whether Jekyll would not publish the files in it; they are not published here either, but reported."""
    return name in jekyll().belongs or name in jekyll().collections


def report_folders(names: Iterable[str], problems: Problems) -> None:
    """Report Jekyll's folders in `content/`, and where their files belong."""
    for name in sorted(names):
        if ours := jekyll().collections.get(name):
            what = f"acadfolio has no pages for the files of Jekyll's `{name}`: their entries are in data/{ours}.yml"
            how = "`acadfolio import content` writes them there" if ours in KINDS else "write them there"
            hint = f"{how}; then move this folder away; `{{{{ {ours}() }}}}` lists them"
            problems.error_that_waits(Location(f"content/{name}"), what, hint, rule="jekyll-folder")
        else:
            what = "this belongs to Jekyll and is not published"
            problems.warn(Location(f"content/{name}"), what, jekyll().belongs[name], rule="jekyll-folder")


def warn_of_front_matter(folder: Path, path: str, problems: Problems) -> None:
    """Warn of a file that is published as it is, although Jekyll makes a page of any that has front matter."""
    with suppress(OSError), (folder / path).open("rb") as file:
        if file.readline().rstrip() == b"---":
            what = "this file is published unchanged, with its front matter"
            hint = "rename it to end in `.md` or `.html` to make it a page, or delete its front matter"
            problems.warn(Location(f"content/{path}", 1), what, hint, rule="front-matter-syntax")


CATEGORIES = {"books": "Books", "manuscripts": "Journal Articles", "conferences": "Conference Papers"}
"""The names of academicpages for categories of publications."""


def has_own_titles(titles: Mapping[str, str]) -> bool:
    """Whether a site has other headings than the theme. `titles` are its headings by their keys."""
    return any(CATEGORIES.get(key) != title for key, title in titles.items())


def kind_of(heading: str) -> str:
    """The kind of publication that a heading means; empty if it means none."""
    name = heading.lower()
    known = next((kind for kind in get_args(Kind) if name == kind or name in synonyms()[kind]), "")
    return known or next((kind for word, kind in jekyll().kinds.items() if word in name), "")


KEPT_SYMBOLS = {"default": "", "pretty": "._~!$&'()+,;=@", "ascii": "", "latin": ""}
"""The symbols that a mode keeps besides letters and digits."""
LATIN = {
    "ß": "ss", "æ": "ae", "ð": "d", "ø": "o", "þ": "th", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "ng",
    "œ": "oe", "ŧ": "t",
}  # fmt: skip
"""Letters that Unicode does not decompose, in ASCII."""


def slugify(text: str, mode: str = "default", *, is_cased: bool = False) -> str:
    """The slug in a mode of Jekyll; an unknown mode only changes the case."""
    if mode == "raw":
        text = "-".join(text.split()).removeprefix("-").removesuffix("-")
    elif mode in KEPT_SYMBOLS:
        text = _hyphenated(text, mode)
    return text if is_cased else text.lower()


def _hyphenated(text: str, mode: str) -> str:
    """A text with hyphens in place of the characters that the mode does not keep."""
    if mode == "latin":
        text = "".join(map(_in_latin, text))
    kept = "".join(symbol if _is_kept(symbol, mode) else "\n" for symbol in text)
    return "-".join(part for part in kept.split("\n") if part)


def _is_kept(symbol: str, mode: str) -> bool:
    """Whether it is a letter, an accent, a digit, or a symbol that the mode keeps."""
    if symbol.isascii():
        return symbol.isalnum() or symbol in KEPT_SYMBOLS[mode]
    category = unicodedata.category(symbol)
    return mode not in {"ascii", "latin"} and (category[0] in "LM" or category == "Nd")


def _in_latin(letter: str) -> str:
    """The letter in ASCII without its accent; a question mark for letters of other scripts."""
    bare = LATIN.get(letter.lower()) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare or "?"
