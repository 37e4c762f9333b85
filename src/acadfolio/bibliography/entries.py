"""An entry of a bibliography as its file has it, under the field names of BibTeX and BibLaTeX."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from msgspec import Struct

from acadfolio.bibliography.formatting import html_to_markdown, html_to_text
from acadfolio.bibliography.latex import latex_to_markdown, latex_to_text
from acadfolio.bibliography.vocabulary import BABEL_NAMES
from acadfolio.model.values import LanguageTag, Text
from acadfolio.problems import Location

URL_COMMAND = re.compile(r"\\(?:url|path|href|nolinkurl)\s*\{((?:[^{}]|\{[^{}]*\})*)\}(?:\{[^{}]*\})?")
TILDE = re.compile(r"\{?\\textasciitilde\s*(?:\{\})?\}?|\\~\s*(?:\{\})?|\$\\sim\$")
UNDERSCORE = re.compile(r"\{?\\textunderscore\s*(?:\{\})?\}?")
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
            text = URL_COMMAND.sub(r"\1", text)
            text = UNDERSCORE.sub("_", TILDE.sub("~", text))
            text = re.sub(r"\\([%#&_$~{}/-])", r"\1", text).replace(r"\textless", "<").replace(r"\textgreater", ">")
            text = text.replace("{", "").replace("}", "")
        return html.unescape(text) if "&amp;" in text else text

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords between semicolons if there are any, else between commas; each once."""
        separators = ";；" if ";" in self.text or "；" in self.text else ",，、"
        text = self.text if self.is_latex else self.text.replace("\n", separators[0])
        keywords = []
        for part in re.split(rf"(?<!\\)[{separators}]", text):
            keyword = _plain(part.strip(), is_latex=self.is_latex)
            if keyword and keyword not in keywords:
                keywords.append(keyword)
        return tuple(keywords)

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

    def plain(self, *names: str) -> str:
        """The words of the first of these fields that is not empty."""
        for name in names:
            if name in self.fields and (words := self.fields[name].plain):
                return words
        return ""

    def text(self, *names: str) -> Text | None:
        """The first of these fields that is not empty, as running text."""
        for name in names:
            if name in self.fields and (text := self.fields[name].as_text) is not None:
                return text
        return None

    def markdown(self, *names: str) -> str:
        """The same as inline Markdown; empty if there is none."""
        text = self.text(*names)
        return text.by_language[0][1] if text else ""
