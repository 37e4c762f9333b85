"""Translations: about.zh.md is the page about.md in Chinese, on a site that lists this language.

A translation takes from its original what it lacks and what does not depend on the language: its URL,
its date, its layout, its tags.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.model.languages import is_language, language_name
from acadfolio.model.page import FrontMatter
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from acadfolio.model.languages import SiteLanguage
    from acadfolio.model.page import Page
    from acadfolio.problems import Problems

OF_LANGUAGE = frozenset(
    {
        "title", "excerpt", "description", "keywords", "permalink", "redirect_from", "redirect_to", "lang",
        "toc_label", "extra", "original_hash",
    }
)  # fmt: skip
"""The keys of front matter that a translation does not take from its original: texts, and URLs of one page."""


def with_originals(pages: Sequence[Page], languages: Sequence[SiteLanguage]) -> list[Page]:
    """Add to translations what they take from their originals.

    The URL of each page is then the one below the folder of its language.
    """
    mounts: dict[str | None, str] = {each.tag: each.mount for each in languages}
    mounts[None] = languages[0].mount if languages else ""
    below = [_below(page, mounts.get(page.language, "")) for page in pages]
    originals = {page.name: page for page in below if page.language is None}
    return [
        _with_original(page, originals.get(page.name)) if page.language is not None else page
        for page in below
    ]


def _below(page: Page, mount: str) -> Page:
    """A page with its URL from the top of its language. Its permalink may begin with the folder."""
    start = f"/{mount}"
    if not mount or "permalink" not in page.places or not f"{page.url}/".startswith(start):
        return page
    return replace(page, url=f"/{page.url[len(start) :]}")


def _with_original(page: Page, original: Page | None) -> Page:
    """A translation. Without a permalink, it has the URL of its original."""
    if original is None:
        return page
    url = page.url if "permalink" in page.places else original.url
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


def report_other_languages(
    pages: Sequence[Page], languages: Sequence[SiteLanguage], problems: Problems
) -> None:
    """Report pages that are named like translations into a language that the site does not list."""
    names = {page.name for page in pages}
    originals = {page.name: page for page in pages if not _language_in_name(page)}
    for page in pages:
        if languages and page.language is None:
            _report_other_form(page, names, languages, problems)
            _report_second_original(page, originals.get(page.name), languages, problems)
        if languages and _report_several(page, originals, languages, problems):
            continue
        name, dot, written = page.name.rpartition(".")
        if not dot or name not in names or not is_language(written):
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


def _report_second_original(
    page: Page, original: Page | None, languages: Sequence[SiteLanguage], problems: Problems
) -> None:
    """Report about.en.md beside about.md if English is the first language, as after another order of them."""
    if original is None or not _language_in_name(page) or page.url != original.url:
        return
    first, *others = languages
    written = f"`languages` begins with `{first.tag}`"
    message = f"{original.file} is this page in {language_name(first.tag)}, too: {written}"
    hint = "delete one of them"
    if others:
        example = name_in_language(original.file, page.name, others[0].tag)
        hint = f"rename the one that is in another language, such as to {example}; or {hint}"
    problems.error(Location(page.file), message, hint, rule="unknown-language")


def _divided_name(page: Page) -> tuple[str, list[str]]:
    """A name without the languages at its end, and these, the last one first: q, zh and zh of q.zh.zh.md."""
    name, own = page.name, _language_in_name(page)
    written = [own] if own else []
    rest, dot, tag = name.rpartition(".")
    while dot and rest and is_language(tag):
        written.append(tag)
        name = rest
        rest, dot, tag = name.rpartition(".")
    return name, written


def _report_several(
    page: Page, originals: Collection[str], languages: Sequence[SiteLanguage], problems: Problems
) -> bool:
    """Report a page whose name has several languages, such as about.zh.zh.md. Returns whether it has."""
    name, written = _divided_name(page)
    listed = {language.tag.lower() for language in languages}
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
    page: Page, names: Collection[str], languages: Sequence[SiteLanguage], problems: Problems
) -> None:
    """Report a page whose folder or name has a language in a form of other programs: de/about.md, about-de.md."""
    for number, language in enumerate(languages):
        name = _name_in_other_form(page.name, language.tag.lower())
        is_known = name in names or f"{languages[0].tag.lower()}/{name}" in names
        if not name or not is_known or (number == 0 and not language.mount):
            continue
        if number == 0:
            ending = page.file.rpartition(".")[2]
            message = f"the URL of this page begins with /{language.mount}{page.name}"
            hint = (
                f"name it content/{name}.{ending}: its folder is `/{language.mount}` without that"
            )
        else:
            message = f"this page is no translation into {language_name(language.tag)}"
            hint = f"to make it one, name it {name_in_language(page.file, name, language.tag)}"
        problems.warn(Location(page.file), message, hint, rule="unknown-language")


def _name_in_other_form(name: str, tag: str) -> str:
    """The name of a page without the language that it has as its folder or its end; empty without one."""
    folder, _, rest = name.partition("/")
    if rest and folder.lower() == tag:
        return rest
    return name[: -len(tag) - 1] if name.lower().endswith((f"-{tag}", f"_{tag}")) else ""
