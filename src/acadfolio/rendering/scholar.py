"""Metadata on the page of a publication: Highwire tags for Google Scholar and Zotero, JSON-LD."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.bibliography.vocabulary import SUPPLEMENT_LABEL, chapter_and_pages, first_and_last
from acadfolio.model.names import is_organization
from acadfolio.model.publication import NOT_ACCEPTED, Publication
from acadfolio.rendering.meta_tags import MetaTag, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.citations.authors import PaperAuthor
    from acadfolio.citations.papers import Paper
    from acadfolio.model.values import Text
    from acadfolio.theme.context import SiteContext

VENUES = {
    "conference": "citation_conference_title",
    "workshop": "citation_conference_title",
    "chapter": "citation_inbook_title",
    "journal": "citation_journal_title",
    "other": "citation_journal_title",
}
"""The Highwire tag for the venue of each kind.

Any other kind has no venue: its venue is the publisher.
"""
TYPES = {
    "book": "Book",
    "chapter": "Chapter",
    "thesis": "Thesis",
    "report": "Report",
    "dataset": "Dataset",
    "software": "SoftwareSourceCode",
    "patent": "CreativeWork",
}
"""The schema.org type of each kind; any other is a ScholarlyArticle."""
WHOLE = frozenset({"book", "thesis", "report", "software", "dataset", "patent"})
"""Kinds whose pages are their number, not pages within another work."""
PAGE_WORD = r"^(?:pp?|S)\.\s*"
PDF_LABEL = r"(?i)\bpdf\b"


class Scholar(Struct, frozen=True):
    """Describes the papers of one site.

    If the site has no `url`, only files on other sites are named.
    """

    site: SiteContext
    plain: Callable[[Text | None], str]
    full_url: Callable[[str], str]

    def tags(self, paper: Paper, canonical: str) -> list[MetaTag]:
        """The Highwire Press tags of a paper, as Google Scholar's guidelines for inclusion ask for them.

        Args:
            paper: The paper.
            canonical: The full URL of its page, or empty.
        """
        record = paper.record
        return [
            named("citation_title", self.plain(record.title)),
            *_authors(paper),
            named("citation_publication_date", _date(record)),
            *self._places(paper),
            named("citation_series_title", self.plain(record.series)),
            *_numbers(record),
            named("citation_doi", record.doi),
            named("citation_arxiv_id", record.arxiv),
            named("citation_pmid", record.pmid),
            named("citation_isbn", record.isbn),
            named("citation_issn", record.issn),
            named("citation_language", record.language or ""),
            *(named("citation_keywords", tag) for tag in record.tags),
            named("citation_abstract", self.plain(record.abstract)),
            named("citation_abstract_html_url", canonical),
            named("citation_public_url", canonical),
            named("citation_pdf_url", self._pdf(record)),
        ]

    def _places(self, paper: Paper) -> list[MetaTag]:
        """The venue, and who published a paper."""
        record, venue, kind = paper.record, self._venue(paper), _form(paper.record)
        tags = []
        if kind in VENUES:
            tags.append(named(VENUES[kind], venue or self.plain(record.event)))
        if kind == "journal" and paper.venue:
            tags.append(named("citation_journal_abbrev", paper.venue.abbreviation))
        institution = self.plain(record.institution or record.publisher) or venue
        if kind == "thesis":
            tags.append(named("citation_dissertation_institution", institution))
        elif kind == "report":
            tags.append(named("citation_technical_report_institution", institution))
        else:
            tags.append(named("citation_publisher", self._publisher(paper)))
        return tags

    def _publisher(self, paper: Paper) -> str:
        """The publisher; for a work without a venue tag, its venue, such as arXiv."""
        alone = self._venue(paper) if _form(paper.record) not in VENUES else ""
        return self.plain(paper.record.publisher) or self.plain(paper.record.institution) or alone

    def work(self, paper: Paper, canonical: str, images: list[str]) -> dict[str, Any]:
        """The paper as JSON-LD.

        Volumes, pages, editors and the like are only in the tags: nobody reads them here.
        """
        record = paper.record
        title, venue = self.plain(record.title), self._venue(paper)
        return without_empty(
            {
                "@type": TYPES.get(record.kind, "ScholarlyArticle"),
                "@id": f"{canonical}#paper" if canonical else "",
                "headline": title,
                "name": title,
                "author": [self._author(author) for author in paper.authors if author.is_person],
                "dateCreated" if record.status in NOT_ACCEPTED else "datePublished": _date(
                    record
                ).replace("/", "-"),
                "isPartOf": {"@type": "CreativeWork", "name": venue} if venue else {},
                "sameAs": [link.url for link in paper.identifiers],
                "abstract": self.plain(record.abstract),
                "keywords": list(record.tags),
                "isAccessibleForFree": bool(record.open_access),
                "inLanguage": record.language or "",
                "image": images,
                "url": canonical,
            }
        )

    def _author(self, author: PaperAuthor) -> dict[str, str]:
        """A person or an organization. The site's own person has the id that the home page uses."""
        kind = "Organization" if _is_organization(author) else "Person"
        is_own = author.me and not author.own_positions
        own_id = f"{self.site.url}/#person" if is_own and self.site.url else ""
        return without_empty({"@type": kind, "name": author.name, "@id": own_id})

    def _pdf(self, record: Publication) -> str:
        """The full URL of the paper's file: the site's own if there is one, as Scholar ignores files on other sites."""
        files = [link.url for link in record.links if _is_pdf(link.label, link.url)]
        urls = map(self._full_url, sorted(files, key=lambda url: "://" in url))
        return next(filter(None, urls), "")

    def _full_url(self, url: str) -> str:
        """The full URL of a link; empty for a local link if the site has no `url`."""
        return self.full_url(url) if "://" in url or self.site.url else ""

    def _venue(self, paper: Paper) -> str:
        return self.plain(paper.venue.name if paper.venue else None)


