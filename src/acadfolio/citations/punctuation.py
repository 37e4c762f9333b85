"""Spaces and punctuation between the pieces of a citation, any of which may be missing.

A style may write each piece in a line of its own, with its comma. Only what the template itself wrote is put in order,
never what it printed, nor the inside of a tag.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from jinja2 import pass_context, pass_environment
from markupsafe import Markup, escape

from acadfolio.html.text import plain
from acadfolio.html.tokens import ANY_TAG

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2.runtime import Context

    from acadfolio.theme.environment import TemplateEnvironment

START, END = "\ue002", "\ue003"
"""Private characters around everything that a template prints inside of `punctuate`."""
TOKEN = re.compile(f"{START}([^{END}]*){END}|({ANY_TAG})|([^<{START}{END}]+|[<{START}{END}])")
"""A printed value, a tag of the template, or text that it wrote between them."""
TITLE_ENDS = (".", "!", "?", "…", "。", "！", "？")
"""A title that ends so takes no comma."""
SENTENCE_ENDS = (*TITLE_ENDS, ".”", "!”", "?”", ".’", "!’", "?’")
INNER_QUOTES = str.maketrans("“”„«»", "‘’‚‹›")
"""What quotation marks become between others."""


@pass_environment
def punctuate(environment: TemplateEnvironment, caller: Callable[[], Markup]) -> Markup:
    """Punctuate a block between `call punctuate` and `endcall`. A block inside of another one is left to that."""
    if environment.mark is not None:
        return caller()
    environment.mark = _marked
    try:
        text = caller()
    finally:
        environment.mark = None
    return punctuated(text)


def _marked(printed: Markup) -> Markup:
    """A printed value between marks; what a macro made holds marks already."""
    return printed if START in printed or not printed else Markup(f"{START}{printed}{END}")  # noqa: S704


def punctuated(text: str) -> Markup:
    """A text with marks around its values, punctuated and without the marks."""
    citation = Citation()
    for value, tag, between in TOKEN.findall(text):
        if value:
            citation.add_value(value)
        elif tag:
            citation.add_tag(tag)
        else:
            for character in between:
                citation.add_character(character)
    return Markup(_without_marks("".join(citation.written)))  # noqa: S704 - of escaped values


class Citation:
    """A citation as far as it is written. A space, a comma and an opening bracket wait until something follows them."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.end = ""
        """The last two characters that a reader sees."""
        self.end_of_summary = ""
        """The same before what opens and closes: a reader may not see that."""
        self.bracket = ""
        """An opening bracket that waits."""
        self.comma = self.space = False
        """Whether they wait."""
        self.is_quoted = self.is_after_title = self.is_stopped = self.is_in_word = False

    def add_value(self, value: str) -> None:
        """Add what the template printed."""
        self._write_waiting()
        self.written.append(value.translate(INNER_QUOTES) if self.is_quoted else value)
        self._set_end(_words_of(value) or "\N{NO-BREAK SPACE}")

    def add_tag(self, tag: str) -> None:
        """Add a tag of the template. Spaces go behind one that closes."""
        if not tag.startswith("</"):
            self._write_waiting()
        else:
            self._write_comma()
            self._write_bracket()
        self.is_in_word = False
        self.written.append(tag)
        if tag == "</summary>":
            self.end_of_summary = self.end
        elif tag == "</details>":
            self.end = self.end_of_summary
        self.is_after_title = self.is_after_title or tag == "</cite>"

    def add_character(self, character: str) -> None:
        """Add a character of the template."""
        if self.bracket and character in ")]":
            self.bracket = ""
        elif character.isspace() or character in ",.":
            self._add_separator(character)
        elif character in "([":
            self._write_bracket()
            self.bracket = character
        else:
            self._add_other(character)

    def _add_separator(self, character: str) -> None:
        """A space, a comma or a full stop; none is written behind an opening bracket."""
        if self.bracket:
            return
        if character == ",":
            self.comma, self.space = self._takes_comma(), False
        elif character == ".":
            self._add_full_stop()
        else:
            self.space, self.is_in_word = True, False

    def _takes_comma(self) -> bool:
        """Whether words stand before it: no title that ends a sentence, no full stop or comma of the template."""
        if not self.end or self.is_stopped or self.end.endswith(("(", "[", ",”")):
            return False
        return not (self.is_after_title and self.end.endswith(TITLE_ENDS))

    def _add_full_stop(self) -> None:
        """A full stop also replaces the comma in the quotation marks before it. The one of `ed.` ends no sentence."""
        self.comma = self.space = False
        is_abbreviation = self.is_in_word
        if self.end.endswith(",”"):
            self.written[max(place for place, piece in enumerate(self.written) if piece == ",")] = "."
            self._set_end(".”")
        elif self.end and not self.end.endswith(SENTENCE_ENDS):
            self._write(".")
        self.is_stopped, self.is_in_word = bool(self.end) and not is_abbreviation, False

    def _add_other(self, character: str) -> None:
        is_stopped = self.is_stopped and character in "”’"
        self.comma = self.comma and character not in ")]"
        self.space = self.space and character not in ";:)]”’"
        self._write_waiting()
        self._write(character)
        self.is_stopped, self.is_in_word = is_stopped, character.isalpha()
        self.is_quoted = character == "“" or (self.is_quoted and character != "”")

    def _write(self, character: str) -> None:
        """A comma or a full stop right behind a title stands in its element, so that it looks like its last word."""
        ends_title = character in ",." and self.written[-1:] == ["</cite>"]
        self.written.insert(len(self.written) - ends_title, character)
        self._set_end(character)

    def _write_waiting(self) -> None:
        self._write_comma()
        if self.space and self.end and not self.end.endswith(("(", "[", "：")):
            self.written.append(" ")
        self.space = False
        self._write_bracket()

    def _write_bracket(self) -> None:
        """The bracket that waits, and what waits before it."""
        if self.bracket:
            bracket, self.bracket = self.bracket, ""
            self._write_waiting()
            self._write(bracket)

    def _write_comma(self) -> None:
        if self.comma:
            self._write(",")
        self.comma = False

    def _set_end(self, seen: str) -> None:
        self.end = (self.end + seen)[-2:]
        self.is_after_title = self.is_stopped = self.is_in_word = False


def _without_marks(text: str) -> str:
    return text.replace(START, "").replace(END, "")


def _words_of(html: str) -> str:
    """What a reader sees of HTML."""
    return plain(_without_marks(html))


@pass_context
def full_stop(context: Context, value: Any) -> Any:
    """The filter `full_stop`: a value with a full stop, unless it ends a sentence already or is empty."""
    text = cast("TemplateEnvironment", context.environment).shown(context, value)
    words = _words_of(escape(text))
    return text if not words or words.endswith(SENTENCE_ENDS) else text + "."
