"""Read the files of Jekyll's collections and the URLs of their pages."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.loading.files import as_typed, list_files
from acadfolio.loading.page_urls import EXTERNAL_URL, parse_old_url
from acadfolio.model.dates import When, is_date, suggested_date
from acadfolio.model.values import boolean_of
from acadfolio.problems import Problems
from acadfolio.source.front_matter import has_front_matter, split_page
from acadfolio.source.text import Source, read_source
from acadfolio.source.yaml import Node, Scalar, Sequence, items_of, place, text_of
from acadfolio_jekyll.importer.config import errors_as_warnings, has_value, strings_in, themes
from acadfolio_jekyll.importer.text import one_line, phrase, without_liquid
from acadfolio_jekyll.slugs import slugify

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo
    from pathlib import Path

    from acadfolio.problems import Location, Problem
    from acadfolio.source.front_matter import PageSource
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.translated_texts import TranslatedTexts

DATED_NAME = re.compile(r"(\d{2,4}-\d{1,2}-\d{1,2})-(.+)")
DATE_ALONE = r"^\d{4}-\d{2}-\d{2}$"
KEY_AND_VALUE = re.compile(r"""( *(?:- )?[\w-]+:)\s+["']?(.+?)["']?\s*""")
BELOW = (" ", "\t", "- ")
"""The beginnings of lines that belong to the key above."""
BY_HAND = "add it by hand"


class Document:
    """A file of a collection.

    `path` is relative to the collection.
    """

    def __init__(
        self,
        parts: PageSource,
        collection: str,
        path: str,
        problems: Problems,
        defaults: dict[str, Node],
    ) -> None:
        self.source, self.body, self.body_line = parts.source, parts.body, parts.body_line
        self.collection, self.path, self.problems = collection, path, problems
        self.link = ""
        """The URL of another site in `permalink`."""
        self.nodes = dict(defaults)
        self.keys: dict[str, Node] = {}
        for key, value in parts.front_matter.value if parts.front_matter else ():
            if isinstance(key, Scalar):
                self.nodes[key.value] = value
                self.keys[key.value] = key
        self.date_in_name = ""
        self.name_without_date = self.name
        if dated := DATED_NAME.fullmatch(self.name):
            self.date_in_name, self.name_without_date = dated.groups()

    @property
    def name(self) -> str:
        """The file name without its extension."""
        return PurePosixPath(self.path).stem

    def at(self, key: str = "") -> Location:
        """The location of a key, or of the first line of the file."""
        return place(self.source, self.keys[key]) if key in self.keys else self.source.at(1)

    def warn(self, key: str, message: str, hint: str = "", rule: str = "import-skipped") -> None:
        self.problems.warn(self.at(key), message, hint, rule=rule)

    def hide(self, keys: set[str]) -> None:
        """Skip the keys that the old site did not show, which is reported."""
        for key in keys & self.nodes.keys():
            if has_value(self.nodes.pop(key)):
                self.warn(key, f"the old site did not show `{key}`: skipped", BY_HAND)
            self.keys.pop(key, None)

    def node(self, *keys: str) -> tuple[str, Node | None]:
        """The first of these keys that has a value, and the value; None without one."""
        for key in keys:
            node = self.nodes.get(key)
            if node is not None and has_value(node):
                return key, node
        return "", None

    def text(self, *keys: str) -> str:
        """The value of the first of these keys that has one, on one line."""
        key, node = self.node(*keys)
        if node is None:
            return ""
        if not isinstance(node, Scalar):
            self.warn(key, f"`{key}` is not text: skipped", BY_HAND)
            return ""
        return one_line(without_liquid(node.value))

    def phrase(self, *keys: str, is_markdown: bool = False) -> str:
        """The same value as Markdown. Its HTML is converted."""
        return phrase(self.text(*keys), is_markdown=is_markdown)

    def items(self, *keys: str) -> list[str]:
        """The items of a list.

        Text is split at commas, or else at spaces, as in Jekyll, unless it is one category.
        """
        key, node = self.node(*keys)
        if isinstance(node, Scalar):
            separator = "," if "," in node.value or key == "category" else None
            parts = [part.strip() for part in node.value.split(separator)]
            return [part for part in parts if part]
        return self._items_of_list(key, node) if isinstance(node, Sequence) else []

    def _items_of_list(self, key: str, node: Sequence) -> list[str]:
        items = []
        for item in node.value:
            if not isinstance(item, Scalar):
                self.warn(key, f"an item of `{key}` is not text: skipped", BY_HAND)
            elif item.value.strip():
                items.append(phrase(one_line(item.value)))
        return items

    def tags(self, *other_keys: str) -> list[str]:
        """The tags and categories, without duplicates."""
        tags = self.items("tags", "keywords")
        for key in ("categories", *other_keys):
            tags += self.items(key)
        return list(dict.fromkeys(tags))

    def nested_text(self, key: str, nested_key: str) -> str:
        """The value of a key in the mapping below another key."""
        _, node = self.node(key)
        nested = dict(items_of(node)).get(nested_key)
        return one_line(without_liquid(text_of(nested)))

    def boolean(self, key: str) -> bool | None:
        """The boolean of a key; None without one."""
        return boolean_of(text_of(self.node(key)[1]))

    def number(self, key: str) -> float:
        """The number of a key; without one, a larger number than any."""
        text = text_of(self.node(key)[1])
        return float(text if text.isdecimal() else "inf")

    def title(self) -> str:
        """The title, or like in Jekyll the file name without it."""
        if title := self.phrase("title"):
            return title
        title = self.name_without_date.replace("_", " ").replace("-", " ").strip().title()
        message = f"there is no title: `{title}` is taken from the file's name"
        self.warn("title", message, "write a better one")
        return title

    @cached_property
    def date(self) -> str:
        """The date, from its key or else from the file name, which may be one; empty without one."""
        text = self.text("date")
        date = _iso_date(re.sub(r"\s*[T ]\s*\d{1,2}:\d{2}.*", "", text))
        if text and not date:
            self.warn("date", f"`{text}` is not a date: skipped", "write it as `2024-06-14`")
        return date or _iso_date(self.date_in_name or "".join(re.findall(DATE_ALONE, self.name)))


def _iso_date(text: str) -> str:
    """A date in the form of data files; empty if the text is not a date."""
    date = text if is_date(text) else suggested_date(text)
    return When.parse(date).isoformat if date else ""


def read_collection(
    folder: Path, config: Config, texts: TranslatedTexts | None, problems: Problems
) -> tuple[list[Document], list[str]]:
    """The documents of a collection in the order of their paths, and the paths of its other files.

    A document has a version for each language of the texts.
    """
    documents: list[Document] = []
    others: list[str] = []
    with errors_as_warnings(problems, "skipped"):
        paths = list_files(folder, problems=problems, shown=folder.as_posix())
    for path in paths:
        name = f"{folder.name}/{path}"
        if not config.is_published(name):
            continue
        if has_front_matter(folder / path):
            defaults = config.defaults(name, folder.name[1:])
            documents += _read(folder, path, defaults, texts, problems)
        else:
            others.append(path)
    return documents, others


def _read(
    folder: Path,
    path: str,
    defaults: dict[str, Node],
    texts: TranslatedTexts | None,
    problems: Problems,
) -> list[Document]:
    """Read a file of a collection in all its languages; none if it is skipped, which is reported."""
    with errors_as_warnings(problems, "this file is skipped") as errors:
        source = read_source(folder / path, f"{folder.as_posix()}/{path}", problems)
    if source is None or errors:
        return []
    sources = [source]
    if texts is not None:
        name = f"{folder.name}/{path}"
        sources = [Source(source.name, each.text) for each in texts.versions(name, source.text)]
    found = (_document(folder, path, each, defaults, problems) for each in sources)
    return list(filter(None, found))


def _document(
    folder: Path, path: str, source: Source, defaults: dict[str, Node], problems: Problems
) -> Document | None:
    """A file of a collection in one language; None if it is skipped, which is reported."""
    with errors_as_warnings(problems, "this file is skipped") as errors:
        parts = split_page(repaired(source, split_page, problems), problems)
    if errors:
        return None
    document = Document(parts, folder.name[1:], as_typed(path), problems, defaults)
    if document.boolean("published") is False:
        hint = "delete the line to import it"
        document.warn("published", "this was not published: skipped", hint, "ignored-file")
        return None
    return document


def repaired(
    source: Source, read: Callable[[Source, Problems], object], problems: Problems
) -> Source:
    """The source with front matter that can be read: with quotes, or as comments what is wrong, which is reported."""
    lines = source.text.split("\n")
    quoted: set[int] = set()
    for _ in range(2 * len(lines)):
        source = Source(source.name, "\n".join(lines))
        error = _first_error(source, read)
        row = error.location.line - 1 if error else 0
        if error is None or row < 1 or lines[row].startswith(("#", "---")):
            break
        pair = KEY_AND_VALUE.fullmatch(lines[row])
        if pair and error.rule == "yaml-syntax" and row not in quoted:
            lines[row] = f"{pair[1]} {json.dumps(pair[2], ensure_ascii=False)}"
            consequence = "read as if in quotes"
        else:
            _comment(lines, row, error.rule)
            consequence = "skipped"
        quoted.add(row)
        message = f"{error.message}: {consequence}"
        problems.warn(error.location, message, rule="import-skipped")
    return source


def _first_error(source: Source, read: Callable[[Source, Problems], object]) -> Problem | None:
    """The first error of a source, except for invalid URLs."""
    found = Problems()
    read(source, found)
    for problem in found.found:
        if problem.severity == "error" and problem.rule != "invalid-url":
            return problem
    return None


def _comment(lines: list[str], row: int, rule: str) -> None:
    """Make comments of the key in a row and of its value. Of the same keys, the last one stays."""
    while rule != "yaml-syntax" and row > 1 and lines[row].startswith(BELOW):
        row -= 1
    if rule == "duplicate-key":
        keys = [line.partition(":")[0] for line in lines]
        row = keys.index(keys[row])
    end = row + 1
    while lines[end].startswith(BELOW):
        end += 1
    lines[row:end] = [f"# {line}" for line in lines[row:end]]


def old_urls(document: Document, template: str, config: Config) -> tuple[str, list[str]]:
    """The URL of a file's page, and those that redirect to it. Invalid URLs are reported.

    `template` is the permalink of its collection, and empty if the files there have no pages.
    """
    _, redirects = document.node("redirect_from")
    permalink = _expand_permalink(document.text("permalink") or template, document, config)
    url = _old_url(permalink, document, config.url)
    if not url and permalink.startswith(("https://", "http://")):
        document.link = permalink
    urls = (_old_url(redirect, document, config.url) for redirect in strings_in(redirects))
    return url, list(dict.fromkeys(filter(None, urls)))


def _old_url(url: str, document: Document, site_url: str) -> str:
    """An old URL of the site without its host; empty if it is none, which is reported."""
    try:
        return parse_old_url(unquote(url), site_url) if url else ""
    except ValueError as error:
        if error.args != EXTERNAL_URL:
            message = f"the old URL `{url}` {error.args[0]}: it is not redirected"
            document.warn("permalink", message, "add another one to `redirect_from` of the entry")
        return ""


def categories_of(document: Document, collections_dir: str) -> list[str]:
    """The folders above _posts/ and the categories.

    Only the text of `categories` is split at spaces.
    """
    names = document.path.rpartition("_posts/")[0].removeprefix(f"{collections_dir}/").split("/")
    categories = document.nodes.get("categories")
    names += text_of(categories).split() or strings_in(categories)
    names += strings_in(document.nodes.get("category"))
    return list(dict.fromkeys(filter(None, names)))


def _expand_permalink(template: str, document: Document, config: Config) -> str:
    """Replace Jekyll's placeholders in a permalink."""
    if ":" not in template or "://" in template:
        return template
    slug = document.text("slug") or document.name_without_date
    path = str(PurePosixPath(document.path).with_suffix("")).rstrip(".")
    categories = [name.lower() for name in categories_of(document, config.collections_dir)]
    values = {
        "categories": "/".join(dict.fromkeys(categories)),
        "collection": document.collection,
        "path": path.rpartition("/")[0] if document.collection == "pages" else path,
        "basename": document.name,
        "name": slugify(document.name),
        "title": slugify(slug, "pretty", is_cased=True),
        "slug": slugify(slug),
        "output_ext": ".html",
    }
    if moment := _moment(document, config.time_zone):
        values |= {name: form.format(moment) for name, form in themes().dates.items()}
    url = re.sub(r":([a-z]+(?:_[a-z]+)*)", lambda match: values.get(match[1], match[0]), template)
    return re.sub("/{2,}", "/", url)


def _moment(document: Document, time_zone: tzinfo) -> datetime | None:
    """The date in the time zone of the site; None without a day.

    In YAML, a time with seconds and no zone is in UTC.
    """
    for date in (re.sub(r"\s+(?=[-+])", "", document.text("date")), document.date):
        with suppress(ValueError):
            zone = UTC if date.count(":") > 1 else time_zone
            moment = datetime.fromisoformat(date)
            return moment.replace(tzinfo=moment.tzinfo or zone).astimezone(time_zone)
    return None
