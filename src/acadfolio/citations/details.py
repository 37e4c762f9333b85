"""What citation styles need of a publication besides its record: its form, its year, its pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography.pages import chapter_and_pages, with_dash
from acadfolio.bibliography.vocabulary import DOCTORAL_THESIS, SERVER
from acadfolio.bibliography.writers.works import leads_to_work
from acadfolio.model.publication import NOT_ACCEPTED, ON_ITS_WAY
from acadfolio.model.values import Text
from acadfolio.nouns import english_ordinal
from acadfolio.theme.filters import in_address
from acadfolio.theme.words import is_chinese, spoken, words_for

if TYPE_CHECKING:
    from acadfolio.model.dates import When
    from acadfolio.model.publication import Publication, Venue
    from acadfolio.model.values import Link

SEVERAL_PAGES = re.compile(r"[–,;&]|\bff?\b")
LONGEST_PAGE = 4
IN_PARTS = frozenset({"conference", "workshop", "chapter"})
ALONE = frozenset({"book", "thesis", "software", "dataset"})
"""What stands alone whatever its venue, which is its publisher then."""
IN_SERIES = IN_PARTS | {"book"}
OF_A_SCHOOL = frozenset({"thesis", "report"})
WEB = re.compile(r"https?://")
ARXIV, HAL = Text.of("arXiv"), Text.of("HAL")
EDITION = re.compile(r"(\d+)(?:st|nd|rd|th|\.ª|\.|ª|e|ᵉ)?(?:\s*(?:ed\.?|edn|edition|Aufl\.?))?")
VERSION = re.compile(r"^v(?:ersion\s+)?\.?\s*(?=\d)", re.IGNORECASE)
IN_WORDS = re.compile(r"\s*([^\W\d_]+)(?:\s+(?:ed\.?|edn\.?|edition|auflage|édition|edición))?\s*", re.IGNORECASE)
EDITIONS = {
    word: number
    for words in (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
        "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte",
        "première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième",
        "primera segunda tercera cuarta quinta sexta séptima octava novena décima undécima duodécima",
    )
    for number, word in enumerate(words.split(), start=1)
}
"""Numbers of editions in words, as BibTeX's own manual wants them."""
TAKES_ARTICLE = re.compile(
    r"\b(?:Conference|Workshop|Symposium|Congress|Colloquium|Meeting|Journal|Transactions|Proceedings)\b"
    r"|^(?:Annals|Archives?|Bulletin|Handbook|Encyclop(?:a?edia)) (?:of|on|for)\b",
)
HAS_ARTICLE = re.compile(r"(?:the|an?)\s", re.IGNORECASE)
ORDINALS = {"de": "{}.", "fr": "{}ᵉ", "es": "{}.ª", "zh": "第{}版"}


class CitationDetails(Struct, frozen=True):
    """What a citation style may ask of a publication besides its record."""

    form: str
    """`article`, `part` (of a book or of proceedings), `work` (by itself), `preprint` or `manuscript`."""
    pending: str
    """How far it has come, when it has not appeared yet: `in press`, `accepted`, `under review`, `submitted`."""
    year: str
    """The year, or `1994–2003`."""
    house: Text | None
    """Who stands behind a work: its publisher or its institution, else its venue."""
    server: Text | None
    """Where a preprint is: arXiv where it has a number there, else its venue, its publisher or HAL."""
    chapter: str
    """`chap. 4` of a work that is told by its chapter; `page_word` begins with it, or `pages` is it."""
    pages: str
    """The pages with a dash between the first and the last one."""
    page_word: str
    """`p.` or `pp.`; nothing before the number of an article."""
    page_name: str
    """The same in full: `page`, `pages` or `Article`."""
    edition: str
    """`2nd`, as the site's language writes it, also of an edition in words (`Third`)."""
    version: str
    """`Version 1.2.3`, in the site's language."""
    volume: str
    """The volume of the work, or of the book or journal that it is in."""
    is_doctors: bool
    """Whether it is a PhD thesis of a bibliography, on a site in English, where each style has its own name for one."""
    series: Text | None
    """The series that a book, or what stands in one, is part of."""
    series_number: str
    """Its number in the series: what such a book has for a volume, unless it has a number besides."""
    ed: str
    """`ed.` or `eds.`, as many as there are editors."""
    editor: str
    """`editor` or `editors`."""
    accessed: When | None
    """When somebody looked at a work that is only online."""
    address: str
    """Where such a work is, or a preprint that has no DOI and is not in arXiv."""
    status: str
    """`pending`, unless the note says it already."""
    in_venue: str
    """`in the` before the name of a conference or of a journal that takes it, else `in`."""
    links: tuple[Link, ...]
    """The links, but for what a citation says itself: the DOI, the number of a preprint, `address`."""

    @property
    def is_forthcoming(self) -> bool:
        """Whether it is a book, or a part of one, that has not appeared yet: styles have words of their own for it."""
        return bool(self.pending) and self.form in {"work", "part"}


