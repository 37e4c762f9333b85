"""Report characters of a CV that fonts lack: where they are in the site, and what helps."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from acadfolio.cv.fonts import PRIVATE, font_with, is_meaningless
from acadfolio.rendering.locating import locate_character, values_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.cv.content import Content
    from acadfolio.cv.page import CvPage
    from acadfolio.model.cv import CvSettings
    from acadfolio.model.site import Site
    from acadfolio.problems import Location, Problems

FONTS = "static/fonts"
"""The folder of a site with fonts."""
RULE = "cv-pdf"
MOST_SHOWN = 12
"""How many characters a message has."""


class Characters:
    """The characters of one CV, with the places where the author wrote them."""

    def __init__(self, cv: CvSettings, page: CvPage, site: Site, content: Content) -> None:
        self.cv, self.page, self.site = cv, page, site
        self.texts = [text for text in values_in(content) if isinstance(text, str)]

    def location(self, character: str) -> Location:
        """Where the author wrote a character; else the place of the CV's settings."""
        for text in self.texts:
            if character in text:
                found = locate_character(self.site, self.page.page, character, text)
                return found or self.cv.source_location
        return self.cv.source_location

    def report_private(self, problems: Problems) -> bool:
        """Report the characters that no PDF for archives can have. Returns whether there are any."""
        found = {letter for text in self.texts for letter in text if not letter.isascii()}
        private = [letter for letter in sorted(found) if unicodedata.category(letter) == PRIVATE]
        self._report_meaningless(private, problems)
        return bool(private)

    def report_missing(self, missing: str, problems: Problems) -> None:
        """Report characters that no font has: those of one font once, at the first of them."""
        self._report_meaningless(filter(is_meaningless, missing), problems)
        by_font: dict[str, str] = {}
        for character in missing:
            if not is_meaningless(character):
                font = font_with(character, self.page.language)
                by_font[font] = by_font.get(font, "") + character
        for font, characters in by_font.items():
            what = "character" if len(characters) == 1 else "characters"
            message = f"{self.cv.url(self.site.mount)} is not written: no font has the {what} `{shown(characters)}`"
            hint = f"install {font}, or put the font into {FONTS}/"
            problems.error(self.location(characters[0]), message, hint, rule=RULE)

    def _report_meaningless(self, characters: Iterable[str], problems: Problems) -> None:
        for character in characters:
            number = f"U+{ord(character):04X}"
            message = f"{self.cv.url(self.site.mount)} is not written: {number} is no character that can be printed"
            problems.error(self.location(character), message, f"delete {number}", rule=RULE)


def shown(characters: str) -> str:
    """Some characters in a message; for one that a terminal does not show, its number."""
    some = [
        character if character.isprintable() else f"U+{ord(character):04X}"
        for character in characters[:MOST_SHOWN]
    ]
    return "".join(some) + "…" * (len(characters) > MOST_SHOWN)
