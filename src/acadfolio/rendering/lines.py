"""A page's text comes in; its section lines come out, and the text with a mark where each one stood."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.source.text import in_ascii

LINE = re.compile(r"[ \t]{0,3}\{\{[ \t]*+((?:[^ \t\n}]|\}(?!\})|[ \t]++(?!\}\}))*)[ \t]*\}\}[ \t]*")
CALL = re.compile(r"[A-Za-z_]\w*\(.*\)", re.DOTALL)
CALL_IN_TEXT = re.compile(r"\{\{[ \t]*([A-Za-z_]\w*)\(")
SHORT = re.compile(
    r"[ \t]{0,3}(\{\{[ \t]*(?P<name>[A-Za-z_]\w*)[ \t]*(?P<call>\([^{}]*\))?[ \t]*(?P<end>\}?)"
    r"|\{?[ \t]*(?P<other>[A-Za-z_]\w*)[ \t]*(?P<calls>\([^{}]*\))?[ \t]*\}\}"
    r"|\{[ \t]*(?P<single>[A-Za-z_]\w*)[ \t]*(?P<called>\([^{}]*\))[ \t]*\})[ \t]*"
)
"""A line that would be an expression, had it two braces at both ends."""
SINGLE = re.compile(r"\)[ \t]*\}[ \t]*$", re.MULTILINE)
"""How a line ends that may have one brace at both."""
FULL_WIDTH = re.compile(
    r"[ \t]{0,3}((?=.*[｛｝])[{｛]{1,2}[ \t]*(?P<name>[A-Za-z_]\w*)[ \t]*(?P<call>[(（][^{}｛｝]*[)）])?"
    r"[ \t]*[}｝]{1,2})[ \t]*"
)
"""One in the braces of Chinese and Japanese."""
CODE_INDENT = 4
DEEPEST = 50
"""How many quotes may stand in one another; deeper ones are text."""
QUOTE = re.compile(r"[ \t]*> ?")
LIST_MARKER = re.compile(r"(?:[-*+:]|\d+\.)(?:[ \t]+(?=\S)|[ \t]*$)")
RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}")
HEADING = re.compile(r"#{1,6}")
FENCE = re.compile(r"(`{3,})[^`]*|(~{3,}).*")
OPENING = re.compile(
    r"\\.|(`+)|(<!--)|<(pre|script|style|textarea)\b|(\$\$)|\{%-?\s*(raw|highlight|comment)\b", re.IGNORECASE
)
START, END = "\ue000", "\ue001"
"""Private characters that no Markdown, Liquid or HTML rule reads, around a number."""
MARK = re.compile(f"(?:<p>[ \t\n]*)?{START}(\\d+){END}(?:[ \t\n]*</p>)?")
PARAGRAPH = re.compile(f"(<p\\b[^>]*>)((?:(?!</p>)[^{START}])*{START}(?:(?!</p>).)*)</p>", re.DOTALL)
MARK_IN_TEXT = re.compile(f"\\s*({START}\\d+{END})\\s*")


class SectionLine(Struct, frozen=True):
    """An expression that stood alone in a line of the page's text, counted from 1."""

    expression: str
    line: int


class CallInText(Struct, frozen=True):
    """What looks like a section line among other words: what it would call, and where it begins, counted from 1."""

    name: str
    line: int
    column: int
    written: str = ""
    """The line, where nothing stands in it but what lacks a brace, or has others."""
    meant: str = ""


class MarkedText(Struct, frozen=True):
    """The text with marks. Blank lines were put around them: `added` has the lines' numbers after each."""

    text: str
    lines: tuple[SectionLine, ...]
    added: tuple[int, ...]
    calls_in_text: tuple[CallInText, ...] = ()

    def original_line(self, line: int) -> int:
        """The line of the author's text that a line of this text was."""
        return line - sum(1 for after in self.added if after < line)


class Place(Struct, frozen=True):
    """A line that is an expression, counted from 0, and the markers or the indentation that put it into an item."""

    number: int
    prefix: str
    expression: str