def citation_details(
    record: Publication, venue: Venue | None, links: tuple[Link, ...], language: str
) -> CitationDetails:
    """What styles need of one publication, in the words of the site's language."""
    words = words_for(language)
    chapter, pages = chapter_and_pages(with_dash(record.pages))
    page_word = _page_word(pages, words)
    number = "s" if len(record.editors) > 1 else ""
    when = record.when
    form, server = _form(record, venue), _server(record, venue)
    is_preprint = form == "preprint"
    series = record.series if record.kind in IN_SERIES and form in {"part", "work"} else None
    volume, number_in_series = (
        (record.volume, record.number) if series is None or record.number else ("", record.volume)
    )
    is_online = record.accessed is not None and not record.doi and not is_preprint
    is_elsewhere = is_preprint and not record.doi and not record.arxiv
    address = _address(links, "preprint" if is_elsewhere else "") if is_online or is_elsewhere else ""
    return CitationDetails(
        form=form,
        pending=record.status if record.status in ON_ITS_WAY else "",
        year=when.years if when else "",
        house=_house(record) or (venue.name if venue and form == "work" else None),
        server=server if is_preprint else None,
        chapter=chapter,
        pages=pages or chapter,
        page_word=f"{chapter}, {page_word}" if chapter and page_word else page_word,
        page_name=_page_name(pages, words),
        edition=_edition(record.edition, language),
        version=f"{words['cited:version']} {VERSION.sub('', record.version)}" if record.version else "",
        volume=volume,
        is_doctors=record.type == DOCTORAL_THESIS and spoken(language).startswith("en"),
        series=series,
        series_number=number_in_series,
        ed=words[f"cited:ed{number}"],
        editor=words[f"cited:editor{number}"],
        accessed=record.accessed if is_online else None,
        address=address,
        status=_status(record, language, words),
        in_venue=_before_venue(venue.name.in_language(language) if venue else "", words),
        links=tuple(link for link in links if not _is_said(link, record, form) and link.url != address),
    )


def _form(record: Publication, venue: Venue | None) -> str:
    if record.arxiv and (record.kind == "preprint" or record.status in NOT_ACCEPTED):
        return "preprint"
    if record.kind == "preprint" and _server(record, venue) is not None:
        return "preprint"
    if record.status in NOT_ACCEPTED:
        return "manuscript"
    if record.venue is None or record.kind in ALONE:
        return "article" if record.kind in {"journal", "preprint", *IN_PARTS} else "work"
    return "part" if record.kind in IN_PARTS else "article"


def _server(record: Publication, venue: Venue | None) -> Text | None:
    """Of what is on its way into a journal, only a name that is a server's: any other is that of the journal."""
    if record.arxiv:
        return ARXIV
    names = [name for name in (venue.name if venue else None, record.publisher) if name is not None]
    if record.status in ON_ITS_WAY:
        names = [name for name in names if SERVER.fullmatch(name.by_language[0][1])]
    return names[0] if names else HAL if record.hal else None


def _address(links: tuple[Link, ...], kind: str) -> str:
    """The first address of the web; for a `kind`, one that leads to the work itself."""
    fitting = (link.url for link in links if WEB.match(link.url) and (not kind or leads_to_work(link.label, kind)))
    return next(fitting, "")


def _status(record: Publication, language: str, words: dict[str, str]) -> str:
    if record.status not in ON_ITS_WAY:
        return ""
    note = record.note.in_language(language).lower() if record.note else ""
    return "" if record.status in note or words[record.status].lower() in note else record.status


def _before_venue(name: str, words: dict[str, str]) -> str:
    return words["in_the"] if TAKES_ARTICLE.search(name) and not HAS_ARTICLE.match(name) else words["in"]


def _house(record: Publication) -> Text | None:
    if record.kind in OF_A_SCHOOL:
        return record.institution or record.publisher
    return record.publisher or record.institution


def _page_word(pages: str, words: dict[str, str]) -> str:
    """Before pages; the number of an article has letters (`e1009`) or is long."""
    if not pages:
        return ""
    if SEVERAL_PAGES.search(pages):
        return words["cited:pp"]
    return words["cited:p"] if pages.isdigit() and len(pages) <= LONGEST_PAGE else ""


def _page_name(pages: str, words: dict[str, str]) -> str:
    if not _page_word(pages, words):
        return words["cited:article"]
    return words["pages" if SEVERAL_PAGES.search(pages) else "page"]


def _edition(edition: str, language: str) -> str:
    match = EDITION.fullmatch(edition.strip())
    word = IN_WORDS.fullmatch(edition)
    number = int(match[1]) if match else EDITIONS.get(word[1].lower(), 0) if word else 0
    if not number:
        return f"{edition.strip().removesuffix('版')}版" if edition and is_chinese(language) else edition
    ordinal = ORDINALS.get(language.partition("-")[0].lower())
    return ordinal.format(number) if ordinal else english_ordinal(number)


def _is_said(link: Link, record: Publication, form: str) -> bool:
    """Whether the citation leads there already."""
    is_doi = record.doi and link.label == "DOI" and link.url == f"https://doi.org/{in_address(record.doi)}"
    is_preprint = form == "preprint" and link.url == f"https://arxiv.org/abs/{record.arxiv}"
    return bool(is_doi or is_preprint)
