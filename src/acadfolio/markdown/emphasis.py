"""Emphasis: `*…*`, `_…_`, doubled for strong, and `~~…~~`. What has no partner is text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.frames import EMPHASIS, STRONG, WORDS, Frame

if TYPE_CHECKING:
    from acadfolio.markdown.spans import Spans

_INSIDE_A_WORD = re.compile(r"[^\W\d_]-?\Z")
# What holds nothing but words, and has no attributes behind it, needs no frame.
_PLAIN = {
    "*": re.compile(rf"\*(\*?){WORDS}\*\1(?![*{{])"),
    "_": re.compile(rf"_(_?){WORDS}_\1(?![\w{{])"),
}
_STRIKE_END = re.compile(r"[^\s~]~~")


def asterisk(spans: Spans) -> None:
    _open(spans, "*")


def underscore(spans: Spans) -> None:
    text, position = spans.text, spans.position
    if position and _INSIDE_A_WORD.search(text, position - 2 if position > 1 else 0, position):
        spans.as_text(2 if text.startswith("__", position) else 1)
        return
    _open(spans, "_")


def _open(spans: Spans, char: str) -> None:
    text, position = spans.text, spans.position
    length, kind, flag = (2, "strong", STRONG) if text.startswith(char, position + 1) else (1, "em", EMPHASIS)
    flags = spans.frame.flags
    if flags & flag or not (following := text[position + length : position + length + 1]) or following.isspace():
        spans.as_text(length)
        return
    plain = _PLAIN[char].match(text, position)
    if plain is not None:
        spans.add_plain(kind, "", plain[2], plain.end())
        return
    frame = Frame(kind, char * length, position, flags | flag)
    spans.push(frame, position + length)


def closes(spans: Spans, frame: Frame) -> bool:
    """Whether the element ends here; if so, it is written."""
    text, position, closer = spans.text, spans.position, frame.closer
    if not text.startswith(closer, position) or text[position - 1].isspace():
        return False
    if not spans.pending and len(spans.out) == frame.index + 1:
        return False
    char = closer[0]
    if frame.kind == "em" and text.startswith(char, position + 1) and not text.startswith(char, position + 2):
        return False
    end = position + len(closer)
    if char == "_" and text[end : end + 1].isalnum():
        return False
    start_tag, end = spans.start_tag(frame.kind, {}, end)
    spans.close(frame, start_tag, end)
    return True


def give_up(spans: Spans, frame: Frame) -> None:
    """No partner: the opener is text; of a double one the second half may still open."""
    spans.drop(frame)
    if frame.kind == "strong" and spans.frame.kind != "em":
        char = frame.closer[0]
        retry = Frame("em", char, frame.start, spans.frame.flags | EMPHASIS)
        retry.brackets.append(2)  # what becomes text if this fails as well: both characters
        spans.push(retry, frame.start + 1)
        return
    spans.as_text(frame.brackets[0] if frame.brackets else len(frame.closer))


def strike(spans: Spans) -> None:
    text, start = spans.text, spans.position
    match = spans.search(_STRIKE_END, start + 2)
    if match is None:
        spans.as_text(2)
        spans.solid = spans.position
        return
    inner = spans.nested(text[start + 2 : match.start() + 1])
    start_tag, end = spans.start_tag("del", {}, match.end())
    spans.add(f"{start_tag}{inner}</del>", end)
