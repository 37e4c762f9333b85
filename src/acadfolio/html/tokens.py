"""Split HTML into tags, comments and text: the sources of all tokens, joined, are the HTML again."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

# A bracket in quotation marks does not end a tag, unless the marks are never closed.
TAG = re.compile(
    r"""<(?:!--|(/?)([a-z][^\s/>]*)(?:[^>"']*+(?>(?:"[^"]*+"|'[^']*+')[^>"']*+)*>|[^>]*+>))""", re.IGNORECASE
)
INLINE_TAG = re.compile(
    r"""<(/?)([a-z][a-z0-9:-]*)(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))*\s*/?>""", re.IGNORECASE
)
"""What is surely a tag in running text, where `<` may be a symbol, as in `a<b and c>d`."""
ANY_TAG = r"</?[a-zA-Z][^<>]*>"
"""Part of the patterns of those who read other marks around tags."""
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?""")
RAW_END = {name: re.compile(rf"</{name}\b", re.IGNORECASE) for name in ("script", "style", "textarea", "title")}
"""The end tags of the elements whose content holds no tags."""

Kind = Literal["text", "start", "end", "comment", "raw"]


class Token(Struct, frozen=True, gc=False):
    """A part of a page; `raw` is the content of a script, a style sheet, a text area or a title."""

    kind: Kind
    source: str
    offset: int
    """Where it begins in the HTML."""
    name: str = ""
    """The element's name in lower case."""
    opening: str = ""
    """The start tag before a raw content."""

    @property
    def end(self) -> int:
        """Where it ends in the HTML."""
        return self.offset + len(self.source)

    @property
    def attributes(self) -> dict[str, str]:
        """The values of a start tag's attributes by their names in lower case, empty where there is no value.

        The first of several with one name counts, as in browsers.
        """
        found: dict[str, str] = {}
        for match in ATTRIBUTE.finditer(self.source, 1 + len(self.name)):
            found.setdefault(match[1].lower(), _value(match))
        return found

    def with_attributes(self, change: Callable[[str, str], str]) -> str:
        """The source of a start tag with the values that `change` makes of each attribute's name and value.

        What does not change stays as it is written.
        """

        def changed(match: re.Match[str]) -> str:
            value = _value(match)
            new = change(match[1].lower(), value)
            if new == value:
                return match[0]
            quote = "'" if match[4] is not None else '"'
            return f"{match[1]}{match[2] or '='}{quote}{_escape(new, quote)}{quote}"

        start = 1 + len(self.name)
        return self.source[:start] + ATTRIBUTE.sub(changed, self.source[start:])


def read(html: str) -> Iterator[Token]:
    """The tokens of some HTML, in their order."""
    position = 0
    for tag in tags(html):
        if tag.offset > position:
            yield Token("text", html[position : tag.offset], position)
        yield tag
        position = tag.offset + len(tag.source)
    if position < len(html):
        yield Token("text", html[position:], position)


def rewrite(
    html: str, tag: Callable[[Token], str], text: Callable[[str], str] = str, names: Container[str] | None = None
) -> str:
    """HTML with what `tag` makes of its tags, comments and raw contents, and `text` of what is between.

    names: those of the elements that matter; tags of others count as text where they have no style.
    """
    parts: list[str] = []
    position = 0
    for token in tags(html, names):
        parts.append(text(html[position : token.offset]))
        parts.append(tag(token))
        position = token.offset + len(token.source)
    return "".join([*parts, text(html[position:])])


def tags(html: str, names: Container[str] | None = None) -> Iterator[Token]:
    """The tokens of some HTML but for its text, and but for tags of other names that have no style."""
    position, last, last_comment = 0, html.rfind(">") + 1, html.rfind("-->")
    while match := TAG.search(html, position, last):
        start, position = match.span()
        source, end_sign, name = match.group(0, 1, 2)
        if name is None:
            if position <= last_comment:
                position = html.index("-->", position) + len("-->")
                yield Token("comment", html[start:position], start)
            continue
        name = name.lower()
        if names is None or name in names or "style" in source.lower():
            yield Token("end" if end_sign else "start", source, start, name)
        if name in RAW_END and not end_sign and (content := _raw_content(html, name, position)):
            yield Token("raw", content, position, name, source)
            position += len(content)


def _raw_content(html: str, name: str, start: int) -> str:
    """What stands behind a start tag, up to its end tag; nothing without one."""
    end = RAW_END[name].search(html, start)
    return html[start : end.start()] if end else ""


def inline_tags(text: str) -> list[Token]:
    """The start and end tags in running text, such as the title of a publication."""
    return [_inline_token(match) for match in INLINE_TAG.finditer(text)]


def _inline_token(match: re.Match[str]) -> Token:
    return Token("end" if match[1] else "start", match[0], match.start(), match[2].lower())


def rewrite_inline_tags(text: str, change: Callable[[Token], str]) -> str:
    """The text with what `change` makes of each tag."""
    return INLINE_TAG.sub(lambda match: change(_inline_token(match)), text)


def rewrite_inline_elements(
    text: str, names: Container[str], element: Callable[[str, str], str], between: Callable[[str], str] = str
) -> str:
    """The text with what `element` makes of the name and the content of each element, and `between` of the rest.

    names: those of the elements. A start tag without its end tag is text.
    """
    written = []
    position = 0
    found = [tag for tag in inline_tags(text) if tag.name in names]
    for start, end in zip(found, _next_ends(found), strict=True):
        if start.kind == "start" and start.offset >= position and end:
            written.append(between(text[position : start.offset]))
            written.append(element(start.name, text[start.end : end.offset]))
            position = end.end
    return "".join([*written, between(text[position:])])


def _next_ends(found: list[Token]) -> list[Token | None]:
    """For each tag, the next end tag of the same name behind it."""
    ends: dict[str, Token] = {}
    following: list[Token | None] = []
    for tag in reversed(found):
        following.append(ends.get(tag.name))
        if tag.kind == "end":
            ends[tag.name] = tag
    return following[::-1]


def _value(match: re.Match[str]) -> str:
    return "" if match.lastindex == 1 else unescape(match[match.lastindex or 0])  # the first group is the name


def _escape(value: str, quote: str) -> str:
    """A value as it is written between these quotation marks."""
    value = value.replace("&", "&amp;").replace("<", "&lt;")
    return value.replace(quote, "&#39;" if quote == "'" else "&quot;")
