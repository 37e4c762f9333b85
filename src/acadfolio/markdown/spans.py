"""Span-level text: Markdown of one block in, HTML out.

One loop moves over the text; open elements lie on a stack of frames. A character that may start something is handed to
the reader in `READERS`. An opener that finds no partner (emphasis, links) is taken back: the text is read again from
behind it, with what was learnt on the way remembered, so that no stretch of text is read in vain twice.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import abbreviations, attributes, emphasis, inline_html, links, marks, typography
from acadfolio.markdown.escape import escape, escape_text
from acadfolio.markdown.frames import RAW, Frame, starts_in
from acadfolio.markdown.plain import is_plain
from acadfolio.markdown.searched import Searched

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.markdown.state import State
    from acadfolio.markdown.tree import Attributes

_ATTRIBUTES = re.compile(rf"\{{:(?![:/])({attributes.CONTENT})\}}")


class Spans(Searched):
    """Reads span-level texts, one after the other; `position` moves over `text`.

    out: the finished pieces. An open element keeps an empty piece for its start tag, so that nothing is copied when it
    ends and everything behind is cut off when it fails.
    """

    def __init__(self, state: State, abbreviate: Callable[[str], str] | None = None) -> None:
        self.state = state
        self.starts = starts_in("", state.options.math)
        self.abbreviate = abbreviate or abbreviations.writer(state)
        self.raw: list[tuple[str, str]] = []  # raw text with entities: as it is shown, and as it counts in ids
        self.inside_html = False  # in an element with a `markdown` attribute, where not all of GitHub's rules hold
        self.root = Frame("root", "", 0, 0)
        self._begin("", 0)

    def _begin(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.position = 0
        self.segment = 0  # where the text in front of `position` starts that no reader has taken
        self.element_end = -1  # where the last element ended
        self.solid = -1  # where something ended that is text to a quote behind it
        self.out: list[str] = []
        self.pending: list[str] = []  # text that is not escaped yet
        self.frame = self.root
        self.frame.find_starts(self.starts)
        self.frames: list[Frame] = []
        self.failable = 0  # how many open frames may fail
        self.dead: set[tuple[int, str, int]] = set()
        self.brackets: dict[tuple[int, int], int] = {}
        self.absent = {}
        self.targets: dict[int, int] | None = None
        self.counted = (0, line)
        self.dollar = (0, -1)  # where a dollar was looked for last, and found

    def convert(self, text: str, line: int) -> str:
        self.raw = []
        if is_plain(text):
            return self.abbreviate(text) if self.abbreviate else text
        self.starts = starts_in(text, self.state.options.math)
        if self.starts.plain.search(text) is None:
            html = escape_text(text)
            return self.abbreviate(html) if self.abbreviate else html
        self._begin(text, line)
        self._run()
        self.flush()
        return "".join(self.out)

    def nested(self, text: str) -> str:
        """Convert a piece of text on its own, whatever is open around it."""
        return Spans(self.state, self.abbreviate).convert(text, self.line)

    def _run(self) -> None:
        text = self.text
        readers = READERS
        while True:
            frame = self.frame
            match = frame.search(text, self.position)
            if match is None:
                if self.position < len(text):
                    self.pending.append(text[self.position :])
                    self.position = len(text)
                if not self._end():
                    return
                continue
            at = match.start()
            self.segment = self.position
            if at > self.position:
                self.pending.append(text[self.position : at])
                self.position = at
            if frame.closer and self._at_end_of(frame, at):
                continue
            readers[text[at]](self)

    def _at_end_of(self, frame: Frame, at: int) -> bool:
        """Whether the frame was closed, or given up because it is known to find no end from here."""
        if frame.closer != "]" and (self.pending or len(self.out) > frame.index + 1):  # links remember brackets
            if (at, frame.closer, frame.flags) in self.dead:
                self._end()
                return True
            frame.heads.append(at)
        return CLOSERS[frame.kind](self, frame)

    def _end(self) -> bool:
        """The text is over: close what may stay open, take back what may not. False when all is done."""
        while self.frames:
            frame = self.frame
            if frame.failable:
                AT_END[frame.kind](self, frame)
                return True
            if self.failable:
                self.drop(frame)
            else:
                AT_END[frame.kind](self, frame)
        return False

    def push(self, frame: Frame, position: int) -> None:
        self.flush()
        frame.find_starts(self.starts)
        frame.index = len(self.out)
        self.out.append("")
        self.frames.append(self.frame)
        self.frame = frame
        self.failable += frame.failable
        self.position = position
        self.element_end = -1

    def pop(self, frame: Frame) -> None:
        self.frame = self.frames.pop()
        self.failable -= frame.failable

    def drop(self, frame: Frame) -> None:
        """Forget the frame and what is in it, but remember that from these places on it finds no end."""
        for head in frame.heads:
            self.dead.add((head, frame.closer, frame.flags))
        self.pop(frame)
        del self.out[frame.index :]
        self.pending.clear()
        self.position = frame.start

    def close(self, frame: Frame, start_tag: str, end: int) -> None:
        self.flush()
        self.pop(frame)
        self.out[frame.index] = start_tag
        self.out.append(f"</{frame.kind if frame.kind != 'html' else frame.closer}>")
        self.position = self.element_end = end

    def as_text(self, length: int) -> None:
        """What stands here is text after all."""
        self.pending.append(self.text[self.position : self.position + length])
        self.position += length

    def add(self, html: str, position: int) -> None:
        """Append finished HTML and go on behind what it was made of."""
        if self.pending:
            self.flush()
        self.out.append(html)
        self.position = self.element_end = position

    def add_plain(self, name: str, written: str, text: str, position: int) -> None:
        """Append an element that holds nothing but words, and go on behind it."""
        content = self.abbreviate(text) if self.abbreviate else text
        self.add(f"<{name}{written}>{content}</{name}>", position)

    def start_tag(self, name: str, found: Attributes, position: int, end: str = "") -> tuple[str, int]:
        """The start tag with the attribute lists that follow the element at `position`, and the place behind them."""
        if self.text.startswith("{:", position):
            position = self.own_attributes(found, position)
        return f"<{name}{attributes.written(found)}{end}>", position

    def own_attributes(self, found: Attributes, position: int) -> int:
        """Read the attribute lists at `position` into `found`; the place behind them."""
        while match := _ATTRIBUTES.match(self.text, position):
            own = attributes.AttributeList()
            attributes.read(match[1], own)
            position = match.end()
            attributes.merge(found, own, self.state.attribute_lists)
        return position

    def flush(self) -> None:
        if self.pending:
            source = "".join(self.pending) if len(self.pending) > 1 else self.pending[0]
            text = escape_text(source)
            if not self.frame.flags & RAW:
                text = self.abbreviate(text) if self.abbreviate else text
            elif "&" in source:
                self.raw.append((text, escape(source)))
            self.out.append(text)
            self.pending.clear()

    def line_of(self, position: int) -> int:
        counted, line = self.counted
        if position < counted:
            line -= self.text.count("\n", position, counted)
        else:
            line += self.text.count("\n", counted, position)
        self.counted = (position, line)
        return line

    def remark(self, message: str, hint: str = "", position: int | None = None) -> None:
        self.state.remark(self.line_of(self.position if position is None else position), message, hint)


READERS: dict[str, Callable[[Spans], None]] = {
    "*": emphasis.asterisk,
    "_": emphasis.underscore,
    "~": emphasis.strike,
    "`": marks.code,
    "$": marks.dollar,
    "{": marks.braces,
    "\\": marks.backslash,
    "&": typography.entity,
    '"': typography.quote,
    "'": typography.quote,
    "-": typography.dash,
    ".": typography.ellipsis,
    ">": typography.guillemet,
    " ": typography.space,
    "[": links.bracket,
    "!": links.image,
    "]": links.closing_bracket,
    "<": inline_html.angle,
}
# By the kind of the open element: whether it ends here, and what happens when the text is over.
CLOSERS: dict[str, Callable[[Spans, Frame], bool]] = {
    "em": emphasis.closes,
    "strong": emphasis.closes,
    "a": links.closes,
    "img": links.closes,
    "html": inline_html.closes,
}
AT_END: dict[str, Callable[[Spans, Frame], None]] = {
    "em": emphasis.give_up,
    "strong": emphasis.give_up,
    "a": links.give_up,
    "img": links.give_up,
    "html": inline_html.close_at_end,
}