def take_out_lines(text: str, *, has_liquid: bool) -> MarkedText:
    """Mark the section lines outside code, comments, maths and raw scripts; in lists and quotes where they stand.

    In a page with Liquid, a line that calls nothing (`{{ page.title }}`) is Liquid's.
    """
    text = text.replace(START, "").replace(END, "")
    if "{{" not in text and "}}" not in text and "｛" not in text and not ("{" in text and SINGLE.search(text)):
        return MarkedText(text, (), ())
    lines = text.split("\n")
    reader = Reader(lines)
    places = {place.number: place for place in reader.read()}
    out: list[str] = []
    found: list[SectionLine] = []
    added: list[int] = []
    for number, line in enumerate(lines):
        place = places.get(number)
        if place is None or not (CALL.fullmatch(place.expression) or (place.expression and not has_liquid)):
            out.append(line)
            continue
        if place.prefix:
            out.append(place.prefix + mark(len(found)))
        else:
            out += ["", mark(len(found)), ""]
            added += [len(out) - 2, len(out)]
        found.append(SectionLine(place.expression, number + 1))
    return MarkedText("\n".join(out), tuple(found), tuple(added), () if has_liquid else tuple(reader.calls_in_text))


def line_of(line: int, made: str, source: str) -> int:
    """The line of a source that became this line of what was made of it, both counted from 1; 0 where nothing tells."""
    rows, written = made.split("\n"), source.split("\n")
    if rows[:line] == written[:line]:
        return line
    row = rows[line - 1] if 0 < line <= len(rows) else ""
    return written.index(row) + 1 if written.count(row) == 1 else 0


def mark(number: int) -> str:
    """What stands for a section in the text."""
    return f"{START}{number}{END}"


class Reader:
    """Reads lines as Markdown's blocks do, as far as it takes to tell code from text.

    `items` are the columns at which the texts of the open list items begin. `until` is what ends the code, the
    comment, the maths or the raw element that a line is in.
    """

    def __init__(self, lines: list[str], depth: int = 0) -> None:
        self.lines, self.depth = lines, depth
        self.endless: set[str] = set()
        """What nothing ends in the lines that follow, so that nobody looks for it again."""
        self.items: list[int] = []
        self.until: re.Pattern[str] | None = None
        self.is_after_text = False
        self.places: list[Place] = []
        self.calls_in_text: list[CallInText] = []

    def read(self) -> list[Place]:
        """Every line that is an expression."""
        number = 0
        while number < len(self.lines):
            number += self._read_line(number, self.lines[number])
        return self.places

    def _read_line(self, number: int, line: str) -> int:
        """Read one line, or all of a quote; how many they were."""
        if self.until is not None:
            end = self.until.search(line)
            self.is_after_text = False
            if end:
                self.until = None
                self._look_for_opening(number, end.end())
        elif not line.strip():
            self.is_after_text = False
        else:
            start = self._enter_items(line)
            if start is not None and QUOTE.match(line, start) and self.depth < DEEPEST:
                return self._read_quote(number, start)
            if start is not None:
                self._read_content(number, line, start)
        return 1

    def _enter_items(self, line: str) -> int | None:
        """Where the line's content begins behind its markers; None for a line of indented code."""
        start = len(line) - len(line.lstrip())
        column = _width(line[:start])
        marker = _marker(line, start)
        is_lazy = self.is_after_text and not marker and (column > 0 or not LINE.fullmatch(line, start))
        while self.items and column < self.items[-1] and not is_lazy:
            self.items.pop()
        if column - (self.items[-1] if self.items else 0) >= CODE_INDENT:
            return start if self.is_after_text else None
        while marker:
            start = marker.end()
            self.items.append(_width(line[:start] if start < len(line) else line.rstrip() + " "))
            self.is_after_text = False
            marker = _marker(line, start)
        return start

    def _read_content(self, number: int, line: str, start: int) -> None:
        expression = LINE.fullmatch(line, start)
        fence = FENCE.fullmatch(line, start)
        self.is_after_text = not HEADING.match(line, start)
        if expression:
            self.places.append(Place(number, line[:start] if self.items else "", expression[1]))
            self.is_after_text = bool(self.items)
        elif not (fence and self._enter(_closing_fence(fence[1] or fence[2]), number)) and not self._is_short(
            number, line, start
        ):
            self._look_for_opening(number, start, is_start=True)

    def _is_short(self, number: int, line: str, start: int) -> bool:
        """Note a line that lacks a brace to be an expression, or has others."""
        if not line.isascii() and (wide := FULL_WIDTH.fullmatch(line, start)):
            meant = f"{{{{ {wide['name']}{in_ascii(wide['call'] or '()')} }}}}"
            self.calls_in_text.append(CallInText(wide["name"], number + 1, wide.start(1) + 1, wide[1].rstrip(), meant))
            return True
        short = SHORT.fullmatch(line, start)
        if short is None:
            return False
        name = short["name"] or short["other"] or short["single"]
        call = short["call"] or short["calls"] or short["called"] or ""
        if not (call or short["end"] or (short["other"] and short[1].startswith("{"))):
            return False  # `a}}` is the end of something else, `{{ a` the beginning.
        meant = f"{{{{ {name}{call or '()'} }}}}"
        self.calls_in_text.append(CallInText(name, number + 1, short.start(1) + 1, short[1].rstrip(), meant))
        return True

    def _read_quote(self, number: int, start: int) -> int:
        """A quote is a text of its own: its lines without the signs before them."""
        quoted = [self.lines[number][start:]]
        for line in self.lines[number + 1 :]:
            if not QUOTE.match(line):
                break
            quoted.append(line)
        inner = [QUOTE.sub("", line, count=1) for line in quoted]
        befores = [len(self.lines[number + row]) - len(line) for row, line in enumerate(inner)]
        reader = Reader(inner, self.depth + 1)
        for place in reader.read():
            before = self.lines[number + place.number][: befores[place.number]]
            self.places.append(Place(number + place.number, before + place.prefix, place.expression))
        for call in reader.calls_in_text:
            column = call.column + befores[call.line - 1]
            self.calls_in_text.append(replace(call, line=call.line + number, column=column))
        self.is_after_text = True
        return len(quoted)

    def _look_for_opening(self, number: int, start: int, *, is_start: bool = False) -> None:
        """Enter what begins in this line, from there on, and does not end in it."""
        line, position = self.lines[number], start
        while match := OPENING.search(line, position):
            self._look_for_calls(number, position, match.start())
            position = match.end()
            until = _end_of(match)
            if until is None:
                continue
            is_block = is_start and not line[start : match.start()].strip()
            end = until.search(line, position)
            if end:
                position = end.end()
            elif self._enter(
                until,
                number,
                goes_on=bool(match[2] or match[3] or match[5] or is_block),
                needs_end=not (match[3] and is_block),
            ):
                return
        self._look_for_calls(number, position, len(line))

    def _look_for_calls(self, number: int, start: int, end: int) -> None:
        """Note what looks like a section line, in words between two places of a line."""
        for match in CALL_IN_TEXT.finditer(self.lines[number], start, end):
            self.calls_in_text.append(CallInText(match[1], number + 1, match.start() + 1))

    def _enter(self, until: re.Pattern[str], number: int, *, goes_on: bool = True, needs_end: bool = True) -> bool:
        """Enter what ends in a later line: of the same paragraph, unless it goes on behind blank lines."""
        if needs_end and until.pattern in self.endless:
            return False
        for line in self.lines[number + 1 :] if needs_end else ():
            if not goes_on and not line.strip():
                return False
            if until.search(line):
                break
        else:
            if needs_end:
                self.endless.add(until.pattern)
                return False
        self.until = until
        return True


