"""Publications as templates see them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.citations.authors import BareAuthors, PaperAuthor, People
from acadfolio.citations.details import CitationDetails
from acadfolio.model.counts import split_id
from acadfolio.model.dates import is_to_come
from acadfolio.model.networks import network_of
from acadfolio.model.publication import Venue
from acadfolio.model.values import Link, Text, Url
from acadfolio.theme.excerpts import excerpt
from acadfolio.theme.filters import percent_encoded
from acadfolio.theme.words import direction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.model.dates import When
    from acadfolio.model.publication import Author, Publication
    from acadfolio.model.site import Site
    from acadfolio.problems import Location

LONGEST_BADGE = 28
"""Characters of a venue's name that fit on a badge."""
DOI_RESOLVER = "https://doi.org/"
IDENTIFIERS = {
    "doi": ("DOI", f"{DOI_RESOLVER}{{}}"),
    "arxiv": ("arXiv", "https://arxiv.org/abs/{}"),
    "hal": ("HAL", "https://hal.science/{}"),
    "pmid": ("PubMed", "https://pubmed.ncbi.nlm.nih.gov/{}/"),
    "openreview": ("OpenReview", "https://openreview.net/forum?id={}"),
}
VIDEO_FILES = (".mp4", ".m4v", ".webm", ".ogv", ".mov")
SCHOLAR_USER = re.compile(r"(?:.*[?&]user=)?([\w-]{6,})(?:[&#].*)?")
"""The user in a URL of Google Scholar, or alone."""


class Paper(Struct, frozen=True, dict=True):
    """A publication as templates see it: the record, and what the rest of the site knows about it."""

    record: Publication
    _papers: Papers
    venue: Venue | None
    identifiers: tuple[Link, ...]
    page: str = ""
    """The URL of its own page, where it has one."""
    scholar_id: str = ""
    """Google Scholar's identifier with its user, as its URL needs it; empty where the user is not known."""
    _is_bare: bool = False
    _has_plain_authors: bool = False

    @cached_property
    def authors(self) -> tuple[PaperAuthor, ...]:
        return self._credited(self.record.authors)

    @cached_property
    def editors(self) -> tuple[PaperAuthor, ...]:
        return self._credited(self.record.editors)

    @cached_property
    def translators(self) -> tuple[PaperAuthor, ...]:
        return self._credited(self.record.translators)

    @property
    def language(self) -> str:
        """That of the site."""
        return self._papers.site.settings.language

    def _credited(self, authors: tuple[Author, ...]) -> tuple[PaperAuthor, ...]:
        credited = self._papers.people.credited(authors, self.language)
        if self._has_plain_authors:
            credited = tuple(replace(author, marks="", url="") for author in credited)
        return BareAuthors(credited) if self._is_bare else credited

    @property
    def mine(self) -> tuple[bool, ...]:
        """Which of its authors is the person of the profile."""
        return self._papers.people.are_me(self.record.authors)

    @cached_property
    def excerpt(self) -> Text | None:
        """Its summary, else the first sentences of its abstract."""
        if self.record.summary is not None or self.record.abstract is None:
            return self.record.summary
        return excerpt(self.record.abstract, self.language)

    @cached_property
    def coins(self) -> str:
        """What Zotero finds in the title of an empty span of the class `Z3988`."""
        from acadfolio.bibliography.writers.coins import coins

        return coins(self._work)

    @cached_property
    def bibtex(self) -> str:
        """Its BibTeX entry: the author's own, else made of the record, without the abstract."""
        if self.record.bibtex:
            return self.record.bibtex.strip()
        from acadfolio.bibliography.writers.bibtex import bibtex_entry

        return bibtex_entry(self._work, has_abstract=False).strip()

    @property
    def _work(self) -> Work:
        return self._papers.works[self.record.source_location]

    @property
    def when(self) -> When | None:
        return self.record.when

    @property
    def is_published(self) -> bool:
        """Whether its status says so, and its date is not to come."""
        return self.record.status == "published" and not is_to_come(self.when, self._papers.site.today)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The author's own links, then those that follow from identifiers and are not among them."""
        own = {link.url for link in self.own_links}
        return self.own_links + tuple(link for link in self.identifiers if link.url not in own)

    @cached_property
    def own_links(self) -> tuple[Link, ...]:
        """The author's own links; one to the DOI is percent-encoded."""
        links, doi = self.record.links, self.record.doi
        url = Url(f"{DOI_RESOLVER}{percent_encoded(doi)}")
        return tuple(replace(link, url=url) if link.url == f"{DOI_RESOLVER}{doi}" else link for link in links)

    @cached_property
    def cited(self) -> CitationDetails:
        """What citation styles need besides the record."""
        return CitationDetails(self.record, self.venue, self.links, self.language)

    @property
    def direction(self) -> str:
        """That of its citation: of the language that it is written in, else of the citation's own first letter."""
        return direction(self.record.language) if self.record.language else "auto"

    @property
    def url(self) -> str:
        """Where the title leads: the first link, or the DOI."""
        return self.links[0].url if self.links else ""

    @cached_property
    def bare(self) -> Paper:
        """The same for a citation that stands alone: without links, note and award, which are printed beside it.

        Where the paper has a page, the URLs of its authors and their marks are there.
        """
        return replace(
            self,
            record=replace(self.record, links=(), note=None, award=None),
            identifiers=(),
            venue=replace(self.venue, url=None) if self.venue and self.page else self.venue,
            page="",
            _is_bare=True,
            _has_plain_authors=bool(self.page),
        )

    @property
    def shows_video(self) -> bool:
        """Whether its preview is a video instead of an image."""
        return bool(self.record.image and self.record.image.lower().endswith(VIDEO_FILES))

    @property
    def badge(self) -> Text | None:
        """The words on its image: the author's, else the venue's short name and the year, else the year."""
        if self.record.badge is not None:
            return self.record.badge
        words = [self._short_venue, str(self.when.year) if self.when else ""]
        return Text.of(" ".join(filter(None, words))) if any(words) else None

    @property
    def _short_venue(self) -> str:
        if self.venue is None:
            return ""
        name = self.venue.name.by_language[0][1]
        return self.venue.abbreviation or (name if len(name) <= LONGEST_BADGE else "")


