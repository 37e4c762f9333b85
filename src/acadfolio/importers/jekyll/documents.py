"""Read the files of Jekyll's collections, and the URLs of their pages."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.importers.jekyll.config import as_warning, errors_as_warnings, has_value, text_of, texts_of, themes
from acadfolio.importers.jekyll.text import one_line, phrase, without_liquid
from acadfolio.loading.files import as_typed, list_files
from acadfolio.loading.jekyll import MARKDOWN, slugify
from acadfolio.loading.page_urls import parse_old_url
from acadfolio.model.dates import When, suggested_date
from acadfolio.model.jekyll import jekyll
from acadfolio.model.values import boolean_of
from acadfolio.problems import Location, Problems
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import bytes_of, source_of
from acadfolio.source.yaml import Node, Scalar, Sequence, items_of, place

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.source.front_matter import PageSource

PAGE_ENDINGS = (*MARKDOWN, ".html")
DATED_NAME = re.compile(r"(\d{2,4}-\d{1,2}-\d{1,2})-(.+)")
LONGEST_NUMBER = 9
BY_HAND = "add it by hand"
DISPLAY_KEYS = jekyll().front_matter.without_effect.keys() | set(themes().display.split())
"""Keys that say how Jekyll shows a page, and nothing of what it is about."""


class Document:
    """A file of a collection. `path` is its path in there; keys that no method asks for are reported as unused."""

    def __init__(self, parts: PageSource, collection: str, path: str, problems: Problems) -> None:
        self.source, self.body, self.body_line = parts.source, parts.body, parts.body_line
        self.collection, self.path, self.problems = collection, path, problems
        self.nodes: dict[str, Node] = {}
        self.keys: dict[str, Node] = {}
        for key, value in parts.front_matter.value if parts.front_matter else ():
            if isinstance(key, Scalar):
                self.nodes[key.value], self.keys[key.value] = value, key
        self.used: set[str] = set()
        dated = DATED_NAME.fullmatch(self.name)
        self.date_in_name, self.name_without_date = dated.groups() if dated else ("", self.name)

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.rpartition("/")[2].rpartition(".")[0]

    def at(self, key: str = "") -> Location:
        """The location of a key; that of the file's first line without one."""
        return place(self.source, self.keys[key]) if key in self.keys else self.source.at(1)

    def warn(self, key: str, message: str, hint: str = "", rule: str = "import-skipped") -> None:
        self.problems.warn(self.at(key), message, hint, rule=rule)

    def node(self, *keys: str) -> tuple[str, Node] | None:
        """The first of these keys that has a value, and the value. All of them count as used."""
        self.used.update(keys)
        for key in keys:
            node = self.nodes.get(key)
            if node is not None and has_value(node):
                return key, node
        return None

    def word(self, *keys: str) -> str:
        """The value of the first of these keys in one line, as it is written."""
        key, node = self.node(*keys) or ("", None)
        if node is None:
            return ""
        if not isinstance(node, Scalar):
            self.warn(key, f"`{key}` is not a text: skipped", BY_HAND)
            return ""
        return one_line(without_liquid(node.value))

    def phrase(self, *keys: str, is_markdown: bool = False) -> str:
        """The same as Markdown, whatever HTML it is written in."""
        return phrase(self.word(*keys), is_markdown=is_markdown)

    def words(self, *keys: str) -> list[str]:
        """A list; a single text is split at commas, else at spaces."""
        key, node = self.node(*keys) or ("", None)
        if isinstance(node, Scalar):
            parts = node.value.split("," if "," in node.value else None)
            return list(filter(None, map(str.strip, parts)))
        return self._listed(key, node) if isinstance(node, Sequence) else []

    def _listed(self, key: str, node: Sequence) -> list[str]:
        found = []
        for item in node.value:
            if not isinstance(item, Scalar):
                self.warn(key, f"a part of `{key}` is not a text: skipped", BY_HAND)
            elif item.value.strip():
                found.append(phrase(one_line(item.value)))
        return found

    def tags(self, *others: str) -> list[str]:
        """The values of its keys for tags and categories, each once."""
        lists = map(self.words, ("categories", *others))
        return list(dict.fromkeys(chain(self.words("tags", "keywords"), *lists)))

    def below(self, key: str, inner: str) -> str:
        """The value of a key below another key."""
        found = self.node(key)
        node = dict(items_of(found[1])).get(inner) if found else None
        return one_line(without_liquid(node.value)) if isinstance(node, Scalar) else ""

    def truth(self, key: str) -> bool | None:
        """The boolean of a key; None where it has none."""
        self.used.add(key)
        node = self.nodes.get(key)
        return boolean_of(node.value) if isinstance(node, Scalar) else None

    def flag(self, key: str) -> str:
        """A boolean as data files have it; empty for false."""
        return "true" if self.truth(key) else ""

    def number(self, key: str) -> int:
        """The number of a key; without one, more than any."""
        self.used.add(key)
        text = text_of(self.nodes.get(key))
        return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 10**LONGEST_NUMBER

    def title(self) -> str:
        """As Jekyll does, by the file's name where no key gives one."""
        if title := self.phrase("title"):
            return title
        title = " ".join(self.name_without_date.replace("_", "-").split("-")).strip().title()
        self.warn("title", f"there is no title: `{title}` is taken from the file's name", "write a better one")
        return title

    def warn_of_unused_keys(self, section: str) -> None:
        """Report the keys that no method was asked for."""
        for key in self.keys.keys() - self.used - DISPLAY_KEYS:
            if has_value(self.nodes[key]):
                self.warn(key, f"`{key}` has no place in data/{section}.yml: skipped", BY_HAND)

    @cached_property
    def date(self) -> str:
        """The day, from its key or else the file's name."""
        written = self.word("date")
        date = _iso_date(re.sub(r"\s*[T ]\s*\d{1,2}:\d{2}.*", "", written))
        in_name = _iso_date(self.date_in_name)
        if written and not date:
            self.warn("date", f"`{written}` is not a date: skipped", "write it as `2024-06-14`")
        return date or in_name


