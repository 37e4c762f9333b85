"""The plan of a build: every page, redirect and file with its path in the output folder."""

from __future__ import annotations

import posixpath
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.loading.page_urls import MISSING, output_path
from acadfolio.model.page import FrontMatter, Page
from acadfolio.model.publication import date_of
from acadfolio.model.section_kinds import PAGED
from acadfolio.plugins import has_own_method
from acadfolio.problems import Location, Problems
from acadfolio.routing.paths import Paths, seen_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.contracts import FileWriter
    from acadfolio.model.dates import Day, When
    from acadfolio.model.site import Site, StaticFile
    from acadfolio.model.values import LanguageTag


HOME = "/"
NO_FRONT_MATTER = FrontMatter()
MISSING_PATH = output_path(MISSING)
"""The path of the 404 page."""
FEWEST_SEARCHED = 10
"""A site with so many pages has a search by default."""


class PlannedPage(Struct, frozen=True):
    """A page with its path and URL.

    `page` is None if acadfolio generates it; `layout` is its template then.
    """

    path: str
    url: str
    layout: str
    page: Page | None = None
    section: str = ""
    """The section that the page lists, or to which its entry belongs."""
    entry: Any = None
    """The record, if this is the page of an entry."""
    years: tuple[str, ...] = ()
    """The years that it has of a list that is divided into pages, in the order of the list."""

    @property
    def front_matter(self) -> FrontMatter:
        """The front matter of the author's page; an empty one for a generated page."""
        return self.page.front_matter if self.page else NO_FRONT_MATTER

    @property
    def location(self) -> Location:
        """Its Markdown file, or the path of a page that acadfolio generates."""
        return Location(self.page.file if self.page else self.path)

    @property
    def is_post(self) -> bool:
        return self.page is not None and self.page.is_post

    @property
    def is_draft(self) -> bool:
        return self.page is not None and self.page.is_draft

    @property
    def is_searched(self) -> bool:
        """Whether the site's search finds it: neither drafts nor what its author keeps from search engines."""
        front_matter = self.front_matter
        if self.layout == "missing" or self.is_draft:
            return False
        return front_matter.search and front_matter.sitemap and not front_matter.noindex

    def wants(self, key: str, *, of_posts: bool = True) -> bool:
        """The value of `comments`, `read_time` and the like; by default `of_posts` for a post, false for a page."""
        written: bool | None = getattr(self.front_matter, key)
        return self.is_post and of_posts if written is None else written


class Redirect(Struct, frozen=True):
    """An old path, and the URL that replaced it: of this site, or a full one."""

    path: str
    target: str
    language: LanguageTag
    """The language of the page to which it leads."""


class OldUrl(Struct, frozen=True):
    """An old path outside the folder of its language, and the URL that replaced it, both from the top of the site."""

    path: str
    target: str
    language: LanguageTag
    """The language of the page to which it leads."""
    location: Location


SEARCH = ("assets/css/search.", "assets/js/search.")
"""The bundles that only a site with a search has."""


class Bundle(Struct, frozen=True):
    """A file that is joined from the parts in a folder, such as the theme's style sheet."""

    path: str
    parts: tuple[StaticFile, ...]

    @property
    def is_of_search(self) -> bool:
        return self.path.startswith(SEARCH)


class Translation(Struct, frozen=True):
    """A page in one of the languages of the site, as another page, or itself, links to it."""

    language: LanguageTag
    link: str
    """Its URL seen from the top of the language of the page that links to it."""
    url: str
    """Its URL from the top of the site."""
    is_same: bool
    """Whether it is the same page; else it is the home page of its language."""
    is_here: bool
    """Whether it is the page that links to it."""


