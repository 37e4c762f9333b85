"""A site's folder and an address come in; the place where its author wrote it comes out."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.problems import Location
from acadfolio.source.front_matter import split_text
from acadfolio.source.text import line_and_column

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDERS = ("data", "content")
ENDINGS = {".yml", ".yaml", ".bib", ".md", ".markdown", ".html"}
DATA = {".yml", ".yaml", ".bib"}
COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
NO_LINK = re.compile(
    r"^ {0,3}(`{3,}|~{3,})(?s:.*?)(?:^ {0,3}\1|\Z)|(`+)(?!`)[^\n]+?(?<!`)\2(?!`)|<!--(?s:.*?)-->", re.MULTILINE
)
"""What Markdown shows as code, and comments: no link is in there."""
OPENING = re.compile(r"\]\([ \t]*<?\Z|[\w-]=[\"']?\Z|\]:[ \t]*<?\Z|<\Z")
"""What stands before the address of a link, in Markdown and HTML."""
OPENING_OF_DATA = re.compile(
    r"(?:^|[{,])[ \t]*(?:- +)*[\w\"' -]+:[ \t]+[\"']?\Z|^[ \t]*(?:- +)+[\"']?\Z|[{\[,][ \t]*[\"']?\Z|= *[{\"]\Z"
)
"""And before a value, in YAML and BibTeX."""


class Mentions:
    """The texts of one site at one time. Each is read when an address is first looked for in it, and once."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.names: dict[str, list[str]] = {}
        """The files of each folder that may hold an address."""
        self.texts: dict[str, str] = {}

    def find(
        self,
        written: str,
        first: str = "",
        fits: Callable[[re.Match[str]], bool] = lambda _: True,
        folders: tuple[str, ...] = FOLDERS,
    ) -> Location | None:
        """Where a wrong address, given as a pattern, is written: in the file `first`, else in the data, or in any page.

        `fits` may refuse a place. None where no file has it: it is a template's.
        """
        # What stands before an address, in Markdown, HTML or YAML, and what cannot be a longer one's beginning.
        pattern = re.compile(rf"""(?<=[(<"'\s=\[{{,]){written}(?![\w/-])""")
        only_named = None
        for name in chain([first] if first else [], (name for name in self._names(folders) if name != first)):
            text = self._text(name)
            for match in filter(fits, pattern.finditer(text)):
                is_data = Path(name).suffix in DATA or match.start() < len(text) - len(split_text(text)[1])
                place = Location(name, *line_and_column(text, match.start()))
                if _opens(text, match.start(), is_data=is_data) and (is_data or not is_shown(text, match.start())):
                    return place
                only_named = only_named or place
        return only_named

    def _names(self, folders: tuple[str, ...]) -> Iterator[str]:
        for folder in folders:
            if folder not in self.names:
                self.names[folder] = list(_names(self.root, folder))
            yield from self.names[folder]

    def _text(self, name: str) -> str:
        if name not in self.texts:
            self.texts[name] = _text(Path(self.root, name))
        return self.texts[name]


def link_in(text: str, written: str) -> int | None:
    """Where a text of Markdown or HTML links to an address, given as a pattern, and does not only name it."""
    for match in re.finditer(rf"{written}(?![\w/-])", text):
        if _opens(text, match.start(), is_data=False) and not is_shown(text, match.start()):
            return match.start()
    return None


def _opens(text: str, start: int, *, is_data: bool) -> bool:
    """Whether a link, or a value of data, begins there."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    return bool(OPENING.search(before) or (is_data and OPENING_OF_DATA.search(before)))


def is_shown(text: str, start: int) -> bool:
    """Whether visitors read it as it is written, or nobody does."""
    return any(match.start() < start < match.end() for match in NO_LINK.finditer(text))


def _names(root: str, folder: str) -> Iterator[str]:
    for path in sorted(Path(root, folder).rglob("*")):
        if path.suffix in ENDINGS and path.is_file():
            yield path.relative_to(root).as_posix()


def _text(path: Path) -> str:
    """A file's text, comments of data blanked; nothing for what cannot be read, which is told where it is read."""
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""
    return COMMENT.sub(lambda match: " " * len(match[0]), text) if path.suffix in {".yml", ".yaml"} else text
