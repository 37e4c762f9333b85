"""A site's sections: which exist, how they are headed, and what they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.model.kinds import KINDS, kind_of_section
from acadfolio.model.site import SectionSettings
from acadfolio.model.values import Text
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.citations.papers import Papers
    from acadfolio.model.publication import Author, Publication
    from acadfolio.model.site import Site
    from acadfolio.problems import Location, Problems
    from acadfolio.theme.context import PostContext

FLAGS = {"*": "equal", "†": "lead", "✉": "corresponding"}
"""The marks that an author's `equal`, `lead` and `corresponding` make, with the words that explain them by default."""


class Sections(Struct, frozen=True):
    """The sections of one site."""

    site: Site
    papers: Papers
    posts: Sequence[PostContext]
    problems: Problems
    lists: Mapping[str, str] = field(default_factory=dict)
    """The URL of the page of each section that has one."""

    @property
    def names(self) -> list[str]:
        """Every name that a shortcode may call."""
        return list(dict.fromkeys([*KINDS, *self.site.entries, "visitor_map", "posts"]))

    def exists(self, name: str) -> bool:
        return name in self.names

    def has_entries(self, name: str) -> bool:
        return bool(self.entries(name))

    def report_empty(self, name: str, location: Location) -> None:
        """A section without entries leaves a heading with nothing below."""
        where = {"posts": "content/posts/", "visitor_map": "`visitor_map` in data/site.yml"}.get(
            name, f"data/{name}.yml"
        )
        hint = f"write {where}, or delete this"
        self.problems.warn(location, f"`{name}` has nothing to show", hint, rule="empty-section")

    def heading(self, name: str, look: str = "") -> str:
        """The Markdown of a section's heading, in the look `acad-homepage` with an emoji before it."""
        settings = self.site.section_settings.get(name, SectionSettings())
        language = self.site.settings.language
        if settings.title is not None:
            return settings.title.in_language(language)
        known = words_for(language).get(name) if name in KINDS or name == "posts" else None
        emoji = kind_of_section(name).emoji if (look or self.site.settings.look) == "acad-homepage" else ""
        return f"{emoji} {known or name.replace('_', ' ').capitalize()}".strip()

    def entries(self, name: str) -> Sequence[Any]:
        """What it has to show, in the order of the file."""
        if name == "posts":
            return self.posts
        if name == "visitor_map":
            return self.site.settings.visitor_map
        return self.site.publications if name == "publications" else self.site.entries.get(name, ())

    def legend(self, settings: SectionSettings, publications: Sequence[Publication]) -> Text | None:
        """The line that the site wrote, else one made of the marks that occur.

        A mark that an author's `equal`, `lead` or `corresponding` makes has a meaning by default, unless an author
        wrote the same mark behind a name.
        """
        if settings.legend is not None:
            return settings.legend
        authors = [author for publication in publications for author in publication.authors if author.all_marks]
        used = {mark for author in authors for mark in author.all_marks}
        meanings = self._meanings_by_flag(authors)
        for mark, meaning in self.site.settings.marks.items():
            meanings[mark] = meaning.in_language(self.site.settings.language)
        explained = [f"{_escaped(mark)} {meaning}" for mark, meaning in meanings.items() if mark in used]
        return Text.of(", ".join(explained)) if explained else None

    def _meanings_by_flag(self, authors: Sequence[Author]) -> dict[str, str]:
        by_flag = {mark for author in authors for mark in author.flags}
        written = {mark for author in authors for mark in author.marks} - by_flag
        words = words_for(self.site.settings.language)
        return {mark: words[name] for mark, name in FLAGS.items() if mark not in written}


def _escaped(mark: str) -> str:
    return f"\\{mark}" if mark in "*+#_`" else mark
