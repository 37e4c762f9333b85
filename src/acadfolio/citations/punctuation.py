"""Correct the spaces and punctuation between the parts of a citation, any of which may be missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from jinja2 import pass_context
from markupsafe import Markup, escape

from acadfolio.html.text import plain_text
from acadfolio.html.tokens import ANY_TAG
from acadfolio.theme.language_marks import LETTER, RIGHT_TO_LEFT_LETTER
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2.runtime import Context

    from acadfolio.theme.environment import TemplateEnvironment

START, END = "\ue002", "\ue003"
"""Private-use characters that mark the values which a template prints inside `punctuate`."""
TOKEN = f"{START}([^{END}]*){END}|({ANY_TAG})|([^<{START}{END}]+|[<{START}{END}])"
"""A printed value, a tag of the template, or text of the template."""
TITLE_ENDS = (".", "!", "?", "…", "。", "！", "？")
"""After a title that ends in one of these there is no comma."""
SENTENCE_ENDS = (*TITLE_ENDS, ".”", "!”", "?”", ".’", "!’", "?’")
ARABIC_COMMA = "،"
INNER_QUOTES = str.maketrans("“”„«»", "‘’‚‹›")
"""The replacements for quotation marks inside a quotation."""


@pass_context
def punctuate(context: Context, caller: Callable[[], Markup]) -> Markup:
    """Correct the punctuation of a block between `call punctuate` and `endcall`.

    A style may write each part with its comma on a line of its own, even if the part may be empty.
    Only text of the template is corrected, and never printed values or tags. Its quotation marks
    become those of the site's language.
    """
    environment = cast("TemplateEnvironment", context.environment)
    if environment.mark is not None:  # The block around this one corrects it.
        return caller()
    environment.mark = _marked
    try:
        text = caller()
    finally:
        environment.mark = None
    return punctuated(text, context["site"].language)


def _marked(printed: Markup) -> Markup:
    """The printed value with marks around it. The output of a macro has marks already."""
    return printed if START in printed or not printed else Markup(f"{START}{printed}{END}")  # noqa: S704


def punctuated(text: str, language: str) -> Markup:
    """Punctuate a text with marks around its values, and remove the marks."""
    citation = Citation()
    for value, tag, between in re.findall(TOKEN, text):
        if value:
            citation.add_value(value)
        if tag:
            citation.add_tag(tag)
        for character in between:
            citation.add_character(character)
    parts = citation.parts
    if not language.startswith("en"):
        parts = _with_commas_of(language, _in_quotes_of(language, parts))
    return Markup(_without_marks("".join(parts)))  # noqa: S704 - its values are escaped


def _in_quotes_of(language: str, parts: list[str]) -> list[str]:
    """The parts of a citation with the quotation marks of a language.

    Only English has the comma or the full stop after a title inside of them.
    """
    opening, closing = words_for(language)["quotes"].split("{}")
    found: list[str] = []
    for part in parts:
        if part == "”":
            last = next((place for place in (-1, -2) if found[place:][:1] in ([","], ["."])), 0)
            found += [closing, *([found.pop(last)] if last else [])]
        else:
            found.append(opening if part == "“" else part)
    return found


def _with_commas_of(language: str, parts: list[str]) -> list[str]:
    """The parts of a citation, in Arabic, Persian or Urdu with their comma after words in their letters."""
    if words_for(language)["clause"].strip() != ARABIC_COMMA:
        return parts
    found: list[str] = []
    last_letter = ""
    for part in parts:
        follows_own = part == "," and re.match(RIGHT_TO_LEFT_LETTER, last_letter)
        found.append(ARABIC_COMMA if follows_own else part)
        last_letter = (re.findall(LETTER, _visible_text(part)) or [last_letter])[-1]
    return found


class Citation:
    """An unfinished citation.

    A space, a comma or an opening bracket is only added when other text follows it.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.end = ""
        """The last two visible characters."""
        self.end_of_summary = ""
        """The last two visible characters before the content of `details`, which may be closed."""
        self.pending_bracket = ""
        self.has_pending_comma = self.has_pending_space = False
        self.is_quoted = self.is_after_title = self.is_after_full_stop = self.is_in_word = False

    def add_value(self, value: str) -> None:
        """Add a value that the template printed."""
        self._add_pending()
        self.parts.append(value.translate(INNER_QUOTES) if self.is_quoted else value)
        self._set_end(_visible_text(value) or "\N{NO-BREAK SPACE}")

    def add_tag(self, tag: str) -> None:
        """Add a tag of the template. A pending space follows an end tag."""
        if not tag.startswith("</"):
            self._add_pending()
        else:
            self._add_pending_comma()
            self._add_pending_bracket()
        self.is_in_word = False
        self.parts.append(tag)
        if tag == "</summary>":
            self.end_of_summary = self.end
        elif tag == "</details>":
            self.end = self.end_of_summary
        elif tag == "</cite>":
            self.is_after_title = True

    def add_character(self, character: str) -> None:
        """Add a character of the template's text."""
        if self.pending_bracket and character in ")]":
            self.pending_bracket = ""
        elif character.isspace() or character in ",.":
            self._add_separator(character)
        elif character in "([":
            self._add_pending_bracket()
            self.pending_bracket = character
        else:
            self._add_other(character)

    def _add_separator(self, character: str) -> None:
        """Add a space, a comma or a full stop, unless it follows an opening bracket."""
        if self.pending_bracket:
            return
        if character == ",":
            self.has_pending_comma, self.has_pending_space = self._needs_comma(), False
        elif character == ".":
            self._add_full_stop()
        else:
            self.has_pending_space, self.is_in_word = True, False

    def _needs_comma(self) -> bool:
        """Whether a comma is correct here: it follows text that does not end a sentence or a title."""
        if not self.end or self.is_after_full_stop or self.end.endswith(("(", "[", ",”")):
            return False
        return not (self.is_after_title and self.end.endswith(TITLE_ENDS))

    def _add_full_stop(self) -> None:
        """Add a full stop, which replaces a comma in quotation marks.

        That of `ed.` does not end a sentence.
        """
        self.has_pending_comma = self.has_pending_space = False
        is_abbreviation = self.is_in_word
        if self.end.endswith(",”"):
            last_comma = max(position for position, part in enumerate(self.parts) if part == ",")
            self.parts[last_comma] = "."
            self._set_end(".”")
        elif self.end and not self.end.endswith(SENTENCE_ENDS):
            self._append(".")
        self.is_after_full_stop, self.is_in_word = bool(self.end) and not is_abbreviation, False

    def _add_other(self, character: str) -> None:
        is_after_full_stop = self.is_after_full_stop and character in "”’"
        if character in ")]":
            self.has_pending_comma = False
        if character in ";:)]”’":
            self.has_pending_space = False
        self._add_pending()
        self._append(character)
        self.is_after_full_stop, self.is_in_word = is_after_full_stop, character.isalpha()
        self.is_quoted = character == "“" or (self.is_quoted and character != "”")

    def _append(self, character: str) -> None:
        """Append a character.

        A comma or full stop after a title moves into its element, to have the same font.
        """
        ends_title = character in ",." and self.parts[-1:] == ["</cite>"]
        self.parts.insert(len(self.parts) - ends_title, character)
        self._set_end(character)

    def _add_pending(self) -> None:
        self._add_pending_comma()
        if self.has_pending_space and self.end and not self.end.endswith(("(", "[", "：")):
            self.parts.append(" ")
        self.has_pending_space = False
        self._add_pending_bracket()

    def _add_pending_bracket(self) -> None:
        """Add the pending bracket, and a pending comma or space before it."""
        if self.pending_bracket:
            bracket, self.pending_bracket = self.pending_bracket, ""
            self._add_pending()
            self._append(bracket)

    def _add_pending_comma(self) -> None:
        if self.has_pending_comma:
            self._append(",")
        self.has_pending_comma = False

    def _set_end(self, text: str) -> None:
        self.end = (self.end + text)[-2:]
        self.is_after_title = self.is_after_full_stop = self.is_in_word = False


def _without_marks(text: str) -> str:
    return text.replace(START, "").replace(END, "")


def _visible_text(html: str) -> str:
    return plain_text(_without_marks(html))


@pass_context
def full_stop(context: Context, value: Any) -> Any:
    """The filter `full_stop`: add a full stop to a value, unless it is empty or ends a sentence already."""
    text = cast("TemplateEnvironment", context.environment).shown(context, value)
    visible_text = _visible_text(str(escape(text)))
    return text if not visible_text or visible_text.endswith(SENTENCE_ENDS) else text + "."
