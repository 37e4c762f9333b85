"""Read the `_config.yml` of a Jekyll site: its collections, categories and URLs."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field

from acadfolio.importers.jekyll.text import one_line, phrase
from acadfolio.loading.jekyll import CATEGORIES, has_own_titles, kind_of_heading
from acadfolio.model.values import boolean_of
from acadfolio.source.text import Source, bytes_of, source_of
from acadfolio.source.yaml import Mapping, Node, Scalar, Sequence, is_nothing, items_of, load_table, parse_yaml, place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.problems import Problem, Problems

THEMES = Path(__file__).with_name("themes.yml")
NAMES = ("_config.yml", "_config.yaml")
DEFAULT_PERMALINK = "/:collection/:path/"
"""The permalink of collections in academicpages and al-folio."""
PERMALINKS_WITH_EXTENSION = frozenset({"", "date", "none", "ordinal"})
"""Jekyll's permalink styles in which the pages of a collection end in `.html`."""


class Themes(Struct, frozen=True):
    """The lists of words in `themes.yml`."""

    links: dict[str, str]
    images: str
    display: str
    tooling: str
    assets: str
    comments: dict[str, str]
    provided: str


@cache
def themes() -> Themes:
    return msgspec.convert(load_table(THEMES.read_text(encoding="utf-8")), Themes)


class YamlFile(Struct, frozen=True):
    """A YAML file of the old site. It has no keys if it does not exist."""

    source: Source | None = None
    nodes: dict[str, Node] = field(default_factory=dict)

    def text(self, key: str) -> str:
        """The value of a key on one line; empty without one."""
        return one_line(text_of(self.nodes.get(key)))

    def below(self, key: str) -> dict[str, Node]:
        return dict(items_of(self.nodes.get(key)))

    def warn(self, node: Node, message: str, hint: str, problems: Problems, rule: str = "import-skipped") -> None:
        """Warn at a node of this file."""
        if self.source is not None:
            problems.warn(place(self.source, node), message, hint, rule=rule)


class Config(YamlFile, frozen=True):
    """The settings of the old site."""

    @property
    def url(self) -> str:
        """The URL of the site with its base path."""
        base = self.text("baseurl").strip("/")
        return self.text("url").rstrip("/") + (f"/{base}" if base else "")

    @property
    def categories(self) -> dict[str, str]:
        """The headings of publications by their keys."""
        headings = dict(CATEGORIES)
        for key, node in self.below("publication_category").items():
            headings[key] = text_of(dict(items_of(node)).get("title")) or key.replace("_", " ").capitalize()
        return headings

    @property
    def own_headings(self) -> tuple[str, ...]:
        """The headings of publications in their order; empty if they are those of the theme."""
        categories = self.categories
        titles = {key: categories[key] for key in self.below("publication_category")}
        return tuple(titles.values()) if has_own_titles(titles) else ()

    @property
    def headings_of_kinds(self) -> dict[str, str]:
        """The theme's headings by kind of publication, in the site's order; empty if the site has its own headings."""
        keys = () if self.own_headings else self.below("publication_category")
        return {kind_of_heading(CATEGORIES[key]): CATEGORIES[key] for key in keys}

    def permalink(self, collection: str) -> str:
        """The permalink template of a collection; empty if the collection has no pages."""
        if self.source is None:
            return DEFAULT_PERMALINK
        node = self.below("collections").get(collection)
        settings = dict(items_of(node))
        if isinstance(node, Mapping) and boolean_of(text_of(settings.get("output"))) is not True:
            return ""
        return text_of(settings.get("permalink")) or _permalink_of_style(self.text("permalink"))


def _permalink_of_style(style: str) -> str:
    """The permalink template of collections for the site's `permalink`, which may be the name of a style."""
    if style in PERMALINKS_WITH_EXTENSION:
        return "/:collection/:path:output_ext"
    if style == "pretty" or style.endswith("/"):
        return "/:collection/:path/"
    return "/:collection/:path" + (":output_ext" if style.endswith(":output_ext") else "")


def text_of(node: Node | None) -> str:
    """The text of a scalar; empty for any other node."""
    return node.value.strip() if isinstance(node, Scalar) and not is_nothing(node) else ""


def text_in(path: Path) -> str | None:
    """The text of a file; None if it cannot be read."""
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace")
    return None


def has_value(node: Node) -> bool:
    return not is_nothing(node) and bool(node.value)


def strings_in(node: Node | None) -> list[str]:
    """The texts of a list, or of a scalar."""
    items = node.value if isinstance(node, Sequence) else [node]
    return list(filter(None, map(text_of, items)))


def phrase_of(node: Node | None) -> str:
    """The text of a scalar as Markdown on one line."""
    return phrase(one_line(text_of(node)))


def read_config(folder: Path, problems: Problems) -> Config:
    """Read `_config.yml`. Errors in the file are reported as warnings."""
    path = next((folder / name for name in NAMES if (folder / name).is_file()), None)
    if path is None:
        return Config()
    file = read_yaml(path, problems)
    return Config(file.source, file.nodes)


def read_yaml(path: Path, problems: Problems) -> YamlFile:
    """Read a YAML file of the old site. Errors are reported as warnings."""
    name = path.as_posix()
    if not path.is_file():
        return YamlFile()
    with errors_as_warnings(problems, "this file is skipped"):
        content = bytes_of(path, name, problems)
        source = None if content is None else source_of(content, name, problems)
        node = parse_yaml(source, problems, is_foreign=True) if source else None
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
            problems.found[number] = as_warning(problem, consequence)


def as_warning(problem: Problem, consequence: str) -> Problem:
    return problem._replace(message=f"{problem.message}: {consequence}", severity="warning")
