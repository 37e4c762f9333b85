"""The folder `content/` comes in, its pages and the files beside them come out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.load.addresses import address_of, tidy_address
from acadfolio.load.files import list_files
from acadfolio.problems import Location, did_you_mean
from acadfolio.records.dates import Day, When, latest
from acadfolio.records.page import LATER, LAYOUTS, FrontMatter, Page
from acadfolio.records.reading import Reader, Reference
from acadfolio.records.site import StaticFile
from acadfolio.records.values import Text
from acadfolio.source.front_matter import PageSource, split_page
from acadfolio.source.text import read_source

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.problems import Problems

PAGE_ENDINGS = (".md", ".markdown", ".html")
POST_NAME = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})-(.+)")
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$|^(\S.*)\n(?:=+|-+)[ \t]*$", re.MULTILINE)
FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:.*\n)*?(?: {0,3}\1[`~]*[ \t]*(?:\n|\Z)|\Z)", re.MULTILINE)
CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")


def read_pages(
    root: Path, today: Day, problems: Problems
) -> tuple[tuple[Page, ...], tuple[StaticFile, ...], list[Reference]]:
    """Pages in the order of their paths, other files as they are, and what the front matters point at."""
    folder = root / "content"
    pages: list[Page] = []
    others: list[StaticFile] = []
    references: list[Reference] = []
    for path in list_files(folder):
        if not path.endswith(PAGE_ENDINGS):
            others.append(StaticFile(path, str(folder / path)))
            continue
        source = read_source(folder / path, f"content/{path}", problems)
        if source is None:
            continue
        if path.endswith(".html") and not source.text.startswith("---"):
            others.append(StaticFile(path, str(folder / path)))
            continue
        page = read_page(path, split_page(source, problems), today, problems, references)
        if page is not None:
            pages.append(page)
    return tuple(pages), tuple(others), references


def read_page(path: str, parts: PageSource, today: Day, problems: Problems, references: list[Reference]) -> Page | None:
    """One page, complete; None when its front matter is wrong."""
    front_matter = _front_matter(parts, problems, references)
    if front_matter is None:
        return None
    post = POST_NAME.fullmatch(path.rsplit("/", 1)[-1].rsplit(".", 1)[0]) if path.startswith("posts/") else None
    when = front_matter.date or (_date_of_name(post, parts, problems) if post else None)
    is_post = path.startswith("posts/")
    waits = is_post and when is not None and latest(today) < when.start
    return Page(
        file=parts.source.name,
        address=_address(path, post, front_matter, parts, problems),
        front_matter=front_matter,
        title=front_matter.title if front_matter.title is not None else _title(path, post, parts.body),
        body=parts.body,
        body_line=parts.body_line,
        has_liquid="{%" in parts.body and "{%" in without_code(parts.body),
        is_post=is_post,
        when=when,
        is_draft=front_matter.draft or not front_matter.published or waits or path.startswith("_drafts/"),
    )


def without_code(text: str) -> str:
    """The text without what Markdown shows as code."""
    return CODE_SPAN.sub("", FENCE.sub("\n", text))


def _front_matter(parts: PageSource, problems: Problems, references: list[Reference]) -> FrontMatter | None:
    if parts.front_matter is None:
        return FrontMatter()
    reader = Reader(parts.source, problems, references)
    front_matter = reader.record(parts.front_matter, FrontMatter, also=LATER.__contains__)
    pairs = reader.pairs(parts.front_matter) or {}
    for key in LATER.keys() & pairs.keys():
        line = pairs[key][0].start_mark.line + 1
        problems.warn(parts.source.at(line, 1), f"`{key}` has no effect here yet ({LATER[key]})", "you can delete it")
    if front_matter is not None and front_matter.layout and front_matter.layout not in LAYOUTS:
        hint = did_you_mean(front_matter.layout, LAYOUTS)
        reader.report(pairs["layout"][1], f"there is no layout `{front_matter.layout}`", hint)
    return front_matter


def _address(
    path: str, post: re.Match[str] | None, front_matter: FrontMatter, parts: PageSource, problems: Problems
) -> str:
    if not front_matter.permalink:
        return address_of(path, post[2] if post else "")
    try:
        return tidy_address(front_matter.permalink)
    except ValueError as error:
        place = parts.source.locate(front_matter.permalink)
        problems.error(place, f"the permalink `{front_matter.permalink}` {error}")
        return "/"


def _date_of_name(post: re.Match[str], parts: PageSource, problems: Problems) -> When | None:
    try:
        return When.parse(post[1])
    except ValueError as error:
        problems.error(Location(parts.source.name), f"in this file's name, {error}")
        return None


def _title(path: str, post: re.Match[str] | None, body: str) -> Text:
    """The first heading, else the file's name in words."""
    heading = HEADING.search(without_code(body))
    if heading:
        return Text.of((heading[1] or heading[2]).strip())
    name = post[2] if post else path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return Text.of(re.sub(r"[-_]+", " ", name).strip().capitalize())
