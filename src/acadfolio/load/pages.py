"""The folder `content/` comes in, its pages and the files beside them come out."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.load.addresses import address_of, canonical, check_address, tidy_address
from acadfolio.load.files import as_typed, list_files
from acadfolio.load.known_pages import KnownPages
from acadfolio.load.settings import check_section_names, scalars
from acadfolio.problems import Location, Problems, did_you_mean
from acadfolio.records.dates import Day, When, latest
from acadfolio.records.features import NUMBERED, Feature, Picture
from acadfolio.records.page import LAYOUTS, WITHOUT_EFFECT, FrontMatter, Page
from acadfolio.records.reading import Reader, Reference
from acadfolio.records.site import StaticFile
from acadfolio.records.values import Text
from acadfolio.regex import regex
from acadfolio.source.front_matter import PageSource, split_page
from acadfolio.source.text import bytes_of, source_of
from acadfolio.source.yaml import Node, Scalar, is_nothing, items_of, place

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from acadfolio.load.parsed import Parsed
    from acadfolio.source.text import Source

PAGE_ENDINGS = (".md", ".markdown", ".html")
NAMED_AS_A_PAGE = regex(r"(?:.*/)?[^/]+\.(?:md|markdown)(?=/)")
POST_NAME = regex(r"(\d{4}-\d{1,2}-\d{1,2})-(.+)")
COLLECTIONS = {"_publications": "publications", "_talks": "talks", "_teaching": "teaching", "_portfolio": "projects"}
COLLECTION = regex(rf"({'|'.join(COLLECTIONS)})/")
"""Folders of the academicpages theme whose files are the entries of a list."""
ARCHIVE = regex(r"posts/index\.\w+")
"""The page of all posts, which is none itself."""
HEADING = regex(r"^#{1,6}[ \t]+(.+?)[ \t#]*$|^(\S.*)\n(?:=+|-+)[ \t]*$", re.MULTILINE)
FENCE = regex(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:.*\n)*?(?: {0,3}\1[`~]*[ \t]*(?:\n|\Z)|\Z)", re.MULTILINE)
CODE_SPAN = regex(r"(`+)(?!`).+?(?<!`)\1(?!`)")


def read_pages(
    root: Path, today: Day, problems: Problems, sections: Collection[str], parsed: Parsed
) -> tuple[tuple[Page, ...], tuple[StaticFile, ...], list[Reference]]:
    """Pages in the order of their paths, other files as they are, and what the front matters point at.

    `sections` are those that a front matter may name.
    """
    folder = root / "content"
    pages: list[Page] = []
    others: list[StaticFile] = []
    references: list[Reference] = []
    collections: set[str] = set()
    paths = list_files(folder, problems=problems)
    known = KnownPages(parsed, len(paths), sections, today)
    for path in paths:
        if above := NAMED_AS_A_PAGE.match(path):
            problems.error(
                Location(f"content/{above[0]}"), "this is a folder, but a page belongs here", "rename the folder"
            )
        elif match := COLLECTION.match(path):
            collections.add(match[1])
        elif not path.endswith(PAGE_ENDINGS):
            others.append(StaticFile(as_typed(path), str(folder / path)))
        elif (content := bytes_of(folder / path, f"content/{path}", problems)) is None:
            continue
        elif path.endswith(".html") and not content.removeprefix(BOM_UTF8).startswith(b"---"):
            if source_of(content, f"content/{path}", problems) is not None:
                others.append(StaticFile(as_typed(path), str(folder / path)))
        elif (page := known.get(f"content/{path}", content, references, problems)) is not None:
            pages.append(page)
        else:
            found = Problems()
            source = source_of(content, f"content/{path}", found)
            pointing: list[Reference] = []
            if source is not None:
                page = _read(source, found, pointing, sections, path, today)
                known.put(page, content, pointing, found)
                pages.append(page)
            references += pointing
            problems.found += found.found
    _report_collections(collections, problems)
    return tuple(pages), tuple(others), references


def _read(  # noqa: PLR0913, PLR0917 - where the page comes from, and all that it is held against
    source: Source, problems: Problems, references: list[Reference], sections: Collection[str], path: str, today: Day
) -> Page:
    if not source.text.strip():
        problems.warn(source.at(0), "this page is empty", "write its text, or delete the file")
    return _PageReader(split_page(source, problems), problems, references, sections).page(_as_ours(path), today)


def _as_ours(path: str) -> str:
    """Where Jekyll's folders belong: its posts are posts, and its pages stand at the top of the site."""
    return re.sub("^_pages/", "", re.sub("^_posts/", "posts/", path))


def _report_collections(names: Collection[str], problems: Problems) -> None:
    for name in sorted(names):
        ours = COLLECTIONS[name]
        what = f"acadfolio has no page for each file of Jekyll's `{name}`: its entries stand in data/{ours}.yml"
        hint = f"write them there, and move this folder away; `{{{{ {ours}() }}}}` lists them"
        problems.error(Location(f"content/{name}"), what, hint)


def without_code(text: str) -> str:
    """The text without what Markdown shows as code."""
    return CODE_SPAN.sub("", FENCE.sub("\n", text))


