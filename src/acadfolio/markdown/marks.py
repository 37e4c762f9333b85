"""Span-level code, maths, escapes, attribute lists and extensions in braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes, directives
from acadfolio.markdown.code import language_of
from acadfolio.markdown.escape import escape
from acadfolio.markdown.frames import HTML
from acadfolio.markdown.highlight import coloured

if TYPE_CHECKING:
    from acadfolio.markdown.spans import Spans

_TICKS = re.compile(r"`+")
_LIST = re.compile(r"\{:(?![:/])((?:\\\}|[^}])+)\}")
_OWN_LINE = re.compile(r"\$\$[^\S\n]*(?:\n|\Z)")
_EXTENSION = re.compile(r"\{::(\w+)(?:\s((?:\\\}|[^}])*?)|)(/)?\}")
_STOP = {name: re.compile(rf"\{{:/(?:{name})?\}}") for name in directives.NAMES}


def code(spans: Spans) -> None:
    text, start = spans.text, spans.position
    match = _TICKS.match(text, start)
    assert match is not None  # noqa: S101 - a backtick brought us here
    ticks, after = match[0], match.end()
    simple = len(ticks) == 1
    if simple and (not start or text[start - 1].isspace()) and text[after : after + 1].isspace():
        spans.as_text(1)
        return
    end = spans.find(ticks, after)
    if end < 0:
        spans.as_text(len(ticks))
        return
    content = text[after:end]
    if not simple:
        content = content.removeprefix(" ").removesuffix(" ")
    end += len(ticks)
    if not text.startswith("{:", end):
        spans.add(f'<code class="language-plaintext highlighter-rouge">{escape(content)}</code>', end)
        return
    found: dict[str, str] = {}
    end = spans.own_attributes(found, end)
    language = language_of(found)
    html = (coloured(content, language) if language else None) or ""
    own = found.pop("class", "")
    mark = "" if language and not html else "highlighter-rouge"
    html = html or escape(content)
    names = " ".join(filter(None, (f"language-{language or 'plaintext'}", own, mark)))
    spans.add(f"<code{attributes.written({'class': names, **found})}>{html}</code>", end)


def dollar(spans: Spans) -> None:
    """`$$…$$` is a formula; `$…$` is one where the options say so."""
    text, start = spans.text, spans.position
    if text.startswith("$$", start):
        end = spans.find("$$", start + 2)
        if end < 0:
            spans.as_text(2)
            spans.solid = spans.position
            return
        content = text[start + 2 : end].strip()
        has_own_lines = _has_own_lines(text, start, end)
        if has_own_lines:
            hint = "put a blank line above and below it, and it stands on its own"
            spans.remark("this formula is set into the line of its paragraph", hint)
        spans.add(_token(spans, "roomy-math" if has_own_lines else "inline-math", content), end + 2)
        return
    from acadfolio.markdown.dollars import closing_dollar

    end = closing_dollar(spans)
    if end < 0:
        spans.as_text(1)
    else:
        spans.add(_token(spans, "inline-math", text[start + 1 : end]), end + 1)


def _has_own_lines(text: str, start: int, end: int) -> bool:
    """Whether nothing but `$$` stands in the lines where it begins and ends: no paragraph is wrapped like that."""
    return (
        _OWN_LINE.match(text, start) is not None
        and _OWN_LINE.match(text, end) is not None
        and not text[text.rfind("\n", 0, start) + 1 : start].strip()
        and not text[text.rfind("\n", 0, end) + 1 : end].strip()
    )


def _token(spans: Spans, kind: str, content: str) -> str:
    return spans.state.token(kind, content, spans.line_of(spans.position))


def backslash(spans: Spans) -> None:
    text, position = spans.text, spans.position
    following = text[position + 1]
    if following == "\n" and (spans.inside_html or spans.frame.flags & HTML):
        spans.as_text(2)
    elif following == "\n" and position + 2 == len(text):
        spans.position += 1  # nothing follows that a break could part
    elif following == "\n":
        spans.add("<br />", position + 1)
    elif text.startswith("\\\\\n", position):
        spans.add("<br />", position + 2)
    elif text.startswith(("\\\\(", "\\\\["), position) and _latex(spans):
        return
    else:
        spans.pending.append(following)
        spans.position += 2
        # What was escaped is text that a quote behind it does not see.
        spans.segment = spans.position


def _latex(spans: Spans) -> bool:
    r"""`\\(…\\)` and `\\[…\\]` are maths to MathJax once a backslash is taken off."""
    text, start = spans.text, spans.position
    is_block = text[start + 2] == "["
    end = spans.find("\\\\]" if is_block else "\\\\)", start + 3)
    content = text[start + 3 : end].strip()
    if end < 0 or not content or "\n\n" in content:
        return False
    spans.add(_token(spans, "block-math" if is_block else "inline-math", content), end + 3)
    spans.solid = spans.position
    return True


def braces(spans: Spans) -> None:
    """An attribute list belongs to the element in front; behind text it is text."""
    text, start = spans.text, spans.position
    if text.startswith("{::", start):
        if _extension(spans):
            return
    elif spans.element_end == start:
        match = _LIST.match(text, start)
        if match is not None:
            spans.position = match.end()
            return
    spans.as_text(1)


def _extension(spans: Spans) -> bool:
    if spans.find("}", spans.position) < 0:
        return False
    match = _EXTENSION.match(spans.text, spans.position)
    if match is None or match[1] not in directives.NAMES:
        return False
    name, body, end = match[1], "", match.end()
    if not match[3]:
        stop = spans.search(_STOP[name], end)
        if stop is None:
            spans.remark(f"{{::{name}}} has no end", "close it with {:/}")
            return False
        body, end = spans.text[end : stop.start()], stop.end()
    html = ""
    if name == "options":
        directives.set_options(spans.state, match[2] or "")
    elif name == "comment":
        html = directives.comment(body) if body else ""
    elif directives.for_html(match[2] or ""):
        html = body
    spans.add(html, end)
    return True