class Plan(Struct, frozen=True, dict=True):
    """Everything that a build writes, ordered by path; of a site in several languages, for one of them.

    Its paths and URLs begin at the top of its language, `site.mount`.
    """

    site: Site
    pages: tuple[PlannedPage, ...]
    redirects: tuple[Redirect, ...]
    static_files: tuple[StaticFile, ...]
    bundles: tuple[Bundle, ...]
    generated_files: frozenset[str]
    """The paths of feeds, the sitemap, robots.txt and the like, and of citation files."""
    writers: Mapping[str, FileWriter] = field(default_factory=dict)
    """The functions that write those of them that are not citations, by path."""
    missing: frozenset[str] = frozenset()
    """Dead links in the data, which were reported."""
    entry_pages: Mapping[Location, str] = field(default_factory=dict)
    """The URL of each entry's page, generated or the author's own, by the entry's `source_location`."""
    year_pages: tuple[PlannedPage, ...] = ()
    """The pages of the list of publications, in the order of the list; none if it is not divided."""
    elsewhere: frozenset[str] = frozenset()
    """The paths of the other languages, seen from the top of this one: `../cv/index.html`."""
    translations: Mapping[str, tuple[Translation, ...]] = field(default_factory=dict)
    """Each page in all languages, by its path; nothing on a site in one language."""
    linked_files: Mapping[str, str] = field(default_factory=dict)
    """The URLs of the author's pages in all languages, by their files: of a translated page that in this language."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """The paths of translations with URLs of their own, by the paths of their originals, seen from here."""
    page_languages: Mapping[str, LanguageTag] = field(default_factory=dict)
    """The languages of the pages in all languages, by their paths in the output; nothing on a site in one language."""
    untranslated: tuple[PlannedPage, ...] = ()
    """The author's pages of the first language whose text this one does not have."""
    originals: tuple[Page, ...] = ()
    """The posts of the first language that this one lacks, without drafts: its lists of posts lead to them."""
    files_at_top: tuple[StaticFile, ...] = ()
    """The files to copy of the whole site, for a language in a folder, which has none of its own."""
    old_urls: tuple[OldUrl, ...] = ()
    """Old URLs of its pages that are outside its folder, until the top has them."""
    starts: tuple[str, ...] = ("",)
    """Where links look for their targets, seen from here: in this language, in the first one, at the top."""
    mounted: tuple[Plan, ...] = ()
    """On the plan of the top, those of the languages in folders."""
    others: tuple[Plan, ...] = ()
    """On the plan of the first language, those of the others."""

    @property
    def languages(self) -> tuple[Plan, ...]:
        """The plans of all languages, the first one first; of a language in a folder, itself."""
        return (self, *self.mounted) if self.site.has_pages else self.mounted

    @property
    def first(self) -> Plan:
        """The plan of the first language; of a language in a folder, itself."""
        return self.languages[0]

    @property
    def to_translate(self) -> list[PlannedPage]:
        """The pages that this language lacks, the home page first; not those with a language of their own."""
        own = {None, self.site.first_language}
        pages = [page for page in self.untranslated if page.front_matter.lang in own]
        return sorted(pages, key=lambda page: page.url != HOME)

    def is_in(self, language: LanguageTag) -> bool:
        """Whether this is the plan of a language."""
        return self.site.has_pages and self.site.settings.language == language

    def path_in_output(self, path: str) -> str:
        """A path in this language, which may lead above its top, as one of the output.

        The 404 page of the first language is that of the site, at the top also if the language is in a folder.
        """
        if self.site.is_first and path == MISSING_PATH:
            return path
        return posixpath.normpath(self.site.mount + path) if self.site.mount else path

    def other_language(self, path: str) -> str:
        """The language of the page at a path, as links of this language name it; empty for one in this language."""
        language = self.page_languages.get(self.path_in_output(path), "")
        return "" if language == self.site.settings.language else language

    def seen_from_here(self, path: str) -> str:
        """A path of the output as it is seen from the top of this language."""
        if self.site.is_first and path == MISSING_PATH:
            return path
        return seen_from(path, self.site.mount)

    def in_language(self, language: LanguageTag) -> Plan:
        """The same site in another language."""
        return replace(
            self, site=replace(self.site, settings=replace(self.site.settings, language=language))
        )

    @cached_property
    def has_search(self) -> bool:
        """Whether the site can be searched: by default when it has some pages."""
        wanted = self.site.settings.search if self.site.has_pages else False
        if wanted is not None:
            return wanted
        return sum(page.is_searched for page in self.pages) >= FEWEST_SEARCHED

    @cached_property
    def waiting(self) -> tuple[Page, ...]:
        """The drafts and future posts that the build skips."""
        return tuple(
            page
            for page in self.site.pages
            if page.is_draft and output_path(page.url) not in self.paths
        )

    @cached_property
    def section_pages(self) -> dict[str, str]:
        """The URL of the page of each section that has one: generated, or the author's own."""
        pages = {name: self.page_at(f"/{name}/") for name in PAGED}
        return {name: page.url for name, page in pages.items() if page}

    def page_at(self, url: str) -> PlannedPage | None:
        """The page at a URL, or the translation of that page, which may have a URL of its own; else None."""
        path = self.path_here(output_path(url))
        return self._pages_by_path.get(path)

    @cached_property
    def _pages_by_path(self) -> dict[str, PlannedPage]:
        return {page.path: page for page in self.pages}

    def path_here(self, path: str) -> str:
        """The path in this language of a page of the first one: that of its translation, else the same."""
        to_first = self.starts[1] if len(self.starts) > 1 else ""
        return self.versions.get(f"{to_first}{path}", path)

    @cached_property
    def author_pages(self) -> dict[str, str]:
        """The URLs of the author's pages, by their files."""
        return {
            planned.page.file: planned.url for planned in self.pages if planned.page is not None
        }

    @cached_property
    def urls_of_files(self) -> dict[str, str]:
        """The URLs of the author's pages in all languages and of static files, by their files."""
        static = {f"static/{file.path}": f"/{quote(file.path)}" for file in self.all_static_files}
        return {**(self.linked_files or self.author_pages), **static}

    @property
    def all_static_files(self) -> tuple[StaticFile, ...]:
        """The files to copy of the whole site."""
        return self.static_files or self.files_at_top

    @cached_property
    def own_paths(self) -> frozenset[str]:
        """Every path that the output will have in this language."""
        groups = (self.pages, self.redirects, self.static_files, self.bundles)
        return frozenset(item.path for group in groups for item in group) | self.generated_files

    @cached_property
    def paths(self) -> Paths:
        """Every path to which pages can link."""
        return Paths(self.own_paths | self.elsewhere, self.starts)


