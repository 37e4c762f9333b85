"""Mark translations: a hash of the original in the front matter, `original_hash`, says what was translated.

`acadfolio check --translations --mark` writes it. It is the only command that changes an author's file,
and it changes nothing else in it.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.files import bytes_digest
from acadfolio.loading.files import is_file
from acadfolio.loading.front_matter import Head, read_head
from acadfolio.model.site import Names
from acadfolio.problems import Location, Problems
from acadfolio.source.text import source_of
from acadfolio.wording import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from acadfolio.model.page import Page
    from acadfolio.routing import Plan

KEY = "original_hash"
CONTENT = "content/"
FRONT_MATTER = re.compile(
    r"(\A\ufeff?---[ \t]*\r?\n)(.*?)(^(?:---|\.\.\.)[ \t]*\r?$)", re.DOTALL | re.MULTILINE
)
LINE_OF_KEY = re.compile(rf"^{KEY}:[^\r\n]*?(?=(?:[ \t]+#[^\r\n]*)?\r?$)", re.MULTILINE)
"""The line of the key, without a comment after its value."""


def translations(plan: Plan) -> Iterator[tuple[Page, Page]]:
    """All translations of a site, each with its original."""
    first, *others = plan.languages
    originals = {planned.page.name: planned.page for planned in first.pages if planned.page}
    for mounted in others:
        for planned in mounted.pages:
            if planned.page is not None and planned.page.name in originals:
                yield planned.page, originals[planned.page.name]


def hash_of(page: Page) -> str:
    """A hash of a page's title and text."""
    text = f"{page.title.in_language('')}\n{page.body.strip()}"
    return bytes_digest(text.encode("utf-8", "surrogatepass")).hex()[:12]


def chosen_translations(root: Path, plan: Plan, names: Sequence[str]) -> list[tuple[Page, Page]]:
    """The translations with these names, each with its original; all without a name.

    A name is the path of a file from here, from the site, or from `content/`.

    Raises SiteError with all names that are no translations.
    """
    pairs = list(translations(plan))
    if not names:
        return pairs
    by_file = {page.file: (page, original) for page, original in pairs}
    found: dict[str, tuple[Page, Page]] = {}
    problems = Problems()
    for name in names:
        file = _file_named(name, root)
        if file in by_file:
            found[file] = by_file[file]
            continue
        message, hint = _no_translation(name, file, root, plan, by_file)
        problems.error(Location("--mark"), message, hint, rule="outdated-translation")
    problems.raise_if_errors()
    return list(found.values())


def _file_named(name: str, root: Path) -> str:
    """The path in a site of the file that an author names; the name itself if there is no such file."""
    site = root.resolve()
    for path in (Path(name), root / name, root / CONTENT / name):
        inside = path.parent.resolve() / path.name
        if is_file(path) and inside.is_relative_to(site):
            return inside.relative_to(site).as_posix()
    return name


def _no_translation(
    name: str, file: str, root: Path, plan: Plan, known: Mapping[str, tuple[Page, Page]]
) -> tuple[str, str]:
    """Why a file is not marked, and what to do."""
    if not is_file(root / file):
        files = {each.removeprefix(CONTENT): each for each in known}
        near = files.get(nearest(name.removeprefix(CONTENT), files), "")
        return f"there is no page `{name}`", f"did you mean `{near}`?" if near else ""
    of_site = [page for each in (plan, *plan.mounted) for page in each.site.pages]
    page = next((page for page in of_site if page.file == file), None)
    if page is not None and page.language is None:
        own = [each for each, (_, original) in known.items() if original.file == file]
        hint = f"name its translation: {', '.join(own)}" if own else "it has none"
        return f"{file} is an original, and no translation", hint
    if page is not None and page.is_draft:
        return f"{file} is a draft", "add `--drafts`"
    return f"{file} is no translation of a page", "name a file such as content/about.zh.md"


def mark_translations(
    root: Path, pairs: Sequence[tuple[Page, Page]], problems: Problems
) -> list[str]:
    """Write the hash of its original into each of some translations.

    A file that is a link or read-only, or whose front matter cannot be changed by a line, is
    reported instead.

    Returns the files that were changed. Raises OSError if a file cannot be written; it is as it was
    then.
    """
    changed = []
    for page, original in pairs:
        file, value = root / page.file, hash_of(original)
        if page.front_matter.original_hash == value:
            continue
        old = file.read_bytes()
        new = _with_hash(old.decode("utf-8", "replace"), value).encode("utf-8")
        is_ours = not _is_linked(file, root) and _is_writable(file)
        if not is_ours or not _is_same_but_for_hash(page.file, old, new, value):
            message = (
                "this translation is not marked: its file is a link or read-only, "
                "or its front matter special"
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


def _is_writable(file: Path) -> bool:
    """Whether its owner has not made a file read-only, which a new file in its place would not be."""
    return bool(file.stat().st_mode & stat.S_IWUSR)


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
    """Replace a file in one step. The unfinished file is hidden, so that none is published after a kill.

    It is new: a link of its name, which a site may have, would lead to another file.
    """
    unfinished = file.with_name(f".{os.getpid()}.{time.monotonic_ns()}.new")
    with unfinished.open("xb") as target:
        try:
            shutil.copymode(file, unfinished)  # Nobody else may read what they could not before.
            target.write(content)
            target.close()
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
