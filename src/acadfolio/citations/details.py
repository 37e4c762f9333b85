"""Derive the values for citation styles from a publication: its form, its publisher, its pages and so on."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography import vocabulary
from acadfolio.bibliography.tables import words
from acadfolio.model.publication import FORTHCOMING_STATUSES, NOT_ACCEPTED, Publication, Venue
from acadfolio.model.values import Link, Text
from acadfolio.theme.dates import english_ordinal
from acadfolio.theme.filters import percent_encoded
from acadfolio.theme.words import has_wide_punctuation, theme_language, words_for

if TYPE_CHECKING:
    from acadfolio.model.dates import When

INDEPENDENT_KINDS = frozenset({"book", "thesis", "software", "dataset"})
"""Kinds that are never part of another work. Their venue is their publisher."""
PARTS = frozenset({"conference", "workshop", "chapter"})
"""Kinds that are part of a book or of proceedings."""
ARTICLES_WITHOUT_VENUE = PARTS | {"journal", "preprint"}
"""Kinds that are articles even if the venue is unknown."""
KINDS_WITH_INSTITUTION = frozenset({"thesis", "report"})
"""Kinds whose institution has precedence over the publisher."""
ARXIV, HAL = Text.of("arXiv"), Text.of("HAL")
SEVERAL_PAGES = r"[–,;&]|\bff?\b"
MAX_PAGE_DIGITS = 4
"""Longer numbers are article numbers."""
VERSION_WORD = r"(?i)^v(?:ersion\s+)?\.?\s*(?=\d)"
EDITION_WORDS = frozenset({"ed", "edn", "edition", "aufl", "auflage", "édition", "edición"})
ORDINAL_LETTERS = "stndrh.ªeᵉ"
"""The letters and symbols after the number of an edition: `2nd`, `2.ª`, `2ᵉ`."""
ORDINALS = {
    "ar": "ط. {}",
    "de": "{}.",
    "el": "{}η",
    "es": "{}.ª",
    "fa": "ویراست {}",
    "fr": "{}ᵉ",
    "he": "מהדורה {}",
    "id": "edisi ke-{}",
    "it": "{}ª",
    "ja": "第{}版",
    "ko": "제{}판",
    "nl": "{}e",
    "pl": "{}.",
    "pt": "{}.ª",
    "ru": "{}-е",
    "sv": "{}",
    "tr": "{}.",
    "uk": "{}-е",
    "vi": "ấn bản thứ {}",
    "zh": "第{}版",
}
"""The number of an edition, before the word for it; with it where the word `edition` is empty."""
ORDINAL_WORDS = words.ORDINALS.split()
"""Editions in words, which BibTeX's manual recommends."""


