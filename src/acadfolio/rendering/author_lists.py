"""A publication's authors and how a style writes names come in; the names that it shows come out in that form."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from jinja2 import pass_context
from msgspec import Struct
from msgspec.structs import replace

from acadfolio.model.name_parts import NameParts, parts_of
from acadfolio.problems import WrongValueError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from jinja2.runtime import Context

    from acadfolio.model.publication import Author


INITIAL = re.compile(r"(?<![^\W\d_])([^\W\d_]\.) (?=[^\W\d_])")


@lru_cache(maxsize=20_000)
def _unbroken(name: str) -> str:
    return INITIAL.sub("\\1\N{NO-BREAK SPACE}", name)


class PaperAuthor(Struct, frozen=True):
    """One name of a list, and what stands before it (`, `, `, and `); or the words that stand for several names."""

    name: str
    marks: str
    me: bool
    url: str
    before: str
    record: Author | None = None
    """The author's record; none behind the words "and 12 more" or "et al."."""
    hidden: tuple[PaperAuthor, ...] = ()
    """The names that open behind these words."""

    @property
    def shown(self) -> str:
        """The name as a line may break it: not behind an initial."""
        return _unbroken(self.name)

    @property
    def comma(self) -> str:
        """What parts it from the name before it, without a word."""
        return ", " if self.before else ""

    @property
    def is_person(self) -> bool:
        return self.record is not None and self.record.is_person

    @property
    def is_others(self) -> bool:
        """Whether these are "et al."."""
        return self.record is not None and self.record.is_others

    @property
    def is_bracketed(self) -> bool:
        """Whether it is the collaboration behind "et al."."""
        return self.name.startswith("(")

    @property
    def family(self) -> str:
        """The family name with its particles: `van der Waals`."""
        return self._parts.family

    @property
    def given(self) -> str:
        return self._parts.given

    @property
    def initials(self) -> str:
        """The given names cut to their first letters, such as `J.-P.` for Jean-Pierre."""
        return self._parts.initials

    @property
    def particles(self) -> str:
        """The small words with which the family name begins."""
        return self._parts.particles

    @property
    def suffix(self) -> str:
        return self._parts.suffix

    @property
    def _parts(self) -> NameParts:
        return parts_of(self.record) if self.record else NameParts(self.name)

    def in_form(self, form: str) -> str:
        """The name as a style writes it. Raises WrongValueError for a form that there is not."""
        if form not in FORMS:
            raise WrongValueError(f"names have no form `{form}`: write one of {', '.join(FORMS)}")
        parts = self._parts
        if not self.is_person or self.is_bracketed or parts.is_written_together:
            return self.name
        return parts.family if parts.is_whole else FORMS[form](parts)


FORMS: Mapping[str, Callable[[NameParts], str]] = {
    "Marie Curie": lambda name: _joined(" ", name.spelt_out, name.family, name.suffix),
    "M. Curie": lambda name: _joined(" ", name.initials, name.family, name.suffix),
    "Curie, Marie": lambda name: _joined(", ", name.family, name.spelt_out, name.suffix),
    "Curie, M.": lambda name: _joined(", ", name.family, name.initials, name.suffix),
    "Curie M": lambda name: _joined(" ", name.family, name.bare_initials, name.suffix.rstrip(".")),
}
"""How a style can write a name, each by its example."""


def _joined(between: str, *parts: str) -> str:
    return between.join(part for part in parts if part)


class BareAuthors(tuple[PaperAuthor, ...]):
    """The authors of a citation that stands alone: as short as its style says, and nothing in it opens."""

    __slots__ = ()


