"""A site and the one that was loaded before come in; the site comes out with the older objects wherever they are equal.

Whether a record changed is then an `is`, however it came about: merged of two files, or completed by counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.model.site import Site

FIELDS = (
    "settings", "section_settings", "profile", "publications", "venues", "people", "entries", "pages", "counts",
)  # fmt: skip


def with_same(site: Site, before: Site | None) -> Site:
    """The site, with the records of the one before where they say the same."""
    if before is None:
        return site
    return replace(site, **{name: _same(getattr(site, name), getattr(before, name)) for name in FIELDS})


def _same(new: Any, old: Any) -> Any:
    if new is old or type(new) is not type(old):
        return new
    if type(new) is tuple:
        found: Any = _same_items(new, old)
        return old if len(found) == len(old) and all(map(_is, found, old)) else found
    if isinstance(new, dict):
        found = {key: _same(value, old[key]) if key in old else value for key, value in new.items()}
        is_old = list(found) == list(old) and all(map(_is, found.values(), old.values()))
        return old if is_old else found
    return old if new == old else new


def _is(one: object, other: object) -> bool:
    return one is other


def _same_items(new: tuple[Any, ...], old: tuple[Any, ...]) -> tuple[Any, ...]:
    """A list's records in their order, wherever they stood before; those that are the same objects cost nothing.

    Two that are equal stay two.
    """
    mine, theirs = {id(item) for item in new}, {id(item) for item in old}
    left = [item for item in old if id(item) not in mine]
    if not left or mine <= theirs:
        return new
    taken = _taker(left)
    return tuple(item if id(item) in theirs else taken(item) for item in new)


def _taker(left: list[Any]) -> Callable[[Any], Any]:
    """Gives the equal one of those that are left, once, else the record itself."""
    try:
        known = {item: item for item in left}
    except TypeError:  # Some records hold what has no hash.
        return lambda item: left.pop(left.index(item)) if item in left else item
    return lambda item: known.pop(item, item)
