"""A page's text comes in; its section lines come out, and the text with a mark where each one stood."""

from __future__ import annotations

import re
from typing import NamedTuple

LINE = re.compile(r"[ \t]{0,3}\{\{[ \t]*((?:(?!\}\}).)*?)[ \t]*\}\}[ \t]*")
CALL = re.compile(r"[A-Za-z_]\w*\(.*\)", re.DOTALL)
FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
RAW = re.compile(r"<(/?)(pre|script|style|textarea)\b", re.IGNORECASE)
MATHS = re.compile(r"[ \t]*\$\$[ \t]*")
START, END = "\ue000", "\ue001"
"""Private characters that no Markdown, Liquid or HTML rule reads, around a number."""
MARK = re.compile(f"(?:<p>[ \t\n]*)?{START}(\\d+){END}(?:[ \t\n]*</p>)?")


class SectionLine(NamedTuple):
    """An expression that stood alone in a line of the page's text, counted from 1."""

    expression: str
    line: int


class MarkedText(NamedTuple):
    """The text with marks. Blank lines were put around them: `added` has the lines' numbers after each."""

    text: str
    lines: tuple[SectionLine, ...]
    added: tuple[int, ...]

    def original_line(self, line: int) -> int:
        """The line of the author's text that a line of this text was."""
        return line - sum(1 for after in self.added if after < line)


def take_out_lines(text: str, *, has_liquid: bool) -> MarkedText:
    """Mark the section lines outside code, maths and raw scripts.

    In a page with Liquid, a line that calls nothing (`{{ page.title }}`) is Liquid's.
    """
    text = text.replace(START, "").replace(END, "")
    out: list[str] = []
    found: list[SectionLine] = []
    added: list[int] = []
    fence = raw = ""
    maths = False
    for number, line in enumerate(text.split("\n"), start=1):
        match = LINE.fullmatch(line) if "{{" in line and not (fence or raw or maths) else None
        if match and (CALL.fullmatch(match[1]) or (match[1] and not has_liquid)):
            out += ["", mark(len(found)), ""]
            added += [len(out) - 2, len(out)]
            found.append(SectionLine(match[1], number))
            continue
        fence = _fence_after(line, fence)
        raw = raw if fence else _raw_after(line, raw)
        maths = maths ^ bool(not fence and MATHS.fullmatch(line))
        out.append(line)
    return MarkedText("\n".join(out), tuple(found), tuple(added))


def mark(number: int) -> str:
    """What stands for a section in the text."""
    return f"{START}{number}{END}"


def _fence_after(line: str, fence: str) -> str:
    match = FENCE.match(line)
    if not match:
        return fence
    if not fence:
        return match[1]
    closes = match[1][0] == fence[0] and len(match[1]) >= len(fence) and not line.strip(" \t>").strip(fence[0])
    return "" if closes else fence


def _raw_after(line: str, raw: str) -> str:
    for match in RAW.finditer(line):
        if not raw and not match[1]:
            raw = match[2].lower()
        elif raw == match[2].lower() and match[1]:
            raw = ""
    return raw


def put_back(html: str, sections: list[str]) -> str:
    """Replace the marks by the sections' HTML; a paragraph that holds nothing else goes with its mark."""
    return MARK.sub(lambda match: sections[int(match[1])], html)