class _PageReader:
    """Reads one page that was taken apart."""

    def __init__(
        self, parts: PageSource, problems: Problems, references: list[Reference], sections: Collection[str]
    ) -> None:
        self.parts, self.problems, self.sections = parts, problems, sections
        self.reader = Reader(parts.source, problems, references)
        self.nodes: dict[str, Node] = {}
        """The values of the front matter by their keys."""

    def page(self, path: str, today: Day) -> Page:
        """The page, complete; one whose front matter is wrong goes without it, and the mistakes are reported."""
        parts = self.parts
        front_matter = self._front_matter()
        is_html = path.endswith(".html")
        is_post = path.startswith("posts/") and not ARCHIVE.fullmatch(path)
        post = POST_NAME.fullmatch(path.rsplit("/", 1)[-1].rsplit(".", 1)[0]) if is_post else None
        when = front_matter.date or (self._date_of_name(post) if post else None)
        waits = is_post and when is not None and latest(today) < when.start
        heading = None if is_html else _heading(parts.body)
        is_draft = front_matter.draft or not front_matter.published or waits or path.startswith("_drafts/")
        if is_post and not post and "date" not in self.nodes and not is_draft:
            hint = "name the file `YYYY-MM-DD-title.md`, or add `date: …` to its front matter"
            self.problems.warn(parts.source.at(0), "this post has no date, so the feed leaves it out", hint)
        return Page(
            file=parts.source.name,
            address=self._address(path, post),
            front_matter=front_matter,
            title=front_matter.title or heading or _title_of_name(path, post),
            says_title=not front_matter.title and heading is not None,
            body=parts.body,
            body_line=parts.body_line,
            is_html=is_html,
            has_liquid="{%" in parts.body and (is_html or "{%" in without_code(parts.body)),
            is_post=is_post,
            when=when,
            is_draft=is_draft,
            places=self._places(),
        )

    def _front_matter(self) -> FrontMatter:
        if self.parts.front_matter is None:
            return FrontMatter()
        numbered = [name for name, _ in self._numbered()]
        front_matter = self.reader.record(self.parts.front_matter, FrontMatter, also=[*WITHOUT_EFFECT, *numbered])
        for key, value in self.parts.front_matter.value:
            if isinstance(key, Scalar):
                self.nodes[key.value] = value
                if key.value in WITHOUT_EFFECT:
                    what = f"`{key.value}` has no effect here: {WITHOUT_EFFECT[key.value]}"
                    self.problems.warn(place(self.parts.source, key), what, "delete this line")
        self._check()
        return self._with_numbered(front_matter or FrontMatter())

    def _numbered(self) -> list[tuple[str, Node]]:
        """Further galleries and feature rows, as the Jekyll themes name them: `gallery2`."""
        return [(key, node) for key, node in items_of(self.parts.front_matter) if NUMBERED.fullmatch(key)]

    def _with_numbered(self, front_matter: FrontMatter) -> FrontMatter:
        galleries, rows = dict(front_matter.gallery), dict(front_matter.feature_row)
        for name, node in self._numbered():
            if name.startswith("gallery"):
                galleries[name] = self.reader.value(node, tuple[Picture, ...], name)
            else:
                rows[name] = self.reader.value(node, tuple[Feature, ...], name)
        return replace(front_matter, gallery=galleries, feature_row=rows)

    def _check(self) -> None:
        """What only the rest of the program knows: layouts, sections, old addresses."""
        layout = self.nodes.get("layout")
        if isinstance(layout, Scalar) and not is_nothing(layout) and layout.value not in ("", *LAYOUTS):
            hint = did_you_mean(layout.value, LAYOUTS)
            self.reader.report(layout, f"there is no layout `{layout.value}`", hint)
        if "sections" in self.nodes:
            check_section_names(self.reader, self.nodes["sections"], self.sections)
        for node in self._old_addresses():
            self._tidy(node, "the old address")

    def _old_addresses(self) -> list[Scalar]:
        return scalars(self.nodes["redirect_from"]) if "redirect_from" in self.nodes else []

    def _tidy(self, node: Scalar, what: str) -> str:
        try:
            return tidy_address(node.value)
        except ValueError as error:
            message, hint = error.args
            self.reader.report(node, f"{what} `{node.value}` {message}", hint)
            return "/"

    def _address(self, path: str, post: re.Match[str] | None) -> str:
        node = self.nodes.get("permalink")
        if isinstance(node, Scalar) and node.value and not is_nothing(node):
            return canonical(self._tidy(node, "the permalink"))
        address = address_of(as_typed(path), post[2] if post else "")
        try:
            check_address(address)
        except ValueError as error:
            what = f"the address `{address}`, made of this file's name, {error.args[0]}"
            self.problems.error(self.parts.source.at(0), what, "rename the file or its folder, or add `permalink: …`")
        return canonical(address)

    def _date_of_name(self, post: re.Match[str]) -> When | None:
        try:
            return When.parse(post[1])
        except ValueError as error:
            self.problems.error(
                Location(self.parts.source.name), f"`{post[1]}` in this file's name {error.args[0]}", *error.args[1:]
            )
            return None

    def _places(self) -> dict[str, Location]:
        source = self.parts.source
        places = {key: place(source, node) for key, node in self.nodes.items()}
        return places | {node.value: place(source, node) for node in self._old_addresses()}


def _heading(body: str) -> Text | None:
    """The first heading of the text."""
    heading = HEADING.search(without_code(body))
    return Text.of((heading[1] or heading[2]).strip()) if heading else None


def _title_of_name(path: str, post: re.Match[str] | None) -> Text:
    """The file's name in words."""
    name = post[2] if post else path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return Text.of(re.sub(r"[-_]+", " ", name).strip().capitalize())
