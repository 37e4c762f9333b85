"""A site's folder and an address come in; the place where its author wrote it comes out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.problems import Location
from acadfolio.regex import regex
from acadfolio.source.text import line_and_column

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDERS = ("data", "content")
ENDINGS = {".yml", ".yaml", ".bib", ".md", ".markdown", ".html"}
COMMENT = regex(r"^[ \t]*#.*$", re.MULTILINE)


def mention(
    root: str, written: str, first: str = "", fits: Callable[[re.Match[str]], bool] = lambda _: True
) -> Location | None:
    """Where a wrong address, given as a pattern, is written: in the file `first`, else in the data, else in any page.

    `fits` may refuse a place. None where no file has it: it is a template's.
    """
    # What stands before an address, in Markdown, HTML or YAML, and what cannot be a longer one's beginning.
    pattern = re.compile(rf"""(?<=[(<"'\s=\[{{,]){written}(?![\w/-])""")
    for name in dict.fromkeys((*([first] if first else []), *_names(root))):
        text = _text(Path(root, name))
        for match in pattern.finditer(text):
            if fits(match):
                return Location(name, *line_and_column(text, match.start()))
    return None


def _names(root: str) -> Iterator[str]:
    for folder in FOLDERS:
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
