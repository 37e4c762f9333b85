"""Texts of the data as plain words, for programs that do not read Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.html.text import plain_text
from acadfolio.markdown import Options, convert, inline

if TYPE_CHECKING:
    from acadfolio.model.values import Links, Text

URL_STARTS = ("https://", "http://")


class Words(Struct, frozen=True):
    """Makes plain words of texts in one language."""

    language: str

    def of(self, text: Text | None) -> str:
        if not text:
            return ""
        markdown = text.in_language(self.language)
        html = convert(markdown).html if text.has_blocks else inline(markdown, Options())
        return plain_text(html)

    def joined(self, *texts: Text | None) -> str:
        """The texts that are there, with commas between them."""
        return ", ".join(filter(None, map(self.of, texts)))


def first_url(links: Links) -> str:
    """The first link that leads out of the site."""
    return next((str(link.url) for link in links if link.url.startswith(URL_STARTS)), "")
