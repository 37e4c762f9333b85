"""Convert the texts of records to HTML, whole or shortened: to the first paragraph or words."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.html.text import (
    paragraphs,
    plain_text,
    split_first_paragraph,
    without_heading_ids,
)
from acadfolio.html.tokens import read
from acadfolio.markdown.shortcodes import fill_placeholders, mark_calls
from acadfolio.markdown.state import Document
from acadfolio.theme.language_marks import LanguageMarks, around_blocks, in_line, turns

if TYPE_CHECKING:
    from acadfolio.model.values import Text

BLOCKS = {
    "aside",
    "article",
    "blockquote",
    "details",
    "div",
    "dl",
    "figure",
    "nav",
    "ol",
    "section",
    "table",
    "ul",
}
"""Elements whose paragraphs are no excerpts."""
CITATION = r"\s?\[@[^\]]*\]"


DATA_SHORTCODES = ("video", "figure")
"""The shortcodes that a text of the data may have, on a line of their own."""
EvaluateShortcode = Callable[[str], str]
"""Returns the HTML of a shortcode's expression."""


def without_shortcode(_: str) -> str:
    return ""


class TextConverter(Struct, frozen=True):
    """Converts the texts of records to HTML, in one language."""

    convert: Callable[[str], Document]
    """Converts the Markdown of a page."""
    convert_data: Callable[[str], Document]
    """Converts a text of the data that may have several paragraphs."""
    inline: Callable[[str], str]
    """Converts inline Markdown."""
    language: str
    marks: LanguageMarks = LanguageMarks("")
    """Mark what is in another language."""

    def document(self, text: Text, shortcode: EvaluateShortcode = without_shortcode) -> Document:
        """A text as paragraphs and other blocks, with its headings and warnings.

        `shortcode` returns the HTML of a video or a figure in it. By default, they are omitted.
        """
        if not text.has_blocks:
            return Document(f"<p>{self.html(text)}</p>\n")
        document, attributes = self._blocks(text, shortcode)
        return replace(document, html=around_blocks(document.html, attributes))

    def _blocks(self, text: Text, shortcode: EvaluateShortcode) -> tuple[Document, str]:
        """A text with blocks, and the attributes of its language."""
        tag, written = text.version(self.language)
        document = self.convert_data(mark_calls(written, DATA_SHORTCODES))
        if document.shortcodes:
            contents = {
                str(number): shortcode(one.expression)
                for number, one in enumerate(document.shortcodes)
            }
            document = replace(document, html=fill_placeholders(document.html, contents))
        return document, self.marks.attributes(document.html, tag)

    def html(self, text: Text, shortcode: EvaluateShortcode = without_shortcode) -> str:
        """A text that continues a line: its first paragraph has no tags.

        Headings have no ids: others may have them.
        """
        if not text.has_blocks:
            tag, written = text.version(self.language)
            return self.marked(self.inline(written), tag)
        document, attributes = self._blocks(text, shortcode)
        html = without_heading_ids(document.html.strip())
        first, others = split_first_paragraph(html)
        if others.strip() and turns(attributes):
            return around_blocks(html, attributes)  # All paragraphs begin at the same side.
        return in_line(first, attributes) + around_blocks(others, attributes)

    def marked(self, html: str, tag: str) -> str:
        """The HTML of a text within a line, marked with its language if that is not the page's."""
        return in_line(html, self.marks.attributes(html, tag))

    def excerpt(self, text: Text) -> str:
        """The first paragraph of a text, without its tags; else its first words."""
        if not text.has_blocks:
            return self.html(text)
        document, attributes = self._blocks(text, without_shortcode)
        html = document.html
        first = first_paragraph(html) or escape(shorten(plain_text(html), 160))
        return in_line(first, attributes) or self.html(text)


def first_paragraph(html: str) -> str:
    """The first paragraph of prose outside of other blocks; empty if it has none."""
    for _, paragraph in paragraphs(html.partition("<!--more-->")[0], BLOCKS):
        prose = _without_images_and_notes(paragraph)
        if plain_text(prose):
            return prose
    return ""


def _without_images_and_notes(paragraph: str) -> str:
    """A paragraph without its images, the references to footnotes, and citations in brackets."""
    kept = []
    tokens = read(paragraph)
    for token in tokens:
        if token.name == "sup" and token.attributes.get("id", "").startswith("fnref:"):
            next(inner for inner in tokens if (inner.kind, inner.name) == ("end", "sup"))
        elif token.name != "img":
            kept.append(token.source)
    return re.sub(CITATION, "", "".join(kept)).strip()


def shorten(text: str, longest: int) -> str:
    """As many whole words as fit, with an ellipsis for the rest."""
    return (
        text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
    )
