"""Mark translations: a hash of the original in the front matter, `original_hash`, says what was translated.

`acadfolio check --translations --mark` writes it. It is the only command that changes an author's file,
and it changes nothing else in it.
"""

from __future__ import annotations

import os
import re
import shutil
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.files import bytes_digest
from acadfolio.loading.front_matter import Head, read_head
from acadfolio.model.site import Names
from acadfolio.problems import Location, Problems
from acadfolio.source.text import source_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.model.page import Page
    from acadfolio.routing import Plan

KEY = "original_hash"
FRONT_MATTER = re.compile(
    r"(\A\ufeff?---[ \t]*\r?\n)(.*?)(^(?:---|\.\.\.)[ \t]*\r?$)", re.DOTALL | re.MULTILINE
)
LINE_OF_KEY = re.compile(rf"^{KEY}:.*?(?=\r?$)", re.MULTILINE)


def translations(plan: Plan) -> Iterator[tuple[Page, Page]]:
    """All translations of a site, each with its original."""
    originals = {planned.page.name: planned.page for planned in plan.pages if planned.page}
    for mounted in plan.mounted:
        for planned in mounted.pages:
            if planned.page is not None and planned.page.name in originals:
                yield planned.page, originals[planned.page.name]


def hash_of(page: Page) -> str:
    """A hash of a page's title and text."""
    text = f"{page.title.in_language('')}\n{page.body.strip()}"
    return bytes_digest(text.encode("utf-8", "surrogatepass")).hex()[:12]


def mark_translations(root: Path, plan: Plan, problems: Problems) -> list[str]:
    """Write the hash of its original into each translation.

    A file that is a link, or whose front matter cannot be changed by a line, is reported instead.

    Returns the files that were changed. Raises OSError if a file cannot be written; it is as it was
    then.
    """
    changed = []
    for page, original in translations(plan):
        file, value = root / page.file, hash_of(original)
        if page.front_matter.original_hash == value:
            continue
        old = file.read_bytes()
        new = _with_hash(old.decode("utf-8", "replace"), value).encode("utf-8")
        if _is_linked(file, root) or not _is_same_but_for_hash(page.file, old, new, value):
            message = (
                "this translation is not marked: its file is a link, or its front matter special"
            )
            hint = f"write `{KEY}: {value}` into it"
            problems.warn(Location(page.file), message, hint, rule="outdated-translation")
            continue
        _replace(file, new)
        changed.append(page.file)
    return changed


def _is_linked(file: Path, root: Path) -> bool:
    """Whether a file has another name or place, which would change with it."""
    return file.resolve() != root.resolve() / file.relative_to(root) or file.stat().st_nlink > 1


def _is_same_but_for_hash(name: str, old: bytes, new: bytes, value: str) -> bool:
    """Whether two texts of a page differ in nothing but this hash."""
    heads = []
    for content in (old, new):
        problems = Problems()
        source = source_of(content, name, problems)
        head = read_head(source, problems, [], Names()) if source else Head("", 0)
        if problems.errors:
            return False
        heads.append(head)
    before, after = heads
    without_hash = replace(after.front_matter, original_hash=before.front_matter.original_hash)
    is_same = without_hash == before.front_matter and before.body.strip() == after.body.strip()
    return is_same and after.front_matter.original_hash == value


def _replace(file: Path, content: bytes) -> None:
    """Replace a file in one step. The unfinished file is hidden, so that none is published after a kill."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        unfinished.write_bytes(content)
        shutil.copymode(file, unfinished)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _with_hash(text: str, value: str) -> str:
    """The text of a page with this hash in its front matter; everything else is as it was."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    line = f"{KEY}: {value}"
    found = FRONT_MATTER.match(text)
    if found is None:
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        head = f"---{line_end}{line}{line_end}---{line_end}{line_end}"
        return mark + head + text.removeprefix(mark)
    start, keys, end = found.groups()
    if LINE_OF_KEY.search(keys):
        keys = LINE_OF_KEY.sub(line, keys)
    else:
        keys += line + line_end
    return start + keys + end + text[found.end() :]
