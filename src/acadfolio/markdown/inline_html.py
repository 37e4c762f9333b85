"""HTML inside text: tags, comments, `<https://…>`; an element without an end tag ends with its block."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import tags
from acadfolio.markdown.escape import escape
from acadfolio.markdown.frames import HTML, RAW, Frame
from acadfolio.markdown.typography import opening_guillemet

if TYPE_CHECKING:
    from acadfolio.markdown.spans import Spans
    from acadfolio.markdown.tree import Attributes

_SCHEME = re.compile(r"<(?:mailto|https?|ftps?):[^>]")
_MAIL = re.compile(r"<([-.\w]+@[-.\w]+)>")
_NEWLINES = re.compile(r"\n+")


def angle(spans: Spans) -> None:
    raw = spans.frame.flags & RAW
    if not raw and _address(spans):
        return
    if _tag(spans):
        return
    if not raw and spans.text.startswith("<<", spans.position):
        opening_guillemet(spans)
        return
    spans.as_text(1)


def _address(spans: Spans) -> bool:
    text, start = spans.text, spans.position
    if _SCHEME.match(text, start):
        end = spans.find(">", start)
        url = text[start + 1 : end]
        if end < 0 or "\n" in url:
            return False
    else:
        match = _MAIL.match(text, start)
        if match is None:
            return False
        end, url = match.end() - 1, "mailto:" + match[1]
    start_tag, end = spans.start_tag("a", {"href": url}, end + 1)
    spans.add(f"{start_tag}{escape(url.removeprefix('mailto:'))}</a>", end)
    return True


def _tag(spans: Spans) -> bool:
    text, start = spans.text, spans.position
    if text.startswith(("<!--", "<?"), start):
        close = "-->" if text.startswith("<!--", start) else "?>"
        end = spans.find(close, start + len(close) + (close == "-->"))
        if end < 0:
            return False
        spans.add(text[start : end + len(close)], end + len(close))
        return True
    closing = tags.CLOSING_TAG.match(text, start)
    if closing is not None:
        spans.as_text(closing.end() - start)
        return True
    match = tags.TAG.match(text, start)
    if match is None:
        return False
    name = match[1].lower() if match[1].lower() in tags.KNOWN else match[1]
    if name in tags.BLOCK:
        spans.as_text(match.end() - start)
        return True
    _element(spans, name, match)
    return True


def _element(spans: Spans, name: str, match: re.Match[str]) -> None:
    found: Attributes = {key: _NEWLINES.sub(" ", value) for key, value in tags.attributes_of(match[2]).items()}
    parse = (
        tags.content_model(name) != "raw"
        and spans.state.settings.parse_span_html
        and not (spans.frame.kind == "html" and spans.frame.flags & RAW)
    )
    wanted = tags.markdown_attribute(name, found) if "markdown" in found else None
    if wanted is not None:
        parse = wanted == "span" or (wanted == "block" and tags.content_model(name) != "raw")
    if match[3] is not None or name in tags.VOID:
        is_void = name in tags.VOID
        start_tag, end = spans.start_tag(name, found, match.end(), " /" if is_void else "")
        spans.add(start_tag if is_void else f"{start_tag}</{name}>", end)
        return
    flags = spans.frame.flags | HTML
    frame = Frame("html", name, spans.position, flags & ~RAW if parse else flags | RAW)
    frame.attributes = found
    spans.push(frame, match.end())


def closes(spans: Spans, frame: Frame) -> bool:
    if not spans.text.startswith("</", spans.position):
        return False
    match = tags.CLOSING_TAG.match(spans.text, spans.position)
    if match is None or match[1].lower() != frame.closer.lower():
        return False
    _finish(spans, frame, match.end())
    return True


def close_at_end(spans: Spans, frame: Frame) -> None:
    spans.remark(f"<{frame.closer}> is not closed", f"add </{frame.closer}> where it ends", frame.start)
    _finish(spans, frame, len(spans.text))


def _finish(spans: Spans, frame: Frame, end: int) -> None:
    start_tag, end = spans.start_tag(frame.closer, frame.attributes, end)
    spans.close(frame, start_tag, end)
