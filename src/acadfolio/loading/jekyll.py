"""What Jekyll and its themes know: their folders, their categories of publications, and their slugs."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, get_args

from acadfolio.model.publication import Kind
from acadfolio.model.synonyms import SYNONYMS
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from acadfolio.problems import Problems

IMPORTED = {
    "_publications": "publications",
    "_talks": "talks",
    "_teaching": "teaching",
    "_teachings": "teaching",
    "_portfolio": "projects",
    "_projects": "projects",
    "_news": "news",
}
"""Folders of academicpages and al-folio whose files `acadfolio import` takes over, and the section that has them."""
COLLECTIONS = IMPORTED | {"_books": "books"}
"""Folders whose files are the entries of a list."""
BELONGS = {
    "_bibliography": "move its .bib files into data/",
    "_config.yml": "its `author:` goes into data/profile.yml, its `title` and `url` into data/site.yml",
    "_data": "data files go into data/, and the menu of navigation.yml below `navigation:` in data/site.yml",
    "_includes": "write their text into the pages that include them, or templates into templates/",
    "_layouts": "pages have layouts without them; templates of your own go into templates/",
    "_plugins": "no plugins are needed here: delete it",
    "_sass": "styles of your own go into static/assets/css/custom.css",
    "_site": "Jekyll made it, and acadfolio makes output/: delete it",
}
"""What Jekyll keeps to itself, and where its content stands here."""
MARKDOWN = (".md", ".mkd", ".mkdn", ".mkdown", ".markdown")


def is_folder_of_jekyll(name: str) -> bool:
    """Whether Jekyll would not publish what lies in it; then it is not published here either, but reported."""
    return name in BELONGS or name in COLLECTIONS


def report_folders(names: Iterable[str], problems: Problems) -> None:
    """Report the folders of Jekyll in `content/`, and where what they hold belongs."""
    for name in sorted(names):
        if ours := COLLECTIONS.get(name):
            what = f"acadfolio has no page for each file of Jekyll's `{name}`: its entries stand in data/{ours}.yml"
            how = "`acadfolio import content` writes them there" if name in IMPORTED else "write them there"
            hint = f"{how}; then move this folder away; `{{{{ {ours}() }}}}` lists them"
            problems.error_that_waits(Location(f"content/{name}"), what, hint, rule="jekyll-folder")
        else:
            what = "this is Jekyll's, and is not published"
            problems.warn(Location(f"content/{name}"), what, BELONGS[name], rule="jekyll-folder")


def warn_of_front_matter(folder: Path, path: str, problems: Problems) -> None:
    """Warn of a file that is published as it is, although Jekyll makes a page of any that has front matter."""
    with suppress(OSError), (folder / path).open("rb") as file:
        if file.readline().rstrip() == b"---":
            what = "this file goes out as it is, with its front matter"
            hint = "rename it so that it ends in `.md` or `.html`: then it is a page; or delete its front matter"
            problems.warn(Location(f"content/{path}", 1), what, hint, rule="front-matter-syntax")


CATEGORIES = {"books": "Books", "manuscripts": "Journal Articles", "conferences": "Conference Papers"}
"""What academicpages calls its categories of publications."""
WORDS_OF_KINDS = (
    ("chapter", "chapter"), ("book", "book"), ("journal", "journal"), ("conference", "conference"),
    ("proceedings", "conference"), ("workshop", "workshop"), ("preprint", "preprint"), ("manuscript", "preprint"),
    ("working paper", "preprint"), ("thes", "thesis"), ("dissertation", "thesis"), ("patent", "patent"),
    ("report", "report"), ("software", "software"), ("dataset", "dataset"),
)  # fmt: skip
"""What the heading of a category holds, and the kind that it means."""


def are_own(titles: Mapping[str, str]) -> bool:
    """Whether a site has other headings than the theme. `titles` are its headings by their keys."""
    return any(CATEGORIES.get(key) != title for key, title in titles.items())


def kind_of(heading: str) -> str:
    """Empty where it tells none."""
    said = heading.lower()
    known = next((kind for kind in get_args(Kind) if said == kind or said in SYNONYMS[kind].split("|")), "")
    return known or next((kind for word, kind in WORDS_OF_KINDS if word in said), "")


KEPT_SYMBOLS = {"default": "", "pretty": "._~!$&'()+,;=@", "ascii": "", "latin": ""}
"""The signs that a mode leaves beside letters and digits."""
LATIN = {
    "ß": "ss", "æ": "ae", "ð": "d", "ø": "o", "þ": "th", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "ng",
    "œ": "oe", "ŧ": "t",
}  # fmt: skip
"""Letters that are more than one with an accent."""


def slugify(text: str, mode: str = "default", *, is_cased: bool = False) -> str:
    """A mode that is none of Jekyll's leaves all but the case."""
    if mode == "raw":
        text = "-".join(text.split()).removeprefix("-").removesuffix("-")
    elif mode in KEPT_SYMBOLS:
        text = _hyphenated(text, mode)
    return text if is_cased else text.lower()


def _hyphenated(text: str, mode: str) -> str:
    """A text with hyphens in the place of what the mode does not keep."""
    if mode == "latin":
        text = "".join(map(_in_latin, text))
    kept = "".join(symbol if _is_kept(symbol, mode) else "\n" for symbol in text)
    return "-".join(part for part in kept.split("\n") if part)


def _is_kept(symbol: str, mode: str) -> bool:
    """Whether it is a letter, its accent, a digit, or a symbol that the mode keeps."""
    if symbol.isascii():
        return symbol.isalnum() or symbol in KEPT_SYMBOLS[mode]
    category = unicodedata.category(symbol)
    return mode not in {"ascii", "latin"} and (category[0] in "LM" or category == "Nd")


def _in_latin(letter: str) -> str:
    """Letters without their accents; a question mark for those of other scripts."""
    bare = LATIN.get(letter.lower()) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare or "?"
