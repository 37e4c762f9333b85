"""Read the `_config.yml` of a Jekyll site: its collections, categories and URLs."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC
from fnmatch import fnmatchcase
from functools import cache
from operator import itemgetter
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct, field

from acadfolio.loading.files import PUBLISHED
from acadfolio.model.values import boolean_of
from acadfolio.problems import Problems
from acadfolio.source.text import Source, read_source
from acadfolio.source.yaml import (
    Node,
    Sequence,
    is_nothing,
    items_of,
    load_table,
    nodes_in,
    parse_yaml,
    place,
    text_of,
)
from acadfolio_jekyll.folders import folders
from acadfolio_jekyll.importer.text import one_line, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

    from acadfolio.problems import Problem

THEMES = Path(__file__).with_name("themes.yml")
NAMES = ("_config.yml", "_config.yaml")
AUTHORS_FILE = "_data/authors.yml"
JEKYLL_FOLDERS = ("_pages", "_posts", "_drafts")
SECTIONS = ("publications", "talks", "teaching", "projects", "news")
COLLECTIONS = {
    folder: section for folder, section in folders().collections.items() if section in SECTIONS
}
NOT_COLLECTIONS = frozenset({*folders().belongs, *JEKYLL_FOLDERS, "_scripts", "_scss"})
DEFAULT_PERMALINK = "/:collection/:path/"
"""The permalink of collections in academicpages and al-folio."""
HIDDEN = (".", "_", "#", "~")
"""The first characters of names that Jekyll does not publish."""
PERMALINKS_WITH_EXTENSION = frozenset({"", "date", "none", "ordinal"})
"""Jekyll's permalink styles in which pages, and those of a collection, end in `.html`."""


class Themes(Struct, frozen=True):
    """The lists of words in `themes.yml`."""

    links: dict[str, str]
    networks: dict[str, tuple[str, str]]
    emoji: str
    no_links: str
    tooling: str
    documents: str
    assets: str
    comments: dict[str, str]
    provided: str
    permalinks: dict[str, str]
    dates: dict[str, str]
    parts: dict[str, dict[str, tuple[str, str]]]
    below_title: dict[str, str]
    not_imported: dict[str, str]
    defaults: str
    includes: str
    read_in_includes: str
    never_read: str
    same_in_liquid: dict[str, str]
    seldom_shown: str


@cache
def themes() -> Themes:
    return msgspec.convert(load_table(THEMES), Themes)


class YamlFile(Struct, frozen=True):
    """A YAML file of the old site. It has no keys if it does not exist."""

    source: Source | None = None
    nodes: dict[str, Node] = field(default_factory=dict)

    def text(self, key: str) -> str:
        """The value of a key on one line; empty without one."""
        return one_line(text_of(self.nodes.get(key)))

    def below(self, key: str) -> dict[str, Node]:
        return dict(items_of(self.nodes.get(key)))

    def warn(
        self, node: Node, message: str, hint: str, problems: Problems, rule: str = "import-skipped"
    ) -> None:
        """Warn at a node of this file."""
        if self.source is not None:
            problems.warn(place(self.source, node), message, hint, rule=rule)


