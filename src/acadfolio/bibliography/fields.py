"""What a field of an entry says comes in; Markdown, plain words, an address or a list of them come out."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from acadfolio.bibliography.languages import LANGUAGES
from acadfolio.bibliography.latex import markdown_of, plain_of
from acadfolio.bibliography.manner import escaped
from acadfolio.model.values import LanguageTag, Text

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawValue

SPACES = re.compile(r"\s+")
HTML = re.compile(r"<(i|em|b|strong|sub|sup|inf|scp|sc|u|span|mark)\b[^<>]*>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)
"""What Crossref, PubMed, Scopus and Zotero write into titles."""
AS_MARKDOWN = {"i": ("*", "*"), "em": ("*", "*"), "b": ("**", "**"), "strong": ("**", "**"), "sub": ("<sub>", "</sub>"),
               "inf": ("<sub>", "</sub>"), "sup": ("<sup>", "</sup>")}  # fmt: skip
FORMULA = re.compile(r"\$([^$\n]*[\\^_][^$\n]*|\s*[a-zA-Z]\s*)\$")
ADDRESS_COMMAND = re.compile(r"\\(?:url|path|href|nolinkurl)\s*\{((?:[^{}]|\{[^{}]*\})*)\}(?:\{[^{}]*\})?")
TILDE = re.compile(r"\{?\\textasciitilde\s*(?:\{\})?\}?|\\~\s*(?:\{\})?|\$\\sim\$")
UNDERSCORE = re.compile(r"\{?\\textunderscore\s*(?:\{\})?\}?")
TRUTH = frozenset({"true", "yes", "1", "y", "on"})
TAGS = {name: tag for tag, names in LANGUAGES.items() for name in names.split()}


def text_of(value: RawValue) -> Text | None:
    """What is read as text, as inline Markdown; None for nothing."""
    text = markdown(value.text, is_latex=value.is_latex).rstrip(",; ")
    return Text.of(text) if text.strip() else None


def words_of(value: RawValue) -> str:
    """What is no running text, such as a volume: plain words, without type or links."""
    return words(value.text, is_latex=value.is_latex)


@lru_cache(maxsize=4096)  # A list of papers names the same venues and publishers again and again.
def markdown(text: str, *, is_latex: bool) -> str:
    return markdown_of(text) if is_latex else SPACES.sub(" ", _from_html(text)).strip()


@lru_cache(maxsize=4096)
def words(text: str, *, is_latex: bool) -> str:
    if is_latex:
        return plain_of(text)
    while (bare := HTML.sub(r"\2", text)) != text:
        text = bare
    return SPACES.sub(" ", html.unescape(text)).strip()


def verbatim_of(value: RawValue, between: str = "") -> str:
    """An address or an identifier, as it was before somebody made LaTeX of it; the name of a file may have spaces."""
    text = value.text
    if value.is_latex and ("\\" in text or "{" in text):
        text = ADDRESS_COMMAND.sub(r"\1", text)
        text = UNDERSCORE.sub("_", TILDE.sub("~", text))
        text = re.sub(r"\\([%#&_$~{}/-])", r"\1", text).replace(r"\textless", "<").replace(r"\textgreater", ">")
        text = text.replace("{", "").replace("}", "")
    return between.join((html.unescape(text) if "&amp;" in text else text).split())


def words_in(value: RawValue) -> tuple[str, ...]:
    """Keywords: between semicolons where there are any, else between commas, of ASCII or of Chinese; each once."""
    marks = ";；" if ";" in value.text or "；" in value.text else ",，、"
    text = value.text if value.is_latex else value.text.replace("\n", marks[0])
    parts = (words(part.strip(), is_latex=value.is_latex).strip() for part in re.split(rf"(?<!\\)[{marks}]", text))
    return tuple(dict.fromkeys(part for part in parts if part))


def is_true(value: RawValue) -> bool:
    return value.text.strip().strip("{}").lower() in TRUTH


def language_of(value: RawValue) -> LanguageTag | None:
    """A language by its name or its tag, of several the first; None for what is neither."""
    name = re.split(r"\s*(?:,|;|/|\band\b)\s*", words_of(value).strip())[0].strip().lower()
    if name in TAGS:
        return LanguageTag(TAGS[name])
    try:
        return LanguageTag.parse(words_of(value).strip())
    except ValueError:
        return None


def _from_html(text: str) -> str:
    """Plain text with the little HTML that titles hold, as Markdown."""
    written = []
    end = 0
    for match in HTML.finditer(text):
        before, after = AS_MARKDOWN.get(match[1].lower(), ("", ""))
        inner = _from_html(match[2].strip() if before else match[2])
        written += [_escaped(text[end : match.start()]), f"{before}{inner}{after}" if inner else ""]
        end = match.end()
    return "".join([*written, _escaped(text[end:])])


def _escaped(text: str) -> str:
    """Plain text as Markdown that shows it; a formula between dollars stays one."""
    pieces = FORMULA.split(html.unescape(text))
    return "".join(f"$${piece}$$" if position % 2 else escaped(piece) for position, piece in enumerate(pieces))
