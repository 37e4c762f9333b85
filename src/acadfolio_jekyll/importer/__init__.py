"""Import Jekyll sites with the folders of academicpages, AcadHomepage and al-folio."""

from __future__ import annotations

import re
from collections import defaultdict
from html import escape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from acadfolio.bibliography.markup import harmless
from acadfolio.contracts import Imported
from acadfolio.importers import COMMENT, PROFILE, SETTINGS, existing_files
from acadfolio.loading.files import is_folder, refuse_links_outside
from acadfolio.loading.page_urls import MARKDOWN_SUFFIXES, output_path
from acadfolio.model.dates import When
from acadfolio.model.record import keys_of
from acadfolio.model.section_kinds import PAGED, section_kind
from acadfolio.problems import Location, Problems
from acadfolio.source.front_matter import split_text
from acadfolio.source.yaml import text_of
from acadfolio.source.yaml_writer import list_file
from acadfolio.wording import any_of, counted
from acadfolio_jekyll.folders import INCLUDES, LAYOUTS
from acadfolio_jekyll.headings import has_own_titles, kind_of_heading
from acadfolio_jekyll.importer.config import (
    COLLECTIONS,
    NAMES,
    NOT_COLLECTIONS,
    SECTIONS,
    read_config,
    text_in,
    themes,
)
from acadfolio_jekyll.importer.documents import Document, old_urls, read_collection
from acadfolio_jekyll.importer.entries import (
    ImportedEntry,
    course,
    news,
    project,
    read_by_liquid,
    talk,
)
from acadfolio_jekyll.importer.entry_languages import in_languages
from acadfolio_jekyll.importer.language_report import (
    became,
    description_in,
    languages_setting,
    report_feed,
    report_unpaired,
    without_pages,
)
from acadfolio_jekyll.importer.languages import (
    default_of_plugin,
    languages_of,
    pairs_of,
    urls_of_plugin,
)
from acadfolio_jekyll.importer.navigation import navigation_of
from acadfolio_jekyll.importer.pages.copies import (
    VENUES,
    files_to_copy,
    included_texts,
    readable_venues,
    texts_of_site,
    write_lists,
)
from acadfolio_jekyll.importer.pages.files import published_files, shown_files, texts_of_files
from acadfolio_jekyll.importer.pages.liquid_use import (
    keys_of_entries_read_by,
    keys_shown_nowhere,
    shows_collection,
)
from acadfolio_jekyll.importer.pages.reading import pages_of
from acadfolio_jekyll.importer.pages.redirects import drop_taken_redirects, place_news
from acadfolio_jekyll.importer.pages.translations import make_translations, redirect_languages
from acadfolio_jekyll.importer.profile import al_folio_profile, is_al_folio, profile_of
from acadfolio_jekyll.importer.prose import structured
from acadfolio_jekyll.importer.prose.reading import groups_of
from acadfolio_jekyll.importer.publications import publication
from acadfolio_jekyll.importer.settings import settings_file, settings_of
from acadfolio_jekyll.importer.text import phrase
from acadfolio_jekyll.importer.translated_texts import translated_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from acadfolio.contracts import BuiltFile
    from acadfolio.problems import Problem
    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.entries import Entry
    from acadfolio_jekyll.importer.languages import Languages
    from acadfolio_jekyll.importer.pages.old_page import OldPage
    from acadfolio_jekyll.importer.prose.group import Group


CV_PAGES = frozenset({"cv", "cv-json", "resume"})
"""The URLs of the CV in academicpages."""
WRITE_OUTPUT = "write `{}: {{output: true}}` to import it"


READERS: dict[str, Callable[[Document], Entry | None]] = {
    "talks": talk,
    "teaching": course,
    "projects": project,
    "news": news,
}
"""The functions that read the documents of a section. Publications also need the settings."""


