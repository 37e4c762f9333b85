"""One file of a collection comes in; what its front matter says comes out key by key, and what nobody asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.texts import one_line, phrase, without_liquid
from acadfolio.model.dates import When, meant_by
from acadfolio.model.page import WITHOUT_EFFECT
from acadfolio.model.values import truth_of
from acadfolio.source.yaml import Node, Scalar, Sequence, is_nothing, items_of, place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.importers.jekyll.tally import Tally
    from acadfolio.problems import Location, Problems
    from acadfolio.source.front_matter import PageSource

DATED_NAME = re.compile(r"(\d{2,4}-\d{1,2}-\d{1,2})-(.+)")
LONGEST_NUMBER = 9
TIME = re.compile(r"\s*[T ]\s*\d{1,2}:\d{2}.*\Z")
WITHOUT_USE = WITHOUT_EFFECT.keys() | frozenset(
    {"author_profile", "bibliography", "chart", "code_diff", "comment", "comments", "disqus_comments",
     "featured", "giscus_comments", "github_stars", "horizontal", "inline", "lang", "last_modified_at",
     "last_updated", "layout", "locale", "map", "mermaid", "modified", "nav", "nav_order", "page_css",
     "permalink", "pretty_table", "published", "read_time", "related", "related_posts", "related_publications",
     "share", "sitemap", "tabs", "tikzjax", "toc", "toc_label", "typograms", "vega"}
)  # fmt: skip
"""Keys that say how Jekyll is to show a page, and nothing of what it is about."""


class Document:
    """A file of a collection. `path` is its place in there; what nobody takes of its front matter is told by `left`."""

    def __init__(self, parts: PageSource, collection: str, path: str, problems: Problems, tally: Tally) -> None:
        self.source, self.body, self.body_line = parts.source, parts.body, parts.body_line
        self.collection, self.path, self.problems, self.tally = collection, path, problems, tally
        self.nodes: dict[str, Node] = {}
        self.keys: dict[str, Node] = {}
        for key, value in parts.front_matter.value if parts.front_matter else ():
            if isinstance(key, Scalar):
                self.nodes[key.value], self.keys[key.value] = value, key
        self.taken: set[str] = set()
        self.day: str | None = None

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.rpartition("/")[2].rpartition(".")[0]

    def at(self, key: str = "") -> Location:
        """Where a key stands; where the file begins, without one."""
        return place(self.source, self.keys[key]) if key in self.keys else self.source.at(1)

    def warn(self, key: str, message: str, hint: str = "") -> None:
        self.problems.warn(self.at(key), message, hint)

    def node(self, *keys: str) -> tuple[str, Node] | None:
        """The first of these keys that says something, and what it says. All of them are taken."""
        self.taken.update(keys)
        found = ((key, self.nodes[key]) for key in keys if key in self.nodes)
        return next(((key, node) for key, node in found if not is_nothing(node) and node.value), None)

    def word(self, *keys: str) -> str:
        """What the first of these keys says in one line, as it is written."""
        key, node = self.node(*keys) or ("", None)
        if node is None:
            return ""
        if not isinstance(node, Scalar):
            self.warn(key, f"`{key}` is no text: left out", "add what it says by hand")
            return ""
        return one_line(without_liquid(node.value))

    def phrase(self, *keys: str, is_markdown: bool = False) -> str:
        """The same as Markdown, whatever HTML it is written in."""
        return phrase(self.word(*keys), is_markdown=is_markdown)

    def words(self, *keys: str) -> list[str]:
        """A list; of one text, what commas part, else spaces."""
        key, node = self.node(*keys) or ("", None)
        if isinstance(node, Scalar):
            return [word.strip() for word in node.value.split("," if "," in node.value else None) if word.strip()]
        return list(self._listed(key, node)) if isinstance(node, Sequence) else []

    def tags(self, *also: str) -> list[str]:
        """What its keys for tags and categories say, and others besides, each once."""
        lists = [self.words("tags", "keywords"), *(self.words(key) for key in ("categories", *also))]
        return list(dict.fromkeys(tag for words in lists for tag in words))

    def _listed(self, key: str, node: Node) -> Iterator[str]:
        for item in node.value:
            if isinstance(item, Scalar):
                yield from [phrase(one_line(item.value))] if item.value.strip() else []
            else:
                self.warn(key, f"a part of `{key}` is no text: left out", "add what it says by hand")

    def below(self, key: str, inner: str) -> str:
        """What stands below a key of a key; the others there count as taken."""
        found = self.node(key)
        node = dict(items_of(found[1])).get(inner) if found else None
        return one_line(without_liquid(node.value)) if isinstance(node, Scalar) else ""

    def says(self, key: str) -> bool | None:
        """Whether a key says yes or no; None where it says neither."""
        self.taken.add(key)
        node = self.nodes.get(key)
        return truth_of(node.value) if isinstance(node, Scalar) else None

    def number(self, key: str) -> int:
        """What a key counts; more than any for one that counts nothing."""
        self.taken.add(key)
        node = self.nodes.get(key)
        said = node.value.strip() if isinstance(node, Scalar) else ""
        return int(said) if said.isdecimal() and len(said) <= LONGEST_NUMBER else 10**LONGEST_NUMBER

    def date(self) -> str:
        """The day, from its key or else the file's name."""
        if self.day is None:
            self.day = self._date()
        return self.day

    def _date(self) -> str:
        written = self.word("date")
        date = _as_date(TIME.sub("", written))
        named = DATED_NAME.fullmatch(self.name)
        of_name = _as_date(named[1]) if named else ""
        if written and not date:
            instead = "the one in the file's name is taken" if of_name else "left out"
            self.warn("date", f"`{written}` is no date: {instead}", "write it as `2024-06-14`")
        return date or of_name

    def title(self) -> str:
        """What it is called; as Jekyll does, by the file's name where it does not say."""
        if title := self.phrase("title"):
            return title
        named = DATED_NAME.fullmatch(self.name)
        title = " ".join((named[2] if named else self.name).replace("_", "-").split("-")).strip().title()
        self.warn("title", f"there is no title here: it is called “{title}” by the file's name", "write a better one")
        return title

    def count_what_is_left(self, file: str) -> None:
        """Count the keys that nobody has taken, for one warning about each; `file` has no place for them."""
        for key in self.keys.keys() - self.taken - WITHOUT_USE:
            if not is_nothing(self.nodes[key]) and self.nodes[key].value:
                what = f"`{key}` has no place in data/{file}.yml: left out"
                self.tally.count(what, self.at(key), "add by hand what it says")


def _as_date(text: str) -> str:
    """A date as it is written here; empty for none."""
    for way in (text, meant_by(text)):
        try:
            return When.parse(way).isoformat if way else ""
        except ValueError:
            continue
    return ""
