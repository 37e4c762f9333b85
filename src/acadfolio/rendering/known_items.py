"""An entry of a list or the form above it comes in by the template that prints it; what that printed before comes out.

A list of hundreds of papers is rendered anew when one of them changes, and citing one takes half as long as rendering a
page. What the theme's own templates read of an entry is known: the record, the section that it stands in, and what is
the same for the whole site. Templates of a site's own may read anything: what they read is written down each time, and
what was made of anything else is not kept.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context
from markupsafe import Markup

from acadfolio.fingerprint import digest_of, files_below
from acadfolio.problems import WrongValueError
from acadfolio.struct import digest
from acadfolio.theme.watched import ALL, WatchedContext, narrowed, watched

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jinja2.runtime import Context

    from acadfolio.markdown.converted import Converted
    from acadfolio.rendering.digests import Digests
    from acadfolio.rendering.papers import Paper
    from acadfolio.theme.context import SectionContext
    from acadfolio.theme.tidy import Tidy
    from acadfolio.theme.watched import Read


NOTHING = Markup()
OF_SITE = ("site", "profile", "words", "posts", "page", "head", "section")
"""The variables that an item's template sees besides its own: none that is set where the item stands."""
NAMES = frozenset(
    {
        "paper",
        "beside",
        "section",
        "site",
        "profile",
        "words",
        "dict",
        "item",
        "known_item",
        "namespace",
        "range",
        "tidy",
    }
)
"""Those that are the same wherever the digest of an item is; section and site in part, as follows."""
SHOWN = ("name", "kind", "settings", "level", "columns", "coins", "words_language", "direction")
"""What a section is, beside what it shows."""
SET = (
    "title", "description", "url", "base", "language", "direction", "look", "home_label", "breadcrumbs", "skin",
    "accent", "accent_dark", "on_accent", "date_style", "ongoing", "twitter", "version", "extra",
)  # fmt: skip
"""What of a site follows from its settings alone. Files and the days of news tell the rest."""
OF_ITEMS: frozenset[Read] = frozenset(
    {("section", name) for name in (*SHOWN, "hangs_dates")} | {("site", name) for name in SET}
)
OF_FORMS = OF_ITEMS | {("section", "finding")}


class KnownItems:
    """The items of one site. `item` is what templates call. Where nothing is kept, all are rendered."""

    def __init__(self, digests: Digests, own_templates: Path, converted: Converted, tidy: Tidy) -> None:
        self.digests, self.tidy = digests, tidy
        self.converted = converted if digests.state else None
        self.is_watched = self.converted is not None and _has_templates(own_templates)
        self._section: tuple[SectionContext, bytes] | None = None

    def known_item(self, name: str, paper: Paper, section: SectionContext, beside: str | None = None) -> Markup:
        """What `item` would print, where that is known; else nothing. It needs no context, which costs more to make."""
        if self.converted is None or self.tidy.is_running:
            return NOTHING
        return Markup(self.converted.known(self._key(name, paper, section, beside)))  # noqa: S704 - as in `item`

    @pass_context
    def item(self, context: Context, name: str, paper: Paper, beside: str | None = None) -> Markup:
        """What the template of that name prints of a paper in a section, and of what stands `beside` it there."""
        section = _section_of(context, name)
        key = b"" if self.converted is None else self._key(name, paper, section, beside)
        return self._made(context, name, key, {"paper": paper, "beside": beside})

    @pass_context
    def form(self, context: Context, name: str) -> Markup:
        """The same of the form above a list, which knows the digest of all that it is made of."""
        section = _section_of(context, name)
        told = section.finding.digest if section.finding else b""
        key = digest_of(b"".join((self._around(section), told, name.encode("utf-8", "replace")))) if told else b""
        return self._made(context, name, key, {}, OF_FORMS)

    def _made(
        self, context: Context, name: str, key: bytes, local: dict[str, Any], known: frozenset[Read] = OF_ITEMS
    ) -> Markup:
        """What the template of that name prints beside some variables: as it is known under a key, if there is one.

        The key tells what is `known`, and for the theme's own templates all that they read.
        """
        environment: Any = context.environment
        context = narrowed(context, (*OF_SITE, *environment.globals))
        rendered = partial(environment.included, name, context.name)
        if self.converted is None or not key or self.tidy.is_running or isinstance(context, WatchedContext):
            return Markup(rendered(context, local))  # noqa: S704 - rendered with escaping on
        html = self.converted.known(key)
        if not html and self.is_watched:
            seen, reads = watched(context, ("section", "site"))
            html = rendered(seen, local)
            others = {*context.get_all(), ALL} - NAMES
            if not seen.names.isdisjoint(others) or not reads.keys() <= known:
                return Markup(html)  # noqa: S704
        return Markup(self.converted.made(key, lambda: html or rendered(context, local)))  # noqa: S704

    def digest(self, of: list[Any]) -> bytes:
        """What stands for something that is made of this, and of what is the same for the whole site; else nothing."""
        return self.digests.everywhere + digest(of) if self.converted is not None else b""

    def lines(self, key: bytes, make: Callable[[], list[str]]) -> list[str]:
        """Lines of text that were made under such a digest, or are made now."""
        if self.converted is None:
            return make()
        return self.converted.made(digest_of(key), lambda: "\n".join(make())).split("\n")

    def _key(self, name: str, paper: Paper, section: SectionContext, beside: str | None) -> bytes:
        where = "\0".join([name, paper.page, *([] if beside is None else [beside])]).encode("utf-8", "surrogatepass")
        return digest_of(b"".join((self._around(section), self.digests.record(paper.record), where)))

    def _around(self, section: SectionContext) -> bytes:
        """Of all that is the same for the whole section: how it is shown, and everything about the site."""
        if self._section is None or self._section[0] is not section:
            shown = digest([getattr(section, name) for name in SHOWN])
            self._section = section, self.digests.everywhere + shown
        return self._section[1]


def _section_of(context: Context, name: str) -> SectionContext:
    """The list that is rendered. Raises WrongValueError in any other template, or for no name."""
    section: SectionContext | None = context.get("section")
    if section is None or not isinstance(name, str):
        raise WrongValueError("this takes the name of a template, and has its place in a list of papers")
    return section


def _has_templates(folder: Path) -> bool:
    """Also below folders that are links. A folder that may not be read may have any."""
    try:
        found = files_below([str(folder)], "__pycache__")
    except OSError:
        return True
    return any(path.endswith(".html") for path, status in found.items() if status)
