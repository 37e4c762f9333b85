"""Publications and venues come in, works come out for any format: each with its key and the names it needs."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.beside import leads_to_the_work
from acadfolio.bibliography.pages import chapter_and_pages, first_and_last
from acadfolio.bibliography.writers.inline import plain_of
from acadfolio.bibliography.writers.kind import kind_for_exports
from acadfolio.model.name_parts import NameParts, parts_of
from acadfolio.model.names import WHOLE_LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.model.publication import Publication, Venue
    from acadfolio.model.values import Text

NOT_IN_A_KEY = re.compile(r"[\s\"#%'(),={}~\\@]+")
"""What ends a key for one program or another."""
KEY_OF_ENTRY = re.compile(r"@\s*\w+\s*[{(]\s*([^\s,{}()]+)\s*,")
ASCII_WORD = re.compile(r"[a-z][a-z0-9]*")
SMALL_WORDS = (
    " a an and are as at by for from in into is it of on or the to with over under towards toward via using how what "
    "der die das ein eine einer und von zur zum im am uber fur mit bei aus des dem den "
    "le la les l un une des du de d et sur en au aux dans pour par avec "
    "el los las una y del al con para por sobre "
)
"""Of the languages of the theme: a key is made of the first word that is none of them."""


class Work(Struct, frozen=True):
    """A publication as exports see it: in one language, its venue by name."""

    record: Publication
    key: str
    venue: str
    """The venue's full name, in inline Markdown."""
    authors: tuple[NameParts, ...]
    editors: tuple[NameParts, ...]
    translators: tuple[NameParts, ...]
    has_others: bool
    """Whether the list of authors ends in "and others"."""
    language: str

    @property
    def kind(self) -> str:
        """The sort of work, for formats that know few."""
        return kind_for_exports(self.record, self.venue)

    def words(self, text: Text | None) -> str:
        """A text in the site's language, in inline Markdown."""
        return text.in_language(self.language) if text is not None else ""

    @property
    def url(self) -> str:
        """The first address of its links that holds outside of the site, and leads to the work itself."""
        links = (link for link in self.record.links if link.url.startswith(("https://", "http://")))
        return next((link.url for link in links if leads_to_the_work(link.label, self.kind)), "")

    @property
    def address(self) -> str:
        """The same; of a work that has none, that of its preprint, or of the forum that talks of it."""
        arxiv, hal = self.record.arxiv, self.record.hal
        preprint = f"https://arxiv.org/abs/{arxiv}" if arxiv else f"https://hal.science/{hal}" if hal else ""
        return self.url or preprint or self.forum

    @property
    def forum(self) -> str:
        """Where OpenReview has it."""
        return f"https://openreview.net/forum?id={self.record.openreview}" if self.record.openreview else ""

    @property
    def status(self) -> str:
        """How far it has come on its way, where its kind does not say that."""
        usual = {"published", self.kind}  # Of a preprint that it is one.
        return self.record.status if self.record.status not in usual else ""

    @property
    def chapter_and_pages(self) -> tuple[str, str]:
        """The number of a chapter, and the pages as they are written. Either may be empty."""
        chapter, pages = chapter_and_pages(self.record.pages)
        return chapter.removeprefix("chap. "), pages

    @property
    def first_and_last_page(self) -> tuple[str, str]:
        """Either may be empty."""
        return first_and_last(self.record.pages)


def family_first(name: NameParts) -> str:
    """`van Gogh, Vincent`, as libraries sort it."""
    return ", ".join(part for part in (name.family, name.given, name.suffix) if part)


def works_of(
    publications: Iterable[Publication], venues: Mapping[str, Venue], language: str = "en"
) -> tuple[Work, ...]:
    """All of a list, in its order, each with a key that no other has."""
    taken: set[str] = set()
    works = (work_of(publication, venue_of(publication, venues), language) for publication in publications)
    return tuple(replace(work, key=free_key(wanted_key(work), taken)) for work in works)


def venue_of(publication: Publication, venues: Mapping[str, Venue]) -> Venue | None:
    """What is known of the venue that it names."""
    return venues.get(publication.venue.by_language[0][1]) if publication.venue else None


def work_of(publication: Publication, venue: Venue | None, language: str) -> Work:
    """One publication by itself, without a key."""
    name = venue.name if venue else publication.venue
    return Work(
        record=publication,
        key="",
        venue=name.in_language(language) if name else "",
        authors=tuple(parts_of(author) for author in publication.authors if author.is_person),
        editors=tuple(parts_of(editor) for editor in publication.editors if editor.is_person),
        translators=tuple(parts_of(translator) for translator in publication.translators if translator.is_person),
        has_others=any(not author.is_person for author in publication.authors),
        language=language,
    )


def wanted_key(work: Work) -> str:
    """The key that its author gave, else one that is made for it; another may have the same."""
    return _given_key(work.record) or _made_key(work)


def _given_key(publication: Publication) -> str:
    found = None if publication.key else KEY_OF_ENTRY.search(publication.bibtex)
    return NOT_IN_A_KEY.sub("", found[1] if found else publication.key)


def _made_key(work: Work) -> str:
    """The first author's family name, the year, and the first word of the title that says something."""
    family = "".join(ASCII_WORD.findall(_plain_letters(work.authors[0].family))) if work.authors else ""
    year = str(work.record.when.year) if work.record.when else ""
    title = work.words(work.record.title)
    words = ASCII_WORD.findall(_plain_letters(plain_of(title)))
    word = next((word for word in words if len(word) > 1 and f" {word} " not in SMALL_WORDS), "")
    return f"{family}{year}{word}" or "work"


def _plain_letters(text: str) -> str:
    folded = text.casefold()
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded.translate(WHOLE_LETTERS).replace("’", " "))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def free_key(key: str, taken: set[str]) -> str:
    """The key, with a letter behind it where it is taken: BibTeX holds `A` and `a` for the same. It is taken then."""
    free, number = key, 0
    while free.casefold() in taken:
        number += 1
        free = f"{key}{_letters(number)}"
    taken.add(free.casefold())
    return free


def _letters(number: int) -> str:
    """1 is `b`: the first of them has none. After `z` comes `ba`."""
    letters = ""
    while number:
        number, rest = divmod(number, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
