"""A page's text comes in, its front matter's node and its body come out, both with the lines of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frontmatter.default_handlers import BaseHandler
from msgspec import Struct

from acadfolio.source.boundary import BOUNDARY
from acadfolio.source.text import line_and_column
from acadfolio.source.yaml import Mapping, kind_of, parse_yaml, place

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node


class JekyllHandler(BaseHandler):
    """python-frontmatter's detection and splitting with Jekyll's boundary.

    Its own YAML handler takes four dashes or a rule in the body for a boundary and loses the lines' numbers, so only
    these two steps are used: the whole text goes in and nothing is stripped.
    """

    FM_BOUNDARY = BOUNDARY
    START_DELIMITER = END_DELIMITER = "---"

    def load(self, fm: str) -> dict[str, Any]:
        raise NotImplementedError(fm)  # parse_yaml reads it, with places.

    def export(self, metadata: dict[str, object], **kwargs: object) -> str:
        raise NotImplementedError(metadata, kwargs)  # A page is its author's; acadfolio never writes one back.


HANDLER = JekyllHandler()


class PageSource(Struct, frozen=True):
    """A page taken apart: `front_matter` is None where there is none, `body` starts at line `body_line`."""

    source: Source
    front_matter: Mapping | None
    body: str
    body_line: int


def split_page(source: Source, problems: Problems) -> PageSource:
    """Take a page apart. Front matter that never ends or is no mapping is reported, and the body kept."""
    if not HANDLER.detect(source.text):
        return PageSource(source, None, source.text, 1)
    try:
        text, body = HANDLER.split(source.text)
    except ValueError:
        problems.error(
            source.at(1),
            "this front matter never ends",
            "close it with a line `---`; a page that begins with a rule writes it as `***`",
        )
        return PageSource(source, None, "", 1)
    body_line, _ = line_and_column(source.text, len(source.text) - len(body))
    node = parse_yaml(source, problems, first_line=2, text=text)
    if node is not None and not isinstance(node, Mapping):
        _report_no_keys(source, node, problems)
        node = None
    return PageSource(source, node, body, body_line)


def _report_no_keys(source: Source, node: Node, problems: Problems) -> None:
    from acadfolio.source.lookalikes import report_lookalike  # Only a mistake pays for it.

    if not report_lookalike(source, node, problems):
        hint = "write lines such as `title: About me`; a page that begins with a rule writes it as `***`"
        problems.error(place(source, node), f"this front matter is {kind_of(node)}, not keys and values", hint)
