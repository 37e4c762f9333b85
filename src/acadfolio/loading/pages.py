"""Read the pages in `content/`, and list the other files there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.loading.files import as_typed, list_files
from acadfolio.loading.front_matter import read_head
from acadfolio.loading.page_sources import claimed_files, with_sources
from acadfolio.loading.page_urls import PAGE_SUFFIXES, canonical, check_local_url, default_url
from acadfolio.loading.translations import report_other_languages, with_originals
from acadfolio.markdown.source import first_heading, without_code
from acadfolio.model.dates import Day, When
from acadfolio.model.page import Page
from acadfolio.model.site import Names, StaticFile
from acadfolio.model.values import Text
from acadfolio.problems import Location, Problems
from acadfolio.source.front_matter import has_front_matter, report_unread
from acadfolio.source.text import read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from acadfolio.loading.front_matter import Head
    from acadfolio.model.record import Reference
    from acadfolio.model.values import LanguageTag
    from acadfolio.source.text import Source

    ReadFile = Callable[[str, str], "PageFile"]
    """`read_file`, or a function that keeps its results."""
    ReadPage = Callable[[Source, str, Day, Names], "PageAndLinks"]
    """`read_page`, or a function that keeps its results."""

DATED_PATH = re.compile(r"(?:posts|books|_[^/]+)/(?:.*/)?(\d{4}-\d{1,2}-\d{1,2})-([^/]+)\.\w+")
"""The path of a post, or of a page in one of Jekyll's collections, with its date and its name."""
DRAFTS = "_drafts/"
DRAFT_LINE = r"(?m)^(?:draft:\s*true|published:\s*false)\s*$"
"""Front matter that makes a page a draft, also if the rest of it cannot be read."""
ARCHIVE = "posts/index"
"""The page that lists all posts, which is not a post."""


class PageFile(NamedTuple):
    """The file of a page."""

    source: Source | None
    """None if it cannot be read."""
    problems: Problems


def read_file(path: str, name: str) -> PageFile:
    """Read the file of a page. `name` is its path in the site."""
    problems = Problems()
    return PageFile(read_source(path, name, problems), problems)


class PageAndLinks(Struct, frozen=True):
    """What the file of a page says."""

    page: Page
    links: list[Reference]
    """The links in its front matter."""
    problems: Problems


def read_page(source: Source, path: str, today: Day, names: Names) -> PageAndLinks:
    """Read a page. `path` is that of its file in `content/`."""
    problems = Problems()
    links: list[Reference] = []
    head = read_head(source, problems, links, names)
    path, language = divide_path(
        as_typed(as_ours(path)), [each.tag for each in names.languages or ()]
    )
    reader = _PageReader(path, source, head, problems)
    reader.is_translation = language is not None
    page = replace(reader.page(today), name=path.rpartition(".")[0], language=language)
    return PageAndLinks(page, links, problems)


def read_pages(  # noqa: PLR0913 - what pages are made of, and how they are read
    root: Path,
    today: Day,
    problems: Problems,
    names: Names,
    plugins: Sequence[str] = (),
    *,
    read_file: ReadFile = read_file,
    read_page: ReadPage = read_page,
    drafts: bool = True,
) -> tuple[tuple[Page, ...], tuple[StaticFile, ...], list[Reference]]:
    """Read the pages and list the other files, in the order of their paths.

    Also returns the links in front matter.

    Posts with a date after `today` are drafts. `names` are those of sections and looks, `plugins`
    the plug-ins that the site lists. Without `drafts`, the problems of drafts are remarks, and
    their links are not listed.
    """
    folder = root / "content"
    pages: list[Page] = []
    others: list[StaticFile] = []
    waiting: list[Page] = []
    references: list[Reference] = []
    paths = list_files(folder, problems=problems)
    claimed = claimed_files(paths, plugins, problems)
    for path in paths:
        if path in claimed:
            continue
        if not path.endswith(PAGE_SUFFIXES):
            _warn_of_front_matter(folder, path, problems)
            others.append(StaticFile(as_typed(path), str(folder / path)))
        elif (source := _source_of_page(folder, path, read_file, problems, drafts=drafts)) is None:
            continue
        elif path.endswith(".html") and not source.text.startswith("---"):
            report_unread(source, problems)
            others.append(StaticFile(as_typed(path), str(folder / path)))
        else:
            read = read_page(source, path, today, names)
            page, found = read.page, read.problems
            if not drafts and (
                page.is_draft or (found.errors and re.search(DRAFT_LINE, source.text))
            ):
                waiting.append(replace(page, is_draft=True))
                problems.add_as_remarks(found)
                continue
            pages.append(page)
            references += read.links
            for problem in found.found:
                problems.add(problem)
    pages = with_sources(pages, root, plugins, problems)
    if names.languages is not None:
        report_other_languages(pages, names.languages, problems)
    pages = sorted(
        with_originals([*pages, *waiting], names.languages or ()), key=lambda page: page.file
    )
    return tuple(pages), tuple(others), references


