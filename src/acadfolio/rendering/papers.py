"""A publication comes in, what a citation template may see of it comes out."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from acadfolio.model.names import EASTERN, Name, are_spelt_out, names_in, spellings
from acadfolio.model.publication import Venue
from acadfolio.model.values import Address, Link, Text
from acadfolio.rendering.author_lists import BareAuthors, PaperAuthor, before_name
from acadfolio.rendering.scholar_user import scholar_user, with_user
from acadfolio.theme.filters import in_address
from acadfolio.theme.words import direction, words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from acadfolio.model.dates import When
    from acadfolio.model.people import Person
    from acadfolio.model.profile import Profile
    from acadfolio.model.publication import Author, Publication
    from acadfolio.model.site import Site
    from acadfolio.rendering.citing import Cited

LONGEST_BADGE = 28

AT_DOI = "https://doi.org/"
IDENTIFIERS = {
    "doi": ("DOI", f"{AT_DOI}{{}}"),
    "arxiv": ("arXiv", "https://arxiv.org/abs/{}"),
    "hal": ("HAL", "https://hal.science/{}"),
    "pmid": ("PubMed", "https://pubmed.ncbi.nlm.nih.gov/{}/"),
    "openreview": ("OpenReview", "https://openreview.net/forum?id={}"),
}


class Paper(Struct, frozen=True, dict=True):
    """A publication as templates see it: the record, and what the rest of the site knows about it."""

    record: Publication
    _credited: Callable[[tuple[Author, ...]], tuple[PaperAuthor, ...]]
    """Knows authors as they are shown on this site."""
    _mine: Callable[[tuple[Author, ...]], tuple[bool, ...]]
    """Knows which of them is the person of the profile."""
    venue: Venue | None
    identifiers: tuple[Link, ...]
    page: str = ""
    """The address of its own page, where it has one."""
    language: str = "en"
    scholar_id: str = ""
    """Google Scholar's identifier with its user, as its address needs it; empty where the user is not known."""

    @cached_property
    def authors(self) -> tuple[PaperAuthor, ...]:
        """As they are shown; found when somebody looks, as many papers of a long list are known already."""
        return self._credited(self.record.authors)

    @property
    def mine(self) -> tuple[bool, ...]:
        """Which of its authors is the person of the profile."""
        return self._mine(self.record.authors)

    @cached_property
    def editors(self) -> tuple[PaperAuthor, ...]:
        return self._credited(self.record.editors)

    @cached_property
    def translators(self) -> tuple[PaperAuthor, ...]:
        return self._credited(self.record.translators)

    @cached_property
    def excerpt(self) -> Text | None:
        """Its summary, else the first sentences of its abstract."""
        if self.record.summary is not None or self.record.abstract is None:
            return self.record.summary
        from acadfolio.rendering.excerpts import excerpt  # Few views show any.

        return excerpt(self.record.abstract, self.language)

    @cached_property
    def coins(self) -> str:
        """What Zotero finds in the title of an empty span of the class `Z3988`."""
        from acadfolio.bibliography.writers.coins import coins
        from acadfolio.bibliography.writers.works import work_of

        return coins(work_of(self.record, self.venue, self.language))

    @property
    def when(self) -> When | None:
        return self.record.when

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The author's own links, then those that follow from identifiers and are not among them."""
        own = {link.url for link in self.own_links}
        return self.own_links + tuple(link for link in self.identifiers if link.url not in own)

    @cached_property
    def own_links(self) -> tuple[Link, ...]:
        """The author's own links; one to the DOI is written as addresses are."""
        links, doi = self.record.links, self.record.doi
        if (address := in_address(doi)) == doi:
            return links
        url = Address(f"{AT_DOI}{address}")
        return tuple(replace(link, url=url) if link.url == f"{AT_DOI}{doi}" else link for link in links)

    @cached_property
    def cited(self) -> Cited:
        """What citation styles need besides the record."""
        from acadfolio.rendering.citing import cited  # Papers that are known already are not cited anew.

        return cited(self.record, self.venue, self.links, self.language)

    @property
    def direction(self) -> str:
        """That of its citation: of the language that it is written in, else of the citation's own first letter."""
        return direction(self.record.language) if self.record.language else "auto"

    @cached_property
    def url(self) -> str:
        """Where the title leads: the first link, or the DOI."""
        return self.links[0].url if self.links else ""

    @cached_property
    def bare(self) -> Paper:
        """The same for a citation that stands alone: without links, note and award, which are printed beside it.

        Where the paper has a page, the addresses of its authors and their marks are there.
        """
        record = msgspec.structs.replace(self.record, links=(), note=None, award=None)
        venue = msgspec.structs.replace(self.venue, url=None) if self.venue and self.page else self.venue
        credited = partial(_bare, self._credited, is_plain=bool(self.page))
        return replace(self, record=record, identifiers=(), page="", venue=venue, _credited=credited)

    @property
    def shows_video(self) -> bool:
        """Whether its preview is a video, and no picture."""
        if not self.record.image:
            return False
        from acadfolio.rendering.videos import FILE  # Few papers have a preview.

        return bool(FILE.search(self.record.image))

    @property
    def badge(self) -> Text | None:
        """The words on its picture: the author's, else the venue's short name and the year, else the year."""
        if self.record.badge is not None:
            return self.record.badge
        name = ""
        if self.venue is not None:
            full = self.venue.name.by_language[0][1]
            name = self.venue.abbreviation or (full if len(full) <= LONGEST_BADGE else "")
        year = str(self.when.year) if self.when else ""
        return Text.of(f"{name} {year}".strip()) if name or year else None


