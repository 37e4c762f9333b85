"""An old site's folder comes in; what its `_config.yml` says of collections, categories and the site comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.importers.jekyll.softened import as_warnings
from acadfolio.loading.jekyll_categories import CATEGORIES, are_own, kind_of
from acadfolio.model.values import truth_of
from acadfolio.source.text import bytes_of, foreign_source_of
from acadfolio.source.yaml import Mapping, Node, Scalar, is_nothing, items_of, parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

NAMES = ("_config.yml", "_config.yaml")
AS_THE_THEMES = "/:collection/:path/"
"""Where academicpages has the pages of a collection, and al-folio too."""
WITH_ENDING = frozenset({"", "date", "none", "ordinal"})
"""Jekyll's styles of addresses in which a page of a collection ends in `.html`."""


class Config(Struct, frozen=True):
    """What the site says; nothing where it has no such file."""

    source: Source | None = None
    nodes: dict[str, Node] = field(default_factory=dict)

    def text(self, key: str) -> str:
        node = self.nodes.get(key)
        return " ".join(node.value.split()) if isinstance(node, Scalar) and not is_nothing(node) else ""

    def below(self, key: str) -> dict[str, Node]:
        return dict(items_of(self.nodes.get(key)))

    @property
    def url(self) -> str:
        """Where the site is, with the path in which it lies there."""
        base = self.text("baseurl").strip("/")
        return self.text("url").rstrip("/") + (f"/{base}" if base else "")

    @property
    def categories(self) -> dict[str, str]:
        """The headings of publications by their keys."""
        found = CATEGORIES | {key: key.replace("_", " ").capitalize() for key in self.below("publication_category")}
        for key, node in self.below("publication_category").items():
            title = dict(items_of(node)).get("title")
            found |= {key: title.value} if isinstance(title, Scalar) and title.value else {}
        return found

    @property
    def own_headings(self) -> tuple[str, ...]:
        """Those of publications in their order, where the site has others than the theme; else none."""
        said = self.categories
        titles = {key: said[key] for key in self.below("publication_category")}
        return tuple(titles.values()) if are_own(titles) else ()

    @property
    def headings_of_kinds(self) -> dict[str, str]:
        """The theme's headings of publications by their kinds, in the site's order; none where it has its own."""
        keys = () if self.own_headings else self.below("publication_category")
        return {kind_of(CATEGORIES[key]): CATEGORIES[key] for key in keys}

    def template(self, collection: str) -> str:
        """How the addresses of a collection's pages are made; empty where it has none."""
        if self.source is None:
            return AS_THE_THEMES
        said = self.below("collections").get(collection)
        about = dict(items_of(said))
        output, own = about.get("output"), about.get("permalink")
        if isinstance(said, Mapping) and not (isinstance(output, Scalar) and truth_of(output.value)):
            return ""
        if isinstance(own, Scalar) and own.value:
            return str(own.value)
        style = self.text("permalink")
        if style in WITH_ENDING:
            return "/:collection/:path:output_ext"
        ending = "/" if style == "pretty" or style.endswith("/") else ""
        return "/:collection/:path" + (":output_ext" if style.endswith(":output_ext") else ending)


def read_config(folder: Path, shown: str, problems: Problems) -> Config:
    """`shown` is what the folder is called in problems. What is wrong with the file is warned of."""
    path = next((folder / name for name in NAMES if (folder / name).is_file()), None)
    return Config(*read_yaml(path, f"{shown}{path.name}", problems)) if path else Config()


def read_yaml(path: Path, shown: str, problems: Problems) -> tuple[Source | None, dict[str, Node]]:
    """The keys of a file; none where it is not there, and a warning where it cannot be read."""
    if not path.is_file():
        return None, {}
    with as_warnings(problems, "this file is passed over"):
        content = bytes_of(path, shown, problems)
        source = None if content is None else foreign_source_of(content, shown, problems)
        node = parse_yaml(source, problems, is_foreign=True) if source else None
    return source, dict(items_of(node))
