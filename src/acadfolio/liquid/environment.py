"""python-liquid's environment for one page: the page and its site, places in its text, and what it reports."""

from __future__ import annotations

import posixpath
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import liquid

from acadfolio.liquid.variables import MissingValue, hint_for
from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from collections.abc import Callable

    from liquid import Token

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site

MOST_LOOPS = 100_000
MOST_OUTPUT = 10_000_000
"""Characters that a page, and what it assigns, may have."""


class Include(NamedTuple):
    """A part of a theme that the page includes, and the place of the tag."""

    name: str
    arguments: dict[str, Any]
    location: Location


class PageEnvironment(liquid.Environment):
    """python-liquid for one page.

    known_includes: the names of the themes' includes that can be placed. mark: what stands for the include of that
    number in the text. locate: the place of a line of the text.
    """

    loop_iteration_limit = MOST_LOOPS
    output_stream_limit = MOST_OUTPUT
    local_namespace_limit = MOST_OUTPUT

    def __init__(  # noqa: PLR0913 - what a page is rendered with
        self,
        page: Page,
        site: Site,
        convert: Callable[[str], str],
        problems: Problems,
        *,
        locate: Callable[[int], Location],
        known_includes: frozenset[str],
        mark: Callable[[int], str],
    ) -> None:
        super().__init__(loader=liquid.DictLoader(page.included))
        self.page, self.site, self.convert, self.problems = page, site, convert, problems
        self.known_includes, self.mark = known_includes, mark
        folder = posixpath.dirname(page.file)
        self.locate = locate
        self.included = {
            text: partial(Location, posixpath.normpath(f"{folder}/{name}")) for name, text in page.included.items()
        }
        self.includes: list[Include] = []
        self.reported: set[str] = set()
        self.undefined = cast("Any", partial(MissingValue, self.report_missing))

    def location(self, token: Token | None) -> Location:
        """The line of a token; of the file alone where it has none, or is part of a filter's argument."""
        start = token.start_index if token is not None else -1
        if token is None or start < 0:
            return self.locate(1)._replace(line=0, column=0)
        locate = self.included.get(token.source, self.locate)
        return locate(token.source.count("\n", 0, start) + 1)._replace(column=0)

    def report_error(self, token: Token | None, message: str, hint: str) -> None:
        self.problems.error(self.location(token), f"Liquid: {message}", hint, rule="liquid-error")

    def place(self, name: str, arguments: dict[str, Any], token: Token) -> str:
        """Note an include. Returns its mark."""
        self.includes.append(Include(name, arguments, self.location(token)._replace(column=1)))
        return self.mark(len(self.includes) - 1)

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
