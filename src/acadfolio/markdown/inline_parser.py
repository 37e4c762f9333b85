"""The inline parser: convert the Markdown of one block to HTML.

One loop moves over the text, with a stack of open elements. Special characters have rules in their
own modules; `document.py` passes them to the parser. An opener without an end (of emphasis or a
link) becomes text, and parsing resumes after it. Failed searches for an end are remembered, so that
parsing takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from acadfolio.markdown.attributes import (
    LIST_IN_TEXT,
    merge,
    read_attributes,
    resolve,
    write_attributes,
)
from acadfolio.markdown.markup import escape_text
from acadfolio.markdown.state import Attributes, Scanner, State

# Where something other than text may start.
INLINE_START = re.compile(
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

EMPHASIS, STRONG, LINK, IMAGE, RAW = 1, 2, 4, 8, 16
"""Flags for the elements around a position. In raw HTML only tags are parsed."""


class OpenElement:
    """An open element: how it ends, and the position of its start tag in the output."""

    needs_end = False
    """Whether its opener is text if no end follows."""
    closer = ""

    def __init__(self, name: str, start: int, flags: int) -> None:
        self.name = name
        self.start = start
        self.flags = flags
        self.index = -1
        self.searched_from: list[int] = []  # positions from which its end was searched
        self.search = TAG_START.search if flags & RAW else INLINE_START.search

    def closes(self, parser: InlineParser) -> bool:
        """Write the element if it ends at the parser's position. Returns whether it does."""
        raise NotImplementedError

    def end_of_text(self, parser: InlineParser) -> None:
        """Close the element at the end of the text, or make its opener text."""
        raise NotImplementedError


class InlineParser(Scanner):
    """Parses inline texts, one after the other.

    out: pieces of HTML. An open element has an empty piece for its start tag, which is filled in at
    its end. Without an end, this piece and all later ones are deleted.
    """

    def __init__(self, state: State, rules: InlineRules) -> None:
        self.state = state
        self.rules = rules
        self.abbreviations = Abbreviations(state)
        self._begin("", 0)

    def _begin(self, text: str, line: int) -> None:
        super().__init__(text, line)
        self.line = line
        self.segment = 0  # where the plain text before `position` starts
        self.element_end = -1  # where the last element ended
        self.text_end = (
            -1
        )  # where text ended that a rule has parsed and that counts for a quote after it
        self.out: list[str] = []
        self.pending: list[str] = []  # text that is not escaped yet
        self.element = OpenElement("", 0, 0)
        self.outer: list[OpenElement] = []
        self.open_needing_end = 0  # how many open elements need an end
        self.unclosed: set[tuple[int, str, int]] = (
            set()
        )  # positions, closers and flags of failed searches
        self.closing_brackets: dict[
            tuple[int, int], int
        ] = {}  # by opening bracket and flags; -1 if there is none
        self.url_ends: dict[int, int] | None = None
        self.last_dollar = (0, -1)  # where the last search for a dollar started, and its result

    def parse(self, text: str, line: int) -> str:
        """Convert a text. `line` is the number of its first line."""
        self._begin(text, line)
        while self.position < len(text) or self._end():
            self._step()
        self.flush()
        return "".join(self.out)

    def parse_nested(self, text: str) -> str:
        """Convert a part of the text independently of the open elements."""
        return InlineParser(self.state, self.rules).parse(text, self.line)

    def _step(self) -> None:
        """Add the plain text up to the next special character, and apply its rule."""
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
        """Whether the element ended here: with its closer, or because an earlier search found no closer after this."""
        # Links are not searched again: `closing_brackets` has their ends.
        if element.closer != "]" and (self.pending or len(self.out) > element.index + 1):
            if (at, element.closer, element.flags) in self.unclosed:
                self._end()
                return True
            element.searched_from.append(at)
        return element.closes(self)

    def _end(self) -> bool:
        """Close elements at the end of the text.

        Returns True if parsing resumes, as an opener had no end.
        """
        while self.outer:
            element = self.element
            if element.needs_end:
                element.end_of_text(self)
                return True
            if self.open_needing_end:
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
        self.open_needing_end += element.needs_end
        self.position = position
        self.element_end = -1

    def _pop(self, element: OpenElement) -> None:
        self.element = self.outer.pop()
        self.open_needing_end -= element.needs_end

    def drop(self, element: OpenElement) -> None:
        """Delete the element and its content, and remember the failed searches for its end."""
        for head in element.searched_from:
            self.unclosed.add((head, element.closer, element.flags))
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
        """Add the next `length` characters as text."""
        self.pending.append(self.text[self.position : self.position + length])
        self.position += length

    def as_text_for_quotes(self, length: int) -> None:
        """As `as_text`, for text that counts as text for a quote after it."""
        self.as_text(length)
        self.text_end = self.position

    def add(self, html: str, position: int) -> None:
        """Append the HTML of an element, which ends at `position`."""
        self.flush()
        self.out.append(html)
        self.position = self.element_end = position

    def start_tag(
        self, name: str, found: Attributes, position: int, end: str = ""
    ) -> tuple[str, int]:
        """The start tag with the attribute lists that follow the element at `position`, and the position after them."""
        position = self.read_attribute_lists(found, position)
        return f"<{name}{write_attributes(found)}{end}>", position

    def read_attribute_lists(self, found: Attributes, position: int) -> int:
        """Add the attribute lists at `position` to `found`. Returns the position after them."""
        while self.text.startswith("{:", position) and self.find("}", position) > 0:
            match = LIST_IN_TEXT.match(self.text, position)
            if match is None:
                break
            merge(found, read_attributes(match[1]), self.state.attribute_lists)
            position = match.end()
        return position

    def flush(self) -> None:
        """Escape the pending text and append it."""
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
"""Parses the element at the parser's position, or adds characters there as text."""
InlineRules = Mapping[str, InlineRule]
"""Rules by their first character."""


class Abbreviations:
    """Marks the abbreviations of a document in escaped text: whole words only, and the longest that matches."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.known = {escape_text(name): entry for name, entry in state.abbreviations.items()}
        names = map(re.escape, sorted(self.known, key=len, reverse=True))
        self.pattern = (
            re.compile(rf"(?<![a-zA-Z0-9_])(?:{'|'.join(names)})(?![a-zA-Z0-9_])")
            if self.known
            else None
        )

    def mark(self, text: str) -> str:
        return self.pattern.sub(self._marked, text) if self.pattern else text

    def _marked(self, match: re.Match[str]) -> str:
        title, node = self.known[match[0]]
        found = {"title": title} if title else {}
        found.update(resolve(node, self.state.attribute_lists))
        return f"<abbr{write_attributes(found)}>{match[0]}</abbr>"
