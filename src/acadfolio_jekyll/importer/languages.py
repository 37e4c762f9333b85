"""Which languages the pages of an old site are in, and which of them are translations of each other.

Old sites say it in many ways: `lang` in front matter, a folder (`/zh/cv/`, `_pages/pt-br/cv.md`), the end of a
name (about-zh.md), a key that pages have in common (`ref`), or the settings of the plug-in polyglot.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.loading.page_urls import MISSING, output_path
from acadfolio.model.languages import base_of
from acadfolio.model.values import LanguageTag
from acadfolio.source.yaml import text_of
from acadfolio_jekyll.importer.config import strings_in, text_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.pages.old_page import OldPage

POLYGLOT, MULTIPLE_LANGUAGES = "jekyll-polyglot", "jekyll-multiple-languages-plugin"
"""The plug-ins that write every page in every language, also what is not translated."""
IDS = (
    "ref",
    "translation_id",
    "t_id",
    "page_id",
    "lang_ref",
    "lang-ref",
    "translation_key",
    "trans_id",
)
"""The keys of front matter by which pages are known as translations of each other."""
HAN = re.compile(r"[\u4e00-\u9fff]")
MANY_HAN = 20
"""A page with so many Chinese characters is in Chinese."""
UNDERSTOOD = {"cn": "zh"} | {tag: tag for tag in ("en", "zh", "de", "fr", "ja", "ko")}
"""The names of folders and ends of names that are languages if nothing else says so. Others may be words: it, ar."""
LEADS_AWAY = re.compile(
    r"""http-equiv=["']?refresh|\blocation(?:\.href)?\s*=|\blocation\.replace\(|navigator\.language"""
)
"""What a page has that sends its visitors to their language."""


class LanguagePage(Struct):
    """A page in a language."""

    page: OldPage
    tag: str
    url: str
    """Its old URL from the top of its language."""
    name: str
    """Its path without the language."""
    is_inside: bool
    """Whether its old URL is in the folder of its language."""
    old_urls: tuple[str, ...] = ()
    """Its URLs in the old site."""
    original: LanguagePage | None = None
    """The page in the first language that it translates."""


class Languages(Struct):
    """The languages of an old site. There are at least two, and translations."""

    folders: dict[str, str]
    """The folder of each language, such as `zh/`, by its tag; the first language is first."""
    pages: list[LanguagePage] = field(default_factory=list)
    chooser: OldPage | None = None
    """A page at the top that only leads to the languages, which are in folders."""
    known: Mapping[str, str] = {}
    """The tags by the names that folders and files have for them."""

    @property
    def first(self) -> str:
        return next(iter(self.folders))

    def of(self, page: OldPage) -> LanguagePage | None:
        """A page with its language; None for one that is none of these."""
        return next((each for each in self.pages if each.page is page), None)

    def translations(self, original: LanguagePage) -> list[LanguagePage]:
        return [each for each in self.pages if each.original is original]

    def divided(self, path: str) -> tuple[str, str]:
        """A path without the language in it, and this language; empty without one."""
        return divided(path, self.known)


class Pairs(Struct):
    """What is found of the languages of a site."""

    languages: Languages | None = None
    """None if it has one language, or no translations."""
    unpaired: dict[str, list[OldPage]] = field(default_factory=dict)
    """The pages by their languages, if there are several without a pair."""


def add_folders_of_plugin(pages: Iterable[OldPage], config: Config) -> None:
    """Give pages the URLs that polyglot or its like gave them: those of other languages are in folders."""
    languages = languages_of(config)
    if not languages:
        return
    known = {tag.lower(): tag for tag in languages}
    default = default_of_plugin(config)
    for page in pages:
        written = text_of(page.front_matter.get("lang"))
        tag = written or _tag_in_path(page.path, known)
        folder = known.get(tag.lower(), "")
        is_there = page.url.startswith(f"/{folder}/")
        if folder and folder.lower() != default.lower() and not is_there:
            page.url = f"/{folder}/{page.url.lstrip('/')}"


def languages_of(config: Config, *names: str) -> list[str]:
    """The languages in the settings of these plug-ins, or of one of both; none on sites without it."""
    plugins = [*strings_in(config.nodes.get("plugins")), *strings_in(config.nodes.get("gems"))]
    gems = ""
    if config.source is not None:
        gems = text_in(Path(config.source.name).with_name("Gemfile")) or ""
    if any(name in plugins or name in gems for name in names or (POLYGLOT, MULTIPLE_LANGUAGES)):
        return strings_in(config.nodes.get("languages"))
    return []


def default_of_plugin(config: Config) -> str:
    """The language at the top of a site with one of the plug-ins; empty without one."""
    names = languages_of(config)
    if names and languages_of(config, POLYGLOT):
        return config.text("default_lang") or names[0]
    return names[0] if names else ""