def _iso_date(text: str) -> str:
    """A date as it is written in data files; empty for none."""
    for spelling in (text, suggested_date(text)):
        try:
            return When.parse(spelling).isoformat if spelling else ""
        except ValueError:
            continue
    return ""


def read_collection(folder: Path, problems: Problems) -> tuple[list[Document], int]:
    """The files of one folder in the order of their paths, and how many others were skipped, with a warning."""
    shown = folder.as_posix()
    listing = Problems()
    paths = list_files(folder, problems=listing, shown=shown)
    problems.found += [as_warning(problem, "skipped") for problem in listing.found]
    documents, skipped = [], len(listing.found)
    for path in paths:
        if "/_" in f"/{path}" or "/#" in f"/{path}":
            continue  # As Jekyll does.
        if path.endswith(PAGE_ENDINGS):
            documents.append(_read(folder, path, problems))
        else:
            what = f"files of `{folder.name}` that are not pages are skipped"
            hint = "copy what is linked into static/"
            problems.warn(Location(f"{shown}/{path}"), what, hint, rule="import-skipped")
    found = list(filter(None, documents))
    return found, skipped + len(documents) - len(found)


def _read(folder: Path, path: str, problems: Problems) -> Document | None:
    shown = f"{folder.as_posix()}/{path}"
    parts = _split(folder / path, shown, problems)
    if parts is None:
        return None
    if parts.front_matter is None and parts.body_line == 1:
        what = "this file has no front matter, so it was not a page: skipped"
        problems.warn(Location(shown, 1), what, rule="ignored-file")
        return None
    document = Document(parts, folder.name.removeprefix("_"), as_typed(path), problems)
    if document.truth("published") is False:
        hint = "delete the line to import it"
        document.warn("published", "this was not published: skipped", hint, "ignored-file")
        return None
    return document


def _split(path: Path, shown: str, problems: Problems) -> PageSource | None:
    """The front matter and the text of a file; None, and a warning, where there is an error in it."""
    with errors_as_warnings(problems, "this file is skipped") as errors:
        source = source_of(bytes_of(path, shown, problems) or b"", shown, problems)
        parts = split_page(source, problems) if source else None
    return None if errors else parts


def old_urls(document: Document, template: str, site_url: str) -> list[str]:
    """All URLs that led to the page of a file, its own first; what is none any longer is reported."""
    _, redirects = document.node("redirect_from") or ("", None)
    written = [_filled(document.word("permalink") or template, document), *texts_of(redirects)]
    found = []
    for url in filter(None, written):
        try:
            found.append(parse_old_url(unquote(url), site_url))
        except ValueError as error:
            what = f"the old URL `{url}` {error.args[0]}: nothing redirects from it"
            document.warn("permalink", what, "add another one to `redirect_from` of the entry")
    return list(dict.fromkeys(found))


def _filled(template: str, document: Document) -> str:
    """The URL with Jekyll's placeholders filled in; empty where there is no page."""
    if ":" not in template:
        return template
    year, month, day = ([*document.date.split("-"), "", ""])[:3]
    slug = document.word("slug") or document.name_without_date
    values = {
        ":collection": document.collection,
        ":path": document.path.rpartition(".")[0].rstrip("."),
        ":name": slugify(document.name),
        ":title": slugify(slug, "pretty", is_cased=True),
        ":slug": slugify(slug),
        ":year": year,
        ":month": month,
        ":day": day,
        ":output_ext": ".html",
    }
    url = re.sub(r":[a-z_]+", lambda match: values.get(match[0], match[0]), template)
    return re.sub("/{2,}", "/", url)
