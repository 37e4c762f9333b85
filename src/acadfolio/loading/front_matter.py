"""Read the front matter of pages, including the keys of the Jekyll themes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.loading.page_urls import canonical, parse_local_url
from acadfolio.loading.settings import check_section_names, scalars
from acadfolio.model.page import DAYS, SLASHED_DATE, Feature, FrontMatter, Picture
from acadfolio.model.reading import Reader
from acadfolio.model.record import FLAGS, fields_of
from acadfolio.model.theme_keys import Keys, theme_keys
from acadfolio.model.values import OwnValue
from acadfolio.source.front_matter import split_page
from acadfolio.source.yaml import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    is_nothing,
    items_of,
    nodes_in,
    place,
    text_of,
)
from acadfolio.wording import nearest

if TYPE_CHECKING:
    from collections.abc import Collection

    from acadfolio.model.record import Reference
    from acadfolio.model.site import Names
    from acadfolio.problems import Location, Problems
    from acadfolio.source.text import Source


class Head(Struct, frozen=True):
    """The front matter of a page, and its text."""

    body: str
    body_line: int
    """The line where the text begins."""
    front_matter: FrontMatter = FrontMatter()
    permalink: str = ""
    """The URL in `permalink`; empty without one."""
    has_date: bool = False
    """Whether there is a date, even an invalid one."""
    places: dict[str, Location] = {}
    """The locations of the keys and of the old URLs."""
    has_empty_title: bool = False
    """Whether the title is an empty text, so that no heading is shown."""


def read_head(
    source: Source, problems: Problems, references: list[Reference], names: Names
) -> Head:
    """Read the front matter of a page. If it has errors, they are reported, and it is ignored.

    The URLs and files in it are added to `references`. `names` are those of sections and
    looks.
    """
    parts = split_page(source, problems)
    if parts.front_matter is None:
        return Head(parts.body, parts.body_line)
    reader = _FrontMatterReader(
        Reader(
            source, problems, references, skips_empty_items=True, choices={"looks": names.looks}
        ),
        names.sections,
    )
    return reader.head(parts.front_matter, parts.body, parts.body_line)


SINGULAR_KEYS = frozenset({"category", "tag"})
KEY = r"[\w-]+"
SLIP = 0.8
"""The similarity of a key that is probably a misspelt one."""
OWN_KEY = "front matter has lines `key: value`"


class _FrontMatterReader:
    """Reads one front matter."""

    def __init__(self, reader: Reader, sections: Collection[str]) -> None:
        self.reader, self.sections = reader, sections
        self.nodes: dict[str, Node] = {}
        """The nodes of the values, by their keys."""

    def head(self, node: Mapping, body: str, body_line: int) -> Head:
        front_matter = self._front_matter(node)
        return Head(
            body,
            body_line,
            front_matter,
            self._permalink(),
            "date" in self.nodes,
            self._places(),
            self._has_empty_title(),
        )

    def _has_empty_title(self) -> bool:
        title = self.nodes.get("title")
        return isinstance(title, Scalar) and not title.value and not is_nothing(title)

    def _front_matter(self, jekyll_node: Mapping) -> FrontMatter:
        node = self._converted(jekyll_node)
        self.nodes = dict(items_of(node))
        numbered = {key: value for key, value in self.nodes.items() if _is_gallery(key, value)}
        known = fields_of(FrontMatter).keys() | numbered.keys()
        own = [key for key, _ in node.value if isinstance(key, Scalar) and key.value not in known]
        front_matter = self.reader.record(
            node, FrontMatter, also=[*numbered, *(key.value for key in own)]
        )
        self._check()
        if front_matter is None:
            front_matter = FrontMatter(
                layout=text_of(self.nodes.get("layout"))
            )  # It is checked in any case.
        return self._with_own(self._with_numbered(front_matter, numbered), own)

    def _with_own(self, front_matter: FrontMatter, keys: list[Scalar]) -> FrontMatter:
        """Add the author's own keys to `extra`. A key that may be misspelt is reported."""
        extra = dict(front_matter.extra)
        for key in keys:
            if key.value in FLAGS:
                message = f"`{key.value}` is a key of entries: this page is published"
                hint = "write `draft: true` for a page that nobody should see"
                self.reader.report(key, message, hint, rule="unknown-key")
                continue
            similar = nearest(key.value, fields_of(FrontMatter), cutoff=SLIP)
            if similar or not re.fullmatch(KEY, key.value):
                hint = f"did you mean `{similar}`?" if similar else OWN_KEY
                message = f"unknown key `{key.value}`: it is only used by your templates"
                self.reader.warn(key, message, hint, rule="unknown-key")
            extra.setdefault(
                key.value, self.reader.value(self.nodes[key.value], OwnValue, key.value)
            )
        return replace(front_matter, extra=extra)

    def _warn(self, key: Scalar, reason: str) -> None:
        self.reader.warn(
            key,
            f"`{key.value}` has no effect here: {reason}",
            "delete this line",
            rule="ignored-key",
        )

    def _converted(self, node: Mapping) -> Mapping:
        """Convert Jekyll's keys and dates to those of acadfolio."""
        keys, text = theme_keys().front_matter, self.reader.source.text
        unread = {
            key: keys.without_effect[key]
            for key, _ in items_of(node)
            if key in keys.without_effect and f"page.{key}" not in text
        }
        if text_of(dict(items_of(node)).get("layout")) not in ("", "none", *theme_keys().layouts):
            unread = {}  # A layout of the site's own may read any key.
        pairs = []
        for key, value in self._renamed(node, Keys(keys.names, unread)):
            converted = self._converted_value(key.value if isinstance(key, Scalar) else "", value)
            if converted is not None:
                pairs.append((key, converted))
        return _with_pairs(node, pairs)

    def _converted_value(self, name: str, value: Node) -> Node | None:
        """Convert the value of a key; None if it has no effect."""
        if _is_own(name, value) and "posts/" not in self.reader.source.name:
            return None  # Liquid reads it.
        if name == "toc" and not isinstance(
            value, Scalar
        ):  # In al-folio, it has a position or headings.
            return Scalar("tag:yaml.org,2002:str", "true", value.start_mark, value.end_mark)
        if isinstance(value, Mapping):
            return self._converted_mapping(name, value)
        if not isinstance(value, Scalar):
            return value
        if name == "layout" and value.value == "none":
            self._warn(value, "every page has a layout")
            return None
        if name in DAYS and (day := re.match(SLASHED_DATE, value.value)):
            return _scalar_like(value, "-".join(day.groups()) + value.value[day.end() :])
        return value

    def _converted_mapping(self, name: str, value: Mapping) -> Node | None:
        known = {"header": theme_keys().header, "sidebar": theme_keys().sidebar}.get(name)
        if known is None:
            return value
        converted = _with_pairs(value, self._renamed(value, known))
        return converted if converted.value else None

    def _renamed(self, node: Mapping, known: Keys) -> list[tuple[Node, Node]]:
        """Rename Jekyll's keys to those of acadfolio.

        Keys without effect are dropped and reported.
        """
        written_keys = {key.value for key, _ in node.value if isinstance(key, Scalar)}
        pairs = []
        for key, value in node.value:
            name = key.value if isinstance(key, Scalar) else ""
            new_name = known.names.get(name, "")
            if name in known.without_effect:
                self._warn(key, known.without_effect[name])
            elif new_name and new_name in written_keys:
                self._warn(key, f"`{new_name}` is already set")
            else:
                pairs.append(
                    (_scalar_like(key, new_name) if new_name else key, _as_list(name, value))
                )
        return pairs

    def _with_numbered(self, front_matter: FrontMatter, numbered: dict[str, Node]) -> FrontMatter:
        """Add the numbered galleries and feature rows of the Jekyll themes, such as `gallery2`."""
        galleries, rows = dict(front_matter.gallery), dict(front_matter.feature_row)
        for name, node in numbered.items():
            if name.startswith("gallery"):
                galleries[name] = self.reader.value(node, tuple[Picture, ...], name)
            else:
                rows[name] = self.reader.value(node, tuple[Feature, ...], name)
        return replace(front_matter, gallery=galleries, feature_row=rows)

    def _check(self) -> None:
        """Check sections and old URLs, which the types of the record do not."""
        if "sections" in self.nodes:
            check_section_names(self.reader, self.nodes["sections"], self.sections)
        for node in self._old_urls():
            if (
                "://" not in node.value
            ):  # A URL with a host is checked when the URL of the site is known.
                self._parse_url(node, "the old URL")

    def _old_urls(self) -> list[Scalar]:
        return scalars(self.nodes["redirect_from"]) if "redirect_from" in self.nodes else []

    def _parse_url(self, node: Scalar, subject: str) -> str:
        try:
            return parse_local_url(node.value)
        except ValueError as error:
            message, hint = error.args
            self.reader.report(
                node, f"{subject} `{node.value}` {message}", hint, rule="invalid-url"
            )
            return "/"

    def _permalink(self) -> str:
        node = self.nodes.get("permalink")
        if not isinstance(node, Scalar) or not node.value or is_nothing(node):
            return ""
        return canonical(self._parse_url(node, "the permalink"))

    def _places(self) -> dict[str, Location]:
        source = self.reader.source
        places = {key: place(source, node) for key, node in self.nodes.items()}
        return places | {node.value: place(source, node) for node in self._old_urls()}


