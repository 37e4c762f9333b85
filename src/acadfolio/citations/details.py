"""What citation styles need of a publication besides its record: its form, its year, its pages."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography.vocabulary import (
    DOCTORAL_THESIS,
    PREPRINT_SERVER,
    chapter_and_pages,
    is_citable_link,
    with_dash,
)
from acadfolio.model.publication import FORTHCOMING_STATUSES, NOT_ACCEPTED
from acadfolio.model.values import Text
from acadfolio.plurals import english_ordinal
from acadfolio.theme.filters import percent_encoded
from acadfolio.theme.words import is_chinese, theme_language, words_for

if TYPE_CHECKING:
    from acadfolio.model.dates import When
    from acadfolio.model.publication import Publication, Venue
    from acadfolio.model.values import Link

ALONE = frozenset({"book", "thesis", "software", "dataset"})
"""The kinds that stand by themselves whatever their venue, which is their publisher then."""
IN_PARTS = frozenset({"conference", "workshop", "chapter"})
"""The kinds that are part of a book or of proceedings."""
ARTICLES_WITHOUT_VENUE = IN_PARTS | {"journal", "preprint"}
"""The kinds that are articles even where the venue is not known."""
OF_A_SCHOOL = frozenset({"thesis", "report"})
"""The kinds whose institution goes before their publisher."""
ARXIV, HAL = Text.of("arXiv"), Text.of("HAL")
SEVERAL_PAGES = re.compile(r"[–,;&]|\bff?\b")
LONGEST_PAGE = 4
"""Digits of a page; longer numbers are those of articles."""
VERSION_WORD = re.compile(r"^v(?:ersion\s+)?\.?\s*(?=\d)", re.IGNORECASE)
TAKES_ARTICLE = re.compile(
    r"\b(?:Conference|Workshop|Symposium|Congress|Colloquium|Meeting|Journal|Transactions|Proceedings)\b"
    r"|^(?:Annals|Archives?|Bulletin|Handbook|Encyclop(?:a?edia)) (?:of|on|for)\b",
)
"""Names that take the article: "in the Journal of Algebra"."""
ARTICLES = ("the ", "a ", "an ")
EDITION_WORDS = frozenset({"ed", "edn", "edition", "aufl", "auflage", "édition", "edición"})
ORDINAL_LETTERS = "stndrh.ªeᵉ"
"""The letters and symbols behind the number of an edition: `2nd`, `2.ª`, `2ᵉ`."""
ORDINALS = {"de": "{}.", "fr": "{}ᵉ", "es": "{}.ª", "zh": "第{}版"}
ORDINAL_WORDS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
"""Editions in words, as BibTeX's manual asks for them."""


