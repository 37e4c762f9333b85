"""python-liquid's environment for one page: the page and its site, places in its text, and what it reports."""

from __future__ import annotations

import posixpath
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import liquid

from acadfolio.liquid.variables import MissingValue, hint_for
from acadfolio.markdown.shortcodes import place, unmark
from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from collections.abc import Callable

    from liquid import Token

    from acadfolio.markdown.model import Document
    from acadfolio.model.page import Page
    from acadfolio.model.site import Site

MOST_LOOPS = 100_000
MOST_OUTPUT = 10_000_000
"""Characters that a page, and what it assigns, may have."""


class Include(NamedTuple):
    """A part of a Jekyll theme that the page includes, and the place of the tag."""

    name: str
    arguments: dict[str, Any]
    location: Location


class PageEnvironment(liquid.Environment):
    """python-liquid for one page. `known_includes` are the themes' includes that can be placed."""

    loop_iteration_limit = MOST_LOOPS
    output_stream_limit = MOST_OUTPUT
    local_namespace_limit = MOST_OUTPUT

    def __init__(
        self,
        page: Page,
        site: Site,
        convert: Callable[[str], Document],
        problems: Problems,
        known_includes: frozenset[str],
    ) -> None:
        super().__init__(loader=liquid.DictLoader(page.included))
        self.page, self.site, self.convert, self.problems = page, site, convert, problems
        self.known_includes = known_includes
        self.includes: dict[str, Include] = {}
        """The includes that were reached, by the keys of their places in the text."""
        folder = posixpath.dirname(page.file)
        self.included = {text: posixpath.normpath(f"{folder}/{name}") for name, text in page.included.items()}
        """The files that the page includes, by their texts."""
        self.reported: set[str] = set()
        self.undefined = cast("Any", partial(MissingValue, self.report_missing))

    def html(self, text: str) -> str:
        """Markdown as HTML; shortcodes place nothing in it."""
        return self.convert(unmark(text)).html

    def location(self, token: Token | None) -> Location:
        """The line of a token; of the file alone where it has none, or is part of a filter's argument."""
        if token is None or token.start_index < 0:
            return Location(self.page.file)
        line = token.source.count("\n", 0, token.start_index) + 1
        if file := self.included.get(token.source):
            return Location(file, line)
        return self.page.at(line)

    def report_error(self, token: Token | None, message: str, hint: str) -> None:
        self.problems.error(self.location(token), f"Liquid: {message}", hint, rule="liquid-error")

    def place_include(self, name: str, arguments: dict[str, Any], token: Token) -> str:
        """Note an include. Returns the mark of its place in the text."""
        key = f"include {len(self.includes)}"
        self.includes[key] = Include(name, arguments, self.location(token)._replace(column=1))
        return place(key)

    def report_missing(self, name: str, token: Token | None) -> None:
        """Warn, once, that a value which the page shows is not there."""
        root, _, key = name.partition(".")
        if root not in {"site", "page"} or name in self.reported:
            return
        self.reported.add(name)
        location = self.location(token)
        if token is not None and location.line:
            column = token.start_index - token.source.rfind("\n", 0, token.start_index)
            location = location._replace(column=column)
        self.problems.warn(location, f"Liquid: `{name}` is not defined", hint_for(root, key), rule="liquid-undefined")