def urls_of_plugin(urls: Sequence[str], folder: str, config: Config) -> list[str]:
    """The URLs that an entry has with polyglot: in the folder of its language, and in those that may lack it.

    Some versions of polyglot take the language out of the rest of a URL. Without polyglot or its
    like, the URLs stay.
    """
    names = languages_of(config)
    if not names:
        return list(urls)
    language = re.compile(rf"/(?:{'|'.join(map(re.escape, names))})(?=/)")
    both = dict.fromkeys(each for url in urls for each in (url, language.sub("", url)))
    default = default_of_plugin(config)
    folders = [folder] if folder else ["", *(f"{name}/" for name in names if name != default)]
    return [f"/{start}{url.lstrip('/')}" for start in folders for url in both]


def _tag_in_path(path: str, known: Collection[str]) -> str:
    parts = re.split(r"[/.]", path)
    return next((part for part in parts if part.lower() in known), "")


def pairs_of(pages: Sequence[OldPage], config: Config) -> Pairs:
    """The languages of the pages of a site, and what translates what."""
    pages = [page for page in pages if page.is_published and page.text.startswith("---")]
    tags = {page.path: tag_of(text_of(page.front_matter.get("lang"))) for page in pages}
    known = _known_names(pages, tags, config)
    default = _add_missing(tags, pages, known, config)
    counts = Counter(tags.values())
    if len(counts) < 2:  # noqa: PLR2004 - several
        return Pairs()
    first = default if default in counts else counts.most_common(1)[0][0]
    ordered = [first, *(tag for tag in sorted(counts) if tag != first)]
    chooser = _chooser(pages, first, known)
    pages = [page for page in pages if page is not chooser]
    languages = Languages(
        {tag: _folder(pages, tags, tag, known, is_first=tag == first) for tag in ordered},
        known=known,
    )
    if languages.folders[first]:
        languages.chooser = chooser
    languages.pages = [_in_language(page, tags[page.path], languages) for page in pages]
    _pair(languages)
    if any(each.original for each in languages.pages):
        return Pairs(languages)
    return Pairs(unpaired=_by_language(languages))


def _add_missing(
    tags: dict[str, str], pages: Sequence[OldPage], known: Mapping[str, str], config: Config
) -> str:
    """Add the languages of the pages that do not say theirs: those of their paths, else the default, which is returned."""
    for page in pages:
        tags[page.path] = tags[page.path] or divided(page.path, known)[1]
        tags[page.path] = tags[page.path] or _folder_of(page, known)[1]
    default = _default(pages, tags, config)
    for page in pages:
        tags[page.path] = tags[page.path] or default
    return default


def by_language(texts: Mapping[str, str]) -> Value:
    """A text by its languages; only one if it is the same in all of them, or in no other one."""
    given = {tag: text for tag, text in texts.items() if text}
    different = set(given.values())
    return dict(given) if len(different) > 1 else next(iter(different), "")


def _by_language(languages: Languages) -> dict[str, list[OldPage]]:
    """The pages of each language, the first one first."""
    found: dict[str, list[OldPage]] = {tag: [] for tag in languages.folders}
    for each in languages.pages:
        found[each.tag].append(each.page)
    return found


def tag_of(written: str) -> str:
    """A language tag as it is usual: `zh` for `cn`, `en-US` for `en_US`; empty if it is none."""
    try:
        tag = str(LanguageTag.parse(written))
    except ValueError:
        return ""
    language, dash, region = tag.partition("-")
    language = "zh" if language.lower() == "cn" else language.lower()
    region = region.upper() if len(region) == 2 else region.capitalize()  # noqa: PLR2004 - a country
    return f"{language}{dash}{region}"


def _known_names(
    pages: Sequence[OldPage], tags: Mapping[str, str], config: Config
) -> dict[str, str]:
    """The tags by the names in lower case that folders and files of this site have for them."""
    written = {*tags.values(), *map(tag_of, languages_of(config))} - {""}
    urls = {page.url.strip("/") for page in pages}
    names = {path_without_ending(page.path) for page in pages}
    known = {}
    for name, tag in UNDERSTOOD.items():
        ends = {f"{stem}{mark}{name}" for stem in names for mark in "-_."} & names
        if name in urls or ends:
            known[name] = tag
    for tag in sorted(written, reverse=True):
        known |= {tag.lower(): tag, tag.lower().replace("-", "_"): tag, base_of(tag): tag}
        if base_of(tag) == "zh":
            known["cn"] = tag
    return known


def path_without_ending(path: str) -> str:
    return path.rpartition(".")[0]


def divided(path: str, known: Mapping[str, str]) -> tuple[str, str]:
    """The path of a file without a language in it, and this language: cv.md and `zh` of zh/cv.md and cv-zh.md.

    Args:
        path: The path.
        known: The languages by the names that paths have for them.
    """
    parts = path.split("/")
    for number, part in enumerate(parts[:-1]):
        if tag := known.get(part.lower()):
            rest = "/".join([*parts[:number], *parts[number + 1 :]])
            shortened, of_name = _divided_name(rest, known)
            return (shortened if of_name == tag else rest), tag  # Of zh/cv-zh.md, too.
    return _divided_name(path, known)