class Config(YamlFile, frozen=True):
    """The settings of the old site."""

    authors: dict[str, Node] = field(default_factory=dict)
    """The further profiles in `AUTHORS_FILE`, by the values of `author` in front matter."""

    @property
    def url(self) -> str:
        """The URL of the site with its base path."""
        base = self.text("baseurl").strip("/")
        return self.text("url").rstrip("/") + (f"/{base}" if base else "")

    @property
    def collections_dir(self) -> str:
        """The folder of the collections; empty if it is the top or outside of the site."""
        path = self.text("collections_dir").strip("/.")
        return "" if ".." in path.split("/") else path

    @property
    def categories(self) -> dict[str, str]:
        """The site's headings of publications by their keys."""
        headings = {}
        for key, node in self.below("publication_category").items():
            headings[key] = (
                text_of(dict(items_of(node)).get("title")) or key.replace("_", " ").capitalize()
            )
        return headings

    def permalink(self, kind: str) -> str:
        """The permalink template of posts, of pages or of a collection; empty if the collection has no pages."""
        if self.source is None:
            return "" if kind in {"posts", "pages"} else DEFAULT_PERMALINK
        style = self.text("permalink")
        settings = dict(items_of(self.below("collections").get(kind)))
        own = text_of(settings.get("permalink"))
        if kind == "posts":
            style = own or style or "date"
            return themes().permalinks.get(style, style)
        if kind == "pages":
            return _with_suffix("/:path/:basename", style)
        if boolean_of(text_of(settings.get("output"))) is not True:
            return ""
        return own or _with_suffix("/:collection/:path", style)

    @property
    def own_collections(self) -> set[str]:
        """The folders of the collections with pages, except those that are imported as lists."""
        folders = {f"_{name}" for name in self.below("collections") if self.permalink(name)}
        return folders - COLLECTIONS.keys() - NOT_COLLECTIONS

    def has_collection(self, name: str) -> bool:
        """Whether Jekyll reads the folder of a collection: the settings name it, or there are none."""
        if not self.nodes:
            return True
        return name in self.below("collections") or name in strings_in(
            self.nodes.get("collections")
        )

    def kind_of(self, path: str) -> str:
        """The kind of a page: `posts`, the name of its collection, or else `pages`."""
        folders = [name for name in ("_posts", *self.own_collections) if f"/{name}/" in f"/{path}"]
        return folders[0][1:] if folders else "pages"

    @property
    def time_zone(self) -> tzinfo:
        """The time zone of the site. Without one it is UTC, as on GitHub."""
        with suppress(KeyError, ValueError, OSError):
            return ZoneInfo(self.text("timezone"))
        return UTC

    def defaults(self, path: str, kind: str) -> dict[str, Node]:
        """The front matter that `defaults` gives a file.

        `kind` is pages, posts or the name of its collection.
        """
        found: list[tuple[int, dict[str, Node]]] = []
        for item in nodes_in(self.nodes.get("defaults")):
            keys = {key: dict(items_of(value)) for key, value in items_of(item)}
            scope = keys.get("scope", {})
            folder = text_of(scope.get("path")).strip("/")
            is_of_kind = text_of(scope.get("type")) in {"", kind}
            is_in_folder = not folder or _is_listed(path, [folder])
            if is_of_kind and is_in_folder:
                found.append((len(folder), keys.get("values", {})))
        found.sort(key=itemgetter(0))
        defaults: dict[str, Node] = {}
        for _, values in found:
            defaults |= values
        return defaults

    def is_published(self, path: str) -> bool:
        """Whether Jekyll publishes a file: it is included itself, or no part of its path is excluded or hidden."""
        if path in self._patterns("include"):
            return True
        known = {*JEKYLL_FOLDERS, *PUBLISHED, *COLLECTIONS, *self.own_collections}
        for part in (PurePosixPath(path), *PurePosixPath(path).parents):
            if self.is_included(part.name):
                continue
            if _is_listed(part.as_posix(), self._patterns("exclude")):
                return False
            has_hidden_name = part.name.startswith(HIDDEN) or part.name.endswith("~")
            if has_hidden_name and part.name not in known:
                return False
        return True

    def is_included(self, name: str) -> bool:
        """Whether Jekyll publishes files and folders of this name in spite of it."""
        return _is_listed(name, self._patterns("include"))

    def _patterns(self, key: str) -> list[str]:
        texts = strings_in(self.nodes.get(key))
        patterns = [text.removeprefix("./").lstrip("/") for text in texts]
        return [pattern for pattern in patterns if pattern]


def _is_listed(path: str, patterns: list[str]) -> bool:
    """Whether one of Jekyll's patterns matches a path, or is its beginning."""
    return any(fnmatchcase(path, pattern) or f"{path}/".startswith(pattern) for pattern in patterns)


def _with_suffix(template: str, style: str) -> str:
    """The permalink template with the end of the site's `permalink`, which may be the name of a style."""
    if style in PERMALINKS_WITH_EXTENSION or style.endswith(":output_ext"):
        return f"{template}:output_ext"
    return f"{template}/" if style == "pretty" or style.endswith("/") else template


def text_in(path: Path) -> str | None:
    """The text of a file; None if it cannot be read."""
    with suppress(OSError):
        return path.read_text(encoding="utf-8-sig", errors="replace")
    return None


def has_value(node: Node) -> bool:
    return not is_nothing(node) and bool(node.value)


def strings_in(node: Node | None) -> list[str]:
    """The texts of a list, or of a scalar."""
    return list(filter(None, map(text_of, nodes_in(node))))


def phrase_of(node: Node | None) -> str:
    """The text of a scalar as Markdown on one line."""
    return phrase(one_line(text_of(node)))


def read_config(folder: Path, problems: Problems) -> Config:
    """Read `_config.yml`. Errors in the file are reported as warnings."""
    existing = [folder / name for name in NAMES if (folder / name).is_file()]
    file = read_yaml(existing[0], problems) if existing else YamlFile()
    authors = read_yaml(folder / AUTHORS_FILE, Problems())
    return Config(file.source, file.nodes, authors.nodes)


def read_yaml(path: Path, problems: Problems) -> YamlFile:
    """Read a YAML file of the old site; a list has the name of the file as its key.

    Errors are reported as warnings.
    """
    if not path.is_file():
        return YamlFile()
    with errors_as_warnings(problems, "this file is skipped"):
        source = read_source(path, path.as_posix(), problems)
        node = parse_yaml(source, problems, is_foreign=True) if source else None
    if isinstance(node, Sequence):
        return YamlFile(source, {path.stem: node})
    return YamlFile(source, dict(items_of(node)))


@contextmanager
def errors_as_warnings(problems: Problems, consequence: str) -> Iterator[list[Problem]]:
    """A context manager that converts the errors reported inside it to warnings with a consequence.

    The list that it returns contains these errors after the block.
    """
    before = len(problems.found)
    errors: list[Problem] = []
    yield errors
    for number, problem in enumerate(problems.found[before:], start=before):
        if problem.severity == "error":
            errors.append(problem)
            problems.found[number] = problem._replace(
                message=f"{problem.message}: {consequence}", severity="warning"
            )
