"""What a page looks at comes in, the entries come out: a list by its name, or what a line picks out of it.

A look is a text: the name of a list, and behind it, in JSON, what a line asks of its entries
(`publications {"selected":true}`). Who only shows the selected papers is not made anew for the sake of another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.routing import Plan

POSTS = "posts"


def look_of(name: str, filters: Mapping[str, Any]) -> str:
    """What stands for the entries of a list whose fields hold these values; the whole list where JSON has no such."""
    if not filters:
        return name
    asked = dict(sorted(filters.items()))
    try:
        said = msgspec.json.encode(asked)
        return f"{name} {said.decode()}" if msgspec.json.decode(said) == asked else name
    except (TypeError, ValueError, OverflowError):
        return name


class Looks:
    """Of one plan. Each is taken once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.taken: dict[str, Sequence[Any]] = {}

    def entries(self, look: str) -> Sequence[Any]:
        """The entries at which it looks, in the order of the file."""
        taken = self.taken.get(look)
        if taken is None:
            taken = self.taken[look] = self._entries(*look.partition(" ")[::2])
        return taken

    def _entries(self, name: str, asked: str) -> Sequence[Any]:
        if asked:
            from acadfolio.rendering.selection import chosen  # Whole lists need nothing that picks.

            return chosen(self.entries(name), msgspec.json.decode(asked))
        site = self.plan.site
        if name == POSTS:
            return [page.page for page in self.plan.pages if page.page is not None and page.page.is_post]
        return site.publications if name == "publications" else site.entries.get(name, ())
