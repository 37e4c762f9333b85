"""Mark the language and the direction of a text that is not in the language of its page.

Screen readers then speak it as it is written, and its punctuation is at its end also on a page that runs
the other way. Reasons: the decision "A text in another language is marked where it is printed" in
docs/content/decisions.md.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape

from msgspec import Struct

from acadfolio.html.text import plain_text
from acadfolio.model.languages import language_name
from acadfolio.model.values import UNDETERMINED
from acadfolio.theme.words import direction

LETTER = r"[^\W\d_]"
RIGHT_TO_LEFT_LETTER = (
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Hebrew, Arabic, Syriac, Thaana and others: the blocks of Unicode that are kept for such scripts."""


class LanguageMarks(Struct, frozen=True):
    """Marks texts on the pages of one language."""

    language: str
    """The language of the pages."""
    first_language: str = ""
    """The first of a site in several languages; empty on a site in one language, where nothing is marked."""

    def attributes(self, html: str, tag: str) -> str:
        """The attributes `lang` and `dir` for a text; empty if those of the page are right.

        Args:
            html: The text.
            tag: The language of the text, empty if it has no versions, or `UNDETERMINED`.
        """
        if not self.first_language:
            return ""
        if not tag or tag == UNDETERMINED:
            return self._by_letters(html, tag or self.first_language)
        if _primary(tag) == _primary(self.language):
            return ""
        mark = f' lang="{escape(tag)}"'
        runs = direction(tag)
        return mark if runs == direction(self.language) else f'{mark} dir="{runs}"'

    def _by_letters(self, html: str, likely: str) -> str:
        """The attributes of a text whose letters all run against the page.

        Letters cannot name a language. If the likely one is written with them, as the name that it gives
        itself is, it is better than that of the page, which runs the other way.
        """
        runs = direction(self.language)
        has_right_to_left = bool(re.search(RIGHT_TO_LEFT_LETTER, html))
        if has_right_to_left == (runs == "rtl"):
            return ""
        others = re.sub(RIGHT_TO_LEFT_LETTER, "", plain_text(html))
        if has_right_to_left == bool(re.search(LETTER, others)):
            return ""
        is_likely = likely != UNDETERMINED and direction(likely) != runs
        if is_likely and _script_of(plain_text(html)) == _script_of(language_name(likely)):
            return self.attributes(html, likely)
        return ' dir="auto"'


def _script_of(text: str) -> str:
    """The script of the first letter of a text, as Unicode names it: `LATIN`, `CJK`, `ARABIC`."""
    letter = re.search(LETTER, text)
    return unicodedata.name(letter[0], "").partition(" ")[0] if letter else ""


def direction_of(text: str) -> str:
    """The direction of a text as `dir="auto"` finds it: that of its first letter; empty without letters."""
    letter = re.search(LETTER, text)
    if letter is None:
        return ""
    return "rtl" if re.match(RIGHT_TO_LEFT_LETTER, letter[0]) else "ltr"


def turns(attributes: str) -> bool:
    """Whether the attributes of a text change its direction."""
    return " dir=" in attributes


def in_line(html: str, attributes: str) -> str:
    """A text within a line, with the attributes of its language, if it has some."""
    return f"<span{attributes}>{html}</span>" if attributes and html else html


def around_blocks(html: str, attributes: str) -> str:
    """Paragraphs and other blocks, with the attributes of their language, if they have some."""
    return f"<div{attributes}>\n{html}</div>\n" if attributes and html else html


def _primary(tag: str) -> str:
    return tag.partition("-")[0].lower()
