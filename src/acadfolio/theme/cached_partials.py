"""Parts of pages that many pages have in common, such as the sidebar: rendered once for each difference.

A template includes such a partial by `{{ cached("partials/sidebar.html") }}`. Nobody writes a key for
it: `page` records what the partial reads, and the partial is rendered again for a page on which one of
these values is another. A partial that reads more is therefore slower, but never stale. One that looks up
another variable, such as `section`, is rendered for each page that has this variable.
"""

from __future__ import annotations

import os
import re
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from jinja2 import Environment

MOST_KEPT = 20_000_000
"""The characters of all parts that are kept. What is beyond is in its page at once."""


class RecordedPage:
    """The variable `page` in a cached partial: it records which attributes are read."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.page, name)


class RecordingContext(Context):
    """The variables of a template. It tells the cached partials which names are missing."""

    def resolve_or_missing(self, key: str) -> Any:
        value = super().resolve_or_missing(key)
        if value is missing:
            self.environment.cached_partials.missing.add(key)  # type: ignore[attr-defined]
        return value


class CachedPartial:
    """One partial: the attributes of `page` that it was seen to read, and its places by their values."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.values_of: Callable[[Any], Any] = lambda _: None
        self.places: dict[Hashable, Markup] = {}
        self.missing: set[str] = set()
        """The other variables that it looked up."""

    def may_read(self, context: Context) -> bool:
        """Whether the page around has a variable that the partial looked up."""
        return not self.missing.isdisjoint(context.get_all())

    def add_read(self, read: set[str]) -> None:
        """Take other attributes into account. What was known without them is forgotten."""
        if not read <= self.read:
            self.read |= read
            self.values_of = attrgetter(*sorted(self.read))
            self.places.clear()


class CachedPartials:
    """The cached partials of one site, in one language and look."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.shared: Mapping[str, Any] = {}
        """The variables of all templates."""
        self.partials: dict[tuple[str, ...], CachedPartial] = {}
        """By the names of partials and of their arguments."""
        self.missing: set[str] = set()
        """The variables that templates look up and do not find."""
        self.parts: list[str] = []
        """The different parts, by the numbers of their places."""
        self.numbers: dict[str, int] = {}
        self.kept = 0
        """The characters of all parts."""
        # Chance, so that no text of a site can look like the place of a part.
        self.start, self.end = f"\x02{os.urandom(8).hex()}:", "\x03"
        self.place_pattern = re.compile(f"{self.start}([0-9]{{1,9}}){self.end}")

    def place(self, context: Context, name: str, arguments: dict[str, Any]) -> Markup:
        """The place of a partial on a page, or the HTML of one that cannot be cached."""
        page, look = context["page"], context["look"]
        if isinstance(page, RecordedPage):  # In another one, which is cached with this one in it.
            return self._in_context(context, name, arguments)
        partial = self.partials.setdefault((name, *arguments), CachedPartial())
        if partial.may_read(context):
            return self._in_context(context, name, arguments)
        others = (look.name, *((value, type(value)) for value in arguments.values()))
        try:
            found = partial.places.get((partial.values_of(page), others))
        except TypeError:  # A value of the page, such as `page.extra`, cannot be compared.
            return self._in_context(context, name, arguments)
        if found is not None:
            return found
        recorded = RecordedPage(page)
        self.missing = partial.missing
        try:
            html = self._rendered(
                name, {**self.shared, "page": recorded, "look": look, **arguments}
            )
        except Exception:
            if not partial.may_read(context):
                raise
        finally:
            self.missing = set()
        if partial.may_read(context):
            return self._in_context(context, name, arguments)
        partial.add_read(recorded.read)
        place = self._place_of(html)
        if place is None:
            return html
        try:
            partial.places[partial.values_of(page), others] = place
        except TypeError:
            return html
        return place

    def _place_of(self, html: Markup) -> Markup | None:
        """The place of a part, which is kept from now on; None if there is no room for it."""
        number = self.numbers.get(html)
        if number is None:
            if self.kept + len(html) > MOST_KEPT:
                return None
            number = self.numbers[html] = len(self.parts)
            self.parts.append(html)
            self.kept += len(html)
        return Markup(f"{self.start}{number}{self.end}")  # noqa: S704 - a number

    def _in_context(self, context: Context, name: str, arguments: dict[str, Any]) -> Markup:
        """The HTML of a partial with all variables of the page around it, as if it was included."""
        return self._rendered(name, {**context.get_all(), **arguments})

    def _rendered(self, name: str, variables: dict[str, Any]) -> Markup:
        html = self.environment.get_template(name).render(variables)
        return Markup(html)  # noqa: S704 - the template escapes


@pass_context
def cached(context: Context, name: str, **arguments: Any) -> Markup:
    """A partial that is rendered once for all pages on which it is the same, with these arguments.

    It may read `page`, `look` and the variables of all templates.
    """
    partials: CachedPartials = context.environment.cached_partials  # type: ignore[attr-defined]
    return partials.place(context, name, arguments)
