"""Entries of bibliographies before they are converted, and the names of their fields."""

from __future__ import annotations

import html
import re
from contextlib import suppress
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.latex import latex_to_markdown, latex_to_text, latex_to_url
from acadfolio.bibliography.markup import html_to_markdown, html_to_text
from acadfolio.bibliography.tables import field_names
from acadfolio.bibliography.tables.field_names import ALIASES
from acadfolio.bibliography.tables.words import BABEL_NAMES
from acadfolio.bibliography.urls import (
    FoundUrl,
    in_one_piece,
    only_url,
    urls_in,
    with_links,
    words_around,
)
from acadfolio.model.identifiers import Doi
from acadfolio.model.values import LanguageTag, Text
from acadfolio.problems import Location

AL_FOLIO = frozenset(field_names.AL_FOLIO.split())
PUBLICATION_FIELDS = frozenset(field_names.PUBLICATION.split())
IGNORED_FIELDS = frozenset(field_names.IGNORED.split())
IGNORED_PREFIXES = ("bdsk-file-", "opt")
"""BibDesk's fields for local files, and fields that Emacs has disabled."""


def is_ignored(name: str) -> bool:
    """Whether a field is not shown on purpose, such as `author+an`, in which BibLaTeX annotates `author`."""
    return name in IGNORED_FIELDS or name.startswith(IGNORED_PREFIXES) or "+an" in name


URL_COMMAND = r"\\(?:url|path|href|nolinkurl)\s*\{((?:[^{}]|\{[^{}]*\})*)\}(?:\{[^{}]*\})?"
FALSE = frozenset({"false", "no", "0", "n", "off"})
TRUE = frozenset({"true", "yes", "1", "y", "on"})
LANGUAGE_TAGS = {name: tag for tag, names in BABEL_NAMES.items() for name in names.split()}


class RawValue(Struct, frozen=True):
    """The value of a field before it is converted. Lines count from 1."""

    text: str
    line: int
    is_latex: bool = False

    @property
    def markdown(self) -> str:
        """The value as inline Markdown."""
        return _markdown(self.text, is_latex=self.is_latex)

    @property
    def plain(self) -> str:
        """The value as plain text, without emphasis and links."""
        return _plain(self.text, is_latex=self.is_latex)

    @property
    def as_text(self) -> Text | None:
        """The value as text of a record; None if it is empty."""
        text = self.markdown.rstrip(",; ")
        return Text.of(text) if text.strip() else None

    @property
    def note(self) -> str:
        """The value as inline Markdown in which each URL is a link."""
        return _markdown(with_links(self.text, is_latex=self.is_latex), is_latex=self.is_latex)

    @property
    def urls(self) -> list[FoundUrl]:
        """The URLs in the value."""
        return urls_in(in_one_piece(self.text), is_latex=self.is_latex)

    @property
    def only_url(self) -> str:
        """The URL of a value that has no words besides it; empty for any other value."""
        return only_url(in_one_piece(self.text), is_latex=self.is_latex)

    @property
    def words_around_urls(self) -> str:
        """The words besides the URLs of a value, as inline Markdown; empty if it has no URL."""
        if not self.urls:
            return ""
        return _markdown(words_around(in_one_piece(self.text), self.urls), is_latex=self.is_latex)

    @property
    def verbatim(self) -> str:
        """The value as a URL or an identifier, without spaces and LaTeX."""
        return "".join(self._without_latex().split())

    @property
    def path(self) -> str:
        """The value as the path of a file, which may contain spaces."""
        return " ".join(self._without_latex().split())

    def _without_latex(self) -> str:
        text = self.text
        if self.is_latex and ("\\" in text or "{" in text):
            text = latex_to_url(re.sub(URL_COMMAND, r"\1", text))
        return html.unescape(text) if "&amp;" in text else text

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords, without duplicates. Commas separate them if there is no semicolon."""
        separators = ",，、" if frozenset(";；").isdisjoint(self.text) else ";；"
        text = self.text if self.is_latex else self.text.replace("\n", separators[0])
        parts = re.split(rf"(?<!\\)[{separators}]", text)
        keywords = (_plain(part.strip(), is_latex=self.is_latex) for part in parts)
        return tuple(dict.fromkeys(filter(None, keywords)))

    @property
    def is_true(self) -> bool:
        return self.text.strip().strip("{}").lower() in TRUE

    @property
    def is_false(self) -> bool:
        return self.text.strip().strip("{}").lower() in FALSE

    @property
    def language(self) -> LanguageTag | None:
        """The first language in the value, which may be a name or a language tag."""
        name = re.split(r"\s*(?:,|;|/|\band\b)\s*", self.plain.strip())[0].strip().lower()
        if name in LANGUAGE_TAGS:
            return LanguageTag(LANGUAGE_TAGS[name])
        with suppress(ValueError):
            return LanguageTag.parse(self.plain.strip())
        return None


@lru_cache(maxsize=4096)  # Many entries have the same venue or publisher, but abstracts are long.
def _markdown(text: str, *, is_latex: bool) -> str:
    return latex_to_markdown(text) if is_latex else html_to_markdown(text)


@lru_cache(maxsize=4096)
def _plain(text: str, *, is_latex: bool) -> str:
    return latex_to_text(text) if is_latex else html_to_text(text)


NO_VALUE = RawValue("", 0)


class RawEntry(Struct, frozen=True):
    """One entry. `kind` is its entry type; this and the field names are lowercase."""

    kind: str
    key: str
    fields: dict[str, RawValue]
    file: str
    line: int
    has_parts: bool = False
    """Whether it is a volume whose parts are entries.

    It is no publication then, unless its editors are the site's.
    """
    lacks_parent: bool = False
    """Whether no entry has the key in its `crossref` or `xdata`."""

    def at(self, field: str = "") -> Location:
        """The location of a field, or of the entry if it does not have the field."""
        return Location(self.file, self.value(field).line or self.line)

    def value(self, name: str) -> RawValue:
        """The value of a field; empty if the entry does not have it."""
        return self.fields.get(name, NO_VALUE)

    def plain(self, *names: str) -> str:
        """The first of these fields that is not empty, as plain text."""
        return next(filter(None, (self.value(name).plain for name in names)), "")

    def text(self, *names: str) -> Text | None:
        """The first of these fields that is not empty, as text of a record."""
        return next(filter(None, (self.value(name).as_text for name in names)), None)

    def markdown(self, *names: str) -> str:
        """The first of these fields that is not empty, as inline Markdown."""
        return str(self.text(*names) or "")


def with_canonical_names(entry: RawEntry) -> RawEntry:
    """Replace other names of fields, such as `journaltitle`, by those that acadfolio uses."""
    fields: dict[str, RawValue] = {}
    for name, value in entry.fields.items():
        fields.setdefault(ALIASES.get(re.sub("[_-]", "", name), name), value)
    if re.fullmatch(Doi.PATTERN, entry.plain("type")):
        fields.setdefault("doi", fields.pop("type"))  # Some programs write it into RIS's `M3`.
    if "title" not in fields and "maintitle" in fields:
        fields["title"] = fields.pop("maintitle")  # A volume without a title of its own.
    return replace(entry, fields=fields)
