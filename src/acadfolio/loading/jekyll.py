"""What Jekyll and its themes know: their folders, their categories of publications, and their slugs."""

from __future__ import annotations

import re
import unicodedata
from codecs import BOM_UTF8
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from acadfolio.model.publication import Kind
from acadfolio.model.synonyms import SYNONYMS
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Mapping

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
OF_TEXT = re.compile(
    r".*/?[^/.]+|.*\.(?:md|mkdn?|mkdown|markdown|html?|xhtml|xml|txt|json|csv|css|s[ac]ss|less|js|coffee|svg|ics|atom|rss"
    r"|webmanifest|ya?ml|textile|rst)",
    re.IGNORECASE,
)
MARKDOWN = (".md", ".mkd", ".mkdn", ".mkdown", ".markdown")
HTML = (".html", ".htm")
PAGES = (".md", ".html")
TEXT = ".txt"
READ_BY_MACHINES = frozenset({"robots", "humans", "security", "ads", "app-ads", "llms", "llms-full"})
"""The texts that have their name because something asks for it."""
AS_TEXT = re.compile(rb"(?m)^(?:layout:[ ]*(?:null|none|nil|~|\"\"|'')?[ ]*\r?$|permalink:.*\.txt\b)")
"""What a front matter says of a text that is to stay one."""
HEAD = 2_000
"""Bytes, in which a front matter says so."""


class Jekyll:
    """Looks at the files of one site that are no pages."""

    def __init__(self, folder: Path, problems: Problems) -> None:
        self.folder, self.problems = folder, problems
        self.own: set[str] = set()

    def keeps(self, path: str) -> bool:
        """Whether Jekyll would not publish it where it lies; then it is not published, and `report` names it."""
        name = path.partition("/")[0]
        if name not in BELONGS and name not in COLLECTIONS:
            return False
        self.own.add(name)
        return True

    def look_at(self, path: str) -> None:
        """Of a file that goes out as it is: Jekyll makes a page of any that has front matter."""
        if not OF_TEXT.fullmatch(path):
            return
        with suppress(OSError), (self.folder / path).open("rb") as file:
            head = file.read(HEAD).removeprefix(BOM_UTF8)
            if not head.startswith((b"---\n", b"---\r")):
                return
            stem, ending = Path(path).stem, Path(path).suffix.lower()
            right = ".html" if ending in HTML else ".md" if ending in MARKDOWN or _is_page(stem, ending, head) else ""
            what = "this file goes out as it is, with its front matter"
            name = stem if Path(stem).suffix in PAGES else f"{stem}{right}"  # Windows hides the last ending.
            hint = f"rename it to `{name}`: then it is a page" if right else "delete its front matter"
            self.problems.warn(Location(f"content/{path}", 1), what, hint, rule="front-matter-syntax")

    def report(self) -> None:
        """What was kept, each folder once."""
        for name in sorted(self.own):
            if ours := COLLECTIONS.get(name):
                what = f"acadfolio has no page for each file of Jekyll's `{name}`: its entries stand in data/{ours}.yml"
                how = "`acadfolio import content` writes them there" if name in IMPORTED else "write them there"
                hint = f"{how}; then move this folder away; `{{{{ {ours}() }}}}` lists them"
                self.problems.error_that_waits(Location(f"content/{name}"), what, hint, rule="jekyll-folder")
            else:
                what = "this is Jekyll's, and is not published"
                self.problems.warn(Location(f"content/{name}"), what, BELONGS[name], rule="jekyll-folder")


def _is_page(stem: str, ending: str, head: bytes) -> bool:
    """Whether a text was hardly meant to be one: editors save pages as such."""
    return ending == TEXT and stem.lower() not in READ_BY_MACHINES and not AS_TEXT.search(head)


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
        if mode == "latin":
            text = "".join(map(_in_latin, text))
        is_ascii, signs = mode in {"ascii", "latin"}, KEPT_SYMBOLS[mode]
        kept = "".join(sign if sign in signs or _is_letter(sign, is_ascii) else "\n" for sign in text)
        text = "-".join(part for part in kept.split("\n") if part)
    return text if is_cased else text.lower()


def _is_letter(sign: str, is_ascii: bool) -> bool:  # noqa: FBT001 - of a mode
    """Whether it is a letter, its accent, or a digit."""
    if sign.isascii():
        return sign.isalnum()
    category = unicodedata.category(sign)
    return not is_ascii and (category[0] in "LM" or category == "Nd")


def _in_latin(letter: str) -> str:
    """Letters without their accents; a question mark for those of other scripts."""
    bare = LATIN.get(letter.lower()) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare or "?"
