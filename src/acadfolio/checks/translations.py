"""What of a site in several languages is not translated, and which translations are older than their originals.

A translation remembers its original by a hash of its text, `original_hash` in the front matter, which
`acadfolio check --translations --mark` writes.
"""

from __future__ import annotations

import os
import re
import shutil
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.files import bytes_digest
from acadfolio.loading.front_matter import Head, read_head
from acadfolio.model.languages import language_name
from acadfolio.model.record import NOT_SHOWN
from acadfolio.model.site import Names
from acadfolio.model.values import Text
from acadfolio.problems import Location, Problems, counted
from acadfolio.routing.languages import UNTRANSLATED, translation_of
from acadfolio.source.text import source_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.routing import Plan

KEY = "original_hash"
SETTINGS = Location("data/site.yml")
FRONT_MATTER = re.compile(
    r"(\A\ufeff?---[ \t]*\r?\n)(.*?)(^(?:---|\.\.\.)[ \t]*\r?$)", re.DOTALL | re.MULTILINE
)
LINE_OF_KEY = re.compile(rf"^{KEY}:.*?(?=\r?$)", re.MULTILINE)


def check_translations(plan: Plan, problems: Problems) -> None:
    """Warn of pages and texts that a language lacks, and of translations that are older than their originals.

    Args:
        plan: That of the first language.
        problems: Gets the warnings, one for each page and text, instead of one for each language.
    """
    problems.found = [problem for problem in problems.found if problem.rule != UNTRANSLATED]
    for mounted in plan.mounted:
        language = mounted.site.settings.language
        for planned in mounted.untranslated:
            file = planned.location.file
            name = f"{language_name(language)} ({language})"
            hint = f"write {translation_of(file, language)}"
            message = f"this page is not translated into {name}"
            problems.warn(Location(file), message, hint, rule=UNTRANSLATED)
    _check_age(plan, problems)
    for location, name, text in _texts_of_site(plan.site):
        missing = _missing(text, plan.site.settings.languages)
        if missing:
            message = f"`{name}` is not written in {', '.join(missing)}"
            problems.warn(location, message, f"add `{missing[0]}: …`", rule="untranslated-text")


def _check_age(plan: Plan, problems: Problems) -> None:
    unmarked = []
    of_originals = {page.file for page, _ in translations(plan)}
    for mounted in plan.mounted:
        for page in (planned.page for planned in mounted.pages if planned.page):
            if page.front_matter.original_hash and page.file not in of_originals:
                place = page.places.get(KEY, Location(page.file))
                hint = f"delete the line `{KEY}`, or the page"
                message = "the original of this translation is gone"
                problems.warn(place, message, hint, rule="outdated-translation")
    for page, original in translations(plan):
        written = page.front_matter.original_hash
        if not written:
            unmarked.append(page.file)
        elif written != hash_of(original):
            place = page.places.get(KEY, Location(page.file))
            message = f"this translation is older than {original.file}"
            hint = "translate what is new there, then run `acadfolio check --translations --mark`"
            problems.warn(place, message, hint, rule="outdated-translation")
    if unmarked:
        message = f"{counted(len(unmarked), 'translation')} without `{KEY}`, such as {unmarked[0]}"
        hint = "if they are up to date, run `acadfolio check --translations --mark`"
        problems.warn(SETTINGS, message, hint, rule="outdated-translation")


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
    """Replace a file in one step."""
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


def _texts_of_site(site: Site) -> Iterator[tuple[Location, str, Text]]:
    """All texts of the settings and the data, each with the place of its entry and its key."""
    yield from _texts(site.settings, SETTINGS, "")
    yield from _texts(site.section_settings, SETTINGS, "")
    # Without a profile of its own, a site has one with the title as its name.
    records: list[Any] = [site.profile] if site.profile.source_location != SETTINGS else []
    records += site.people
    for entries in site.lists.values():
        records += entries
    for record in records:
        yield from _texts(record, record.source_location, "")


def _texts(value: Any, location: Location, name: str) -> Iterator[tuple[Location, str, Text]]:
    if isinstance(value, Text):
        yield location, name, value
    elif isinstance(value, Struct):
        inner = getattr(value, "source_location", None) or location
        for key in value.__struct_fields__:
            if key not in NOT_SHOWN:
                yield from _texts(getattr(value, key), inner, key)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _texts(each, location, str(key))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each, location, name)


def _missing(text: Text, languages: Sequence[str]) -> list[str]:
    """The languages in which a text has no version; none for a text that is the same in all."""
    written = {_base(tag) for tag, _ in text.by_language if tag}
    return [tag for tag in languages if _base(tag) not in written] if written else []


def _base(tag: str) -> str:
    return tag.partition("-")[0].lower()
