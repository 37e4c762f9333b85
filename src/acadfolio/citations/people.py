"""Recognise the person of the profile and the colleagues in lists of authors."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from acadfolio.citations.authors import PaperAuthor, before_name
from acadfolio.model.names import EASTERN, Name, are_spelt_out, names_in, spellings
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.model.profile import Person, Profile
    from acadfolio.model.publication import Author


class People:
    """The person of the profile and the colleagues of `people.yml`, by every way in which papers print their names."""

    def __init__(self, profile: Profile, people: Iterable[Person]) -> None:
        own = [text for _, text in profile.name.by_language]
        self.own = [Name.of(name) for name in _names_with_initials(own, profile.variants)]
        self.own_spellings = {spelling for name in [*own, *profile.variants] for spelling in spellings(name)}
        self.urls: dict[str, str] = {}
        for person in people:
            if person.url:
                for name in (person.name, *person.variants):
                    self.urls |= dict.fromkeys(spellings(name), person.url)
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