def _form(record: Publication) -> str:
    """The kind of a publication; a report or a dataset with a journal's volume is an article."""
    is_article = (record.volume or record.issue) and record.venue and not record.institution
    return (
        "journal"
        if is_article and record.kind in {"report", "dataset", "software"}
        else record.kind
    )


def pages_of(record: Publication) -> tuple[str, str]:
    """The first and the last page, written out (`349` of `345–9`); none for a complete volume."""
    _, pages = chapter_and_pages(record.pages)
    first_range = re.split("[,;&]", pages, maxsplit=1)[0].strip()
    first, last = first_and_last(re.sub(PAGE_WORD, "", first_range))
    if record.kind in WHOLE and not last:
        return "", ""
    if first.isdigit() and last.isdigit() and len(last) < len(first):
        last = first[: -len(last)] + last
    return first, last


def _authors(paper: Paper) -> list[MetaTag]:
    """The persons among the authors, each followed by the ORCID iD."""
    tags = []
    for author in paper.authors:
        if author.is_person:
            tags.append(named("citation_author", author.parts.family_first))
            orcid = author.record.orcid if author.record else None
            tags.append(
                named("citation_author_orcid", f"https://orcid.org/{orcid}" if orcid else "")
            )
    return tags


def _numbers(record: Publication) -> list[MetaTag]:
    """The numbers of a volume, an issue, a report or a patent, and the pages."""
    first, last = pages_of(record)
    tags = [named("citation_volume", record.volume), named("citation_issue", record.issue)]
    if record.kind == "report":
        tags.append(named("citation_technical_report_number", record.number))
    elif record.kind == "patent":
        tags.append(named("citation_patent_number", record.number))
    tags.append(named("citation_firstpage", first))
    tags.append(named("citation_lastpage", last))
    return tags


def _date(record: Publication) -> str:
    """The date as exactly as it is known, with slashes as Scholar requires; for an academic year its end."""
    when = record.when
    if when is None:
        return ""
    return str(when.year) if when.label else when.isoformat.replace("-", "/")


def _is_organization(author: PaperAuthor) -> bool:
    """Whether a name is an organization's: in braces in a bibliography, or by its words."""
    record = author.record
    is_braced = record is not None and " " in record.family and record.family == record.name
    return is_braced or bool(author.own_positions) or is_organization(author.name)


def _is_pdf(label: str, url: str) -> bool:
    if re.search(SUPPLEMENT_LABEL, label):
        return False
    return bool(re.search(PDF_LABEL, label)) or url.partition("#")[0].partition("?")[
        0
    ].lower().endswith(".pdf")


def without_empty(values: dict[str, Any]) -> dict[str, Any]:
    """JSON-LD without empty values."""
    return {key: value for key, value in values.items() if value}