class Manner(Struct, frozen=True):
    """How a style writes a list of names, by the arguments of `listed`."""

    form: str
    others: str
    last: str
    comma: bool | None
    most: int
    show: int
    ends: bool
    limit: int | None
    """The site's own number of names to show, 0 for all; it goes before the style's."""
    opens: bool
    language: str
    words: Mapping[str, str]

    def items(self, authors: Sequence[PaperAuthor]) -> Iterator[PaperAuthor]:
        """The names that are shown, and between them words for those that are not."""
        shown = self._shown(authors)
        is_whole = len(shown) == len(authors) and all(author.is_person for author in authors)
        after_gap, written = False, 0
        for is_shown, run in groupby(range(len(authors)), key=shown.__contains__):
            places = [*run]
            names = [self._written(authors[place], place) for place in places]
            if is_shown:
                for name in names:
                    yield replace(name, before=self._before(name, written, len(authors), is_whole, after_gap))
                    written, after_gap = written + 1, False
            else:
                yield self._gap(names, written, is_last=places[-1] == len(authors) - 1)
                after_gap = True

    def _shown(self, authors: Sequence[PaperAuthor]) -> set[int]:
        """The places of the names to show: the first ones, and always the person of the profile."""
        count = sum(author.is_person for author in authors)
        most, show = (self.most, self.show) if self.limit is None else (self.limit, self.limit)
        if not most or count <= most:
            return set(range(len(authors)))
        last = {count - 1} if self.ends and not self.limit else set()
        return {*range(show), *last, *(place for place, author in enumerate(authors) if author.me)}

    def _written(self, author: PaperAuthor, place: int) -> PaperAuthor:
        """A name in its form; that of the first may be another one."""
        form = self.form if place == 0 else self.others or self.form
        if not form or author.is_bracketed:
            return author
        return replace(author, name=author.in_form(form) if author.is_person else self.words["et_al"])

    def _before(self, name: PaperAuthor, written: int, count: int, is_whole: bool, after_gap: bool) -> str:  # noqa: FBT001
        if is_whole:
            return before_name(written, count, self.last, self.language, comma=self.comma)
        if name.is_bracketed:
            return " "
        if not name.is_person and (self.form or name.is_others):
            return self._before_et_al(written)
        if after_gap and self.ends and not self.limit:
            return " "
        return ", " if written else ""

    def _before_et_al(self, written: int) -> str:
        return ", " if self.comma or (self.comma is None and (written > 1 or not self.last)) else " "

    def _gap(self, names: Sequence[PaperAuthor], written: int, *, is_last: bool) -> PaperAuthor:
        """The words that stand for names: `and 12 more` or `et al.` at the end, `7 more` or `…` before others."""
        count = sum(name.is_person for name in names)
        if is_last:
            has_comma = written > 1 and self.language.startswith("en")
            before = (", " if has_comma else " ") if self.limit else self._before_et_al(written)
            words = self.words["and_more"] if self.limit else self.words["et_al"]
        else:
            before, words = ", ", self.words["more"] if self.limit else "…"
        hidden = tuple(replace(name, before=", " if place else "") for place, name in enumerate(names))
        return PaperAuthor(
            words.format(count), "", me=False, url="", before=before, hidden=hidden if self.opens else ()
        )


def before_name(place: int, count: int, last: str, language: str, *, comma: bool | None = None) -> str:
    """A comma, and the word before the last name of several: `comma` says whether one stands there too."""
    if place == 0:
        return ""
    if place < count - 1 or not last:
        return ", "
    has_comma = (count > len("ab") and language.startswith("en")) if comma is None else comma
    return f"{',' if has_comma else ''} {last} "


@pass_context
def listed(  # noqa: PLR0913 - what a style may say, each by its name
    context: Context,
    authors: Sequence[PaperAuthor],
    form: str = "",
    *,
    others: str = "",
    last: str | None = None,
    comma: bool | None = None,
    most: int = 0,
    show: int = 1,
    ends: bool = False,
) -> Sequence[PaperAuthor]:
    """Names as a style writes them: the filter of that name, which docs/templates.md explains.

    Of more than `most` names the first `show` are shown, and the very last one where the style `ends` with it. The
    section's `max_authors` goes before that.
    """
    section, language, words = context.get("section"), context["site"].language, context["words"]
    opens = not isinstance(authors, BareAuthors)
    limit = section.settings.max_authors if section and opens else None
    if not authors or (not form and last is None and not most and not 0 < (limit or 0) < len(authors)):
        return authors
    last = words["and"] if last is None else last
    return tuple(Manner(form, others, last, comma, most, show, ends, limit, opens, language, words).items(authors))
