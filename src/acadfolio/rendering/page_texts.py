"""A text of a page comes in, as it stands on other pages it goes out: its addresses count from where it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.rendering.urls import QuotedPageUrls

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.model.values import Text


class PageText(Struct, frozen=True):
    """A text that templates print like any other."""

    text: Text
    address: str
    """That of its page."""
    language: str
    inline: Callable[[str], str]

    def in_language(self, language: str) -> str:
        return self.text.in_language(language)

    def __bool__(self) -> bool:
        return bool(self.text)

    def __html__(self) -> str:
        return QuotedPageUrls(self.address).rewrite(self.inline(self.in_language(self.language)))