class Papers:
    """Makes papers from the publications of one site, each once.

    `pages` has the URLs of entries' own pages, by their `source_location`.
    """

    def __init__(self, site: Site, pages: Mapping[Location, str]) -> None:
        self.site, self.pages = site, pages
        self.people = People(site.profile, site.people)
        self.scholar_user = scholar_user(site)
        self.made: dict[Location, Paper] = {}

    def paper(self, publication: Publication) -> Paper:
        place = publication.source_location
        if place not in self.made:
            self.made[place] = self._make(publication)
        return self.made[place]

    def _make(self, publication: Publication) -> Paper:
        identifiers = [
            Link(label, Url(url.format(percent_encoded(getattr(publication, name)))))
            for name, (label, url) in IDENTIFIERS.items()
            if getattr(publication, name)
        ]
        return Paper(
            publication,
            self,
            self._venue(publication),
            tuple(identifiers),
            self.pages.get(publication.source_location, ""),
            with_user(publication.scholar_id, self.scholar_user),
        )

    @cached_property
    def works(self) -> dict[Location, Work]:
        """The publications as works to export, each with its own key, by their `source_location`."""
        from acadfolio.bibliography.writers.works import works_of

        works = works_of(self.site.publications, self.site.venues, self.site.settings.language)
        return {work.record.source_location: work for work in works}

    def _venue(self, publication: Publication) -> Venue | None:
        """The venue of `venues.yml` that the publication names, else one of that name.

        al-folio names a venue by its abbreviation as the `badge`, and writes the name beside it.
        """
        if publication.venue is None:
            return None
        name = publication.venue.by_language[0][1]
        if name in self.site.venues:
            return self.site.venues[name]
        badge = publication.badge.by_language[0][1] if publication.badge else ""
        if badge in self.site.venues:
            return replace(self.site.venues[badge], name=publication.venue, abbreviation=badge)
        return Venue(name=publication.venue)


def scholar_user(site: Site) -> str:
    """The Google Scholar user whose profile was counted, else the one of the sidebar; empty for none, or several."""
    if counted := _counted_users(site):
        return counted.pop() if len(counted) == 1 else ""
    for label, link in site.profile.links.items():
        if network_of(label) == "googlescholar" and (found := SCHOLAR_USER.fullmatch(link.url.strip())):
            return found[1]
    return ""


def _counted_users(site: Site) -> set[str]:
    """The users of the site's files of citation counts, and of the papers in them."""
    users = set()
    for counts in site.counts:
        users |= {counts.user, *(split_id(paper.scholar_id)[0] for paper in counts.papers)}
    return users - {""}


def with_user(scholar_id: str, user: str) -> str:
    """A paper's identifier in the form `USER:PAPER`; empty where no user is known."""
    own, paper = split_id(scholar_id)
    return f"{own or user}:{paper}" if (own or user) and paper else ""
