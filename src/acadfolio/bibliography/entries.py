"""An entry of a bibliography as its file has it, and the field names that are known."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.latex import latex_to_markdown, latex_to_text
from acadfolio.bibliography.markup import html_to_markdown, html_to_text
from acadfolio.bibliography.vocabulary import BABEL_NAMES, table_of
from acadfolio.model.values import LanguageTag, Text
from acadfolio.problems import Location

FIELDS = table_of("fields.yml")
ALIASES: dict[str, str] = FIELDS["aliases"]
AL_FOLIO = frozenset(FIELDS["al_folio"].split())
USED = frozenset(FIELDS["used"].split())
UNUSED = frozenset(FIELDS["unused"].split())
UNUSED_PREFIXES = ("bdsk-file-", "opt")
"""Files on one's own disk, and what Emacs disabled."""


def is_unused(name: str) -> bool:
    """Whether a field holds nothing that a visitor reads. BibLaTeX annotates a field in one named `author+an`."""
    return name in UNUSED or name.startswith(UNUSED_PREFIXES) or "+an" in name


URL_COMMAND = r"\\(?:url|path|href|nolinkurl)\s*\{((?:[^{}]|\{[^{}]*\})*)\}(?:\{[^{}]*\})?"
TILDE = r"\{?\\textasciitilde\s*(?:\{\})?\}?|\\~\s*(?:\{\})?|\$\\sim\$"
UNDERSCORE = r"\{?\\textunderscore\s*(?:\{\})?\}?"
TRUE = frozenset({"true", "yes", "1", "y", "on"})
LANGUAGE_TAGS = {name: tag for tag, names in BABEL_NAMES.items() for name in names.split()}


class RawValue(Struct, frozen=True):
    """The value of a field as it is written. Lines count from 1."""

    text: str
    line: int
    is_latex: bool = False

    @property
    def markdown(self) -> str:
        """Running text, as inline Markdown."""
        return _markdown(self.text, is_latex=self.is_latex)

    @property
    def plain(self) -> str:
        """The words alone, without emphasis or links."""
        return _plain(self.text, is_latex=self.is_latex)

    @property
    def as_text(self) -> Text | None:
        """Running text; None for nothing."""
        text = self.markdown.rstrip(",; ")
        return Text.of(text) if text.strip() else None

    @property
    def verbatim(self) -> str:
        """A URL or an identifier, without its spaces and its LaTeX."""
        return "".join(self._without_latex().split())

    @property
    def path(self) -> str:
        """The path of a file, which may have spaces."""
        return " ".join(self._without_latex().split())

    def _without_latex(self) -> str:
        text = self.text
        if self.is_latex and ("\\" in text or "{" in text):
            text = re.sub(URL_COMMAND, r"\1", text)
            text = re.sub(UNDERSCORE, "_", re.sub(TILDE, "~", text))
            text = re.sub(r"\\([%#&_$~{}/-])", r"\1", text).replace(r"\textless", "<").replace(r"\textgreater", ">")
            text = text.replace("{", "").replace("}", "")
        return html.unescape(text) if "&amp;" in text else text

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords between semicolons if there are any, else between commas; each once."""
        separators = ",，、" if frozenset(";；").isdisjoint(self.text) else ";；"
        text = self.text if self.is_latex else self.text.replace("\n", separators[0])
        parts = re.split(rf"(?<!\\)[{separators}]", text)
        keywords = (_plain(part.strip(), is_latex=self.is_latex) for part in parts)
        return tuple(dict.fromkeys(filter(None, keywords)))

    @property
    def is_true(self) -> bool:
        return self.text.strip().strip("{}").lower() in TRUE

    @property
    def language(self) -> LanguageTag | None:
        """A language by its name or its tag; of several the first."""
        name = re.split(r"\s*(?:,|;|/|\band\b)\s*", self.plain.strip())[0].strip().lower()
        if name in LANGUAGE_TAGS:
            return LanguageTag(LANGUAGE_TAGS[name])
        try:
            return LanguageTag.parse(self.plain.strip())
        except ValueError:
            return None


@lru_cache(maxsize=4096)  # A list of papers names the same venues and publishers again and again.
def _markdown(text: str, *, is_latex: bool) -> str:
    return latex_to_markdown(text) if is_latex else html_to_markdown(text)


@lru_cache(maxsize=4096)
def _plain(text: str, *, is_latex: bool) -> str:
    return latex_to_text(text) if is_latex else html_to_text(text)


NO_VALUE = RawValue("", 0)


class RawEntry(Struct, frozen=True):
    """One entry. Its kind and its field names are lowercase."""

    kind: str
    key: str
    fields: dict[str, RawValue]
    file: str
    line: int

    def at(self, field: str = "") -> Location:
        """The location of a field, or of the entry."""
        value = self.fields.get(field)
        return Location(self.file, value.line if value else self.line)

    def value(self, name: str) -> RawValue:
        """The value of a field, which is empty if the entry does not have it."""
        return self.fields.get(name, NO_VALUE)

    def plain(self, *names: str) -> str:
        """The words of the first of these fields that is not empty."""
        return next(filter(None, (self.value(name).plain for name in names)), "")

    def text(self, *names: str) -> Text | None:
        """The first of these fields that is not empty, as running text."""
        return next(filter(None, (self.value(name).as_text for name in names)), None)

    def markdown(self, *names: str) -> str:
        """The same as inline Markdown; empty if there is none."""
        text = self.text(*names)
        return text.by_language[0][1] if text else ""


def with_usual_names(entry: RawEntry) -> RawEntry:
    """The entry with the usual names of its fields."""
    fields: dict[str, RawValue] = {}
    for name, value in entry.fields.items():
        fields.setdefault(ALIASES.get(re.sub("[_-]", "", name), name), value)
    return replace(entry, fields=fields)
