"""An entry of a list or the form above it comes in by the template that prints it; what that printed before comes out.

A list of hundreds of papers is rendered anew when one of them changes, and citing one takes half as long as rendering a
page. What the theme's own templates read of an entry is known: the record, the section that it stands in, and what is
the same for the whole site. A site with templates of its own may read anything in them: there, nothing is taken over.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context
from markupsafe import Markup

from acadfolio.fingerprint import digest_of, files_below
from acadfolio.problems import WrongValueError
from acadfolio.struct import digest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jinja2.runtime import Context

    from acadfolio.markdown.converted import Converted
    from acadfolio.render.digests import Digests
    from acadfolio.render.papers import Paper
    from acadfolio.theme.context import SectionContext


NOTHING = Markup()


class KnownItems:
    """The items of one site. `item` is what templates call. Where nothing is kept, all are rendered."""

    def __init__(self, digests: Digests, own_templates: Path, converted: Converted) -> None:
        self.digests = digests
        self.converted = converted if digests.state and not _has_templates(own_templates) else None
        self._section: tuple[SectionContext, bytes] | None = None

    def known_item(self, name: str, paper: Paper, section: SectionContext, beside: str = "") -> Markup:
        """What `item` would print, where that is known; else nothing. It needs no context, which costs more to make."""
        if self.converted is None:
            return NOTHING
        return Markup(self.converted.known(self._key(name, paper, section, beside)))  # noqa: S704 - as in `item`

    @pass_context
    def item(self, context: Context, name: str, paper: Paper, beside: str = "") -> Markup:
        """What the template of that name prints of a paper in a section; `beside` is what else it prints."""
        section = _section_of(context, name)
        key = b"" if self.converted is None else self._key(name, paper, section, beside)
        return self._made(context, name, key, {"paper": paper})

    @pass_context
    def form(self, context: Context, name: str) -> Markup:
        """The same of the form above a list, which knows the digest of all that it is made of."""
        section = _section_of(context, name)
        told = section.finding.digest if section.finding else b""
        key = digest_of(b"".join((self._around(section), told, name.encode("utf-8", "replace")))) if told else b""
        return self._made(context, name, key, {})

    def _made(self, context: Context, name: str, key: bytes, local: dict[str, Any]) -> Markup:
        """What the template of that name prints beside some variables: as it is known under a key, if there is one."""
        environment: Any = context.environment
        rendered = partial(environment.included, name, context.name, context, local)
        made = self.converted.made(key, rendered) if self.converted is not None and key else rendered()
        return Markup(made)  # noqa: S704 - rendered with escaping on

    def digest(self, of: list[Any]) -> bytes:
        """What stands for something that is made of this, and of what is the same for the whole site; else nothing."""
        return self.digests.everywhere + digest(of) if self.converted is not None else b""

    def lines(self, key: bytes, make: Callable[[], list[str]]) -> list[str]:
        """Lines of text that were made under such a digest, or are made now."""
        if self.converted is None:
            return make()
        return self.converted.made(digest_of(key), lambda: "\n".join(make())).split("\n")

    def _key(self, name: str, paper: Paper, section: SectionContext, beside: str) -> bytes:
        where = f"{name}\0{paper.page}\0{beside}".encode("utf-8", "surrogatepass")
        return digest_of(b"".join((self._around(section), self.digests.record(paper.record), where)))

    def _around(self, section: SectionContext) -> bytes:
        """Of all that is the same for the whole section: how it is shown, and everything about the site."""
        if self._section is None or self._section[0] is not section:
            shown = [section.name, section.kind, section.settings, section.level, section.columns, section.coins]
            shown += [section.words_language, section.direction]
            self._section = section, self.digests.everywhere + digest(shown)
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
