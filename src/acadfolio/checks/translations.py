"""What of a site in several languages is not translated, and which translations are older than their originals.

A translation remembers its original by a hash of its text (`translation_marks`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.checks.translation_marks import KEY, hash_of, translations
from acadfolio.html.text import plain_text
from acadfolio.markdown.source import without_code
from acadfolio.model.languages import base_of, name_and_tag
from acadfolio.model.record import NOT_SHOWN
from acadfolio.model.values import ByLanguage, Text
from acadfolio.problems import Location
from acadfolio.routing.languages.reports import UNTRANSLATED, translation_of
from acadfolio.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan
    from acadfolio.source.text import SourceText

WITHOUT_WORDS = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{:[^}]*\}", re.DOTALL)
"""Parts of a page that are the same in all languages: shortcodes and attributes."""
SETTINGS = Location("data/site.yml")


def check_translations(plan: Plan, problems: Problems) -> None:
    """Warn of pages and texts that a language lacks, and of translations that are older than their originals.

    Args:
        plan: That of the top of the site.
        problems: Gets the warnings, one for each page and text, instead of one for each language.
    """
    problems.found = [problem for problem in problems.found if problem.rule != UNTRANSLATED]
    for mounted in plan.languages[1:]:
        language = mounted.site.settings.language
        for planned in mounted.to_translate:
            file = planned.location.file
            hint = f"write {translation_of(file, language)}"
            message = f"this page is not translated into {name_and_tag(language)}"
            problems.warn(Location(file), message, hint, rule=UNTRANSLATED)
    _check_age(plan, problems)
    places = _Places(plan.site)
    for location, name, written in _texts_of_site(plan.site):
        missing = _missing(written, plan.site.settings.tags)
        if missing:
            place = places.of(written, location)
            message = f"`{name}` is not written in {', '.join(missing)}"
            problems.warn(place, message, f"add `{missing[0]}: …`", rule="untranslated-text")


def _check_age(plan: Plan, problems: Problems) -> None:
    unmarked = []
    pairs = list(translations(plan))
    of_originals = {page.file for page, _ in pairs}
    for mounted in plan.languages[1:]:
        for page in (planned.page for planned in mounted.pages if planned.page):
            if page.front_matter.original_hash and page.file not in of_originals:
                place = page.places.get(KEY, Location(page.file))
                hint = f"delete the line `{KEY}`, or the page"
                message = "the original of this translation is gone"
                problems.warn(place, message, hint, rule="outdated-translation")
    for page, original in pairs:
        if _is_copy(page, original):
            message = f"this page has the text of {original.file}, word for word"
            hint = "translate it, or delete this file: links then lead to the original"
            problems.warn(Location(page.file), message, hint, rule=UNTRANSLATED)
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


def _is_copy(page: Page, original: Page) -> bool:
    """Whether a page has words, and all of them are those of its original: shortcodes are in any language."""
    if page.body.strip() != original.body.strip():
        return False
    return any(map(str.isalpha, plain_text(WITHOUT_WORDS.sub("", without_code(page.body)))))


Versions = Text | ByLanguage[Any]
"""What may have a version for each language."""


def _texts_of_site(site: Site) -> Iterator[tuple[Location, str, Versions]]:
    """All texts, and values by language, of the settings and the data, each with the place of its entry and its key."""
    yield from _texts(site.settings, SETTINGS, "")
    yield from _texts(site.section_settings, SETTINGS, "")
    # Without a profile of its own, a site has one with the title as its name.
    records: list[Any] = [site.profile] if site.profile.source_location != SETTINGS else []
    records += site.venues.values()
    for entries in site.lists.values():
        records += entries
    for record in records:
        yield from _texts(record, record.source_location, "")


class _Places:
    """Where the author wrote the versions of texts."""

    def __init__(self, site: Site) -> None:
        self.texts: dict[str, list[SourceText]] = defaultdict(list)
        for text in site.texts:
            self.texts[text.location.file].append(text)
        self.found: set[Location] = set()
        """The places of texts before: the same words may be at several places."""

    def of(self, written: Versions, location: Location) -> Location:
        """The place of the first version of a text, at or after that of its entry; else the latter."""
        versions = [str(version).strip() for _, version in written.by_language]
        texts = self.texts[location.file]
        for index, text in enumerate(texts):
            place = text.location
            is_before = (place.line, place.column) < (location.line, location.column)
            if is_before or place in self.found:
                continue
            if [each.text.strip() for each in texts[index : index + len(versions)]] == versions:
                self.found.add(place)
                return place
        return location


def _texts(value: Any, location: Location, name: str) -> Iterator[tuple[Location, str, Versions]]:
    if isinstance(value, Text | ByLanguage):
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


def _missing(versions: Versions, languages: Sequence[str]) -> list[str]:
    """The languages in which a text has no version.

    None for a text that is the same in all, as a name is, or in another one, as a Latin motto is.
    """
    written = {base_of(tag) for tag, _ in versions.by_language}
    missing = [tag for tag in languages if base_of(tag) not in written]
    return missing if len(missing) < len(languages) else []
