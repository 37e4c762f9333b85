"""The inline parser: the Markdown of one block becomes HTML.

One loop moves over the text; open elements lie on a stack. A character that may start something is handed to its rule,
a function in a module of its own, which `document.py` hands to the parser. An opener that finds no partner (emphasis,
links) is taken back: the text is read again from behind it, with what was learnt on the way remembered, so that no
stretch of text is read in vain twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from acadfolio.markdown.attributes import LIST_IN_TEXT, merge, read_attributes, resolve, write_attributes
from acadfolio.markdown.markup import escape_text
from acadfolio.markdown.state import Scanner

if TYPE_CHECKING:
    from acadfolio.markdown.state import Attributes, State

# Every place where something other than text may start.
_START = re.compile(
    r"""[*_`"'$\[\]]
      | \\eqref\{
      | \\[\\.*_+`<>()\[\]{}\#!:|"'$=~\-\n]
      | <[\w/?<!:]
      | &(?:[\w:][\-\w.:]*|\#\d+|\#[xX][0-9a-fA-F]+);
      | !\[
      | \{(?=[:{])
      | ~~(?![\s~])
      | --
      | \.\.\.
      | >>
      | [ ][ ]\n
      | [ ]>>
    """,
    re.VERBOSE,
)
TAG_START = re.compile(r"<(?=[^\W\d]|[/?!])")

# What is open around a position; in raw HTML only tags are read.
EMPHASIS, STRONG, LINK, IMAGE, RAW = 1, 2, 4, 8, 16


class OpenElement:
    """An element that is open: how it ends, and where its start tag goes in the output."""

    may_fail = False
    closer = ""

    def __init__(self, name: str, start: int, flags: int) -> None:
        self.name = name
        self.start = start
        self.flags = flags
        self.index = -1
        self.heads: list[int] = []  # where its end was looked for
        self.search = TAG_START.search if flags & RAW else _START.search

    def closes(self, parser: InlineParser) -> bool:
        """Whether it ends at the parser's position; if so, it is written."""
        raise NotImplementedError

    def end_of_text(self, parser: InlineParser) -> None:
        """The text is over: close it, or take it back."""
        raise NotImplementedError


class InlineParser(Scanner):
    """Parses inline texts, one after the other; `position` moves over `text`.

    out: the finished pieces. An open element keeps an empty piece for its start tag, so that nothing is copied when it
    ends and everything behind is cut off when it fails.
    """

    def __init__(self, state: State, rules: InlineRules) -> None:
        self.state = state
        self.rules = rules
        self.abbreviations = Abbreviations(state)
        self._begin("", 0)

    def _begin(self, text: str, line: int) -> None:
        super().__init__(text, line)
        self.line = line
        self.segment = 0  # where the text in front of `position` starts that no rule has taken
        self.element_end = -1  # where the last element ended
        self.solid = -1  # where something ended that is text to a quote behind it
        self.out: list[str] = []
        self.pending: list[str] = []  # text that is not escaped yet
        self.element = OpenElement("", 0, 0)
        self.outer: list[OpenElement] = []
        self.failable = 0  # how many open elements may fail
        self.dead: set[tuple[int, str, int]] = set()
        self.brackets: dict[tuple[int, int], int] = {}
        self.targets: dict[int, int] | None = None
        self.dollar = (0, -1)  # where a dollar was looked for last, and found

    def parse(self, text: str, line: int) -> str:
        """The HTML of a text that begins in a line."""
        self._begin(text, line)
        while self.position < len(text) or self._end():
            self._step()
        self.flush()
        return "".join(self.out)

    def parse_nested(self, text: str) -> str:
        """Parse a piece of text on its own, whatever is open around it."""
        return InlineParser(self.state, self.rules).parse(text, self.line)

    def _step(self) -> None:
        """Take the text up to where something may start, and what starts there."""
        element = self.element
        match = element.search(self.text, self.position)
        at = match.start() if match else len(self.text)
        self.segment = self.position
        if at > self.position:
            self.pending.append(self.text[self.position : at])
            self.position = at
        if match and not (self.outer and self._is_at_end_of(element, at)):
            self.rules[self.text[at]](self)

    def _is_at_end_of(self, element: OpenElement, at: int) -> bool:
        """Whether the element was closed, or given up because it is known to find no end from here."""
        if element.closer != "]" and (self.pending or len(self.out) > element.index + 1):  # links remember brackets
            if (at, element.closer, element.flags) in self.dead:
                self._end()
                return True
            element.heads.append(at)
        return element.closes(self)

    def _end(self) -> bool:
        """The text is over: close what may stay open, take back what may not. False when all is done."""
        while self.outer:
            element = self.element
            if element.may_fail:
                element.end_of_text(self)
                return True
            if self.failable:
                self.drop(element)
            else:
                element.end_of_text(self)
        return False

    def push(self, element: OpenElement, position: int) -> None:
        self.flush()
        element.index = len(self.out)
        self.out.append("")
        self.outer.append(self.element)
        self.element = element
        self.failable += element.may_fail
        self.position = position
        self.element_end = -1

    def _pop(self, element: OpenElement) -> None:
        self.element = self.outer.pop()
        self.failable -= element.may_fail

    def drop(self, element: OpenElement) -> None:
        """Forget the element and what is in it, but remember that from these places on it finds no end."""
        for head in element.heads:
            self.dead.add((head, element.closer, element.flags))
        self._pop(element)
        del self.out[element.index :]
        self.pending.clear()
        self.position = element.start

    def close(self, element: OpenElement, start_tag: str, end: int) -> None:
        self.flush()
        self._pop(element)
        self.out[element.index] = start_tag
        self.out.append(f"</{element.name}>")
        self.position = self.element_end = end

    def as_text(self, length: int) -> None:
        """What stands here is text after all."""
        self.pending.append(self.text[self.position : self.position + length])
        self.position += length

    def as_solid_text(self, length: int) -> None:
        """As `as_text`; a quote behind it sees it."""
        self.as_text(length)
        self.solid = self.position

    def add(self, html: str, position: int) -> None:
        """Append finished HTML and go on behind what it was made of."""
        self.flush()
        self.out.append(html)
        self.position = self.element_end = position

    def start_tag(self, name: str, found: Attributes, position: int, end: str = "") -> tuple[str, int]:
        """The start tag with the attribute lists that follow the element at `position`, and the place behind them."""
        position = self.own_attributes(found, position)
        return f"<{name}{write_attributes(found)}{end}>", position

    def own_attributes(self, found: Attributes, position: int) -> int:
        """Read the attribute lists at `position` into `found`; the place behind them."""
        while match := LIST_IN_TEXT.match(self.text, position):
            merge(found, read_attributes(match[1]), self.state.attribute_lists)
            position = match.end()
        return position

    def flush(self) -> None:
        """Escape the text that is pending."""
        if not self.pending:
            return
        text = escape_text("".join(self.pending))
        if not self.element.flags & RAW:
            text = self.abbreviations.mark(text)
        self.out.append(text)
        self.pending.clear()

    def warn(self, rule: str, message: str, hint: str, position: int) -> None:
        self.state.warn(rule, self.line_of(position), message, hint, self.written_at(position))


InlineRule = Callable[[InlineParser], None]
"""Takes what starts at the parser's position, be it as text."""
InlineRules = Mapping[str, InlineRule]
"""Rules by the character that they start with."""


class Abbreviations:
    """Marks the abbreviations of a document in escaped text: the longest that fits, and only as a word of its own."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.known = {escape_text(name): entry for name, entry in state.abbreviations.items()}
        names = map(re.escape, sorted(self.known, key=len, reverse=True))
        self.pattern = re.compile(rf"(?<![a-zA-Z0-9_])(?:{'|'.join(names)})(?![a-zA-Z0-9_])") if self.known else None

    def mark(self, text: str) -> str:
        return self.pattern.sub(self._marked, text) if self.pattern else text

    def _marked(self, match: re.Match[str]) -> str:
        title, node = self.known[match[0]]
        found = {"title": title} if title else {}
        found.update(resolve(node, self.state.attribute_lists))
        return f"<abbr{write_attributes(found)}>{match[0]}</abbr>"
