"""Translations: about.zh.md is the page about.md in Chinese, on a site that lists this language.

A translation takes from its original what it lacks and what does not depend on the language: its URL,
its date, its layout, its tags.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.model.languages import language_name
from acadfolio.model.page import FrontMatter
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from acadfolio.model.page import Page
    from acadfolio.model.values import LanguageTag
    from acadfolio.problems import Problems

OF_LANGUAGE = frozenset(
    {
        "title", "excerpt", "description", "keywords", "permalink", "redirect_from", "redirect_to", "lang",
        "toc_label", "extra", "original_hash",
    }
)  # fmt: skip
"""The keys of front matter that a translation does not take from its original: texts, and URLs of one page."""
SUFFIX = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})?", re.IGNORECASE)


def with_originals(pages: Sequence[Page]) -> list[Page]:
    """Add to translations what they take from their originals."""
    originals = {page.name: page for page in pages if page.language is None}
    return [
        _with_original(page, originals.get(page.name)) if page.language is not None else page
        for page in pages
    ]


def _with_original(page: Page, original: Page | None) -> Page:
    """A translation. Its URL is below the top of its language; without an original, as its file is named."""
    url = page.url
    if "permalink" in page.places:
        url = _without_mount(url, page.language or "")
    elif original is not None:
        url = original.url
    if original is None:
        return replace(page, url=url)
    of_original = original.front_matter
    taken = {
        name: getattr(of_original, name)
        for name in FrontMatter.__struct_fields__
        if name not in OF_LANGUAGE and name not in page.places
    }
    taken["extra"] = of_original.extra | page.front_matter.extra
    places = {key: place for key, place in original.places.items() if key in taken}
    title = page.title if _has_own_title(page) else original.title
    return replace(
        page,
        url=url,
        title=title,
        front_matter=replace(page.front_matter, **taken),
        places=places | page.places,
        when=page.when or original.when,
        is_draft=page.is_draft or original.is_draft,
        is_postponed=page.is_postponed or (original.is_postponed and not page.is_draft),
    )


def _has_own_title(page: Page) -> bool:
    return page.has_title_in_text or "title" in page.places


def _without_mount(url: str, language: str) -> str:
    """A URL from the top of its language, with which it may begin."""
    mount = f"/{language.lower()}/"
    return f"/{url[len(mount) :]}" if url.lower().startswith(mount) else url


def report_other_languages(
    pages: Sequence[Page], languages: Sequence[LanguageTag], problems: Problems
) -> None:
    """Report pages that are named like translations into a language that the site does not list."""
    names = {page.name for page in pages}
    originals = {page.name for page in pages if not _language_in_name(page)}
    for page in pages:
        if languages and page.language is None:
            _report_other_form(page, names, languages, problems)
        if languages and _report_several(page, originals, languages, problems):
            continue
        name, dot, written = page.name.rpartition(".")
        if not dot or name not in names or not _is_language(written):
            continue
        language = language_name(written)
        if languages:
            message = f"this page is in {language} (`{written}`), which `languages` does not list"
            hint = f"add `{written}` to `languages` in data/site.yml, or rename the file"
            problems.error(Location(page.file), message, hint, rule="unknown-language")
            continue
        message = f"this page seems to be the translation of {name}, but the site has one language"
        hint = f"write `languages: [en, {written}]` into data/site.yml, or rename the file"
        problems.warn(Location(page.file), message, hint, rule="unknown-language")


def _language_in_name(page: Page) -> str:
    """The language in the name of a page's file, which may be the first one; empty without one."""
    stem = page.file.rpartition(".")[0]
    return "" if stem.endswith(page.name) else stem.rpartition(".")[2]


def _divided_name(page: Page) -> tuple[str, list[str]]:
    """A name without the languages at its end, and these, the last one first: q, zh and zh of q.zh.zh.md."""
    name, own = page.name, _language_in_name(page)
    written = [own] if own else []
    rest, dot, tag = name.rpartition(".")
    while dot and rest and _is_language(tag):
        written.append(tag)
        name = rest
        rest, dot, tag = name.rpartition(".")
    return name, written


def _report_several(
    page: Page, originals: Collection[str], languages: Sequence[LanguageTag], problems: Problems
) -> bool:
    """Report a page whose name has several languages, such as about.zh.zh.md. Returns whether it has."""
    name, written = _divided_name(page)
    listed = {language.lower() for language in languages}
    are_listed = all(tag.lower() in listed for tag in written)
    is_translation = _language_in_name(page) and page.name in originals
    if len(written) <= 1 or is_translation or not (are_listed or name in originals):
        return False
    tags = ", ".join(f"`{tag}`" for tag in reversed(written))
    kept = next((tag for tag in written if tag.lower() in listed), written[0])
    message = f"this name has {len(written)} languages, {tags}, but a page is in one"
    hint = f"name it {name_in_language(page.file, name, kept)}"
    problems.error(Location(page.file), message, hint, rule="unknown-language")
    return True


def name_in_language(file: str, name: str, language: str) -> str:
    """The file of a page with this name in a language."""
    return f"content/{name}.{language}.{file.rpartition('.')[2]}"


def _report_other_form(
    page: Page, names: Collection[str], languages: Sequence[LanguageTag], problems: Problems
) -> None:
    """Report a page whose folder or name has a language in a form of other programs: de/about.md, about-de.md."""
    for language in languages[1:]:
        tag = language.lower()
        folder, slash, rest = page.name.partition("/")
        name = rest if slash and folder.lower() == tag else ""
        if page.name.lower().endswith((f"-{tag}", f"_{tag}")):
            name = page.name[: -len(tag) - 1]
        if name in names:
            message = f"this page is no translation into {language_name(language)}"
            hint = f"to make it one, name it {name_in_language(page.file, name, language)}"
            problems.warn(Location(page.file), message, hint, rule="unknown-language")


@cache
def _is_language(tag: str) -> bool:
    """Whether this is the tag of a language that acadfolio knows by name."""
    return bool(SUFFIX.fullmatch(tag)) and language_name(tag) != tag
