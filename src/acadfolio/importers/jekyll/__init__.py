"""Import a Jekyll site: the entries of its collections, its settings and its author.

The folders are those of academicpages and al-folio.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.importers import Imported, existing_files
from acadfolio.importers.jekyll.config import NAMES, Config, read_config
from acadfolio.importers.jekyll.documents import Document, old_urls, read_collection
from acadfolio.importers.jekyll.entries import course, news, project, talk
from acadfolio.importers.jekyll.navigation import navigation_of
from acadfolio.importers.jekyll.pages import OldPage, files_to_copy, pages_of
from acadfolio.importers.jekyll.profile import al_folio_profile, is_al_folio, profile_of, warn_of_cv
from acadfolio.importers.jekyll.publications import publication
from acadfolio.importers.jekyll.settings import settings_file, settings_of
from acadfolio.importers.jekyll.text import phrase
from acadfolio.loading.files import is_folder
from acadfolio.loading.page_urls import output_path
from acadfolio.model.dates import When
from acadfolio.model.jekyll import jekyll
from acadfolio.model.kinds import KINDS, PAGED
from acadfolio.model.record import keys_of
from acadfolio.plurals import counted
from acadfolio.problems import Location, Problems, any_of
from acadfolio.source.yaml_writer import list_file

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.importers.jekyll.entries import Entry
    from acadfolio.problems import Problem
    from acadfolio.source.yaml_writer import Value

SETTINGS, PROFILE = "data/site.yml", "data/profile.yml"
SECTIONS = ("publications", "talks", "teaching", "projects", "news")
IMPORTED = {folder: section for folder, section in jekyll().collections.items() if section in SECTIONS}
NOT_COLLECTIONS = frozenset({*jekyll().belongs, "_drafts", "_pages", "_posts", "_scripts", "_scss", "_tabs"})
COMMENT = "From {}, by acadfolio import. Yours to edit."


class Found(Struct):
    """The entry of one file, and the old URLs of its page."""

    document: Document
    entry: Entry
    urls: list[str]


class JekyllImporter:
    """Reads the sites of Jekyll. See `importers.Importer`."""

    description = f"a Jekyll site has {NAMES[0]}, {any_of(tuple(IMPORTED))}"

    def detects(self, folder: Path) -> bool:
        names = [name for name in NAMES if (folder / name).is_file()]
        return bool(names) or any(is_folder(folder / name) for name in IMPORTED)

    def read(self, folder: Path, site: Path) -> Imported:
        return _Site(folder, site).read()


class _Site:
    """Reads one site into an `Imported`."""

    def __init__(self, folder: Path, site: Path) -> None:
        self.folder, self.site = folder, site
        self.problems = Problems()
        self.config = read_config(folder, self.problems)
        self.home = _home_of_collections(folder, self.config)
        self.collections = [self.home / name for name in IMPORTED if is_folder(self.home / name)]
        self.found: dict[str, list[Found]] = {}
        self.imported = Imported(folder, self.problems, replaced=self.collections)

    def read(self) -> Imported:
        for section in SECTIONS:
            found = self._section(section)
            if found:
                self.found[section] = found
        _redirect_old_urls(self.found, self.problems)
        _add_endings_to_links(list(chain.from_iterable(self.found.values())))
        for section, found in self.found.items():
            self.imported.files[f"data/{section}.yml"] = self._text(section)
            self.imported.entries[section] = len(found)
        self._add_settings()
        self._warn_of_other_collections()
        self.imported.to_copy = files_to_copy(self.folder, self.config)
        self.problems.found[:] = _merge_repeated(self.problems.found)
        return self.imported

    def _section(self, section: str) -> list[Found]:
        """The entries of a section, newest first; al-folio's projects by their importance."""
        found: list[Found] = []
        for collection in self._folders(section):
            documents, skipped = read_collection(collection, self.problems)
            self.imported.skipped += skipped
            template = self.config.permalink(collection.name.removeprefix("_"))
            for document in documents:
                urls = old_urls(document, template, self.config.url)
                entry = self._entry(section, document)
                document.warn_of_unused_keys(section)
                if entry is None:
                    self.imported.skipped += 1
                else:
                    found.append(Found(document, _without_empty(entry), urls))
        found.sort(key=lambda each: _newest(each.entry), reverse=True)
        if section == "projects":
            found.sort(key=lambda each: each.document.number("importance"))
        return found

    def _folders(self, section: str) -> list[Path]:
        return [folder for folder in self.collections if IMPORTED[folder.name] == section]

    def _entry(self, section: str, document: Document) -> Entry | None:
        if section == "publications":
            return publication(document, self.config)
        return {"talks": talk, "teaching": course, "projects": project, "news": news}[section](document)

    def _text(self, section: str) -> str:
        names = " and ".join(f"{self.folder.resolve().name}/{folder.name}" for folder in self._folders(section))
        keys = keys_of(KINDS[section].record)
        entries = [found.entry for found in self.found[section]]
        return list_file(entries, keys, COMMENT.format(names), is_compact=section == "news")

    def _add_settings(self) -> None:
        """What the site says of itself and its author. Files that the new site has already stay, with a warning."""
        pages = pages_of(self.folder)
        for path, text_of in ((SETTINGS, self._settings), (PROFILE, self._profile)):
            # Warnings of lines of which nothing is written are of no use.
            existing = existing_files(self.site / path)
            text = text_of(pages, Problems() if existing else self.problems)
            if text and existing:
                what = f"this file already exists: {NAMES[0]} was not imported"
                hint = f"move it away before you import, or import into a new folder and copy {path} from there"
                self.problems.warn(Location(existing[0]), what, hint, rule="import-exists")
            elif text:
                self.imported.files[path] = text
        warn_of_cv(self.folder, self.problems)

    def _settings(self, pages: list[OldPage], problems: Problems) -> str:
        found = settings_of(self.config, self.folder, pages, problems)
        found["look"] = "academicpages" if self._has_pages() else ""
        found["navigation"] = navigation_of(self.folder, self.found, pages, problems)
        found["publications"] = self._groups()
        return settings_file(found, self._settings_comment())

    def _groups(self) -> dict[str, Value]:
        """What keeps publications below the old site's headings, in their order."""
        own = list(map(phrase, self.config.own_headings))
        if own:
            groups = self._used(dict(zip(own, own, strict=True)), "category")
            return {"group_by": "category", "groups": groups} if groups else {}
        # By kind the pages that list them are grouped anyway, and other lists need not be.
        groups = self._used(self.config.headings_of_kinds, "kind")
        return {"groups": groups} if groups else {}

    def _used(self, headings: dict[str, str], key: str) -> Value:
        """The headings below which there is a publication."""
        used = {found.entry.get(key) for found in self.found.get("publications", ())}
        return {value: heading for value, heading in headings.items() if value in used}

    def _profile(self, pages: list[OldPage], problems: Problems) -> str:
        comment = self._settings_comment()
        if is_al_folio(self.config, self.folder):
            return al_folio_profile(self.config, self.folder, pages, comment, problems)
        has_description = not self._has_pages()
        return profile_of(self.config, self.folder, comment, problems, has_description=has_description)

    def _has_pages(self) -> bool:
        return any(section in PAGED for section in self.found)

    def _settings_comment(self) -> str:
        return COMMENT.format(f"{self.folder.resolve().name}/{NAMES[0]}")

    def _warn_of_other_collections(self) -> None:
        for section in sorted(self.config.below("collections")):
            folder = self.home / f"_{section}"
            if folder.name not in {*IMPORTED, *NOT_COLLECTIONS} and is_folder(folder):
                hint = f"write data/{section}.yml by hand"
                what = f"`{folder.name}` is not imported"
                self.problems.warn(Location(folder.as_posix()), what, hint, rule="import-skipped")