class CitationDetails(Struct, frozen=True, dict=True):
    """What a citation style may ask of a publication besides its record, in the words of the site's language."""

    _record: Publication
    _venue: Venue | None
    _links: tuple[Link, ...]
    _language: str

    @property
    def _words(self) -> dict[str, str]:
        return words_for(self._language)

    @cached_property
    def form(self) -> str:
        """`article`, `part` (of a book or of proceedings), `work` (by itself), `preprint` or `manuscript`."""
        record = self._record
        if self._is_preprint:
            return "preprint"
        if record.status in NOT_ACCEPTED:
            return "manuscript"
        if record.kind in ALONE:
            return "work"
        if record.venue is None:
            return "article" if record.kind in ARTICLES_WITHOUT_VENUE else "work"
        return "part" if record.kind in IN_PARTS else "article"

    @property
    def _is_preprint(self) -> bool:
        is_only_in_arxiv = self._record.arxiv and self._record.status in NOT_ACCEPTED
        return bool(self._record.kind == "preprint" or is_only_in_arxiv) and self._preprint_server is not None

    @property
    def pending(self) -> str:
        """Its status when it has not appeared yet: `in press`, `accepted`, `under review`, `submitted`."""
        return self._record.status if self._record.status in FORTHCOMING_STATUSES else ""

    @property
    def is_forthcoming(self) -> bool:
        """Whether it is a book, or a part of one, that has not appeared yet: styles have words of their own for it."""
        return bool(self.pending) and self.form in {"work", "part"}

    @property
    def status(self) -> str:
        """`pending`, unless the note contains it already."""
        note = self._record.note.in_language(self._language).lower() if self._record.note else ""
        is_in_note = self.pending and (self.pending in note or self._words[self.pending].lower() in note)
        return "" if is_in_note else self.pending

    @property
    def year(self) -> str:
        """The year, or `1994–2003`."""
        return self._record.when.years if self._record.when else ""

    @property
    def publisher(self) -> Text | None:
        """The publisher or the institution of a work, else its venue."""
        record = self._record
        if record.kind in OF_A_SCHOOL:
            publisher = record.institution or record.publisher
        else:
            publisher = record.publisher or record.institution
        return publisher or (self._venue.name if self._venue and self.form == "work" else None)

    @cached_property
    def _preprint_server(self) -> Text | None:
        """ArXiv where it has a number there, else its venue, its publisher or HAL.

        The venue of a paper that is on its way into a journal may be that journal: then only a known server counts.
        """
        record = self._record
        if record.arxiv:
            return ARXIV
        for name in (self._venue.name if self._venue else None, record.publisher):
            if name is not None and (not self.pending or PREPRINT_SERVER.fullmatch(name.by_language[0][1])):
                return name
        return HAL if record.hal else None

    @property
    def server(self) -> Text | None:
        """Where a preprint is."""
        return self._preprint_server if self.form == "preprint" else None

    @cached_property
    def _chapter_and_pages(self) -> tuple[str, str]:
        return chapter_and_pages(with_dash(self._record.pages))

    @property
    def chapter(self) -> str:
        """`chap. 4` of a work that is cited by its chapter; `page_word` begins with it, or `pages` is it."""
        return self._chapter_and_pages[0]

    @property
    def pages(self) -> str:
        """The pages with a dash between the first and the last one; else the chapter."""
        chapter, pages = self._chapter_and_pages
        return pages or chapter

    @property
    def _has_several_pages(self) -> bool:
        return bool(SEVERAL_PAGES.search(self._chapter_and_pages[1]))

    @property
    def _is_number_of_article(self) -> bool:
        """Whether the pages are the number of an article, which has letters (`e1009`) or is long."""
        pages = self._chapter_and_pages[1]
        return not self._has_several_pages and not (pages.isdigit() and len(pages) <= LONGEST_PAGE)

    @property
    def page_word(self) -> str:
        """`p.` or `pp.`; nothing before the number of an article."""
        if self._is_number_of_article:
            return ""
        word = self._words["cited:pp" if self._has_several_pages else "cited:p"]
        return f"{self.chapter}, {word}" if self.chapter else word

    @property
    def page_name(self) -> str:
        """The same in full: `page`, `pages` or `Article`."""
        if self._is_number_of_article:
            return self._words["cited:article"]
        return self._words["pages" if self._has_several_pages else "page"]

    @property
    def edition(self) -> str:
        """`2nd`, as the site's language writes it, also of an edition in words (`Third`)."""
        edition = self._record.edition
        if number := _edition_number(edition):
            ordinal = ORDINALS.get(self._language.partition("-")[0].lower())
            return ordinal.format(number) if ordinal else english_ordinal(number)
        if edition and is_chinese(self._language):
            return f"{edition.strip().removesuffix('版')}版"
        return edition

    @property
    def version(self) -> str:
        """`Version 1.2.3`, in the site's language."""
        version = self._record.version
        return f"{self._words['cited:version']} {VERSION_WORD.sub('', version)}" if version else ""

    @property
    def series(self) -> Text | None:
        """The series that a book, or what stands in one, is part of."""
        is_in_series = self._record.kind in {"book", *IN_PARTS} and self.form in {"part", "work"}
        return self._record.series if is_in_series else None

    @property
    def volume(self) -> str:
        """The volume of the work, or of the book or journal that it is in."""
        return self._record.volume if self.series is None or self._record.number else ""

    @property
    def series_number(self) -> str:
        """Its number in the series; that is the volume of a book in a series, unless it has a number besides."""
        is_volume = self.series is not None and not self._record.number
        return self._record.volume if is_volume else self._record.number

    @property
    def is_doctoral(self) -> bool:
        """Whether it is a PhD thesis of a bibliography, on a site in English: each style has its own name for one."""
        return self._record.type == DOCTORAL_THESIS and theme_language(self._language).startswith("en")

    @property
    def ed(self) -> str:
        """`ed.` or `eds.`, as many as there are editors."""
        return self._words["cited:eds" if len(self._record.editors) > 1 else "cited:ed"]

    @property
    def editor(self) -> str:
        """`editor` or `editors`."""
        return self._words["cited:editors" if len(self._record.editors) > 1 else "cited:editor"]

    @property
    def accessed(self) -> When | None:
        """When somebody looked at a work that is only online."""
        return None if self._record.doi or self.form == "preprint" else self._record.accessed

    @cached_property
    def url(self) -> str:
        """The URL of such a work, or of a preprint that has no DOI and is not in arXiv."""
        links = [link for link in self._links if link.url.startswith(("https://", "http://"))]
        if self.form == "preprint" and not self._record.doi and not self._record.arxiv:
            links = [link for link in links if is_citable_link(link.label, "preprint")]
        elif not self.accessed:
            return ""
        return links[0].url if links else ""

    @property
    def in_venue(self) -> str:
        """`in the` before the name of a conference or of a journal that takes it, else `in`."""
        name = self._venue.name.in_language(self._language) if self._venue else ""
        takes_article = TAKES_ARTICLE.search(name) and not name.lower().startswith(ARTICLES)
        return self._words["in_the" if takes_article else "in"]

    @property
    def links(self) -> tuple[Link, ...]:
        """The links, without what a citation contains itself: the DOI, the number of a preprint, `url`."""
        doi, arxiv = self._record.doi, self._record.arxiv
        cited = {self.url, f"https://arxiv.org/abs/{arxiv}" if self.form == "preprint" else ""}
        doi_url = f"https://doi.org/{percent_encoded(doi)}" if doi else ""
        return tuple(
            link for link in self._links if link.url not in cited and (link.label, link.url) != ("DOI", doi_url)
        )


def _edition_number(edition: str) -> int:
    """The number of `2nd`, `3. Auflage` or `Third edition`; 0 for an edition without one."""
    first, _, rest = edition.lower().partition(" ")
    if rest and rest.rstrip(".") not in EDITION_WORDS:
        return 0
    if first in ORDINAL_WORDS:
        return ORDINAL_WORDS.index(first) + 1
    digits = first.rstrip(ORDINAL_LETTERS)
    return int(digits) if digits.isdecimal() else 0
