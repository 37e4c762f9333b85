"""What lies in `content/` besides pages comes in; what Jekyll would do with it, and what to do here, comes out."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.problems import Location

if TYPE_CHECKING:
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
        """Whether Jekyll would not publish it where it lies; then it is none of the site, and told by `report`."""
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
            self.problems.warn(Location(f"content/{path}", 1), what, hint)

    def report(self) -> None:
        """What was kept, each folder once."""
        for name in sorted(self.own):
            if ours := COLLECTIONS.get(name):
                what = f"acadfolio has no page for each file of Jekyll's `{name}`: its entries stand in data/{ours}.yml"
                how = "`acadfolio import content` writes them there" if name in IMPORTED else "write them there"
                hint = f"{how}; then move this folder away; `{{{{ {ours}() }}}}` lists them"
                self.problems.error_that_waits(Location(f"content/{name}"), what, hint)
            else:
                self.problems.warn(Location(f"content/{name}"), "this is Jekyll's, and does not go out", BELONGS[name])


def _is_page(stem: str, ending: str, head: bytes) -> bool:
    """Whether a text was hardly meant to be one: editors save pages as such."""
    return ending == TEXT and stem.lower() not in READ_BY_MACHINES and not AS_TEXT.search(head)
