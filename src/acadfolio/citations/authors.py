"""Lists of authors: who of them is the person of the profile, and how pages and citation styles write them."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from jinja2 import pass_context
from msgspec import Struct
from msgspec.structs import replace

from acadfolio.model.name_parts import NameParts, parts_of
from acadfolio.model.names import EASTERN, Name, are_spelt_out, names_in, spellings
from acadfolio.problems import WrongValueError
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from jinja2.runtime import Context

    from acadfolio.model.profile import Person, Profile
    from acadfolio.model.publication import Author

AFTER_INITIAL = re.compile(r"(?<![^\W\d_])([^\W\d_]\.) (?=[^\W\d_])")


class PaperAuthor(Struct, frozen=True):
    """One name of a list, and what stands before it (`, `, `, and `); or the words that stand for several names."""

    name: str
    marks: str
    me: bool
    url: str
    before: str
    record: Author | None = None
    """The author's record; none for the words "and 12 more" or "et al."."""
    hidden: tuple[PaperAuthor, ...] = ()
    """The names that open behind these words."""

    @property
    def shown(self) -> str:
        """The name without a line break behind an initial."""
        return AFTER_INITIAL.sub("\\1\N{NO-BREAK SPACE}", self.name)

    @property
    def comma(self) -> str:
        """What separates it from the name before it, without a word."""
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
        """The initials of the given names, such as `J.-P.` for Jean-Pierre."""
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
        """The name in one of FORMS. Raises WrongValueError for any other."""
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


def _joined(separator: str, *parts: str) -> str:
    return separator.join(part for part in parts if part)


class BareAuthors(tuple[PaperAuthor, ...]):
    """The authors of a citation that stands alone: shortened as its style has it, and nothing in it opens."""

    __slots__ = ()


class AuthorList(Struct, frozen=True):
    """How a style writes a list of names, by the arguments of the filter `author_list`."""

    form: str
    others: str
    last: str
    comma: bool | None
    most: int
    show: int
    ends: bool
    is_counted: bool
    """Whether the words for names that are not shown say how many these are, as the site's own limit asks for."""
    opens: bool
    """Whether readers can open the names that are not shown."""
    language: str
    words: Mapping[str, str]

    def items(self, authors: Sequence[PaperAuthor]) -> Iterator[PaperAuthor]:
        """The names that are shown, and between them words for those that are not."""
        shown = self._places_shown(authors)
        names = [self._in_form(author, place) for place, author in enumerate(authors)]
        is_whole = len(shown) == len(authors) and all(author.is_person for author in authors)
        return self._whole(names) if is_whole else self._shortened(names, shown)

    def _places_shown(self, authors: Sequence[PaperAuthor]) -> set[int]:
        """The places of the names to show: the first ones, and always the person of the profile."""
        count = sum(author.is_person for author in authors)
        if not self.most or count <= self.most:
            return set(range(len(authors)))
        shown = {place for place, author in enumerate(authors) if place < self.show or author.me}
        return shown | {count - 1} if self.ends else shown

    def _whole(self, names: Sequence[PaperAuthor]) -> Iterator[PaperAuthor]:
        for place, name in enumerate(names):
            yield replace(name, before=before_name(place, len(names), self.last, self.language, comma=self.comma))

    def _shortened(self, names: Sequence[PaperAuthor], shown: set[int]) -> Iterator[PaperAuthor]:
        count = 0
        for is_shown, run in groupby(range(len(names)), key=shown.__contains__):
            places = list(run)
            if not is_shown:
                hidden = [names[place] for place in places]
                yield self._gap(hidden, count, is_last=places[-1] == len(names) - 1)
                continue
            for place in places:
                before = self._before(names[place], count, follows_gap=0 < place == places[0])
                yield replace(names[place], before=before)
                count += 1

    def _in_form(self, author: PaperAuthor, place: int) -> PaperAuthor:
        """A name in its form; that of the first may be another one."""
        form = self.form if place == 0 else self.others or self.form
        if not form or author.is_bracketed:
            return author
        return replace(author, name=author.in_form(form) if author.is_person else self.words["et_al"])

    def _before(self, name: PaperAuthor, count: int, *, follows_gap: bool) -> str:
        """What stands before a name of a shortened list, behind `count` others."""
        if name.is_bracketed:
            return " "
        if not name.is_person and (self.form or name.is_others):
            return self._before_et_al(count)
        if follows_gap and self.ends:
            return " "
        return ", " if count else ""

    def _before_et_al(self, count: int) -> str:
        has_comma = (count > 1 or not self.last) if self.comma is None else self.comma
        return ", " if has_comma else " "

    def _gap(self, names: Sequence[PaperAuthor], count: int, *, is_last: bool) -> PaperAuthor:
        """The words that stand for names: `and 12 more` or `et al.` at the end, `7 more` or `…` before others."""
        before, words = self._words_of_gap(count, is_last=is_last)
        words = words.format(sum(name.is_person for name in names))
        hidden = tuple(replace(name, before=", " if place else "") for place, name in enumerate(names))
        return PaperAuthor(words, "", me=False, url="", before=before, hidden=hidden if self.opens else ())

    def _words_of_gap(self, count: int, *, is_last: bool) -> tuple[str, str]:
        """What stands before the words, and the words themselves, which may have a place for the number of names."""
        if not is_last:
            return ", ", self.words["more"] if self.is_counted else "…"
        if self.is_counted:
            return ", " if count > 1 and self.language.startswith("en") else " ", self.words["and_more"]
        return self._before_et_al(count), self.words["et_al"]


