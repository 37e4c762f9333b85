"""Parts of pages that many pages have in common, such as the sidebar: rendered once for each difference.

A template includes such a partial by `{{ cached("partials/sidebar.html") }}`. Nobody writes a key for
it: `page` records what the partial reads, and the partial is rendered again for a page on which one of
these values is another. A partial that reads more is therefore slower, but never stale.
"""

from __future__ import annotations

import os
import re
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from jinja2 import TemplateError, meta, nodes, pass_context
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

    from jinja2 import Environment
    from jinja2.runtime import Context

MOST_KEPT = 20_000_000
"""The characters of all parts that are kept. What is beyond is in its page at once."""
VARIABLES = frozenset({"page", "look"})
"""The variables of pages, besides those of all templates, that a cached partial may read."""


class RecordedPage:
    """The variable `page` in a cached partial: it records which attributes are read."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.page, name)
        self.read.add(name)
        return value


class CachedPartial:
    """One partial: the attributes of `page` that it was seen to read, and its places by their values."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.values_of: Callable[[Any], Any] = lambda _: None
        self.places: dict[Hashable, Markup] = {}

    def add_read(self, read: set[str]) -> None:
        """Take other attributes into account. What was known without them is forgotten."""
        if not read <= self.read:
            self.read |= read
            self.values_of = attrgetter(*sorted(self.read))
            self.places.clear()


class CachedPartials:
    """The cached partials of one site, in one language and look."""

    def __init__(self, environment: Environment, *, has_own_templates: bool) -> None:
        self.environment, self.has_own_templates = environment, has_own_templates
        self.shared: Mapping[str, Any] = {}
        """The variables of all templates."""
        self.partials: dict[tuple[str, ...], CachedPartial | None] = {}
        """By the names of partials and of their arguments. None for one that cannot be cached."""
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
        partial = self._partial(name, arguments)
        is_in_another = isinstance(page, RecordedPage)  # Which is cached with this one in it.
        if partial is None or is_in_another:
            return self._in_context(context, name, arguments)
        others = (look.name, *((value, type(value)) for value in arguments.values()))
        try:
            found = partial.places.get((partial.values_of(page), others))
        except TypeError:  # A value of the page, such as `page.extra`, cannot be compared.
            return self._in_context(context, name, arguments)
        if found is not None:
            return found
        recorded = RecordedPage(page)
        variables = {**self.shared, "page": recorded, "look": look, **arguments}
        html = self._rendered(name, variables)
        partial.add_read(recorded.read)
        place = self._place_of(html)
        if place is None:
            return html
        try:
            partial.places[partial.values_of(page), others] = place
        except TypeError:
            return html
        return place

    def _partial(self, name: str, arguments: dict[str, Any]) -> CachedPartial | None:
        """A partial with arguments of these names; None if it cannot be cached."""
        key = (name, *arguments)
        if key not in self.partials:
            self.partials[key] = CachedPartial() if self._is_cacheable(name, arguments) else None
        return self.partials[key]

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

    def _is_cacheable(self, name: str, arguments: dict[str, Any]) -> bool:
        """Whether a partial, with all that it includes, reads no other variables of the page around it.

        Those of the theme read none, which a test checks, so that most sites need not wait for this.
        """
        if not self.has_own_templates:
            return True
        return self.reads_only_known(name, arguments)

    def reads_only_known(self, name: str, arguments: dict[str, Any]) -> bool:
        """Read a partial and all that it includes, for `_is_cacheable`."""
        known = {*VARIABLES, *arguments, *self.shared, "caller"}
        known.update(self.environment.globals)
        try:
            return self._reads_only(name, known, set())
        except TemplateError:  # It is reported with its place when the partial is rendered.
            return False

    def _reads_only(self, name: str, known: set[str], seen: set[str]) -> bool:
        if name in seen:
            return True
        seen.add(name)
        if self.environment.loader is None:
            return False
        source, file, _ = self.environment.loader.get_source(self.environment, name)
        tree = self.environment.parse(source, name, file)
        known = known | set(_assigned_in(tree))
        if not meta.find_undeclared_variables(tree) <= known:
            return False
        names = [*meta.find_referenced_templates(tree), *_cached_in(tree)]
        return all(each and self._reads_only(each, known, seen) for each in names)


def _assigned_in(tree: nodes.Template) -> Iterator[str]:
    """The names of the variables that a template sets."""
    targets = [assignment.target for assignment in tree.find_all(nodes.Assign)]
    targets += [assignment.target for assignment in tree.find_all(nodes.AssignBlock)]
    for target in targets:
        if isinstance(target, nodes.Name):
            yield target.name
        yield from (name.name for name in target.find_all(nodes.Name))


def _cached_in(tree: nodes.Template) -> Iterator[str | None]:
    """The names of the partials that a template includes by `cached`; None for a computed name."""
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "cached":
            name = call.args[0] if call.args else None
            yield name.value if isinstance(name, nodes.Const) else None


@pass_context
def cached(context: Context, name: str, **arguments: Any) -> Markup:
    """A partial that is rendered once for all pages on which it is the same, with these arguments.

    It may read `page`, `look` and the variables of all templates.
    """
    partials: CachedPartials = context.environment.cached_partials  # type: ignore[attr-defined]
    return partials.place(context, name, arguments)
