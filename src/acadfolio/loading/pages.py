"""Read the pages in `content/`, and list the other files there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.loading.files import as_typed, list_files
from acadfolio.loading.front_matter import read_head
from acadfolio.loading.jekyll import INCLUDES, PAGE_SUFFIXES, is_folder_of_jekyll, report_folders, warn_of_front_matter
from acadfolio.loading.liquid import holds_liquid, with_included
from acadfolio.loading.page_urls import canonical, check_local_url, default_url
from acadfolio.markdown.source import first_heading, without_code
from acadfolio.model.dates import Day, When, latest
from acadfolio.model.page import Page
from acadfolio.model.site import StaticFile
from acadfolio.model.values import Text
from acadfolio.problems import Location, Problems
from acadfolio.source.front_matter import report_unread
from acadfolio.source.text import read_source

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from acadfolio.loading.front_matter import Head
    from acadfolio.model.record import Reference
    from acadfolio.source.text import Source

POST_NAME = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})-(.+)")
ARCHIVE = "posts/index"
"""The page that lists all posts, which is not a post."""


def read_pages(
    root: Path, today: Day, problems: Problems, sections: Collection[str]
) -> tuple[tuple[Page, ...], tuple[StaticFile, ...], list[Reference]]:
    """Read the pages and list the other files, in the order of their paths. Also returns the links in front matter.

    Posts with a date after `today` are drafts. `sections` are the names of the site's sections.
    """
    folder = root / "content"
    pages: list[Page] = []
    others: list[StaticFile] = []
    references: list[Reference] = []
    jekyll_folders: set[str] = set()
    for path in list_files(folder, problems=problems):
        top_folder = path.partition("/")[0]
        if top_folder == INCLUDES:
            continue  # They are read for the pages that include them.
        if is_folder_of_jekyll(top_folder):
            jekyll_folders.add(top_folder)
        elif not path.endswith(PAGE_SUFFIXES):
            warn_of_front_matter(folder, path, problems)
            others.append(StaticFile(as_typed(path), str(folder / path)))
        elif (source := read_source(f"{folder}/{path}", f"content/{path}", problems)) is None:
            continue
        elif path.endswith(".html") and not source.text.startswith("---"):
            report_unread(source, problems)
            others.append(StaticFile(as_typed(path), str(folder / path)))
        else:
            head = read_head(source, problems, references, sections)
            pages.append(_PageReader(source, head, problems).page(as_typed(as_ours(path)), today))
    report_folders(jekyll_folders, problems)
    pages = with_included(pages, root, problems)
    return tuple(pages), tuple(others), references


def as_ours(path: str) -> str:
    """The path in acadfolio for one in Jekyll's folders: `_posts/` is `posts/`, and `_pages/` is the top."""
    if path.startswith("_posts/"):
        return path.removeprefix("_")
    return path.removeprefix("_pages/")


class _PageReader(Struct, frozen=True):
    """Makes one page."""

    source: Source
    head: Head
    problems: Problems

    def page(self, path: str, today: Day) -> Page:
        """Create the page. `path` is its path in `content/`, without Jekyll's folders."""
        front_matter, body = self.head.front_matter, self.head.body
        is_html, is_post = path.endswith(".html"), _is_post(path)
        post = POST_NAME.fullmatch(_stem(path)) if is_post else None
        post_name = post[2] if post else ""
        when = self._when(post)
        is_draft = self._is_draft(path, when if is_post else None, today)
        if is_post and not (post or is_draft):
            self._check_date()
        heading = "" if is_html or front_matter.title else first_heading(body)
        name = post_name or _stem(path)
        return Page(
            file=self.source.name,
            url=self._url(path, post_name),
            front_matter=front_matter,
            title=front_matter.title or Text.of(heading or _title_of_name(name)),
            has_title_in_text=bool(heading) or (front_matter.layout == "default" and _has_main_heading(body)),
            body=body,
            body_line=self.head.body_line,
            is_html=is_html,
            has_liquid=_has_liquid(body, is_html=is_html),
            is_post=is_post,
            when=when,
            is_draft=is_draft,
            places=self.head.places,
        )

    def _check_date(self) -> None:
        """Warn of a post without a date."""
        if not self.head.has_date:
            hint = "name the file `YYYY-MM-DD-title.md`, or add `date: …` to its front matter"
            message = "this post has no date, so it is not in the feed"
            self.problems.warn(self.source.at(0), message, hint, rule="missing-date")

    def _is_draft(self, path: str, day_of_post: When | None, today: Day) -> bool:
        """Whether a page is a draft, or a post with a date in the future."""
        front_matter = self.head.front_matter
        if front_matter.draft or not front_matter.published or path.startswith("_drafts/"):
            return True
        return day_of_post is not None and latest(today) < day_of_post.start

    def _when(self, post: re.Match[str] | None) -> When | None:
        """The date in the front matter, or else in the file name of a post."""
        if self.head.front_matter.date or post is None:
            return self.head.front_matter.date
        return self._date_of_name(post)

    def _url(self, path: str, post_name: str) -> str:
        if self.head.permalink:
            return self.head.permalink
        url = default_url(path, post_name)
        try:
            check_local_url(url)
        except ValueError as error:
            message = f"the URL `{url}`, made of this file's name, {error.args[0]}"
            hint = "rename the file or its folder, or add `permalink: …`"
            self.problems.error(self.source.at(0), message, hint, rule="invalid-url")
        return canonical(url)

    def _date_of_name(self, post: re.Match[str]) -> When | None:
        try:
            return When.parse(post[1])
        except ValueError as error:
            message = f"`{post[1]}` in this file's name {error.args[0]}"
            self.problems.error(Location(self.source.name), message, "".join(error.args[1:]), rule="invalid-date")
            return None


def _is_post(path: str) -> bool:
    return path.startswith("posts/") and path.rpartition(".")[0] != ARCHIVE


def _has_liquid(body: str, *, is_html: bool) -> bool:
    may_have_values = "{{" in body and any(part in body for part in ("|", "site.", "page."))
    if "{%" not in body and not may_have_values:
        return False
    return holds_liquid(body, body if is_html else without_code(body))


def _stem(path: str) -> str:
    """The name of the file without its extension."""
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0]


def _has_main_heading(body: str) -> bool:
    """Whether a text has a main heading of its own: Jekyll's layout `default` shows no title above it."""
    return "<h1" in body or f"\n{body}".find("\n# ") >= 0


def _title_of_name(name: str) -> str:
    """A title made of the name of a file."""
    words = [word for word in name.replace("_", "-").split("-") if word]
    return " ".join(words).strip().capitalize()