def _is_gallery(key: str, value: Node) -> bool:
    """Whether a key of the Jekyll themes is another gallery or feature row: `intro`, or numbered such as `gallery2`."""
    name = key.rstrip("0123456789")
    is_numbered = name != key and name.removesuffix("_") in {"gallery", "feature_row"}
    return is_numbered or (
        key == "intro" and isinstance(value, Sequence) and isinstance(value.value[0], Mapping)
    )


def _is_own(key: str, value: Node) -> bool:
    """Whether a page has mappings of its own in `categories` or `tags`, of which Jekyll only reads those of posts."""
    return key in {"categories", "tags"} and any(
        isinstance(item, Mapping) for item in nodes_in(value)
    )


def _as_list(key: str, value: Node) -> Node:
    """Convert the value of `category` or `tag` to a list with one item, as Jekyll splits only the plural keys."""
    if key in SINGULAR_KEYS and isinstance(value, Scalar) and not is_nothing(value):
        return Sequence(value.tag, [value], value.start_mark, value.end_mark)
    return value


def _scalar_like(node: Scalar, text: str) -> Scalar:
    """A scalar with another text at the same location."""
    return Scalar(node.tag, text, node.start_mark, node.end_mark, style=node.style)


def _with_pairs(node: Mapping, pairs: list[tuple[Node, Node]]) -> Mapping:
    """A mapping with other keys and values at the same location."""
    return Mapping(node.tag, pairs, node.start_mark, node.end_mark, flow_style=node.flow_style)
