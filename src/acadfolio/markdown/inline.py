"""Span-level text: Markdown of one block in, HTML out.

One loop moves over the text; open elements lie on a stack of frames. A character that may start something is handed to
the reader in `READERS`. An opener that finds no partner (emphasis, links) is taken back: the text is read again from
behind it, with what was learnt on the way remembered, so that no stretch of text is read in vain twice.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes, policy
from acadfolio.markdown.escape import escape_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.markdown.state import State
    from acadfolio.markdown.tree import Attributes

# Every place where something other than text may start. The set in front lets the search run fast.
_START = r"""[*_`<&"'\\!$~\-.> {{\[{more}](?:(?<=[*_`"'{more}])|(?<=\\)[\\.*_+`<>()\[\]{{}}\#!:|"'$=~\-\n]|(?<=<)[^\W\d]
|(?<=<)[/?<!]|(?<=&)(?:[\w:][\-\w.:]*;|\#\d+;|\#[xX][0-9a-fA-F]+;)|(?<=!)\[|(?<=\[)(?=.)|(?<=\$)\$|(?<=\{{):|(?<=~)~(?![\s~])
|(?<=-)-|(?<=\.)\.\.|(?<=>)>|(?<=\ )(?:\ \n|>>)|(?<=<)[\d.\-])""".replace("\n", "")
PLAIN_START = re.compile(_START.format(more=""), re.DOTALL)
LINK_START = re.compile(_START.format(more=r"\]"), re.DOTALL)
DOLLAR_START = re.compile(_START.format(more=""), re.DOTALL)
HTML_START = re.compile(r"<(?=[^\W\d]|[/?!])")

_ATTRIBUTES = re.compile(rf"\{{:(?![:/])({attributes.CONTENT})\}}")

EMPHASIS, STRONG, LINK, IMAGE, RAW, HTML = 1, 2, 4, 8, 16, 32


class Frame:
    """An element that is open: what is in it so far, and how it may end."""

    __slots__ = (
        "attributes",
        "brackets",
        "closer",
        "failable",
        "flags",
        "heads",
        "kind",
        "parts",
        "pending",
        "search",
        "start",
    )

    def __init__(self, kind: str, closer: str, start: int, flags: int) -> None:
        self.kind = kind
        self.closer = closer
        self.start = start
        self.flags = flags
        self.parts: list[str] = []
        self.pending: list[str] = []
        self.heads: list[int] = []
        self.brackets: list[int] = []
        self.attributes: Attributes = {}
        self.failable = kind in _FAILABLE
        self.search = HTML_START.search if flags & RAW else (LINK_START if kind in _LINKS else PLAIN_START).search


_FAILABLE = frozenset(("em", "strong", "a", "img"))
_LINKS = frozenset(("a", "img"))


class Spans:
    """Reads span-level texts, one after the other; `position` moves over `text`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.abbreviate = abbreviation_writer(state)
        self.text = ""
        self.line = 0
        self.position = 0
        self.segment = 0  # where the text in front of `position` starts that no reader has taken
        self.frames: list[Frame] = []
        self.frame = Frame("root", "", 0, 0)
        self.dead: set[tuple[int, str, int]] = set()
        self.brackets: dict[tuple[int, int], int] = {}
        self.absent: set[str] = set()
        self.targets: dict[int, int] | None = None

    def convert(self, text: str, line: int) -> str:
        frame = Frame("root", "", 0, 0)
        if frame.search(text) is None and (self.state.options.math == "kramdown" or "$" not in text):
            return self.abbreviate(escape_text(text))
        self.text, self.line, self.position, self.segment = text, line, 0, 0
        self.frames, self.frame = [], frame
        self.dead, self.brackets, self.absent, self.targets = set(), {}, set(), None
        self._run()
        return self.finished(self.frame)

    def nested(self, text: str) -> str:
        """Convert a piece of text on its own, whatever is open around it."""
        inner = Spans(self.state)
        return inner.convert(text, self.line)

    def _run(self) -> None:
        text = self.text
        readers = READERS
        while True:
            frame = self.frame
            match = frame.search(text, self.position)
            if match is None:
                if self.position < len(text):
                    frame.pending.append(text[self.position :])
                    self.position = len(text)
                if not self._end():
                    return
                continue
            at = match.start()
            self.segment = self.position
            if at > self.position:
                frame.pending.append(text[self.position : at])
                self.position = at
            if frame.closer:
                if frame.pending or frame.parts:
                    head = (at, frame.closer, frame.flags)
                    if head in self.dead:
                        self._end()
                        continue
                    frame.heads.append(at)
                if CLOSERS[frame.kind](self, frame):
                    continue
            readers[text[at]](self)

    def _end(self) -> bool:
        """The text is over: close what may stay open, take back what may not. False when all is done."""
        while self.frames:
            frame = self.frame
            if frame.failable:
                GIVE_UP[frame.kind](self, frame)
                return True
            if any(below.failable for below in reversed(self.frames)):
                self.bury(frame)
                self.frame = self.frames.pop()
            else:
                close_at_end(self, frame)
        return False

    def bury(self, frame: Frame) -> None:
        """Remember that from these places on the frame finds no end."""
        for head in frame.heads:
            self.dead.add((head, frame.closer, frame.flags))

    def find(self, what: str, start: int) -> int:
        """As `str.find`, but each thing that is not there is searched for once only."""
        if what in self.absent:
            return -1
        found = self.text.find(what, start)
        if found < 0:
            self.absent.add(what)
        return found

    def push(self, frame: Frame, position: int) -> None:
        self.frames.append(self.frame)
        self.frame = frame
        self.position = position

    def pop(self) -> None:
        self.frame = self.frames.pop()

    def as_text(self, length: int) -> None:
        """What stands here is text after all."""
        self.frame.pending.append(self.text[self.position : self.position + length])
        self.position += length

    def add(self, html: str, position: int) -> None:
        """Append finished HTML and go on behind what it was made of."""
        frame = self.frame
        if frame.pending:
            self.flush(frame)
        frame.parts.append(html)
        self.position = position

    def element(self, name: str, found: Attributes, inner: str | None, position: int) -> None:
        """Append an element, with the attribute lists that follow it; `inner` is None where there is no end tag."""
        if self.text.startswith("{:", position):
            position = self.own_attributes(found, position)
        written = attributes.written(policy.attributes(found, self.state.options) if name not in _LINKS else found)
        self.add(f"<{name}{written} />" if inner is None else f"<{name}{written}>{inner}</{name}>", position)

    def own_attributes(self, found: Attributes, position: int) -> int:
        own = attributes.AttributeList()
        while match := _ATTRIBUTES.match(self.text, position):
            attributes.read(match[1], own)
            position = match.end()
        if not policy.allows_html(self.state.options):
            own.attributes = policy.attributes(own.attributes, self.state.options)
        attributes.merge(found, own, self.state.attribute_lists)
        return position

    def element_raw(self, name: str, found: Attributes, inner: str | None, position: int) -> None:
        """As `element`, for one that the author wrote as HTML."""
        if self.text.startswith("{:", position):
            position = self.own_attributes(found, position)
        written = attributes.written(found)
        self.add(f"<{name}{written} />" if inner is None else f"<{name}{written}>{inner}</{name}>", position)

    def flush(self, frame: Frame) -> None:
        text = escape_text("".join(frame.pending))
        frame.parts.append(self.abbreviate(text))
        frame.pending.clear()

    def finished(self, frame: Frame) -> str:
        if frame.pending:
            self.flush(frame)
        return "".join(frame.parts)

    def remark(self, message: str, hint: str = "", position: int | None = None) -> None:
        place = self.position if position is None else position
        self.state.remark(self.line + self.text.count("\n", 0, place), message, hint)


def abbreviation_writer(state: State) -> Callable[[str], str]:
    """Marks abbreviations in escaped text; the longest one that fits counts, and only as a word of its own."""
    if not state.abbreviations:
        return lambda text: text
    known = {escape_text(name): entry for name, entry in state.abbreviations.items()}
    names = sorted(known, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w])(?:{'|'.join(map(re.escape, names))})(?![\w])")

    def mark(match: re.Match[str]) -> str:
        title, node = known[match[0]]
        found = {"title": title} if title else {}
        found.update(policy.attributes(attributes.resolve(node, state.attribute_lists), state.options))
        return f"<abbr{attributes.written(found)}>{match[0]}</abbr>"

    return lambda text: pattern.sub(mark, text)


# Filled by `_register`: the readers are in modules that build on this one.
READERS: dict[str, Callable[[Spans], None]] = {}
CLOSERS: dict[str, Callable[[Spans, Frame], bool]] = {}
GIVE_UP: dict[str, Callable[[Spans, Frame], None]] = {}


def close_at_end(spans: Spans, frame: Frame) -> None:
    from acadfolio.markdown import inline_html  # noqa: PLC0415 - it imports this

    inline_html.close_at_end(spans, frame)


def _register() -> None:
    from acadfolio.markdown import emphasis, inline_html, links, spans, typography  # noqa: PLC0415 - they import this

    READERS.update(
        {
            "*": emphasis.asterisk,
            "_": emphasis.underscore,
            "~": emphasis.strike,
            "`": spans.code,
            "$": spans.dollar,
            "{": spans.braces,
            "\\": spans.backslash,
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
    )
    CLOSERS.update(
        em=emphasis.closes, strong=emphasis.closes, a=links.closes, img=links.closes, html=inline_html.closes
    )
    GIVE_UP.update(em=emphasis.give_up, strong=emphasis.give_up, a=links.give_up, img=links.give_up)


_register()
