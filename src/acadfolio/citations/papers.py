"""Prepare publications for templates."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct, json
from msgspec.structs import replace

from acadfolio.bibliography.tables.words import IDENTIFIER_LINKS
from acadfolio.citations.authors import PaperAuthor, People
from acadfolio.citations.csl_styles import (
    format_in_csl_style,
    item_with_own_name,
    with_own_name_in_bold,
)
from acadfolio.citations.details import CitationDetails
from acadfolio.model.counts import split_id
from acadfolio.model.dates import When, is_upcoming
from acadfolio.model.networks import network_of
from acadfolio.model.publication import Author, Publication, Venue
from acadfolio.model.values import Link, Text, Url
from acadfolio.theme.filters import percent_encoded
from acadfolio.theme.words import direction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.model.profile import Profile
    from acadfolio.model.site import Site
    from acadfolio.problems import Location

    Format = Callable[[str], list[str]]

LONGEST_BADGE = 28
"""The number of characters of a venue's name that fit on a badge."""
BADGES = frozenset({"Altmetric", "Dimensions"})
DOI_RESOLVER = "https://doi.org/"
VIDEO_FILES = (".mp4", ".m4v", ".webm", ".ogv", ".mov")
SCHOLAR_USER = re.compile(r"(?:.*[?&]user=)?([\w-]{6,})(?:[&#].*)?")
"""The user in a URL of Google Scholar, or only the user."""


class Paper(Struct, frozen=True, dict=True):
    """A publication in templates: the record, and data from the rest of the site."""

    record: Publication
    _papers: Papers
    venue: Venue | None
    identifiers: tuple[Link, ...]
    page: str = ""
    """The URL of its own page; empty without one."""
    scholar_id: str = ""
    """Google Scholar's identifier, which needs the user; empty if this is unknown."""
    _whole: Paper | None = None
    """The paper whose standalone citation this is; None for a paper itself."""

    @property
    def is_standalone(self) -> bool:
        """Whether it is `bare`."""
        return self._whole is not None

    @cached_property
    def authors(self) -> tuple[PaperAuthor, ...]:
        return self._credited("authors")

    @cached_property
    def editors(self) -> tuple[PaperAuthor, ...]:
        return self._credited("editors")

    @cached_property
    def translators(self) -> tuple[PaperAuthor, ...]:
        return self._credited("translators")

    @property
    def language(self) -> str:
        """The language of the site."""
        return self._papers.site.settings.language

    def _credited(self, role: str) -> tuple[PaperAuthor, ...]:
        if self._whole is not None:
            return _in_standalone_citation(getattr(self._whole, role), self._whole.page)
        authors: tuple[Author, ...] = getattr(self.record, role)
        if not authors:
            return ()  # Few papers have editors or translators.
        return self._papers.people.credited(authors, self.language)

    @property
    def bibtex(self) -> str:
        """The BibTeX entry: the author's own, or else one that is generated, without the abstract."""
        if self.record.bibtex:
            return self.record.bibtex.strip()
        from acadfolio.bibliography.writers.bibtex import bibtex_entry

        return bibtex_entry(self._work, has_abstract=False).strip()

    @property
    def _work(self) -> Work:
        return self._papers.works[self.record.source_location]

    @cached_property
    def when(self) -> When | None:
        return self.record.when

    @property
    def is_published(self) -> bool:
        """Whether its status is `published`, and its date is not in the future."""
        return self.record.status == "published" and not is_upcoming(
            self.when, self._papers.site.today
        )

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The author's own links, then those of identifiers that are not among them.

        A link to the DOI is percent-encoded.
        """
        links, doi = self.record.links, self.record.doi
        url = Url(f"{DOI_RESOLVER}{percent_encoded(doi)}")
        own = [
            replace(link, url=url) if link.url == f"{DOI_RESOLVER}{doi}" else link for link in links
        ]
        urls = {link.url for link in own}
        return (*own, *(link for link in self.identifiers if link.url not in urls))

    @cached_property
    def cited(self) -> CitationDetails:
        """The values for citation styles that are not in the record."""
        return CitationDetails(self.record, self.venue, self.links, self.language)

    def in_csl_style(self, style: str) -> Markup:
        """The citation in one of the site's CSL styles, such as `apa.csl`."""
        html = self._papers.in_csl_style(style)[self.record.source_location]
        return Markup(with_own_name_in_bold(html, self.authors + self.editors))  # noqa: S704 - pandoc has escaped it

    @property
    def direction(self) -> str:
        """The text direction of its citation: that of the work's language, or else `auto`."""
        return direction(self.record.language) if self.record.language else "auto"

    @property
    def title_language(self) -> str | None:
        """The language of its title, which is the work's; None if the title itself says its language."""
        return None if self.record.title.has_languages else self.record.language

    @property
    def title_direction(self) -> str | None:
        """The text direction of its title; None if the title itself says its language."""
        return None if self.record.title.has_languages else self.direction

    @property
    def url(self) -> str:
        """The URL of the title: the first link but those of badges, or that of the DOI; empty without links."""
        return next((link.url for link in self.links if link.label not in BADGES), "")

    @cached_property
    def bare(self) -> Paper:
        """The paper for a standalone citation: without note, award and links, which are shown next to it.

        The URL of a web page is part of its citation, so that this link stays.
        If the paper has its own page, the URLs and marks of its authors are only shown there.
        """
        links = tuple(link for link in self.links if link.url == self.cited.url)
        return replace(
            self,
            record=replace(self.record, links=links, note=None, award=None),
            identifiers=(),
            venue=replace(self.venue, url=None) if self.venue and self.page else self.venue,
            page="",
            _whole=self,
        )

    @property
    def shows_video(self) -> bool:
        """Whether its preview is a video and not an image."""
        return bool(self.record.image and self.record.image.lower().endswith(VIDEO_FILES))

    @property
    def badge(self) -> Text | None:
        """The text on its image: the author's own badge, or else the venue's short name and the year."""
        if self.record.badge is not None:
            return self.record.badge
        words = [self._short_venue, str(self.when.year) if self.when else ""]
        return Text.of(" ".join(filter(None, words))) if any(words) else None

    @property
    def _short_venue(self) -> str:
        if self.venue is None:
            return ""
        name = str(self.venue.name)
        return self.venue.abbreviation or (name if len(name) <= LONGEST_BADGE else "")