class CitationDetails(Struct, frozen=True, dict=True):
    """The values for citation styles that are not in the record of a publication, in the site's language."""

    _record: Publication
    _venue: Venue | None
    _links: tuple[Link, ...]
    _language: str

    @property
    def _words(self) -> dict[str, str]:
        return words_for(self._language)

    @cached_property
    def form(self) -> str:
        """`article`, `part` (of a book or of proceedings), `work` (independent), `preprint` or `manuscript`."""
        record = self._record
        if self._is_preprint:
            return "preprint"
        if record.status in NOT_ACCEPTED:
            return "manuscript"
        if record.kind in INDEPENDENT_KINDS:
            return "work"
        if record.venue is None:
            return "article" if record.kind in ARTICLES_WITHOUT_VENUE else "work"
        return "part" if record.kind in PARTS else "article"

    @property
    def _is_preprint(self) -> bool:
        is_only_in_arxiv = self._record.arxiv and self._record.status in NOT_ACCEPTED
        return (
            bool(self._record.kind == "preprint" or is_only_in_arxiv)
            and self._preprint_server is not None
        )

    @property
    def pending(self) -> str:
        """The status of a work that has not appeared yet: `in press`, `accepted`, `under review` or `submitted`."""
        return self._record.status if self._record.status in FORTHCOMING_STATUSES else ""

    @property
    def is_forthcoming(self) -> bool:
        """Whether it is a book, or a part of one, that has not appeared yet.

        Styles have special words for it.
        """
        return bool(self.pending) and self.form in {"work", "part"}

    @property
    def status(self) -> str:
        """`pending`, unless the note contains it already."""
        note = self._record.note.in_language(self._language).lower() if self._record.note else ""
        is_in_note = self.pending and (
            self.pending in note or self._words[self.pending].lower() in note
        )
        return "" if is_in_note else self.pending

    @property
    def year(self) -> str:
        """The year, or a range of years such as `1994–2003`; empty without a date."""
        return self._record.when.years if self._record.when else ""

    @property
    def publisher(self) -> Text | None:
        """The publisher or the institution of a work, else its venue if it is not part of another work."""
        publisher, institution = self._record.publisher, self._record.institution
        if self._record.kind in KINDS_WITH_INSTITUTION:
            publisher, institution = institution, publisher
        return publisher or institution or (self._venue_name if self.form == "work" else None)

    @property
    def _venue_name(self) -> Text | None:
        return self._venue.name if self._venue else None

    @cached_property
    def _preprint_server(self) -> Text | None:
        """ArXiv if the work has an identifier there, else its venue, its publisher or HAL.

        The venue of a work that has not appeared yet may be a journal, so that only known preprint
        servers count.
        """
        record = self._record
        if record.arxiv:
            return ARXIV
        for name in (self._venue_name, record.publisher):
            if name is not None and (
                not self.pending or re.fullmatch(vocabulary.PREPRINT_SERVER, str(name))
            ):
                return name
        return HAL if record.hal else None

    @property
    def server(self) -> Text | None:
        """The server of a preprint; None for other works."""
        return self._preprint_server if self.form == "preprint" else None

    @cached_property
    def _chapter_and_pages(self) -> tuple[str, str]:
        return vocabulary.chapter_and_pages(vocabulary.with_dash(self._record.pages))

    @property
    def chapter(self) -> str:
        """`chap. 4` if the record names a chapter; else empty.

        It is also part of `page_word` or `pages`.
        """
        return self._chapter_and_pages[0]

    @property
    def pages(self) -> str:
        """The pages with an en dash in ranges, or else the chapter."""
        chapter, pages = self._chapter_and_pages
        return pages or chapter

    @property
    def _has_several_pages(self) -> bool:
        return bool(re.search(SEVERAL_PAGES, self._chapter_and_pages[1]))

    @property
    def _is_article_number(self) -> bool:
        """Whether the pages are an article number, which is long or has letters (`e1009`)."""
        pages = self._chapter_and_pages[1]
        is_page = pages.isdigit() and len(pages) <= MAX_PAGE_DIGITS
        return not is_page and not self._has_several_pages

    @property
    def page_word(self) -> str:
        """`p.` or `pp.`; empty before an article number."""
        if self._is_article_number:
            return ""
        word = self._words["cited:pp" if self._has_several_pages else "cited:p"]
        return f"{self.chapter}, {word}" if self.chapter else word

    @property
    def page_name(self) -> str:
        """`page`, `pages` or `Article`, in the site's language."""
        if self._is_article_number:
            return self._words["cited:article"]
        return self._words["pages" if self._has_several_pages else "page"]

    @property
    def edition(self) -> str:
        """The edition as a number in the site's language: `2nd`.

        Also for English words (`Third`).
        """
        edition = self._record.edition
        if number := _edition_number(edition):
            ordinal = ORDINALS.get(self._language.partition("-")[0].lower())
            return ordinal.format(number) if ordinal else english_ordinal(number)
        if edition and has_wide_punctuation(self._language):
            return f"{edition.strip().removesuffix('版')}版"
        return edition

    @property
    def version(self) -> str:
        """`Version 1.2.3`, in the site's language."""
        number = re.sub(VERSION_WORD, "", self._record.version)
        return f"{self._words['cited:version']} {number}" if number else ""

    @property
    def series(self) -> Text | None:
        """The series of a book, or of the book that the work is part of."""
        is_in_series = self._record.kind in {"book", *PARTS} and self.form in {"part", "work"}
        return self._record.series if is_in_series else None

    @property
    def volume(self) -> str:
        """The volume of the work, or of its book or journal."""
        return self._record.volume if self.series is None or self._record.number else ""

    @property
    def series_number(self) -> str:
        """The number in the series. If a book in a series has only a volume, that is the number."""
        is_volume = self.series is not None and not self._record.number
        return self._record.volume if is_volume else self._record.number

    @property
    def is_doctoral(self) -> bool:
        """Whether it is a PhD thesis from a bibliography, on a site in English.

        Each style has its own name for it.
        """
        return self._record.type == vocabulary.DOCTORAL_THESIS and theme_language(
            self._language
        ).startswith("en")

    @property
    def ed(self) -> str:
        """`ed.` or `eds.`, by the number of editors."""
        return self._words["cited:eds" if len(self._record.editors) > 1 else "cited:ed"]

    @property
    def editor(self) -> str:
        """`editor` or `editors`, by the number of editors."""
        return self._words["cited:editors" if len(self._record.editors) > 1 else "cited:editor"]

    @property
    def accessed(self) -> When | None:
        """The date of access of a work without a DOI, except preprints."""
        return None if self._record.doi or self.form == "preprint" else self._record.accessed

    @cached_property
    def url(self) -> str:
        """The URL of a work with a date of access, of a web page, or of a preprint without other identifiers."""
        record = self._record
        is_online = self.form == "preprint" if record.kind == "preprint" else record.kind == "other"
        if not self.accessed and (not is_online or record.doi or record.arxiv):
            return ""
        return vocabulary.citable_url(self._links, record.kind)

    @property
    def in_venue(self) -> str:
        """`in the` before the name of a conference or journal that needs an article, else `in`."""
        name = self._venue.name.in_language(self._language) if self._venue else ""
        needs_article = re.search(words.NEEDS_ARTICLE, name) and not name.lower().startswith(
            ("the ", "a ", "an ")
        )
        return self._words["in_the" if needs_article else "in"]

    @property
    def links(self) -> tuple[Link, ...]:
        """The links that are not part of a citation: without the DOI, the arXiv identifier of a preprint, and `url`."""
        doi, arxiv = self._record.doi, self._record.arxiv
        cited = {self.url, f"https://arxiv.org/abs/{arxiv}" if self.form == "preprint" else ""}
        doi_link = ("DOI", f"https://doi.org/{percent_encoded(doi)}" if doi else "")
        return tuple(
            link
            for link in self._links
            if link.url not in cited and (link.label, link.url) != doi_link
        )


def _edition_number(edition: str) -> int:
    """The number of an edition such as `2nd`, `3. Auflage` or `Third edition`; 0 without one."""
    first, _, rest = edition.lower().partition(" ")
    if rest and rest.rstrip(".") not in EDITION_WORDS:
        return 0
    if first in ORDINAL_WORDS:
        return ORDINAL_WORDS.index(first) + 1
    digits = first.rstrip(ORDINAL_LETTERS)
    return int(digits) if digits.isdecimal() else 0