class JekyllImporter:
    """Reads the sites of Jekyll. See `contracts.Importer`."""

    description = f"a Jekyll site has {NAMES[0]}, {any_of(tuple(COLLECTIONS))}"

    def detects(self, folder: Path) -> bool:
        return any((folder / name).exists() for name in (*NAMES, *COLLECTIONS))

    def read(self, folder: Path, site: Path, *, structure: bool = False) -> Imported:
        return _Site(folder, site).read(structure=structure)

    def lost(self, imported: Imported, outputs: Iterable[BuiltFile], url: str) -> list[Problem]:
        from acadfolio_jekyll.comparison import NewSite
        from acadfolio_jekyll.comparison.leftovers import leftovers

        return leftovers(imported.folder, imported.texts, NewSite(outputs, [url]))


def _refuse_links(folder: Path, paths: Iterable[Path]) -> None:
    """Raise SiteError for links in these files and folders of an old site that lead out of it."""
    names = [path.relative_to(folder).as_posix() for path in paths]
    refuse_links_outside(folder, names, "replace it by the file or folder itself, or delete it")


class _Site:
    """Reads one site into an `Imported`."""

    def __init__(self, folder: Path, site: Path) -> None:
        self.folder, self.site = folder, site
        self.problems = Problems()
        tops = sorted(folder.iterdir())
        _refuse_links(folder, [top for top in tops if top.name.startswith("_") or top.is_file()])
        self.config = read_config(folder, self.problems)
        files = published_files(folder, site, self.config, self.problems)
        self.texts = texts_of_files(folder, files, self.problems)
        self.files = [path for path in files if self.texts.get(path) != ""]
        self.collections_folder = folder / self.config.collections_dir
        folders = [self.collections_folder / name for name in COLLECTIONS]
        self.collections = [path for path in folders if is_folder(path)]
        _refuse_links(folder, self.collections)
        self.entries: dict[str, list[ImportedEntry]] = {}
        self.translated = translated_texts(folder, self.config, self.problems)
        pages = pages_of(folder, self.files, self.config, self.translated, self.problems)
        self.files = list(dict.fromkeys((*self.files, *(page.path for page in pages))))
        self.shown = shown_files(self.files, pages, folder, self.problems)
        self.pages = [page for page in pages if page.path in self.shown.values()]
        self.languages = self._languages()
        self.keys_in_liquid = keys_of_entries_read_by(self.pages, folder, self.config)
        self.hidden_keys = keys_shown_nowhere(self.pages, folder)
        self.collections = list(filter(self._was_shown, self.collections))
        self.imported = Imported(folder, self.problems)

    def _languages(self) -> Languages | None:
        """The languages of the site, whose pages are named as translations; None if it has one.

        What is no translation is reported.
        """
        found = pairs_of(self.pages, self.config)
        report_unpaired(found, self.folder, self.problems)
        languages = found.languages
        everywhere = languages_of(self.config)
        if languages is None:
            redirect_languages(self.pages, everywhere, default_of_plugin(self.config))
            return None
        if languages.chooser is not None:
            self.pages.remove(languages.chooser)
            self.shown = {
                url: path for url, path in self.shown.items() if path != languages.chooser.path
            }
        report_feed(languages, self.config, self.problems)
        has_lists = self._has_lists()
        make_translations(languages, self.pages, everywhere, has_lists=has_lists)
        return languages

    def _was_shown(self, collection: Path) -> bool:
        """Whether visitors of the old site saw a collection, on pages of its own or on others.

        Else it is reported.
        """
        name = collection.name[1:]
        if not self.config.has_collection(name):
            reason = f"`collections` of {NAMES[0]} does not name it"
        elif self.config.permalink(name) or shows_collection(name, self.pages, self.folder):
            return True
        else:
            reason = "no page shows it"
        message = f"this was not published, as {reason}: skipped"
        location = Location(collection.as_posix())
        self.problems.warn(location, message, WRITE_OUTPUT.format(name), rule="ignored-file")
        return False

    def read(self, *, structure: bool) -> Imported:
        owners = dict(self.shown)
        drop_taken_redirects([page for page in self.pages if page.is_published], owners)
        for section in SECTIONS:
            if entries := self._read_section(section):
                self.entries[section] = entries
        _redirect_old_urls(self.entries, owners)
        if "news" in self.entries:
            urls = [url for imported in self.entries["news"] for url in imported.urls]
            place_news(urls, self.pages, self.folder)
        for section, entries in self.entries.items():
            name = self.folder.resolve().name
            folders = [f"{name}/{folder.name}" for folder in self._folders(section)]
            self._write(section, [imported.entry for imported in entries], " and ".join(folders))
        inlined = self._add_lists_of_pages() if structure else ()
        self._add_settings()
        self._warn_of_other_collections()
        shown = self.shown.values()
        copies = files_to_copy(self.folder, shown, self.pages, self.config, self.problems)
        self.imported.to_copy |= copies
        for path in inlined:
            del self.imported.to_copy[path]
        for page in self.pages:
            if page.is_changed:
                self.imported.changed[page.path] = page.changed_text()
        self.imported.changed |= self.texts | self._texts_around_pages()
        self.imported.changed[VENUES] = readable_venues(self.folder, self.problems)
        self._add_icon()
        if self.languages is not None:
            self.imported.became |= became(self.languages)
        self.imported.became |= without_pages(self.languages, self.config)
        self.imported.texts += texts_of_site(self.folder, self.pages, self.imported.to_copy)
        if self.translated is not None:
            self.imported.texts += self.translated.files
        self.problems.found[:] = _merge_repeated(self.problems.found)
        return self.imported

    def _texts_around_pages(self) -> dict[str, str]:
        """The texts of includes and layouts with words of `_i18n/`, by their paths."""
        if self.translated is None:
            return {}
        texts = {}
        for path in self.imported.to_copy:
            if path.startswith((f"{INCLUDES}/", f"{LAYOUTS}/")):
                text = text_in(self.folder / path) or ""
                texts[path] = self.translated.in_all_languages(text)
        return texts

    def _read_section(self, section: str) -> list[ImportedEntry]:
        """The entries of a section, newest first. al-folio's projects are sorted by their importance."""
        entries: list[ImportedEntry] = []
        for folder in self._folders(section):
            documents, others = read_collection(folder, self.config, self.translated, self.problems)
            template = self.config.permalink(folder.name[1:])
            place = folder.relative_to(self.folder)
            if template:
                for name in others:
                    path = (place / name).as_posix()
                    self.imported.to_copy[path] = f"static/{folder.name[1:]}/{name}"
            for document in documents:
                if imported := self._read_document(section, document, template):
                    entries.append(imported)
                self.imported.texts.append((place / document.path).as_posix())
        if self.languages is not None:
            shown_in = {tag for tag in self.languages.folders if self._shows_in(section, tag)}
            entries = in_languages(entries, self.languages, self.config, section, shown_in)
        else:
            for imported in entries:
                imported.urls = urls_of_plugin(imported.urls, "", self.config)
        if section != "projects":
            entries.reverse()  # As in the themes' loops, also for entries of the same day.
        entries.sort(key=lambda imported: _sort_date(imported.entry), reverse=True)
        entries.sort(key=lambda imported: imported.document.number("importance"))
        return entries

    def _shows_in(self, section: str, tag: str) -> bool:
        """Whether the new site shows a section in a language: entries with pages are in all languages."""
        if section in PAGED or self.languages is None:
            return True
        pages = [each.page for each in self.languages.pages if each.tag == tag]
        return any(
            shows_collection(folder.name[1:], pages, self.folder)
            for folder in self._folders(section)
        )

    def _read_document(
        self, section: str, document: Document, template: str
    ) -> ImportedEntry | None:
        """The entry of a document without empty values; None without one."""
        document.hide(self.hidden_keys)
        url, redirects = old_urls(document, template, self.config)
        urls = [each for each in dict.fromkeys((url, *redirects)) if each]
        entry = self._entry(section, document)
        if not entry:
            return None
        entry["extra"] = _harmless(read_by_liquid(document, entry, self.keys_in_liquid))
        return ImportedEntry(document, _filled(entry), urls)

    def _folders(self, section: str) -> list[Path]:
        return [folder for folder in self.collections if COLLECTIONS[folder.name] == section]

    def _entry(self, section: str, document: Document) -> Entry | None:
        if section == "publications":
            return publication(document, self.config)
        return READERS[section](document)

    def _write(self, section: str, entries: list[Entry], place: str) -> None:
        """Write the data file of a section, whose entries are from a place of the old site."""
        keys = keys_of(section_kind(section).record)
        text = list_file(entries, keys, COMMENT.format(place), is_compact=section == "news")
        self.imported.files[f"data/{section}.yml"] = text
        self.imported.entries[section] = len(entries)

    def _add_settings(self) -> None:
        """Add the settings and the profile.

        Files that exist already stay the same, and are reported.
        """
        for path, text_for in ((SETTINGS, self._settings), (PROFILE, self._profile)):
            existing = existing_files(self.site / path)
            # For a file that is not written, only the warning that it exists is shown.
            text = text_for(self.pages, Problems() if existing else self.problems)
            if text and existing:
                message = f"this file already exists: {NAMES[0]} was not imported"
                hint = f"move it away before you import, or import into a new folder and copy {path} from there"
                self.problems.warn(Location(existing[0]), message, hint, rule="import-exists")
            elif text:
                self.imported.files[path] = text

    def _settings(self, pages: list[OldPage], problems: Problems) -> str:
        settings = settings_of(self.config, self.folder, pages, problems)
        has_pages = self._has_pages()
        settings["look"] = "academicpages" if has_pages else ""
        settings["list_pages"] = "false" if self._has_lists() else ""
        texts = "".join(page.all_text for page in pages)
        if "news" in self.entries and not has_pages and re.search(r"%-?[de]|\bdate_to_", texts):
            settings["news"] = {"date_style": "2024.06.14"}
        if self.languages is not None:
            settings["language"], settings["languages"] = "", languages_setting(self.languages)
            settings["description"] = settings["description"] or description_in(
                self.languages, self.folder
            )
        settings["navigation"] = navigation_of(
            self.config, self.folder, pages, self.languages, problems
        )
        return settings_file(settings | self._settings_of_sections(), self._settings_comment())

    def _settings_of_sections(self) -> dict[str, dict[str, Value]]:
        """How publications are shown, and which entries have no pages."""
        settings = {"publications": self._settings_of_publications()}
        for section in PAGED:
            folders = self._folders(section)
            if folders and not any(self.config.permalink(folder.name[1:]) for folder in folders):
                settings[section] = {"pages": "false"} | settings.get(section, {})
        return settings

    def _settings_of_publications(self) -> dict[str, Value]:
        settings = self._groups()
        limit = self.config.text("max_author_limit")
        if limit.isdecimal():
            settings["max_authors"] = limit
        scholar = self.config.below("scholar")
        if scholar and text_of(scholar.get("group_by")) in {"", "none"}:
            settings["group_by"] = []
        if self.config.text("enable_publication_thumbnails") == "true" and self._has_previews():
            settings["view"] = "boxes"
        return settings

    def _has_previews(self) -> bool:
        """Whether a bibliography has al-folio's key for images."""
        files = self.folder.glob("_bibliography/*.bib")
        return any("preview" in file.read_text("utf-8", "replace") for file in files)

    def _add_lists_of_pages(self) -> Collection[str]:
        """Convert the lists of papers, news and others in the text of pages, and of the files that they include.

        Returns:
            The paths of included files whose texts are in the pages now.
        """
        pages: dict[str, list[Group]] = {}
        included: dict[str, str] = {}
        for page in self.pages:
            front_matter, body = split_text(page.text)
            is_text = page.path.endswith(MARKDOWN_SUFFIXES) and not page.path.startswith("_posts/")
            if front_matter is not None and is_text and page.is_published:
                title = text_of(page.front_matter.get("title"))
                pages[page.path] = groups_of(body, front_matter.count("\n") + 3, title)
                included |= included_texts(page, self.folder)
        for path, text in included.items():
            pages[path] = groups_of(text)
        taken = set(self.entries)
        if any(self.folder.glob("_bibliography/*.bib")):
            taken.add("publications")
        found = structured(pages, taken)
        for page in self.pages:
            write_lists(page, found.pages)
        for section, entries in found.sections.items():
            self._write(section, list(map(_filled, entries)), self.folder.resolve().name)
        for path, group in found.unread:
            location = Location(f"{self.folder.as_posix()}/{path}", group.line)
            items = counted(group.items, "item")
            message = f"“{group.heading}”: {group.unread} of {items} stay text"
            hint = f"write them into data/{group.section}.yml"
            self.problems.warn(location, message, hint, rule="import-uncertain")
        return found.pages.keys() & included.keys()

    def _groups(self) -> dict[str, Value]:
        """The settings that group publications below the headings of the old site."""
        headings = self.config.categories.values()
        if has_own_titles(self.config.categories):
            key = "category"
            groups = {heading: heading for heading in map(phrase, headings)}
        else:
            key = "kind"
            groups = {kind_of_heading(heading): heading for heading in headings}
        used = {imported.entry.get(key) for imported in self.entries.get("publications", ())}
        shown: Value = {value: heading for value, heading in groups.items() if value in used}
        if not shown:
            return {}
        # `group_by: kind` is the default on the page of publications.
        return {"groups": shown} if key == "kind" else {"group_by": key, "groups": shown}

    def _profile(self, pages: list[OldPage], problems: Problems) -> str:
        comment = self._settings_comment()
        if is_al_folio(self.config, self.folder):
            boxes = self._boxes_of_home_pages(pages)
            return al_folio_profile(self.config, self.folder, boxes, comment, problems)
        has_description = not self._has_pages()
        return profile_of(
            self.config, self.folder, comment, problems, has_description=has_description
        )

    def _boxes_of_home_pages(self, pages: list[OldPage]) -> dict[str, Node]:
        """What al-folio has in the box of the home page, by the languages of the site, the first one first."""
        homes = {"": [page for page in pages if "/" in page.urls]}
        if self.languages is not None:
            homes = {
                tag: [
                    each.page for each in self.languages.pages if (each.tag, each.url) == (tag, "/")
                ]
                for tag in self.languages.folders
            }
        boxes = {}
        for tag, found in homes.items():
            own = [page.front_matter["profile"] for page in found if "profile" in page.front_matter]
            if own:
                boxes[tag] = own[0]
        return boxes

    def _has_pages(self) -> bool:
        """Whether the old theme is made for more than one page, unlike AcadHomepage: it has collections or layouts."""
        files = [
            *self.folder.glob("_bibliography/*.bib"),
            *self.folder.glob("_layouts/single.html"),
        ]
        if files or is_al_folio(self.config, self.folder):
            return True
        theme = self.config.text("theme") + self.config.text("remote_theme")
        if "minimal-mistakes" in theme:
            return True
        named = {COLLECTIONS.get(f"_{name}") for name in self.config.below("collections")}
        return not PAGED.keys().isdisjoint(named | self.entries.keys())

    def _has_lists(self) -> bool:
        """Whether a page of the old site is its CV, or lists entries that have pages here."""
        if any(page.url.strip("/") in CV_PAGES for page in self.pages):
            return True
        paged = [folder for folder in self.collections if COLLECTIONS[folder.name] in PAGED]
        return any(shows_collection(folder.name[1:], self.pages, self.folder) for folder in paged)

    def _settings_comment(self) -> str:
        return COMMENT.format(f"{self.folder.resolve().name}/{NAMES[0]}")

    def _add_icon(self) -> None:
        """Add al-folio's icon of the site: an image, or an emoji, which becomes one."""
        icon = self.config.text("icon")
        if not icon:
            return
        path = f"./assets/img/{icon}"  # With `./`, as the image itself may be on pages.
        suffix = PurePosixPath(icon).suffix
        self.imported.to_copy[path] = f"static/favicon{suffix or '.svg'}"
        if not suffix:
            self.imported.changed[path] = themes().emoji.format(escape(icon))

    def _warn_of_other_collections(self) -> None:
        known = {*COLLECTIONS, *NOT_COLLECTIONS, *self.config.own_collections}
        for section in sorted(self.config.below("collections")):
            folder = self.collections_folder / f"_{section}"
            if folder.name not in known and is_folder(folder):
                message = f"`{folder.name}` is not imported"
                hint = f"write data/{section}.yml by hand"
                location = Location(folder.as_posix())
                self.problems.warn(location, message, hint, rule="import-skipped")