def _in_standalone_citation(authors: tuple[PaperAuthor, ...], page: str) -> tuple[PaperAuthor, ...]:
    """The authors without what only the page of their paper shows, if it has one."""
    if page:
        authors = tuple(replace(author, marks="", url="") for author in authors)
    return tuple(replace(author, is_standalone=True) for author in authors)


class Papers:
    """Prepares the publications of a site for templates, each once.

    `pages` are the URLs of the publications' own pages, by their `source_location`. `format_works`
    is `format_in_csl_style` or a function that caches it.
    """

    def __init__(
        self, site: Site, pages: Mapping[Location, str], format_works: Format = format_in_csl_style
    ) -> None:
        self.site, self.pages, self.format_works = site, pages, format_works
        self.people = People(site.profile, site.people, site.publications + site.cited)
        self.scholar_user = scholar_user(site)
        self.papers: dict[Location, Paper] = {}
        self.in_csl_style = cache(self._in_csl_style)

    def paper(self, publication: Publication) -> Paper:
        location = publication.source_location
        if location not in self.papers:
            venue, links = self._venue(publication), _identifier_links(publication)
            scholar_id = with_user(publication.scholar_id, self.scholar_user)
            page = self.pages.get(location, "")
            self.papers[location] = Paper(publication, self, venue, links, page, scholar_id)
        return self.papers[location]

    @cached_property
    def works(self) -> dict[Location, Work]:
        """All publications as they are exported and cited, by their `source_location`."""
        from acadfolio.bibliography.writers.works import works_of

        publications = self.site.publications + self.site.cited
        works = works_of(publications, self.site.venues, self.site.settings.language)
        return {work.record.source_location: work for work in works}

    def _in_csl_style(self, style: str) -> dict[Location, str]:
        """The citations of all publications in a CSL style, by their `source_location`."""
        settings = self.site.settings
        items = []
        for work in self.works.values():
            paper = self.paper(work.record)
            items.append(item_with_own_name(work, paper.authors, paper.editors))
        request = json.encode(
            [style, self.site.csl_styles[style], settings.language, items], enc_hook=str
        )
        return dict(zip(self.works, self.format_works(request.decode()), strict=True))

    @cached_property
    def by_key(self) -> dict[str, Publication]:
        """The publications by their keys in exports, in lower case."""
        return {work.key.lower(): work.record for work in self.works.values()}

    def _venue(self, publication: Publication) -> Venue | None:
        """The venue of `venues.yml` that the publication names by its key, or else a venue with this name.

        In al-folio, the key is in `badge`, and the name in `venue`.
        """
        if publication.venue is None:
            return None
        name = str(publication.venue)
        if name in self.site.venues:
            return self.site.venues[name]
        badge = str(publication.badge or "")
        if badge in self.site.venues:
            return replace(self.site.venues[badge], name=publication.venue, abbreviation=badge)
        return Venue(name=publication.venue)


def _identifier_links(publication: Publication) -> tuple[Link, ...]:
    links = []
    for name, (label, url) in IDENTIFIER_LINKS.items():
        if identifier := getattr(publication, name):
            links.append(Link(label, Url(url.format(percent_encoded(identifier)))))
    return tuple(links)


def scholar_user(site: Site) -> str:
    """The Google Scholar user in the citation counts, or else in the sidebar; empty without one, or with several."""
    users = {counts.user for counts in site.counts}
    users |= {split_id(paper.scholar_id)[0] for counts in site.counts for paper in counts.papers}
    users.discard("")
    if users:
        return users.pop() if len(users) == 1 else ""
    return _scholar_user_in(site.profile)


def _scholar_user_in(profile: Profile) -> str:
    for label, link in profile.links.items():
        match = SCHOLAR_USER.fullmatch(link.url.strip())
        if match and network_of(label) == "googlescholar":
            return match[1]
    return ""


def with_user(scholar_id: str, user: str) -> str:
    """A paper's identifier in the form `USER:PAPER`; empty if the user or the paper is unknown.

    The user in `scholar_id` has precedence over `user`.
    """
    own_user, paper = split_id(scholar_id)
    user = own_user or user
    return f"{user}:{paper}" if user and paper else ""
