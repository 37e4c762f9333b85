"""The settings of a site in several languages, and what its user reads about the pages that were joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.languages import language_name
from acadfolio.problems import Location, Problems
from acadfolio.wording import counted
from acadfolio_jekyll.importer.config import read_yaml, strings_in
from acadfolio_jekyll.importer.languages import by_language, default_of_plugin, languages_of
from acadfolio_jekyll.importer.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.languages import LanguagePage, Languages, Pairs
    from acadfolio_jekyll.importer.pages.old_page import OldPage

MOST_NAMED = 3
RULE = "import-uncertain"


def languages_setting(languages: Languages) -> Value:
    """The value of `languages`: a list, or the folder of each if one is not the usual one."""
    first, *others = languages.folders
    is_usual = not languages.folders[first] and all(
        languages.folders[tag] == f"{tag.lower()}/" for tag in others
    )
    if is_usual:
        return list(languages.folders)
    return {tag: f"/{folder}" for tag, folder in languages.folders.items()}


def description_in(languages: Languages, folder: Path) -> Value:
    """The description of al-folio's fork in several languages, which is in the data of each language."""
    texts = dict.fromkeys(languages.folders, "")
    for file in sorted((folder / "_data").glob("*/strings.yml")):
        tag = languages.known.get(file.parent.name.lower())
        if tag in texts:
            texts[tag] = phrase(read_yaml(file, Problems()).text("site_description"))
    return by_language(texts)


def without_pages(languages: Languages | None, config: Config) -> dict[str, str]:
    """What became of the languages in which a plug-in showed all pages, and none has a text of its own."""
    known: Mapping[str, str] = {} if languages is None else languages.known
    there = {default_of_plugin(config), *({} if languages is None else languages.folders)}
    return {
        f"no page in {language_name(name)}": f"the URLs at /{name}/ lead to the originals"
        for name in languages_of(config)
        if known.get(name.lower(), name) not in there
    }


def became(languages: Languages) -> dict[str, str]:
    """What the pages of each language became."""
    lines = {}
    for tag, folder in languages.folders.items():
        own = [each for each in languages.pages if each.tag == tag]
        named = f"{counted(len(own), 'page')} in {language_name(tag)}"
        pairs = [each for each in own if each.original is not None]
        if tag == languages.first:
            lines[named] = f"the originals, at /{folder}"
        else:
            such_as = f", such as {pairs[0].page.new_path}" if pairs else ""
            lines[named] = f"{counted(len(pairs), 'translation')} at /{folder}{such_as}"
    if languages.chooser is not None:
        lines[languages.chooser.path] = "the page at / that leads to the first language"
    return lines


def report_feed(languages: Languages, config: Config, problems: Problems) -> None:
    """Warn that the feed has another URL: each language has its own, and files cannot redirect."""
    folder = languages.folders[languages.first]
    plugins = config.nodes.get("plugins", config.nodes.get("gems"))
    if folder and plugins is not None and "jekyll-feed" in strings_in(plugins):
        message = f"`/feed.xml` is `/{folder}feed.xml` now"
        hint = "each language has its own feed; readers of the old one subscribe to another one"
        config.warn(plugins, message, hint, problems, rule=RULE)


def report_unpaired(found: Pairs, folder: Path, problems: Problems) -> None:
    """Warn of pages in other languages that are no translations."""
    for tag, every in list(found.unpaired.items())[1:]:
        pages = [page for page in every if "lang" in page.front_matter]
        if not pages:
            continue
        message = f"{_pages_in(tag, pages)}: the originals are not known, so `lang` stays"
        hint = f"to make one of them a translation, name it after its original: NAME.{tag}.md"
        problems.warn(_place(pages[0], folder), message, hint, rule=RULE)
    if found.languages is None:
        return
    alone = [each for each in found.languages.pages if _is_alone(each, found.languages)]
    for tag in found.languages.folders:
        pages = [each.page for each in alone if each.tag == tag]
        if pages:
            message = f"{_pages_in(tag, pages)}: no other page is the original"
            hint = "if one is, give it the name of its original in content/, with its language"
            problems.warn(_place(pages[0], folder), message, hint, rule=RULE)


def _is_alone(each: LanguagePage, languages: Languages) -> bool:
    return each.tag != languages.first and each.original is None


def _pages_in(tag: str, pages: list[OldPage]) -> str:
    some = ", ".join(page.path for page in pages[:MOST_NAMED])
    more = ", …" if len(pages) > MOST_NAMED else ""
    return f"{counted(len(pages), 'page')} in {language_name(tag)} ({some}{more})"


def _place(page: OldPage, folder: Path) -> Location:
    return Location(f"{folder.as_posix()}/{page.path}")
