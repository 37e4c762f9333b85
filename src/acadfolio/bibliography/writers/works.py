"""The publications to export: each with a key, its venue by name, and the kind that other programs know."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, count
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.vocabulary import STOP_WORDS, chapter_and_pages, first_and_last, is_citable_link
from acadfolio.bibliography.writers.inline import to_text
from acadfolio.model.name_parts import NameParts, parts_of
from acadfolio.model.names import WHOLE_LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.model.publication import Author, Publication, Venue
    from acadfolio.model.values import Text

NOT_IN_KEY = r"[\s\"#%'(),={}~\\@]+"
"""What ends a key in one program or another."""
ENTRY_KEY = r"@\s*\w+\s*[{(]\s*([^\s,{}()]+)\s*,"
WORD = re.compile(r"[a-z][a-z0-9]*")


class Work(Struct, frozen=True):
    """A publication in one language, with its venue by name."""

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
        return export_kind(self.record, self.venue)

    def words(self, text: Text | None) -> str:
        """A text in the site's language, in inline Markdown."""
        return text.in_language(self.language) if text is not None else ""

    @property
    def publisher(self) -> str:
        """The publisher or, as most formats know only one, the institution."""
        return self.words(self.record.publisher or self.record.institution)

    @property
    def url(self) -> str:
        """The first of its links that leads to the work itself, and out of the site."""
        for link in self.record.links:
            if link.url.startswith(("https://", "http://")) and is_citable_link(link.label, self.kind):
                return link.url
        return ""

    @property
    def any_url(self) -> str:
        """The same, or else that of its preprint, or of its discussion at OpenReview."""
        if self.url:
            return self.url
        if self.record.arxiv:
            return f"https://arxiv.org/abs/{self.record.arxiv}"
        return f"https://hal.science/{self.record.hal}" if self.record.hal else self.forum

    @property
    def forum(self) -> str:
        """Its discussion at OpenReview."""
        return f"https://openreview.net/forum?id={self.record.openreview}" if self.record.openreview else ""

    @property
    def status(self) -> str:
        """Its status, unless the kind says it."""
        return self.record.status if self.record.status not in {"published", self.kind} else ""

    @property
    def chapter_and_pages(self) -> tuple[str, str]:
        """The number of a chapter, and the pages as they are written. Either may be empty."""
        chapter, pages = chapter_and_pages(self.record.pages)
        return chapter.removeprefix("chap. "), pages

    @property
    def first_and_last_page(self) -> tuple[str, str]:
        return first_and_last(self.record.pages)


def export_kind(record: Publication, venue: str) -> str:
    """The kind of a work for other programs: what has a volume or an issue appeared in a journal."""
    if venue and (record.volume or record.issue) and record.kind in {"report", "other"}:
        return "journal"
    return record.kind


def family_first(name: NameParts) -> str:
    """`van Gogh, Vincent`, as libraries sort it."""
    return ", ".join(filter(None, (name.family, name.given, name.suffix)))


def works_of(
    publications: Iterable[Publication], venues: Mapping[str, Venue], language: str = "en"
) -> tuple[Work, ...]:
    """The works of a list in its order, each with its own key."""
    taken: set[str] = set()
    works = (work_of(publication, venue_of(publication, venues), language) for publication in publications)
    return tuple(replace(work, key=unique_key(preferred_key(work), taken)) for work in works)


def venue_of(publication: Publication, venues: Mapping[str, Venue]) -> Venue | None:
    """The venue that a publication names by its key."""
    return venues.get(publication.venue.by_language[0][1]) if publication.venue else None


def work_of(publication: Publication, venue: Venue | None, language: str) -> Work:
    """One publication, without a key."""
    name = venue.name if venue else publication.venue
    return Work(
        record=publication,
        key="",
        venue=name.in_language(language) if name else "",
        authors=_people(publication.authors),
        editors=_people(publication.editors),
        translators=_people(publication.translators),
        has_others=any(not author.is_person for author in publication.authors),
        language=language,
    )


def _people(authors: Iterable[Author]) -> tuple[NameParts, ...]:
    return tuple(parts_of(author) for author in authors if author.is_person)


def preferred_key(work: Work) -> str:
    """The key that its author gave, or else a generated one; another work may have the same."""
    key = work.record.key
    if not key and (found := re.search(ENTRY_KEY, work.record.bibtex)):
        key = found[1]
    return re.sub(NOT_IN_KEY, "", key) or _generated_key(work)


def _generated_key(work: Work) -> str:
    """The first author's family name, the year, and the first word of the title that is not small."""
    family = "".join(WORD.findall(_ascii(work.authors[0].family))) if work.authors else ""
    year = str(work.record.when.year) if work.record.when else ""
    words = WORD.findall(_ascii(to_text(work.words(work.record.title))))
    word = next((word for word in words if len(word) > 1 and word not in STOP_WORDS), "")
    return f"{family}{year}{word}" or "work"


def _ascii(text: str) -> str:
    """The text in lowercase, its letters without accents."""
    text = text.casefold().translate(WHOLE_LETTERS).replace("’", " ")
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


def unique_key(key: str, taken: set[str]) -> str:
    """The key, with a letter or a number behind it if it is taken, and add it to those. BibTeX ignores case."""
    for suffix in chain([""], "bcdefghijklmnopqrstuvwxyz", map(str, count(27))):
        free = f"{key}{suffix}"
        if free.casefold() not in taken:
            break
    taken.add(free.casefold())
    return free