def _redirect_old_urls(sections: dict[str, list[ImportedEntry]], owners: dict[str, str]) -> None:
    """Redirect each old URL to one entry. `owners` are the files by the output paths of their URLs.

    Of several files with the same URL, Jekyll shows the newest one, and of one day the last one in
    the order of paths.
    """
    for section, entries in sections.items():
        for imported in sorted(entries, key=_written_by_jekyll, reverse=True):
            imported.urls = [
                url for url in imported.urls if _is_first(url, imported.document, owners)
            ]
            if imported.urls and section in PAGED:
                imported.entry["redirect_from"] = imported.urls


def _written_by_jekyll(imported: ImportedEntry) -> tuple[object, ...]:
    """The sort key for the order in which Jekyll writes the pages of entries."""
    return *_sort_date(imported.entry), imported.document.path


def _is_first(url: str, document: Document, owners: dict[str, str]) -> bool:
    """Whether no other file has this URL."""
    owner = owners.setdefault(output_path(url).casefold(), document.source.name)
    if owner != document.source.name:
        document.warn("permalink", f"`{url}` is also the URL of {owner}, which keeps it: skipped")
        return False
    return True


def _merge_repeated(problems: list[Problem]) -> list[Problem]:
    """Merge the same warning about several files, such as an unknown key, into one about the first file."""
    groups: dict[tuple[str, str], list[Problem]] = defaultdict(list)
    for problem in problems:
        location = "" if problem.rule == "import-skipped" else str(problem.location)
        groups[problem.message, location].append(problem)
    return list(map(_merged, groups.values()))


def _merged(problems: list[Problem]) -> Problem:
    """The first of these problems, with the number of other files."""
    others = len({problem.location.file for problem in problems}) - 1
    more = f", also in {counted(others, 'other file')}" if others else ""
    return problems[0]._replace(message=f"{problems[0].message}{more}")


def _sort_date(entry: Entry) -> tuple[bool, object]:
    """The sort key of an entry: its date, or the year of a course's term.

    Entries without one are the oldest.
    """
    years = re.findall(r"\b[1-9]\d{3}\b", str(entry.get("terms")))
    for date in (str(entry.get("date", "")), str(entry.get("year", "")), *years):
        if date:
            return True, When.parse(date).newest
    return False, None


def _filled(entry: Entry) -> Entry:
    """An entry without empty values."""
    return {key: value for key, value in entry.items() if value}


def _harmless(value: Value) -> Value:
    """A value for Liquid, which pages output as it is, with texts that cannot run code."""
    if isinstance(value, dict):
        return {key: _harmless(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_harmless(item) for item in value]
    if isinstance(value, str):
        return type(value)(harmless(value))  # It may be an `Exact`.
    return value