def _home_of_collections(folder: Path, config: Config) -> Path:
    inside = config.text("collections_dir").strip("/.")
    return folder / inside if inside and ".." not in inside.split("/") else folder


def _redirect_old_urls(sections: dict[str, list[Found]], problems: Problems) -> None:
    """Each old URL redirects to one entry; none to a piece of news, which has no page."""
    first: dict[str, Document] = {}
    for section, listed in sections.items():
        for found in listed:
            found.urls = [url for url in found.urls if _is_first(url, found.document, first)]
            if section in PAGED:
                found.entry.update({"redirect_from": found.urls} if found.urls else {})
            else:
                _warn_of_news(found, problems)


def _warn_of_news(found: Found, problems: Problems) -> None:
    if found.urls and found.document.truth("inline") is not True:
        what = "news have no pages of their own: nothing redirects from their old URLs"
        hint = f"add `{found.urls[0]}` and the like to `redirect_from` of the page that lists your news"
        problems.warn(found.document.at(), what, hint, rule="import-skipped")


def _is_first(url: str, document: Document, first: dict[str, Document]) -> bool:
    other = first.setdefault(output_path(url).casefold(), document)
    if other is not document:
        what = f"`{url}` is the URL of {other.source.name} too, which it redirects to: skipped"
        document.warn("permalink", what)
    return other is document


def _add_endings_to_links(entries: list[Found]) -> None:
    """Links between old pages: hosts find `talks/a.html` for `/talks/a`, `acadfolio check` does not."""
    urls = set(chain.from_iterable(found.urls for found in entries))
    with_ending = partial(_with_ending, urls)
    for found in entries:
        for key, value in found.entry.items():
            if isinstance(value, str):
                found.entry[key] = re.sub(r"\]\((/[^()\s#?]*)", with_ending, value)


def _with_ending(urls: set[str], link: re.Match[str]) -> str:
    is_without = link[1] in urls and output_path(link[1]) == f"{link[1][1:]}.html"
    return f"{link[0]}.html" if is_without else link[0]


def _merge_repeated(problems: list[Problem]) -> list[Problem]:
    """What many files have alike, such as an unknown key, is one warning at the first of them."""
    first: dict[tuple[str, str], Problem] = {}
    files: dict[tuple[str, str], set[str]] = defaultdict(set)
    for problem in problems:
        file = problem.location.file
        same = (problem.message, "" if problem.rule == "import-skipped" else str(problem.location))
        first.setdefault(same, problem)
        files[same].add(file)
    return [_with_count(problem, len(files[same]) - 1) for same, problem in first.items()]


def _with_count(problem: Problem, others: int) -> Problem:
    more = f" (and in {counted(others, 'other file')})" if others else ""
    return problem._replace(message=f"{problem.message}{more}")


def _without_empty(entry: Entry) -> Entry:
    return {key: value for key, value in entry.items() if value}


def _newest(entry: Entry) -> tuple[bool, object]:
    """What entries are ordered by: the date; of a course, the year of its term."""
    written = str(entry.get("date") or entry.get("year") or _year_of_terms(entry))
    return bool(written), When.parse(written).newest if written else None


def _year_of_terms(entry: Entry) -> str:
    year = re.search(r"\b[1-9]\d{3}\b", " ".join(map(str, entry.get("terms") or ())))
    return year[0] if year else ""
