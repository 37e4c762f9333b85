"""Make translations of the pages of an old site: their names, their URLs, and their links to other languages."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from acadfolio.loading.page_urls import MISSING, default_url, output_path
from acadfolio.loading.pages import as_ours
from acadfolio.source.front_matter import split_text
from acadfolio_jekyll.importer.documents import DATED_NAME
from acadfolio_jekyll.importer.languages import path_without_ending
from acadfolio_jekyll.importer.pages.old_page import path_in_content

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from acadfolio_jekyll.importer.languages import LanguagePage, Languages
    from acadfolio_jekyll.importer.pages.old_page import OldPage

INCLUDE = re.compile(r"(\{%-?\s*include_relative\s+)(?=[\w.-])")
LANGUAGE_IN_LIQUID = re.compile(r"\bpage\.lang\b")
GENERATED = frozenset(
    {"/cv/", "/posts/", "/projects/", "/publications/", "/tags/", "/talks/", "/teaching/"}
)
"""The URLs of pages that acadfolio generates in every language, unless the site has lists of its own."""
GENERATED_ALWAYS = frozenset({"/tags/"})
"""Those that it generates also then."""


def make_translations(
    languages: Languages,
    pages: Sequence[OldPage],
    everywhere: Sequence[str] = (),
    *,
    has_lists: bool = False,
) -> None:
    """Give all pages in languages their names, URLs and old URLs in the new site.

    Args:
        languages: The languages, and the pages in them.
        pages: All pages of the old site.
        everywhere: The names of folders in which a plug-in showed what it had no translation of.
        has_lists: Whether the old site has the lists that acadfolio else generates in every language.
    """
    taken = {page.path for page in pages}
    for each in languages.pages:
        if each.tag == languages.first:
            _place_original(each, languages, taken)
    for each in languages.pages:
        if each.original is not None:
            _place_translation(each, each.original, languages)
        elif each.tag != languages.first and each.is_inside:
            _place_alone(each, languages)
        elif each.tag != languages.first:
            _leave_alone(each, languages)
    _lead_to_new_urls(languages)
    if everywhere:  # Links lead to the same language.
        generated = GENERATED_ALWAYS if has_lists else GENERATED
        _keep_untranslated_urls(languages, everywhere, generated)
        return
    for each in languages.pages:
        if each.original is not None:
            _lead_to_originals(each, languages)


def _place_original(each: LanguagePage, languages: Languages, taken: set[str]) -> None:
    page = each.page
    if each.name != page.path and each.name not in taken:
        page.new_path = each.name
        taken.add(each.name)
        _include_from_old_folder(page)
    elif each.name != page.path:
        # What a name ends in is a language here: index-en.html is no version of index.html.
        folder, name = posixpath.split(page.path)
        stem, ending = posixpath.splitext(name)
        page.new_path = posixpath.join(folder, f"{stem.replace('.', '-')}{ending}")
    _set_url(each, page, _usual_url(page.new_path or page.path), languages)


def _place_translation(each: LanguagePage, original: LanguagePage, languages: Languages) -> None:
    page, of_original = each.page, original.page
    stem = path_without_ending(of_original.new_path or of_original.path)
    page.new_path = f"{stem}.{each.tag}.{page.path.rpartition('.')[2]}"
    _include_from_old_folder(page)
    url = each.url if each.is_inside else original.url
    if not each.is_inside:
        _redirect(page, page.url)
    each.url = url
    _set_url(each, page, original.url, languages)


def _place_alone(each: LanguagePage, languages: Languages) -> None:
    page = each.page
    page.new_path = f"{path_without_ending(each.name)}.{each.tag}.{page.path.rpartition('.')[2]}"
    _include_from_old_folder(page)
    _set_url(each, page, _usual_url(each.name), languages)


def _leave_alone(each: LanguagePage, languages: Languages) -> None:
    """Let a page outside of the folder of its language be one of the first language that is in another."""
    if "lang" not in each.page.front_matter:
        each.page.changes["lang"] = each.tag
    if languages.folders[languages.first] and each.page.url != MISSING:
        _redirect(each.page, each.page.url)


def _usual_url(path: str) -> str:
    """The URL of a page with this path, without a permalink."""
    in_content = as_ours(path_in_content(path))
    name = path_without_ending(posixpath.basename(path))
    dated = DATED_NAME.fullmatch(name)
    is_post = in_content.startswith("posts/") and dated is not None
    return default_url(in_content, dated[2] if dated and is_post else "")


def _set_url(each: LanguagePage, page: OldPage, usual: str, languages: Languages) -> None:
    """Write the permalink that a page needs, and delete its language, which its name has now."""
    folder = languages.folders[each.tag]
    if not each.is_inside and each.tag == languages.first and page.url != MISSING:
        _redirect(page, page.url)
    if "lang" in page.front_matter and not LANGUAGE_IN_LIQUID.search(page.all_text):
        page.changes["lang"] = ""
    has_own = "permalink" in page.front_matter or page.changes.get("permalink")
    if output_path(each.url) != output_path(usual):
        page.changes["permalink"] = f"/{folder}{each.url.lstrip('/')}"
    elif has_own:
        page.changes["permalink"] = ""
    if each.tag == languages.first:
        page.url = each.url  # As seen from the top of its language, as in all other imports.


def _redirect(page: OldPage, url: str) -> None:
    if url not in page.redirects:
        page.redirects.append(url)
    page.changes["redirect_from"] = page.redirects


def redirect_languages(pages: Sequence[OldPage], everywhere: Sequence[str], default: str) -> None:
    """Redirect the URLs of all languages of a plug-in, on a site without translations."""
    for page in pages:
        for folder in everywhere:
            if folder != default and page.is_published and page.url != MISSING:
                _redirect(page, f"/{folder}{page.url}")


def _keep_untranslated_urls(
    languages: Languages, everywhere: Sequence[str], generated: Collection[str]
) -> None:
    """Redirect the URLs of what a plug-in showed in other languages without a translation."""
    for original in languages.pages:
        if original.tag != languages.first or original.url == MISSING:
            continue
        there = {languages.folders[each.tag] for each in languages.translations(original)}
        if original.url in generated:
            there.update(languages.folders.values())
        for folder in everywhere:
            is_first = languages.known.get(folder.lower()) == languages.first
            if f"{folder}/" not in there and not is_first:
                _redirect(original.page, f"/{folder}{original.url}")


def _include_from_old_folder(page: OldPage) -> None:
    """Let a page in another folder include the same files beside its old place."""
    old, new = posixpath.dirname(page.path), posixpath.dirname(page.new_path)
    if old == new:
        return
    way = posixpath.relpath(old or ".", new or ".")
    page.parts = INCLUDE.sub(rf"\g<1>{way}/", page.parts)
    body = page.body or split_text(page.text)[1]
    if INCLUDE.search(body):
        page.body = INCLUDE.sub(rf"\g<1>{way}/", body)


def _lead_to_new_urls(languages: Languages) -> None:
    """Let links to translations that are in another folder now lead there, and not to a redirect."""
    moved = {
        each.page.url: f"/{languages.folders[each.tag]}{each.url.lstrip('/')}"
        for each in languages.pages
        if each.original is not None and not each.is_inside
    }
    for each in languages.pages:
        _replace_links(each.page, moved)


def _replace_links(page: OldPage, new_urls: Mapping[str, str]) -> None:
    """Write other URLs into the text of a page for links that are exactly these."""
    body = old = page.body or split_text(page.text)[1]
    for url, new in new_urls.items():
        whole = rf"""(?<=["'(}}]){re.escape(url)}(?=["')#?])(?!["']\s*\|\s*append)"""
        body = re.sub(whole, new, body)
    if body != old:
        page.body = body


def _lead_to_originals(each: LanguagePage, languages: Languages) -> None:
    """Let links in a translation lead to originals as before: their URLs lead to translations here."""
    if languages.folders[languages.first]:
        return  # The URLs of originals begin with their folder.
    urls = {}
    for original in languages.pages:
        is_translated = any(found.tag == each.tag for found in languages.translations(original))
        if original.tag == languages.first and is_translated:
            urls[original.url] = f"/..{original.url}"
    _replace_links(each.page, urls)