def _marker(line: str, start: int) -> re.Match[str] | None:
    """The marker of a list item, unless the line is a rule of hyphens or stars."""
    return None if RULE.fullmatch(line, start) else LIST_MARKER.match(line, start)


def _width(indentation: str) -> int:
    return len(indentation.expandtabs(CODE_INDENT))


def _closing_fence(fence: str) -> re.Pattern[str]:
    return re.compile(rf"^[ \t]*{fence[0]}{{{len(fence)},}}[ \t]*$")


def _end_of(match: re.Match[str]) -> re.Pattern[str] | None:
    """What ends a code span, a comment, a raw element, maths or code of Liquid; None for what a backslash precedes."""
    ticks, comment, element, maths, tag = match.groups()
    if ticks:
        return re.compile(rf"(?<!`)`{{{len(ticks)}}}(?!`)")
    if comment:
        return re.compile("-->")
    if element:
        return re.compile(rf"</{element}\b[^>]*>", re.IGNORECASE)
    if tag:
        return re.compile(rf"\{{%-?\s*end{tag}\b")
    return re.compile(r"\$\$") if maths else None


def put_back(html: str, sections: list[str]) -> str:
    """Replace the marks by the sections' HTML; a paragraph that holds nothing else goes with its mark.

    A paragraph of an item or a quote that has text before or behind a mark ends there, and begins again.
    """
    if START not in html:
        return html
    html = PARAGRAPH.sub(_split_paragraph, html)
    return MARK.sub(lambda match: sections[int(match[1])], html)


def _split_paragraph(match: re.Match[str]) -> str:
    texts_and_marks = [part for part in MARK_IN_TEXT.split(match[2]) if part.strip()]
    return "\n".join(part if part.startswith(START) else f"{match[1]}{part}</p>" for part in texts_and_marks)
