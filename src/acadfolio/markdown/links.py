"""Links and images: `[text](url "title")`, `[text][name]`, `[name]`, `![alt](url)`, footnote marks, and addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.markdown import attributes
from acadfolio.markdown.definitions import link_name
from acadfolio.markdown.frames import IMAGE, LINK, WORDS, Frame

if TYPE_CHECKING:
    from acadfolio.markdown.spans import Spans
    from acadfolio.markdown.tree import Attributes

_FOOTNOTE = re.compile(rf"\[\^({attributes.NAME})\]")
# Words with an address and nothing else need no frame.
_PLAIN = re.compile(rf"\[{WORDS}\]\(([^\s()<>\"'\\{{}}]++)\)(?!\{{:)")
_NAME = re.compile(r"\s*?\[([^\]]+)?\]")
_TITLE_START = re.compile(r"\s*([\"'])")
_TITLE_END = {char: re.compile(rf"{char}\s*\)") for char in "\"'"}
_TARGET_MARKS = re.compile(r"[()]|\s(?=['\"])")
_ESCAPED = re.compile(r"\\([\\.*_+`<>()\[\]{}#!:|\"'$=~\-])")


class Target(Struct, frozen=True):
    """Where a link leads; `end` is the place behind it."""

    url: str
    title: str
    attributes: Attributes
    end: int


def bracket(spans: Spans) -> None:
    if spans.text.startswith("[^", spans.position):
        _footnote(spans)
        return
    if spans.frame.flags & (LINK | IMAGE):
        spans.as_text(1)
        return
    plain = _PLAIN.match(spans.text, spans.position)
    if plain is None:
        _open(spans, "a", 1)
        return
    target = attributes.written({"href": plain[2]})
    spans.add_plain("a", target, plain[1], plain.end())


def image(spans: Spans) -> None:
    if spans.text.startswith("![^", spans.position):
        spans.as_text(1)
        return
    _open(spans, "img", 2)


def _open(spans: Spans, kind: str, length: int) -> None:
    start = spans.position
    flags = spans.frame.flags | (LINK if kind == "a" else IMAGE)
    known = spans.brackets.get((start, flags))
    if known is not None and (known < 0 or _target(spans, start + length, known) is None):
        spans.as_text(length)
        return
    if spans.find("]", start) < 0:
        spans.as_text(length)
        return
    frame = Frame(kind, "]", start, flags)
    frame.brackets.append(start)
    spans.push(frame, start + length)


def closes(spans: Spans, frame: Frame) -> bool:
    """Count brackets; at the one that ends the text, read where the link leads."""
    char = spans.text[spans.position]
    if char == "[" or (char == "!" and spans.text.startswith("![", spans.position)):
        frame.brackets.append(spans.position)
        return False
    if char != "]":
        return False
    opened = frame.brackets.pop()
    if frame.brackets:
        spans.brackets[opened, frame.flags] = spans.position
        return False
    spans.brackets[frame.start, frame.flags] = spans.position
    length = 1 if frame.kind == "a" else 2
    target = _target(spans, frame.start + length, spans.position)
    if target is None:
        spans.drop(frame)
        spans.as_text(length)
        return True
    _write(spans, frame, target, spans.text[frame.start + length : spans.position])
    return True


def _write(spans: Spans, frame: Frame, target: Target, source: str) -> None:
    title = {"title": target.title} if target.title else {}
    if frame.kind == "a":
        start_tag, end = spans.start_tag("a", {"href": target.url, **title, **target.attributes}, target.end)
        spans.close(frame, start_tag, end)
        return
    found = {"src": target.url, "alt": _ESCAPED.sub(r"\1", source), **title, **target.attributes}
    spans.drop(frame)
    if spans.frame.kind in ("a", "img") and spans.frame.brackets:
        spans.frame.brackets.pop()  # an image inside a link's text takes its bracket along
    spans.add(*spans.start_tag("img", found, target.end, " /"))


def give_up(spans: Spans, frame: Frame) -> None:
    for opened in frame.brackets:
        spans.brackets[opened, frame.flags] = -1
    spans.drop(frame)
    spans.as_text(1 if frame.kind == "a" else 2)


def closing_bracket(spans: Spans) -> None:
    spans.as_text(1)
    spans.solid = spans.position


def _target(spans: Spans, start: int, close: int) -> Target | None:
    """What follows the closing bracket; None if this is no link."""
    text = spans.text
    name = _NAME.match(text, close + 1)
    if name is not None or not text.startswith("(", close + 1):
        return _defined(spans, text[start:close], name, close)
    if text.startswith("(<", close + 1):
        end = spans.find(">", close + 3)
        if end < 0 or "\n" in text[close + 3 : end]:
            return _bare(spans, close)
        if text.startswith(")", end + 1):
            return Target(text[close + 3 : end], "", {}, end + 2)
        return _titled(spans, text[close + 3 : end], end + 1)
    return _bare(spans, close)


def _bare(spans: Spans, close: int) -> Target | None:
    """An address without angle brackets around it."""
    text = spans.text
    if spans.targets is None:
        spans.targets = _matching(text)
    end = spans.targets.get(close + 1, -1)
    if end < 0:
        return None
    url = text[close + 2 : end].strip()
    if text[end] == ")":
        return Target(url, "", {}, end + 1)
    return _titled(spans, url, end)


def _matching(text: str) -> dict[int, int]:
    """For each opening parenthesis the place where an address in it ends: its partner, or the space before a quote."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _TARGET_MARKS.finditer(text):
        if match[0] == "(":
            opened.append(match.start())
        elif match[0] == ")":
            if opened:
                found[opened.pop()] = match.start()
        else:
            for start in opened:
                found[start] = match.start()
            opened = []
    return found


def _titled(spans: Spans, url: str, position: int) -> Target | None:
    start = _TITLE_START.match(spans.text, position)
    if start is None:
        return None
    end = spans.search(_TITLE_END[start[1]], start.end() + 1)
    if end is None:
        return None
    return Target(url, spans.text[start.end() : end.start()], {}, end.end())


def _defined(spans: Spans, source: str, name: re.Match[str] | None, close: int) -> Target | None:
    state = spans.state
    wanted = name[1] if name is not None and name[1] else None
    if wanted is None and len(source) > state.longest_link_name + 64:
        return None
    found = state.links.get(link_name(_ESCAPED.sub(r"\1", source) if wanted is None else wanted))
    if found is None:
        if wanted is not None and spans.text[close + 1] == "[":
            spans.remark(f"there is no link definition for [{wanted}]", f"add [{wanted}]: https://…", close)
        return None
    own = attributes.resolve(found.node, state.attribute_lists)
    end = name.end() if name is not None else close + 1
    return Target(found.url, found.title, dict(own), end)


def _footnote(spans: Spans) -> None:
    match = _FOOTNOTE.match(spans.text, spans.position)
    if match is None:
        spans.as_text(1)
        return
    if match[1] not in spans.state.footnotes:
        spans.remark(f"there is no footnote [^{match[1]}]", f"add [^{match[1]}]: and its text")
        spans.as_text(match.end() - match.start())
        return
    spans.add(spans.state.token("footnote", match[1], spans.line), match.end())
