"""What a template may see comes in, the same comes out with somebody who writes down what it reads of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2.runtime import Context

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Read = tuple[str, str]
"""The name of a record, and of an attribute of it."""
Reads = dict[Read, Any]
"""What was read, and what was there."""
ALL = "*"
"""The name for all variables at once, which no variable has."""


class Watched:
    """A record of which every attribute that is read is written down."""

    __slots__ = ("_name", "_reads", "_record")

    def __init__(self, name: str, record: Any, reads: Reads) -> None:
        self._name, self._record, self._reads = name, record, reads

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self._record, attribute)
        self._reads[self._name, attribute] = value
        return value


WATCHED = {name: type(name, (Watched,), {"__slots__": ()}) for name in ("page", "head", "section", "site")}
"""For each of them a type of its name, by which a mistake in a template is told."""


class WatchedContext(Context):
    """A template's variables, of which each that is asked for is written down; in what it includes, too."""

    def __init__(
        self, environment: Any, seen: dict[str, Any], name: str | None, blocks: Mapping[str, Any], names: set[str]
    ) -> None:
        super().__init__(environment, seen, name, dict(blocks))
        self.names = names

    def inside(self, seen: dict[str, Any], name: str | None, blocks: Mapping[str, Any]) -> WatchedContext:
        """That of a template which is included."""
        return WatchedContext(self.environment, seen, name, blocks, self.names)

    def resolve_or_missing(self, key: str) -> Any:
        self.names.add(key)
        return super().resolve_or_missing(key)

    def get_all(self) -> dict[str, Any]:
        """What Jinja hands on to where nobody watches it."""
        self.names.add(ALL)
        return super().get_all()


def narrowed(context: Context, names: Iterable[str]) -> Context:
    """These variables alone, as far as there are any, in the same place."""
    seen = {**context.parent, **context.vars}
    seen = {name: seen[name] for name in names if name in seen}
    if isinstance(context, WatchedContext):
        return context.inside(seen, context.name, {})
    return Context(context.environment, seen, context.name, {})


def watched(context: Context, records: Iterable[str]) -> tuple[WatchedContext, Reads]:
    """The same variables, all watched, those records attribute by attribute."""
    reads: Reads = {}
    seen = {**context.get_all(), **{one: WATCHED[one](one, context[one], reads) for one in records}}
    return WatchedContext(context.environment, seen, context.name, {}, set()), reads