def next_change(plan: Plan) -> Day | None:
    """The next day on which the same files make another site, such as the date of a future post."""
    dates = (dates_of(site, site.pages) for site in (plan.site, plan.site.of_documents))
    of_cited = filter(None, map(date_of, plan.site.cited))
    days = [when.first_day for when in chain(*dates, of_cited)]
    if _may_show_day(plan.site):
        days.append(plan.site.today._replace(day=plan.site.today.day + 1))
    return min(filter(plan.site.today.__lt__, days), default=None)


def _may_show_day(site: Site) -> bool:
    """Whether a plug-in makes pages or files, or changes pages: it may show the day of the build."""
    names = site.settings.plugins
    return (
        any(page.source.plugin for page in site.pages)
        or has_own_method(names, "files")
        or has_own_method(names, "finished_html")
    )


def dates_of(site: Site, pages: Iterable[Page]) -> list[When]:
    """The dates of the data and of pages."""
    dates = list(map(date_of, chain.from_iterable(site.lists.values())))
    dates += [page.front_matter.modified or page.when for page in pages]
    return list(filter(None, dates))


GENERATED = Location("acadfolio itself")
"""The location of generated pages and files in problems."""
FILE_SUFFIXES = (
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico", ".css", ".js", ".mjs", ".json", ".pdf", ".xml",
    ".txt", ".bib", ".csv", ".zip", ".gz", ".mp3", ".mp4", ".webm", ".woff", ".woff2",
)  # fmt: skip
"""Servers do not send files with these suffixes as HTML, so browsers would not follow a redirect page there."""


class Claims(Struct):
    """All used paths, by their lowercase form: names that differ only in case are one file on many systems."""

    problems: Problems
    by_path: dict[str, tuple[str, Location]] = field(default_factory=dict)

    def in_folder(self, site: Site) -> Claims:
        """Those of a language in a folder. The 404 page of the first one is at the top, too."""
        known = {MISSING_PATH} if site.is_first else set[str]()
        return Claims(
            self.problems, {path: self.by_path[path] for path in known & self.by_path.keys()}
        )

    def claim(self, path: str, location: Location, hint: str) -> bool:
        """Reserve a path. Returns whether it was free; a conflict is reported."""
        taken, first = self.by_path.setdefault(path.casefold(), (path, location))
        if (taken, first) == (path, location):
            return True
        if taken == path:
            message = f"`{url_of(path)}` is already the URL of {first}"
        else:
            message = f"`{url_of(path)}` and `{url_of(taken)}` (from {first}) differ only in upper and lower case"
            hint = "some file systems cannot store both: rename one"
        self.problems.error(location, message, hint, rule="url-conflict")
        return False

    def claim_redirect(self, path: str, location: Location) -> bool:
        """Reserve the path of an old URL. Returns whether it was free."""
        if path.lower().endswith(FILE_SUFFIXES):
            message = f"`{url_of(path)}` cannot redirect: browsers do not show a file of that name as a page"
            self.problems.warn(
                location, message, "put the file there, below static/", rule="useless-redirect"
            )
        taken, first = self.by_path.get(path.casefold(), (path, location))
        if taken != path:
            message = f"`{url_of(path)}` cannot redirect: only its case differs from `{url_of(taken)}` (from {first})"
            self.problems.warn(
                location, message, "delete it from redirect_from", rule="useless-redirect"
            )
            return False
        return self.claim(path, location, "delete it from redirect_from, or move that page")

    def claim_generated(self, path: str) -> bool:
        """Reserve a path for a generated page or file.

        Returns whether it was free; a conflict is not reported.
        """
        return self.by_path.setdefault(path.casefold(), (path, GENERATED)) == (path, GENERATED)


def url_of(path: str) -> str:
    """The URL that an output path is served at: `/cv/` for cv/index.html."""
    return (
        f"/{path.removesuffix('index.html')}"
        if path.rpartition("/")[2] == "index.html"
        else f"/{path}"
    )
