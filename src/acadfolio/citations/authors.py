"""Format lists of authors, and find the person of the profile among them."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain, groupby
from typing import TYPE_CHECKING

from jinja2 import pass_context
from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.tables.words import SEPARATORS
from acadfolio.model.group_names import listed_people, may_be_several, positions_of
from acadfolio.model.name_parts import NameParts, parts_of
from acadfolio.model.names import Name, is_spelt_out, names_in, spellings
from acadfolio.problems import WrongValueError
from acadfolio.theme.words import with_number, words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from jinja2.runtime import Context

    from acadfolio.model.profile import Person, Profile
    from acadfolio.model.publication import Author, Publication

AFTER_INITIAL = r"(?<![^\W\d_])([^\W\d_]\.) (?=[^\W\d_])"

PREFIX = "־"
"""The end of a word for "and" that is written together with the name after it, as in Hebrew."""


class PaperAuthor(Struct, frozen=True):
    """A name in a list of authors, or words such as "and 12 more" that replace several names."""

    name: str
    marks: str
    me: bool
    """Whether it is the person of the profile, or a group whose name contains this person's name."""
    url: str
    before: str
    """The separator before the name, such as `, ` or `, and `."""
    record: Author | None = None
    """The author's record; None for words that replace names."""
    hidden: tuple[PaperAuthor, ...] = ()
    """The names that are shown when a visitor opens the words that replace them."""
    own_positions: tuple[tuple[int, int], ...] = ()
    """The start and end of each name of the profile in the name of a group."""
    is_standalone: bool = False
    """Whether it is in a standalone citation: only the style limits the names, and visitors cannot open the others."""

    @property
    def shown(self) -> str:
        """The name with non-breaking spaces after initials."""
        if ". " not in self.name:
            return self.name
        return re.sub(AFTER_INITIAL, "\\1\N{NO-BREAK SPACE}", self.name)

    @property
    def shown_parts(self) -> tuple[tuple[str, bool], ...]:
        """The parts of `shown`, each with whether it is in bold: the whole name, or the own name in that of a group."""
        if not self.own_positions:
            return ((self.shown + self.marks, self.me),)
        parts = []
        end = 0
        for start, next_end in self.own_positions:
            parts += [(self.shown[end:start], False), (self.shown[start:next_end], True)]
            end = next_end
        return (*parts, (self.shown[end:] + self.marks, False))

    @property
    def is_person(self) -> bool:
        return self.record is not None and self.record.is_person

    @property
    def is_others(self) -> bool:
        """Whether it is "et al."."""
        return self.record is not None and self.record.is_others

    @property
    def is_bracketed(self) -> bool:
        """Whether it is the collaboration after "et al."."""
        return self.name.startswith("(") and self.name.endswith(")")

    @property
    def parts(self) -> NameParts:
        return parts_of(self.record) if self.record else NameParts(self.name)

    def in_form(self, form: str) -> str:
        """The name in one of FORMS. Raises WrongValueError for any other form."""
        if form not in FORMS:
            raise WrongValueError(f"names have no form `{form}`: write one of {', '.join(FORMS)}")
        parts = self.parts
        if not self.is_person or self.is_bracketed or self.own_positions or parts.is_east_asian:
            return self.name
        return parts.family if parts.is_whole else FORMS[form](parts)


FORMS: Mapping[str, Callable[[NameParts], str]] = {
    "Marie Curie": lambda name: _joined(" ", name.spelt_out, name.family, name.suffix),
    "M. Curie": lambda name: _joined(" ", name.initials, name.family, name.suffix),
    "Curie, Marie": lambda name: _joined(", ", name.family, name.spelt_out, name.suffix),
    "Curie, M.": lambda name: _joined(", ", name.family, name.initials, name.suffix),
    "Curie M": lambda name: _joined(" ", name.family, name.bare_initials, name.suffix.rstrip(".")),
}
"""The forms of names in citation styles, by an example of each."""


def _joined(separator: str, *parts: str) -> str:
    return separator.join(part for part in parts if part)