def _warn_of_front_matter(folder: Path, path: str, problems: Problems) -> None:
    """Warn of a file with front matter that is published unchanged. Jekyll would make it a page."""
    if has_front_matter(folder / path):
        message = "this file is published unchanged, with its front matter"
        hint = "rename it to end in `.md` or `.html` to make it a page, or delete its front matter"
        problems.warn(Location(f"content/{path}", 1), message, hint, rule="front-matter-syntax")


def _source_of_page(
    folder: Path, path: str, read_file: ReadFile, problems: Problems, *, drafts: bool
) -> Source | None:
    """Read a page. That a draft cannot be read is a remark, unless `drafts` are wanted."""
    source, found = read_file(f"{folder}/{path}", f"content/{path}")
    if path.startswith(DRAFTS) and not drafts:
        problems.add_as_remarks(found)
    else:
        problems.found += found.found
    return source


def as_ours(path: str) -> str:
    """The path in acadfolio for one in Jekyll's folders: `_posts/` is `posts/`, and `_pages/` is the top."""
    if path.startswith("_posts/"):
        return path.removeprefix("_")
    return path.removeprefix("_pages/")


def divide_path(path: str, languages: Sequence[LanguageTag]) -> tuple[str, LanguageTag | None]:
    """The path of a page without the language in it, and this language: about.md and `zh` for about.zh.md.

    As in the settings, `about.pt_BR.md` is `about.pt-BR.md`.

    Args:
        path: Its path in `content/`.
        languages: Those of the site. The first one is None, as if it was not in the name.
    """
    stem, _, ending = path.rpartition(".")
    stem, _, written = stem.rpartition(".")
    for language in languages if stem.rpartition("/")[2] else ():
        if written.replace("_", "-").lower() == language.lower():
            return f"{stem}.{ending}", None if language == languages[0] else language
    return path, None


class _PageReader:
    """Makes one page. `path` is its path in `content/`, without Jekyll's folders and the language."""

    def __init__(self, path: str, source: Source, head: Head, problems: Problems) -> None:
        self.path, self.source, self.head, self.problems = path, source, head, problems
        self.is_html = path.endswith(".html")
        self.is_translation = False
        self.is_post = path.startswith("posts/") and path.rpartition(".")[0] != ARCHIVE
        self.name, self.date_in_name = path.rpartition("/")[2].rpartition(".")[0], ""
        if dated := DATED_PATH.fullmatch(path):
            self.date_in_name, self.name = dated.groups()

    def page(self, today: Day) -> Page:
        front_matter, body = self.head.front_matter, self.head.body
        when = front_matter.date or self._date_of_name()
        is_postponed = self.is_post and when is not None and today < when.first_day
        is_draft = self._is_draft() or is_postponed
        if self.is_post and not is_draft:
            self._check_date()
        heading = self._heading()
        return Page(
            file=self.source.name,
            url=self._url(),
            front_matter=front_matter,
            title=front_matter.title or Text.of(heading or _title_of_name(self.name)),
            has_title_in_text=bool(heading) or self._is_bare(),
            body=body,
            body_line=self.head.body_line,
            is_html=self.is_html,
            is_post=self.is_post,
            when=when,
            is_draft=is_draft,
            is_postponed=is_postponed and not self._is_draft(),
            places=self.head.places,
        )

    def _check_date(self) -> None:
        if not (self.date_in_name or self.head.has_date or self.is_translation):
            hint = "name the file `YYYY-MM-DD-title.md`, or add `date: …` to its front matter"
            message = "this post has no date, so it is not in the feed"
            self.problems.warn(self.source.at(0), message, hint, rule="missing-date")

    def _heading(self) -> str:
        """The first heading of the text, which is the title of a page without `title`."""
        if self.is_html or self.head.front_matter.title:
            return ""
        return first_heading(self.head.body)

    def _is_bare(self) -> bool:
        """Whether no title is above the text: it is `""`, or Jekyll's layout `default` shows none, but the text one."""
        body = without_code(self.head.body) if self.head.front_matter.layout == "default" else ""
        return self.head.has_empty_title or "<h1" in body or bool(re.search("(?m)^# ", body))

    def _is_draft(self) -> bool:
        """Whether the author marked a page as a draft."""
        front_matter = self.head.front_matter
        return front_matter.draft or not front_matter.published or self.path.startswith(DRAFTS)

    def _url(self) -> str:
        if self.head.permalink:
            return self.head.permalink
        url = default_url(self.path, self.name if self.is_post and self.date_in_name else "")
        try:
            check_local_url(url)
        except ValueError as error:
            message = f"the URL `{url}`, made of this file's name, {error.args[0]}"
            hint = "rename the file or its folder, or add `permalink: …`"
            self.problems.error(self.source.at(0), message, hint, rule="invalid-url")
        return canonical(url)

    def _date_of_name(self) -> When | None:
        """The date in the file name of a post, or of a page in one of Jekyll's collections."""
        try:
            return When.parse(self.date_in_name) if self.date_in_name else None
        except ValueError as error:
            message = f"`{self.date_in_name}` in this file's name {error.args[0]}"
            self.problems.error(
                Location(self.source.name), message, "".join(error.args[1:]), rule="invalid-date"
            )
            return None


def _title_of_name(name: str) -> str:
    """A title made of the name of a file."""
    words = [word for word in name.replace("_", "-").split("-") if word]
    return " ".join(words).strip().capitalize()