def before_name(place: int, count: int, last: str, language: str, *, comma: bool | None = None) -> str:
    """What stands before a name: a comma, and before the last one of several the word `last`.

    `comma` says whether a comma stands before that word; by default as the language has it.
    """
    if place == 0:
        return ""
    if place < count - 1 or not last:
        return ", "
    if comma is None:
        comma = place > 1 and language.startswith("en")
    return f"{',' if comma else ''} {last} "


@pass_context
def author_list(  # noqa: PLR0913 - the choices of a style, each by its name
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
    """The filter `author_list`: names as a style writes them.

    `form` is one of FORMS, by default the name as the paper prints it, and `others` that of the names after the first
    one. `last` is the word before the last name, by default "and" in the site's language; `comma` says whether a comma
    stands before it and before "et al.". Of more than `most` names the first `show` are shown, and the very last one
    where the style `ends` with it. The section's `max_authors` goes before `most` and `show`.
    """
    section, language, words = context.get("section"), context["site"].language, context["words"]
    opens = not isinstance(authors, BareAuthors)
    limit = section.settings.max_authors if section and opens else None
    if limit is not None:
        most, show, ends = limit, limit, False
    is_as_printed = not form and last is None and not 0 < most < len(authors)
    if not authors or is_as_printed:
        return authors
    last = words["and"] if last is None else last
    style = AuthorList(form, others, last, comma, most, show, ends, bool(limit), opens, language, words)
    return tuple(style.items(authors))


class People:
    """The person of the profile and the colleagues of `people.yml`, by every way in which papers print their names."""

    def __init__(self, profile: Profile, people: Iterable[Person]) -> None:
        own = [text for _, text in profile.name.by_language]
        self.own = [Name.of(name) for name in _names_with_initials(own, profile.variants)]
        self.own_spellings = {spelling for name in [*own, *profile.variants] for spelling in spellings(name)}
        self.urls = _urls_of(people)
        self.is_abbreviated = cache(self._is_abbreviated)

    def is_me(self, author: Author, *, by_initials: bool = True) -> bool:
        """Whether an author is the person of the profile.

        What the author's `me` says, else whether the name is one of the profile's, or with `by_initials` one of those
        with initials.
        """
        if author.me is not None or not author.is_person:
            return bool(author.me)
        is_own = not self.own_spellings.isdisjoint(_spellings_of(author))
        return is_own or (by_initials and self.is_abbreviated(author.name))

    def _is_abbreviated(self, name: str) -> bool:
        """Whether a name is the person's, with initials."""
        return any(own.is_abbreviated_by(part) for own in self.own for part in names_in(name))

    def are_me(self, authors: tuple[Author, ...]) -> tuple[bool, ...]:
        """For each author of a paper whether it is the person of the profile.

        Initials are somebody else's where the name stands in full, or where an author is said to be the person.
        """
        in_full = tuple([self.is_me(author, by_initials=False) for author in authors])
        return in_full if any(in_full) else tuple([self.is_me(author) for author in authors])

    def url_of(self, author: Author) -> str:
        """Where a name leads: the author's own URL, else that of `people.yml`, else ORCID; or nothing."""
        if author.url:
            return author.url
        for spelling in _spellings_of(author):
            if spelling in self.urls:
                return self.urls[spelling]
        return f"https://orcid.org/{author.orcid}" if author.orcid else ""

    def credited(self, authors: tuple[Author, ...], language: str) -> tuple[PaperAuthor, ...]:
        """The authors of a paper as pages in this language show them."""
        words = words_for(language)
        others = next((place for place, author in enumerate(authors) if author.is_others), len(authors))
        last = words["and"] if all(author.is_person for author in authors) else ""
        credited = []
        for place, (author, is_me) in enumerate(zip(authors, self.are_me(authors), strict=True)):
            follows_without_comma = place > others or place == others == 1
            before = " " if follows_without_comma else before_name(place, len(authors), last, language)
            name = _shown_name(author, words["et_al"], is_collaboration=place > others)
            credited.append(PaperAuthor(name, author.all_marks, is_me, self.url_of(author), before, author))
        return tuple(credited)


def _urls_of(people: Iterable[Person]) -> dict[str, str]:
    """Where names lead, by each spelling."""
    urls: dict[str, str] = {}
    for person in people:
        if person.url:
            for name in (person.name, *person.variants):
                urls |= dict.fromkeys(spellings(name), person.url)
    return urls


def _shown_name(author: Author, et_al: str, *, is_collaboration: bool) -> str:
    """A name as pages show it, in brackets that of the collaboration behind "et al."."""
    if author.is_others:
        return et_al
    return f"({author.name})" if is_collaboration else author.name


def _names_with_initials(own: list[str], variants: Iterable[str]) -> list[str]:
    """The person's names; where these have no initials, as 张三, whole names among the variants stand for them."""
    names = [name for text in own for name in names_in(text)]
    if all(EASTERN.match(name) for name in names):
        names += [name for variant in variants for name in names_in(variant) if are_spelt_out(name)]
    return names


def _spellings_of(author: Author) -> tuple[str, ...]:
    """Of the name as it is printed and, where that does not tell its parts (`LI Si`), of these."""
    if author.family and author.given:
        return *spellings(author.name), *spellings(f"{author.given} {author.family}")
    return spellings(author.name)