class AuthorListStyle(Struct, frozen=True):
    """The style of a list of names: the arguments of the filter `author_list`."""

    language: str
    words: Mapping[str, str]
    last: str
    form: str = ""
    others: str = ""
    comma: bool | None = None
    most: int = 0
    show: int = 1
    ends: bool = False
    shows_count: bool = False
    """Whether the number of omitted names is shown, as with the setting `max_authors`."""
    opens: bool = False
    """Whether visitors can open the omitted names."""

    def apply(self, authors: Sequence[PaperAuthor]) -> Iterator[PaperAuthor]:
        """The names to show, and words that replace the omitted names."""
        shown = self._shown_positions(authors)
        names = [self._in_form(author, position) for position, author in enumerate(authors)]
        is_complete = len(shown) == len(authors) and all(author.is_person for author in authors)
        return self._complete(names) if is_complete else self._shortened(names, shown)

    def _shown_positions(self, authors: Sequence[PaperAuthor]) -> set[int]:
        """The positions of the names to show. The person of the profile is always shown."""
        if not self._has_too_many(authors):
            return set(range(len(authors)))
        shown = {
            position for position, author in enumerate(authors) if position < self.show or author.me
        }
        last_person = sum(author.is_person for author in authors) - 1
        if self.ends:
            shown.add(last_person)
        return shown.union(*self._single_names(authors, shown))

    def _single_names(self, authors: Sequence[PaperAuthor], shown: set[int]) -> Iterator[list[int]]:
        """The positions of each single name that words would replace: “1 more” is not shorter than a name.

        A style itself decides on “et al.” at the end, and on the names before the last one.
        """
        for is_shown, run in groupby(range(len(authors)), key=shown.__contains__):
            positions = list(run)
            follows = positions[-1] + 1
            is_before_me = follows < len(authors) and authors[follows].me
            is_single = sum(authors[position].is_person for position in positions) <= 1
            if not is_shown and is_single and (self.shows_count or is_before_me):
                yield positions

    def _has_too_many(self, authors: Sequence[PaperAuthor]) -> bool:
        """Whether there are more than `most` names.

        "Et al." counts as one, except for the setting `max_authors`.
        """
        if self.most <= 0:
            return False
        count = sum(author.is_person and not author.is_bracketed for author in authors)
        has_more = not self.shows_count and any(author.is_others for author in authors)
        return self.most < count + has_more

    def _complete(self, names: Sequence[PaperAuthor]) -> Iterator[PaperAuthor]:
        for position, name in enumerate(names):
            is_last = 0 < position == len(names) - 1
            before = (
                self._separator_before_last(len(names)) if is_last else ", " if position else ""
            )
            yield replace(name, before=before)

    def _separator_before_last(self, count: int) -> str:
        """The word before the last of `count` names.

        By default, a comma precedes it in English if there are others.
        """
        if not self.last:
            return ", "
        has_comma = self.comma
        if has_comma is None:
            has_comma = count > 2 and self.language.startswith("en")  # noqa: PLR2004
        after = "" if self.last.endswith(PREFIX) else " "
        return f"{',' if has_comma else ''} {self.last}{after}"

    def _shortened(self, names: Sequence[PaperAuthor], shown: set[int]) -> Iterator[PaperAuthor]:
        count = 0
        for is_shown, run in groupby(range(len(names)), key=shown.__contains__):
            positions = list(run)
            if not is_shown:
                omitted = [names[position] for position in positions]
                yield self._omission(omitted, count, is_last=positions[-1] == len(names) - 1)
                continue
            for position in positions:
                before = self._separator(
                    names[position], count, follows_omission=0 < position == positions[0]
                )
                yield replace(names[position], before=before)
                count += 1

    def _in_form(self, author: PaperAuthor, position: int) -> PaperAuthor:
        """The author with the name in the form of the style.

        The form of the first name may differ.
        """
        form = self.form if position == 0 else self.others or self.form
        if not form or author.is_bracketed:
            return author
        return replace(
            author, name=author.in_form(form) if author.is_person else self.words["et_al"]
        )

    def _separator(self, name: PaperAuthor, count: int, *, follows_omission: bool) -> str:
        """The separator before a name in a shortened list, after `count` other names."""
        if name.is_bracketed:
            return " "
        if not name.is_person and (self.form or name.is_others):
            return self._separator_before_et_al(count)
        if follows_omission and self.ends:
            return " "
        return ", " if count else ""

    def _separator_before_et_al(self, count: int) -> str:
        has_comma = (count > 1 or not self.last) if self.comma is None else self.comma
        return ", " if has_comma else " "

    def _omission(self, names: Sequence[PaperAuthor], count: int, *, is_last: bool) -> PaperAuthor:
        """The words for omitted names: `and 12 more` or `et al.` at the end of the list, else `7 more` or `…`."""
        people = sum(name.is_person for name in names)
        before, words = self._words_for_omission(count, people, is_last=is_last)
        hidden: tuple[PaperAuthor, ...] = ()
        if self.opens:
            hidden = tuple(
                replace(name, before=", " if position else "")
                for position, name in enumerate(names)
            )
        return PaperAuthor(words, "", me=False, url="", before=before, hidden=hidden)

    def _words_for_omission(self, count: int, people: int, *, is_last: bool) -> tuple[str, str]:
        """The separator before the words for so many omitted people, after `count` names, and the words."""
        if not is_last:
            return ", ", with_number("more", people, self.language) if self.shows_count else "…"
        if self.shows_count:
            before = ", " if count > 1 and self.language.startswith("en") else " "
            return before, with_number("and_more", people, self.language)
        return self._separator_before_et_al(count), self.words["et_al"]


