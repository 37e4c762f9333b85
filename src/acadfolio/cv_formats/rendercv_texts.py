"""Texts of the data as RenderCV's Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from acadfolio.model.values import Text

OWN_LINK = re.compile(r"\]\((?![a-z][a-z0-9+.-]*:|//|[#<)\s])(?:\.{0,2}/)*", re.IGNORECASE)
"""The beginning of a link to the site itself: `](/x` or `](files/x`, both from its top in a text of the data."""


class Texts(Struct, frozen=True):
    """Makes texts in one language, with full URLs of the site at `url`."""

    language: str
    url: str

    def of(self, text: Text | None) -> str:
        """A text on one line; with lines and paragraphs if it has blocks."""
        if not text:
            return ""
        markdown = text.in_language(self.language)
        if self.url:
            markdown = OWN_LINK.sub(f"]({self.url.rstrip('/')}/", markdown)
        return markdown.strip() if text.has_blocks else " ".join(markdown.split())

    def joined(self, separator: str, *texts: Text | None) -> str:
        """The texts that are there."""
        return separator.join(filter(None, map(self.of, texts)))

    def summary(self, text: Text | None, before: str = "") -> dict[str, str | list[str]]:
        """The keys for a text: a list at its end is the highlights.

        before: what goes before the text, on its line.
        """
        body, highlights = split_highlights(self.of(text))
        return {"summary": "; ".join(filter(None, (before, body))), "highlights": highlights}


def split_highlights(markdown: str) -> tuple[str, list[str]]:
    """A text, and the items of the list at its end, if it has one whose items are single lines."""
    lines = markdown.splitlines()
    first = len(lines)
    while first and lines[first - 1].startswith(("- ", "* ")):
        first -= 1
    is_list = first < len(lines) and (first == 0 or not lines[first - 1].strip())
    if not is_list:
        return markdown, []
    return "\n".join(lines[:first]).strip(), [line[2:].strip() for line in lines[first:]]
