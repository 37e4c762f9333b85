"""Prepare publications for export: find their keys, venues and URLs."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, count
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography import vocabulary
from acadfolio.bibliography.tables.export_types import OTHER_TYPES
from acadfolio.bibliography.tables.words import IDENTIFIER_LINKS
from acadfolio.bibliography.writers.inline import to_text
from acadfolio.model.name_parts import NameParts, parts_of
from acadfolio.model.names import WHOLE_LETTERS
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.model.publication import Author, Publication, Venue

TYPES_OF_LAW = frozenset({"judgment", "statute", "bill", "treaty", "hearing"})
"""Types whose volumes are not those of journals: cases are in law reports."""
NOT_IN_KEY = r"[\s\"#%'(),={}~\\@]+"
"""Characters that some programs do not allow in a key."""
ENTRY_KEY = r"@\s*\w+\s*[{(]\s*([^\s,{}()]+)\s*,"
ASCII_WORD = re.compile(r"[a-z][a-z0-9]*")


class Work(Struct, frozen=True, eq=False):
    """A publication to export in one language.

    Works are not compared, so that results can be cached by work.
    """

    record: Publication
    key: str
    venue: str
    """The venue's full name, in inline Markdown."""
    language: str

    @property
    def authors(self) -> tuple[NameParts, ...]:
        return people_of(self.record.authors)

    @property
    def has_others(self) -> bool:
        """Whether the list of authors ends in "and others"."""
        return any(not author.is_person for author in self.record.authors)

    @property
    def kind(self) -> str:
        """The kind in exports: of other works by their type, such as `letter`.

        A report or other work with a volume or an issue is a journal article, unless it is a law or
        a judgment.
        """
        if self._is_article:
            return "journal"
        kind = self._named_type or self.record.kind
        return "web page" if kind == "other" and self._is_web_page else kind

    @property
    def _is_article(self) -> bool:
        """Whether a report or other work is in a volume or an issue of its venue, which is no reporter of laws."""
        record = self.record
        if record.kind not in {"report", "other"} or self._named_type in TYPES_OF_LAW:
            return False
        return bool(self.venue and (record.volume or record.issue))

    @property
    def _named_type(self) -> str:
        """The key in `OTHER_TYPES` for a work of the kind `other` whose type has a word for it; empty without one."""
        record = self.record
        if record.kind != "other" or not record.type:
            return ""
        type_name = record.type.in_language("en")
        for word in (type_name.lower(), *type_name.lower().split()):
            key = vocabulary.ENGLISH_TYPES.get(word)
            if key in OTHER_TYPES:
                return key
        return ""

    @property
    def _is_web_page(self) -> bool:
        record = self.record
        return bool(self.url) and not (record.venue or record.event or record.doi or record.arxiv)

    def words(self, text: Text | None) -> str:
        """A text in the language of the site, as inline Markdown; empty for None."""
        return text.in_language(self.language) if text is not None else ""

    @property
    def publisher(self) -> str:
        """The publisher, or else the institution: most formats have only one of them."""
        return self.words(self.record.publisher or self.record.institution)

    @property
    def url(self) -> str:
        """The URL of the first link to the work itself on another site; empty without one."""
        return vocabulary.citable_url(self.record.links, self.record.kind)

    @property
    def urls(self) -> tuple[str, ...]:
        """The URLs of the work, of its preprints and of its discussion on OpenReview."""
        urls = [self.url, *map(self.url_of, ("arxiv", "hal", "openreview"))]
        return tuple(dict.fromkeys(filter(None, urls)))

    def url_of(self, name: str) -> str:
        """The URL for an identifier; empty if the work has none of this kind."""
        identifier = getattr(self.record, name)
        return IDENTIFIER_LINKS[name][1].format(identifier) if identifier else ""

    @property
    def keywords(self) -> str:
        """The tags in one line, with semicolons if one of them has a comma."""
        separator = "; " if any("," in tag for tag in self.record.tags) else ", "
        return separator.join(self.record.tags)

    @property
    def status(self) -> str:
        """The status; empty for published works, and for a preprint whose status is “preprint”."""
        return "" if self.record.status in {"published", self.kind} else self.record.status

    @property
    def chapter_and_pages(self) -> tuple[str, str]:
        """The number of the chapter, and the pages. Either may be empty."""
        chapter, pages = vocabulary.chapter_and_pages(self.record.pages)
        return chapter.removeprefix("chap. "), pages


def works_of(
    publications: Iterable[Publication],
    venues: Mapping[str, Venue],
    language: str = "en",
    language_of_keys: str = "",
) -> tuple[Work, ...]:
    """Prepare publications for export, each with its own key. The order stays the same."""
    used_keys: set[str] = set()
    works = []
    for publication in publications:
        preferred = _preferred_key(publication, language_of_keys or language)
        key = _unique_key(preferred, used_keys)
        works.append(
            Work(publication, key, _venue(publication, venues).in_language(language), language)
        )
    return tuple(works)


def _venue(publication: Publication, venues: Mapping[str, Venue]) -> Text:
    """The name of the venue, also where the publication has its key in `venues.yml`."""
    venue = publication.venue or Text.of("")
    key = str(venue)
    return venues[key].name if key in venues else venue


def people_of(authors: Iterable[Author]) -> tuple[NameParts, ...]:
    return tuple(parts_of(author) for author in authors if author.is_person)


def _preferred_key(publication: Publication, language: str) -> str:
    """The key of the publication or of its `bibtex`, or else a generated one.

    Other works may have the same key.
    """
    key = publication.key
    match = re.search(ENTRY_KEY, publication.bibtex)
    if match and not key:
        key = match[1]
    return re.sub(NOT_IN_KEY, "", key) or _generated_key(publication, language)


def _generated_key(publication: Publication, language: str) -> str:
    """The first author's family name, the year, and the first word of the title that is not a stop word."""
    people = people_of(publication.authors)
    family = "".join(ASCII_WORD.findall(_ascii(people[0].family))) if people else ""
    year = str(publication.when.year) if publication.when else ""
    title_words = ASCII_WORD.findall(_ascii(to_text(publication.title.in_language(language))))
    word = next(
        (word for word in title_words if len(word) > 1 and word not in vocabulary.STOP_WORDS), ""
    )
    return f"{family}{year}{word}" or "work"


def _ascii(text: str) -> str:
    """The text in lowercase without accents."""
    text = text.casefold().translate(WHOLE_LETTERS).replace("’", " ")
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(letter)
    )


def _unique_key(key: str, used_keys: set[str]) -> str:
    """The key with a letter or number appended if it is used already. It is added to `used_keys`.

    BibTeX's keys are not case-sensitive.
    """
    for suffix in chain([""], "bcdefghijklmnopqrstuvwxyz", map(str, count(27))):
        new_key = f"{key}{suffix}"
        if new_key.casefold() not in used_keys:
            break
    used_keys.add(new_key.casefold())
    return new_key