def with_own_separators(authors: Iterable[PaperAuthor], language: str) -> tuple[PaperAuthor, ...]:
    """The list of authors with the separators of the language before names in its letters."""
    own = SEPARATORS.get(language[:2])
    if own is None:
        return tuple(authors)
    return tuple(
        replace(author, before=own.get(_latin_separator(author), author.before))
        for author in authors
    )


def _latin_separator(author: PaperAuthor) -> str:
    """The separator before an author as SEPARATORS has it: with words for omitted names, and empty for a Latin name."""
    if author.name[:1].isascii():
        return ""
    return author.before if author.is_person else author.before + author.name


@pass_context
def author_list(  # noqa: PLR0913 - the options of a style, as keyword arguments
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
    """The filter `author_list`: format a list of authors.

    `form` is one of FORMS, by default the name as in the paper. `others` is the form of all names
    except the first. `last` is the word before the last name, by default "and" in the site's
    language. `comma` is whether a comma precedes this word and "et al.". If there are more than
    `most` names, the first `show` are shown, and with `ends` also the last one. The section's
    setting `max_authors` has precedence over `most` and `show`.
    """
    section, language, words = context.get("section"), context["site"].language, context["words"]
    opens = not any(author.is_standalone for author in authors)
    limit = section.settings.max_authors if section and opens else None
    if limit is not None:
        most, show, ends = limit, limit, False
    if not form and last is None and not 0 < most < len(authors):
        return authors
    if last is None:
        last = words["and"]
    style = AuthorListStyle(
        language, words, last, form, others, comma, most, show, ends, bool(limit), opens
    )
    return with_own_separators(style.apply(authors), language)


class People:
    """Recognizes the person of the profile and the people of `people.yml` by the spellings of their names."""

    def __init__(
        self, profile: Profile, people: Iterable[Person], publications: Iterable[Publication] = ()
    ) -> None:
        """publications: those whose authors are known, so that a list of several in one name is separated."""
        people = tuple(people)
        self.own_names = [Name.of(name) for name in _names_with_initials(profile)]
        self.own_spellings = set[str]().union(*map(spellings, profile.names))
        self.urls = _urls_by_spelling(people)
        self.is_abbreviated_name = cache(self._is_abbreviated_name)
        self.is_own_name = cache(self._is_own_name)
        self.own_positions = cache(self._own_positions)
        self.lists = self._lists(people, publications)
        """The people in each name of an author that is a list of several people."""

    def _lists(
        self, people: Iterable[Person], publications: Iterable[Publication]
    ) -> dict[str, tuple[str, ...]]:
        names = {author.name for paper in publications for author in chain(*paper.people)}
        several = set(filter(may_be_several, names))
        if not several:
            return {}
        known = {spelling for name in names - several for spelling in spellings(name)}
        known.update(spelling for person in people for spelling in _spellings_of_person(person))

        def is_known(name: str) -> bool:
            is_one_word = " " not in name
            return not is_one_word and (
                self.is_own_name(name) or not known.isdisjoint(spellings(name))
            )

        found = {
            name: listed_people(name, is_known)
            for name in sorted(several)
            if not self.is_own_name(name)
        }
        return {name: people for name, people in found.items() if people}

    def is_me(self, author: Author, *, by_initials: bool = True) -> bool:
        """Whether an author is the person of the profile.

        The author's setting `me` has precedence. Else the name must be one of the profile's names,
        or, with `by_initials`, such a name with initials.
        """
        if author.me is not None or not author.is_person:
            return bool(author.me)
        if not self.own_spellings.isdisjoint(_spellings_of(author)):
            return True
        return by_initials and self.is_abbreviated_name(author.name)

    def is_named_in(self, author: Author) -> bool:
        """Whether an author is the person of the profile, or a group whose name contains this person's name."""
        return self.is_me(author) or bool(self.positions_in(author))

    def positions_in(self, author: Author) -> tuple[tuple[int, int], ...]:
        """The start and end of each own name in the name of a group."""
        if author.me is not None or not author.is_person or self.is_me(author):
            return ()
        return self.own_positions(author.name)

    def _own_positions(self, name: str) -> tuple[tuple[int, int], ...]:
        return positions_of(name, self.is_own_name) if may_be_several(name) else ()

    def _is_own_name(self, name: str) -> bool:
        return not self.own_spellings.isdisjoint(spellings(name)) or self.is_abbreviated_name(name)

    def _is_abbreviated_name(self, name: str) -> bool:
        """Whether a name is the name of the profile with initials."""
        return any(
            own_name.is_abbreviated_by(part)
            for own_name in self.own_names
            for part in names_in(name)
        )

    def are_me(self, authors: tuple[Author, ...]) -> tuple[bool, ...]:
        """Whether each author of a paper is the person of the profile.

        If the full name is among the authors, a matching name with initials is another person.
        """
        by_full_name = tuple(self.is_me(author, by_initials=False) for author in authors)
        if any(by_full_name):
            return by_full_name
        return tuple(self.is_me(author) for author in authors)

    def url_of(self, author: Author) -> str:
        """The author's own URL, else that in `people.yml`, else that of the author's ORCID; empty without one."""
        if author.url:
            return author.url
        for spelling in _spellings_of(author):
            if spelling in self.urls:
                return self.urls[spelling]
        return f"https://orcid.org/{author.orcid}" if author.orcid else ""

    def separated(self, authors: tuple[Author, ...]) -> tuple[Author, ...]:
        """The authors, with the people of a list in one name as an author each."""
        if self.lists.keys().isdisjoint(author.name for author in authors):
            return authors
        separate: list[Author] = []
        for author in authors:
            if author.me is None and author.name in self.lists:
                people = self.lists[author.name]
                separate += [
                    replace(author, name=name, family="", given="", suffix="") for name in people
                ]
            else:
                separate.append(author)
        return tuple(separate)

    def credited(self, authors: tuple[Author, ...], language: str) -> tuple[PaperAuthor, ...]:
        """The list of a paper's authors in a language."""
        words = words_for(language)
        authors = self.separated(authors)
        follows_et_al = False
        credited = []
        for author, is_me in zip(authors, self.are_me(authors), strict=True):
            name = _shown_name(author, words["et_al"], is_collaboration=follows_et_al)
            positions = self.positions_in(author)
            shift = name.find(author.name)
            follows_et_al = follows_et_al or author.is_others
            credited.append(
                PaperAuthor(
                    name,
                    author.all_marks,
                    is_me or bool(positions),
                    self.url_of(author),
                    before="",
                    record=author,
                    own_positions=tuple((start + shift, end + shift) for start, end in positions),
                )
            )
        style = AuthorListStyle(language, words, last=words["and"])
        return with_own_separators(style.apply(credited), language)


def _urls_by_spelling(people: Iterable[Person]) -> dict[str, str]:
    """The URLs of people by each spelling of their names."""
    urls: dict[str, str] = {}
    for person in people:
        if person.url:
            urls |= dict.fromkeys(_spellings_of_person(person), person.url)
    return urls


def _spellings_of_person(person: Person) -> Iterator[str]:
    for name in (person.name, *person.variants):
        yield from spellings(name)


def _shown_name(author: Author, et_al: str, *, is_collaboration: bool) -> str:
    """The name to show. The collaboration after "et al." is in brackets."""
    if author.is_others:
        return et_al
    return f"({author.name})" if is_collaboration else author.name


def _names_with_initials(profile: Profile) -> list[str]:
    """The names that may be abbreviated by initials.

    `Mme Curie` and `M. Curie` have no given names in full.
    """
    names = [name for _, text in profile.name.by_language for name in names_in(text)]
    names += [
        name for variant in profile.variants for name in names_in(variant) if is_spelt_out(name)
    ]
    return list(dict.fromkeys(names))


def _spellings_of(author: Author) -> tuple[str, ...]:
    """The spellings of an author's name.

    If its record has the parts of the name (`LI Si`), they are used too.
    """
    if author.family and author.given:
        return *spellings(author.name), *spellings(f"{author.given} {author.family}")
    return spellings(author.name)
