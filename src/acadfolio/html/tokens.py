"""Split HTML into tags, comments and text.

The sources of all tokens, joined, are the HTML again.
"""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

# A `>` in quotation marks does not end a tag, unless the marks are not closed.
TAG = re.compile(
    r"""<(?:!--|(/?)([a-z][^\s/>]*)(?:[^>"']*+(?>(?:"[^"]*+"|'[^']*+')[^>"']*+)*>|[^>]*+>))""",
    re.IGNORECASE,
)
INLINE_TAG = (
    r"(?i)<(/?)([a-z][a-z0-9:-]*)"
    r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))*\s*/?>"""
)
"""A tag in running text, where `<` may be a mathematical symbol, as in `a<b and c>d`."""
ANY_TAG = r"</?[a-zA-Z][^<>]*>"
"""Used in the patterns of other modules."""
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?""")
RAW_END = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title")
}
"""The end tags of the elements whose content has no tags."""

Kind = Literal["text", "start", "end", "comment", "raw"]


class Token(Struct, frozen=True, gc=False):
    """A part of a page. `raw` is the content of a script, style sheet, text area or title."""

    kind: Kind
    source: str
    offset: int
    """Its position in the HTML."""
    name: str = ""
    """The element's name in lower case."""
    opening: str = ""
    """The start tag before raw content."""

    @property
    def end(self) -> int:
        """The position after it in the HTML."""
        return self.offset + len(self.source)

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes of a start tag: values, maybe empty, by names in lower case.

        Of several attributes with the same name the first counts, as in browsers.
        """
        found: dict[str, str] = {}
        for match in ATTRIBUTE.finditer(self.source, 1 + len(self.name)):
            found.setdefault(match[1].lower(), _value(match))
        return found

    def with_attributes(self, change: Callable[[str, str], str]) -> str:
        """The source of a start tag with new values of its attributes.

        change: gets the name and the value of an attribute, and returns its new value.
        """
        start = 1 + len(self.name)
        return self.source[:start] + ATTRIBUTE.sub(
            partial(_with_value, change), self.source[start:]
        )


def _with_value(change: Callable[[str, str], str], match: re.Match[str]) -> str:
    """An attribute with its new value, in quotes unless it is the same."""
    value = _value(match)
    new = change(match[1].lower(), value)
    if new == value:
        return match[0]
    quote = "'" if match[4] is not None else '"'
    return f"{match[1]}{match[2] or '='}{quote}{_escape(new, quote)}{quote}"


def read(html: str) -> Iterator[Token]:
    """All tokens of some HTML, in order."""
    position = 0
    for tag in tags(html):
        if tag.offset > position:
            yield Token("text", html[position : tag.offset], position)
        yield tag
        position = tag.offset + len(tag.source)
    if position < len(html):
        yield Token("text", html[position:], position)


def rewrite(
    html: str,
    tag: Callable[[Token], str],
    text: Callable[[str], str] = str,
    names: Container[str] | None = None,
) -> str:
    """Rewrite HTML token by token.

    tag: returns the new source of a tag, a comment or raw content. text: returns the new source of
    text. names: the elements to rewrite, by default all. Tags of other elements without a `style`
    are text.
    """
    return "".join(rewritten(html, tag, text, names))


def rewritten(
    html: str,
    tag: Callable[[Token], str],
    text: Callable[[str], str] = str,
    names: Container[str] | None = None,
) -> Iterator[str]:
    """The parts of rewritten HTML, with the arguments of `rewrite`."""
    position = 0
    for token in tags(html, names):
        yield text(html[position : token.offset])
        yield tag(token)
        position = token.offset + len(token.source)
    yield text(html[position:])


def rewrite_prose(html: str, change: Callable[[str], str], skipped: Container[str]) -> str:
    """Change the text between the tags, except in scripts, in comments and in elements with these names."""
    changed = []
    depth = 0
    for token in read(html):
        if token.name in skipped:
            depth = max(0, depth + _step(token))
        is_prose = token.kind == "text" and not depth
        changed.append(change(token.source) if is_prose else token.source)
    return "".join(changed)


def _step(token: Token) -> int:
    """What a tag adds to the depth in skipped elements.

    An anchor without a URL often has no end.
    """
    is_anchor = token.kind == "start" and token.name == "a" and "href" not in token.attributes
    return 0 if is_anchor else {"start": 1, "end": -1}.get(token.kind, 0)


def tags(html: str, names: Container[str] | None = None) -> Iterator[Token]:
    """The tokens of some HTML except text.

    With `names`, only tags with these names or with a `style`.
    """
    position, last, last_comment = 0, html.rfind(">") + 1, html.rfind("-->")
    while match := TAG.search(html, position, last):
        start, position = match.span()
        source, slash, name = match.group(0, 1, 2)
        if name is None:
            if position <= last_comment:
                position = html.index("-->", position) + len("-->")
                yield Token("comment", html[start:position], start)
            continue
        name = name.lower()
        if names is None or name in names or "style" in source.lower():
            yield Token("end" if slash else "start", source, start, name)
        if name in RAW_END and not slash and (content := _raw_content(html, name, position)):
            yield Token("raw", content, position, name, source)
            position += len(content)


def _raw_content(html: str, name: str, start: int) -> str:
    """The text between a start tag and its end tag; empty if there is no end tag."""
    end = RAW_END[name].search(html, start)
    return html[start : end.start()] if end else ""


def _inline_token(match: re.Match[str]) -> Token:
    return Token("end" if match[1] else "start", match[0], match.start(), match[2].lower())


def rewrite_inline_tags(text: str, change: Callable[[Token], str]) -> str:
    """The text with each tag replaced by the result of `change`."""
    return re.sub(INLINE_TAG, lambda match: change(_inline_token(match)), text)


def rewrite_inline_elements(
    text: str,
    names: Container[str],
    element: Callable[[Token, str], str],
    between: Callable[[str], str] = str,
) -> str:
    """Rewrite the elements in running text. A start tag without its end tag is text.

    names: the elements to rewrite.
    element: gets the start tag and the content of an element, and returns its new source.
    between: returns the new source of the text between elements.
    """
    written = []
    position = 0
    found = [tag for tag in map(_inline_token, re.finditer(INLINE_TAG, text)) if tag.name in names]
    for start, end in zip(found, _next_ends(found), strict=True):
        if start.kind == "start" and start.offset >= position and end:
            written.append(between(text[position : start.offset]))
            written.append(element(start, text[start.end : end.offset]))
            position = end.end
    return "".join([*written, between(text[position:])])


def _next_ends(found: list[Token]) -> list[Token | None]:
    """For each tag, the next end tag with the same name."""
    ends: dict[str, Token] = {}
    following: list[Token | None] = []
    for tag in reversed(found):
        following.append(ends.get(tag.name))
        if tag.kind == "end":
            ends[tag.name] = tag
    return following[::-1]


def _value(match: re.Match[str]) -> str:
    return (
        "" if match.lastindex == 1 else unescape(match[match.lastindex or 0])
    )  # the first group is the name


def _escape(value: str, quote: str) -> str:
    """Escape a value for an attribute with these quotation marks."""
    value = value.replace("&", "&amp;").replace("<", "&lt;")
    return value.replace(quote, "&#39;" if quote == "'" else "&quot;")