def _divided_name(path: str, known: Mapping[str, str]) -> tuple[str, str]:
    """A path without the language at the end of its name, and this language."""
    parts = path.split("/")
    stem, _, ending = parts[-1].rpartition(".")
    match = re.fullmatch(r"(.+)[-_.]([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)", stem)
    tag = known.get(match[2].lower(), "") if match else ""
    if not match or not tag:
        return path, ""
    return "/".join([*parts[:-1], f"{match[1]}.{ending}"]), tag


def _folder_of(page: OldPage, known: Mapping[str, str]) -> tuple[str, str]:
    """The folder of a page's URL that is a language, and this language; empty without one."""
    name, slash, _ = page.url.lstrip("/").partition("/")
    tag = known.get(name.lower(), "") if slash else ""
    return (f"{name}/", tag) if tag else ("", "")


def _default(pages: Sequence[OldPage], tags: Mapping[str, str], config: Config) -> str:
    """The language of the pages that do not say theirs."""
    written = default_of_plugin(config)
    written = written or next(
        filter(None, map(config.text, ("default_lang", "locale", "lang"))), ""
    )
    home = next((page for page in pages if page.url == "/"), None)
    default = tag_of(written)
    if not default and home is not None:
        is_chinese = len(HAN.findall(home.text)) >= MANY_HAN
        default = tags[home.path] or ("zh" if is_chinese else "")
    default = default or "en"
    # `zh-CN` in the settings and `zh` on pages are one language.
    same = (tag for tag in tags.values() if tag and base_of(tag) == base_of(default))
    return default if default in tags.values() else next(same, default)


def _chooser(pages: Sequence[OldPage], first: str, known: Mapping[str, str]) -> OldPage | None:
    """The page at the top that only leads to the home page of a language."""
    homes = {_folder_of(page, known)[1] for page in pages if page.url.strip("/").lower() in known}
    top = next((page for page in pages if page.url == "/"), None)
    if top is None or first not in homes or text_of(top.front_matter.get("lang")):
        return None
    leads = "redirect_to" in top.front_matter or "redirect_to" in top.changes
    return top if leads or LEADS_AWAY.search(top.all_text) else None


def _folder(
    pages: Sequence[OldPage],
    tags: Mapping[str, str],
    tag: str,
    known: Mapping[str, str],
    *,
    is_first: bool,
) -> str:
    """The folder of a language: the one of its pages, else the usual one."""
    own = [page for page in pages if tags[page.path] == tag]
    found = Counter(_folder_of(page, known)[0] for page in own if _folder_of(page, known)[1] == tag)
    folder = found.most_common(1)[0][0] if found else ""
    if is_first:
        has_home = any(page.url.strip("/") == folder.strip("/") for page in own)
        return folder if has_home and not any(page.url == "/" for page in pages) else ""
    return folder or f"{tag.lower()}/"


def _in_language(page: OldPage, tag: str, languages: Languages) -> LanguagePage:
    start = f"/{languages.folders[tag]}"
    is_inside = f"{page.url}/".startswith(start) or page.url == MISSING
    inside = f"/{page.url[len(start) :]}" if page.url.startswith(start) else page.url
    name, _ = languages.divided(page.path)
    url = inside if is_inside else page.url
    return LanguagePage(page, tag, url, name, is_inside, tuple(page.urls))


def _pair(languages: Languages) -> None:
    """Find the original of each page in another language, one for each language."""
    originals = [each for each in languages.pages if each.tag == languages.first]
    by_key = {key: each for each in reversed(originals) for key in _keys(each, languages)}
    taken = set()
    for each in languages.pages:
        if each.tag == languages.first or each.page.url == MISSING:
            continue
        found = [by_key[key] for key in _keys(each, languages) if key in by_key]
        free = [original for original in found if (original.page.path, each.tag) not in taken]
        if free:
            each.original = free[0]
            taken.add((free[0].page.path, each.tag))


def _keys(each: LanguagePage, languages: Languages) -> Iterator[tuple[str, str]]:
    """What a page and its translations have in common, the surest first."""
    for key in IDS:
        if value := text_of(each.page.front_matter.get(key)):
            yield "id", value
    yield "url", output_path(each.url).casefold()
    path, tag = languages.divided(output_path(each.url))
    if tag:
        yield "url", path.casefold()
    stem, _, file = path.rpartition("/")
    if file == "index.html" and tag == "":
        # `/about-zh/` is a folder with the language at its end.
        shortened, of_folder = languages.divided(f"{stem}.html")
        if of_folder:
            yield "url", f"{shortened.removesuffix('.html')}/index.html".casefold()
    yield "name", posixpath.normpath(PurePosixPath(each.name).with_suffix("").as_posix()).casefold()
