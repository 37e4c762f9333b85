"""A citation as its template wrote it comes in, the same with spaces and punctuation set right at its joints comes out.

A template may write each piece in a line of its own, with its comma: what a missing piece leaves behind is put in
order. Only what the template itself wrote is looked at, never what it printed, nor the inside of a tag.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from acadfolio.html.text import plain

if TYPE_CHECKING:
    from collections.abc import Callable

START, END = "\ue002", "\ue003"
"""Private characters around what a template prints, while it is tidied."""
MARKS = re.compile(f"[{START}{END}]")
PIECE = re.compile(f"{START}([^{END}]*){END}|(<[^<>]*>)|([^<{START}{END}]+|[<{START}{END}])")
"""A value, a tag of the template, or what it wrote between them."""
TITLE_ENDS = (".", "!", "?", "…", "。", "！", "？")
"""A title that ends so takes no comma."""
SENTENCE_ENDS = (*TITLE_ENDS, ".”", "!”", "?”", ".’", "!’", "?’")
INNER_QUOTES = str.maketrans("“”„«»", "‘’‚‹›")
"""What quotation marks become between others."""


class Tidy:
    """What templates call: `{% call tidy() %}…{% endcall %}`. While it runs, all that is printed is marked."""

    def __init__(self) -> None:
        self.is_running = False

    def tidy(self, caller: Callable[[], Markup]) -> Markup:
        """The block, tidied. A block inside of another one is left to that."""
        if self.is_running:
            return caller()
        self.is_running = True
        try:
            text = caller()
        finally:
            self.is_running = False
        return tidied(text)

    def marked(self, text: str) -> str:
        """What is printed while a block is tidied, escaped; what a macro made holds marks already."""
        return text if START in text or not text else f"{START}{text}{END}"


def tidied(text: str) -> Markup:
    """A marked text, put in order and without its marks."""
    line = Line()
    for value, tag, joint in PIECE.findall(text):
        if value:
            line.add_value(value)
        elif tag:
            line.add_tag(tag)
        else:
            for character in joint:
                line.add_character(character)
    return Markup(MARKS.sub("", "".join(line.written)))  # noqa: S704


class Line:
    """Gathers a citation. A space, a comma and an opening bracket wait until something follows them."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.end = ""
        """The last two characters that a reader sees."""
        self.end_of_summary = self.bracket = ""
        self.is_quoted = self.space = self.comma = self.is_after_title = self.is_stopped = self.is_in_word = False

    def add_value(self, value: str) -> None:
        """What the template printed."""
        self._write_waiting()
        self.written.append(value.translate(INNER_QUOTES) if self.is_quoted else value)
        end = value[-2:]
        # Letters and digits end no tag and no entity: what a reader sees last.
        self._see(end if len(end) > 1 and end.isalnum() else words_of(value) or "\N{NO-BREAK SPACE}")

    def add_tag(self, tag: str) -> None:
        """A tag of the template. Spaces go behind one that closes."""
        if not tag.startswith("</"):
            self._write_waiting()
        else:
            if self.comma:
                self._write_comma()
            self._write_bracket()
        self.is_in_word = False
        self.written.append(tag)
        if tag == "</summary>":
            self.end_of_summary = self.end
        elif tag == "</details>":  # What is closed is not what a sentence ends with.
            self.end = self.end_of_summary
        self.is_after_title = self.is_after_title or tag == "</cite>"

    def add_character(self, character: str) -> None:
        """A character of the template."""
        if self.bracket and (character.isspace() or character in ",."):
            return
        if character.isspace():
            self.space, self.is_in_word = True, False
        elif character == ",":
            self.comma, self.space = self._takes_comma(), False
        elif character == ".":
            self._add_stop()
        elif self.bracket and character in ")]":
            self.bracket = ""
        elif character in "([":
            self._write_bracket()
            self.bracket = character
        else:
            self._add_sign(character)

    def _takes_comma(self) -> bool:
        """A comma follows words: no title that ends a sentence, no full stop and no comma of the template."""
        ends_title = self.is_after_title and self.end.endswith(TITLE_ENDS)
        ends = ends_title or self.is_stopped or self.end.endswith(("(", "[", ",”"))
        return bool(self.end) and not ends

    def _add_stop(self) -> None:
        """A full stop, also for the comma in the quotation marks before it. That of `ed.` ends no sentence."""
        self.comma = self.space = False
        is_word = self.is_in_word
        if self.end.endswith(",”"):
            self.written[max(place for place, piece in enumerate(self.written) if piece == ",")] = "."
            self._see(".”")
        elif self.end and not self.end.endswith(SENTENCE_ENDS):
            self._write(".")
        self.is_stopped, self.is_in_word = bool(self.end) and not is_word, False

    def _add_sign(self, character: str) -> None:
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
        self._see(character)

    def _write_waiting(self) -> None:
        if self.comma:
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
        self._write(",")
        self.comma = False

    def _see(self, shown: str) -> None:
        self.end = (self.end + shown)[-2:]
        self.is_after_title = self.is_stopped = self.is_in_word = False


def words_of(html: str) -> str:
    """What a reader sees of a piece of HTML, marks left out."""
    return plain(MARKS.sub("", html) if START in html else html)


def stopped(text: Markup | str) -> Markup | str:
    """The text with a full stop, unless it ends a sentence already or says nothing."""
    words = words_of(escape(text))
    return text if not words or words.endswith(SENTENCE_ENDS) else text + "."