def _bare(
    credited: Callable[[tuple[Author, ...]], tuple[PaperAuthor, ...]], authors: tuple[Author, ...], *, is_plain: bool
) -> BareAuthors:
    """Authors of a citation that stands alone; where it `is_plain`, as names and nothing more."""
    shown = credited(authors)
    return BareAuthors((replace(author, marks="", url="") for author in shown) if is_plain else shown)


class Names:
    """Knows the person of the profile and the colleagues by every way in which papers print their names."""

    def __init__(self, profile: Profile, people: Iterable[Person]) -> None:
        own = [text for _, text in profile.name.by_language]
        self.own = [Name.of(name) for name in _known_by_initials(own, profile.variants)]
        self.spelt = {spelling for name in [*own, *profile.variants] for spelling in spellings(name)}
        self.by_initials: dict[str, bool] = {}
        self.known: dict[tuple[str, str, bool | None, bool], bool] = {}
        """The answers of `is_me`."""
        self.urls: dict[str, str] = {
            spelling: person.url
            for person in people
            if person.url
            for name in [person.name, *person.variants]
            for spelling in spellings(name)
        }

    def is_me(self, author: Author, *, by_initials: bool = True) -> bool:
        """What the author says, else whether the name is one of the profile's, or its name with initials."""
        key = author.name, author.family, author.me, by_initials
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._is_me(author, by_initials=by_initials)
        return known

    def _is_me(self, author: Author, *, by_initials: bool) -> bool:
        if author.me is not None or not author.is_person:
            return bool(author.me)
        is_spelt = not self.spelt.isdisjoint(_spellings_of(author))
        return is_spelt or (by_initials and self._has_initials(author.name))

    def _has_initials(self, name: str) -> bool:
        if name not in self.by_initials:
            self.by_initials[name] = any(own.is_abbreviated_by(one) for own in self.own for one in names_in(name))
        return self.by_initials[name]

    def url_of(self, author: Author) -> str:
        orcid = f"https://orcid.org/{author.orcid}" if author.orcid else ""
        known = (self.urls[spelling] for spelling in _spellings_of(author) if spelling in self.urls)
        return author.url or next(known, "") or orcid


def _known_by_initials(own: list[str], variants: Iterable[str]) -> list[str]:
    """The person's names; where these have no initials, as 张三, whole names among the variants stand for them."""
    names = [name for text in own for name in names_in(text)]
    if all(map(EASTERN.match, names)):
        names += (name for variant in variants for name in names_in(variant) if are_spelt_out(name))
    return names


def _spellings_of(author: Author) -> tuple[str, ...]:
    """Of the name as it is printed and, where that does not tell the parts (`LI Si`), of these."""
    if author.family and author.given:
        return *spellings(author.name), *spellings(f"{author.given} {author.family}")
    return spellings(author.name)


class Papers:
    """Makes papers from publications, each once. `pages` has the addresses of entries' own pages, by their `id()`."""

    def __init__(self, site: Site, pages: Mapping[int, str]) -> None:
        self.site, self.pages = site, pages
        self.names = Names(site.profile, site.people)
        self.language = site.settings.language
        self.words = words_for(self.language)
        self.scholar_user = scholar_user(site)
        self.known: dict[int, Paper] = {}

    def paper(self, publication: Publication) -> Paper:
        found = self.known.get(id(publication))
        if found is None:
            found = self.known[id(publication)] = self._make(publication)
        return found

    def _make(self, publication: Publication) -> Paper:
        identifiers = tuple(
            Link(label, Address(address.format(in_address(getattr(publication, name)))))
            for name, (label, address) in IDENTIFIERS.items()
            if getattr(publication, name)
        )
        return Paper(
            publication,
            self._authors,
            self._mine,
            self._venue(publication),
            identifiers,
            self.pages.get(id(publication), ""),
            self.language,
            with_user(publication.scholar_id, self.scholar_user),
        )

    def _venue(self, publication: Publication) -> Venue | None:
        if publication.venue is None:
            return None
        key = publication.venue.by_language[0][1]
        return self.site.venues.get(key) or self._by_badge(publication) or Venue(name=publication.venue)

    def _by_badge(self, publication: Publication) -> Venue | None:
        """al-folio names a venue by its abbreviation, and beside it as each paper writes it."""
        badge = publication.badge.by_language[0][1] if publication.badge else ""
        venue = self.site.venues.get(badge)
        return venue and msgspec.structs.replace(venue, name=publication.venue, abbreviation=badge)

    def _authors(self, authors: tuple[Author, ...]) -> tuple[PaperAuthor, ...]:
        others = next((place for place, author in enumerate(authors) if author.is_others), len(authors))
        last = self.words["and"] if all(author.is_person for author in authors) else ""
        return tuple(
            PaperAuthor(
                self._shown(author, is_behind=position > others),
                author.all_marks,
                is_mine,
                self.names.url_of(author),
                # A comma, and the word before the last name of several; a closing "etc." takes none.
                " "
                if position > others or position == others == 1
                else before_name(position, len(authors), last, self.language),
                author,
            )
            for position, (author, is_mine) in enumerate(zip(authors, self._mine(authors), strict=True))
        )

    def _mine(self, authors: tuple[Author, ...]) -> tuple[bool, ...]:
        # Where the name stands in full, or an author is said to be the person, initials are somebody else's.
        in_full = tuple([self.names.is_me(author, by_initials=False) for author in authors])
        return in_full if any(in_full) else tuple([self.names.is_me(author) for author in authors])

    def _shown(self, author: Author, *, is_behind: bool) -> str:
        """The name as it is written, that of their collaboration behind "et al." in brackets."""
        if author.is_others:
            return self.words["et_al"]
        return f"({author.name})" if is_behind else author.name
