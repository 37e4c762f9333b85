"""Links and images: `[text](url "title")`, `[text][name]`, `[name]`, `![alt](url)`, and the definitions of links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.markdown.attributes import resolve
from acadfolio.markdown.footnotes import mention
from acadfolio.markdown.inline_parser import IMAGE, LINK, InlineParser, OpenElement
from acadfolio.markdown.state import Attributes, LinkDefinition

if TYPE_CHECKING:
    from acadfolio.markdown.block_parser import BlockParser

_DEFINITION = re.compile(r" {0,3}\[([^\n\]]+)\]:[ \t]*(?:<([^>\n]*)>([^\n]*)|(\S[^\n]*))\n")
_TITLE_IN_LINE = re.compile(r"[ \t]+([\"'])")
_TITLE_LINE = re.compile(r"[ \t]*([\"'])([^\n]+)\1[ \t]*\n")
_NAME = re.compile(r"\s*?\[([^\]]+)?\]")
_TITLE_START = re.compile(r"\s*([\"'])")
_TITLE_END = {char: re.compile(rf"{char}\s*\)") for char in "\"'"}
_END_OF_URL = re.compile(r"[()]|\s(?=['\"])")
_ESCAPED = re.compile(r"\\([\\.*_+`<>()\[\]{}#!:|\"'$=~\-])")
_SPACE = re.compile(r"\s+")
LONGEST_NAME = 999
"""Characters; CommonMark's limit."""


def link_name(text: str) -> str:
    """Names are the same whatever their case and white space."""
    return _SPACE.sub(" ", text).lower()


def link_definition(parser: BlockParser) -> bool:
    """`[name]: url "title"`; the title may stand in the next line."""
    match = _DEFINITION.match(parser.text, parser.position)
    if match is None:
        return False
    name, bracketed, rest, bare = match.groups()
    found = _split(bare) if bare is not None else _with_title(bracketed, rest)
    if found is None:
        return False
    url, title = found
    end = match.end()
    if not title and (below := _TITLE_LINE.match(parser.text, end)):
        title, end = below[2], below.end()
    _define(parser, name, url, title)
    parser.position = end
    return True


def _define(parser: BlockParser, label: str, url: str, title: str) -> None:
    state, line, name = parser.state, parser.line(), link_name(label)
    if name.startswith("^"):  # kramdown takes it for a link too, and shows nothing of it.
        hint = "label it with letters from a to z, digits and hyphens, such as `[^1]`, wherever it stands"
        state.warn("invalid-footnote", line, f"[{label}] is no label of a footnote: this note is not shown", hint)
    if name in state.links:
        state.warn("duplicate-definition", line, f"link [{name}] is defined twice", "the later definition counts")
    state.links[name] = LinkDefinition(url, title, parser.add("eob", value="link"))


def _split(line: str) -> tuple[str, str] | None:
    """The URL and the title of a definition without angle brackets; None if a title has no end."""
    line = line.rstrip()
    start = _TITLE_IN_LINE.search(line)
    if start is None:
        return line, ""
    if line[-1] != start[1] or start.end() >= len(line) - 1:
        return None
    return line[: start.start()], line[start.end() : -1]


def _with_title(url: str, rest: str) -> tuple[str, str] | None:
    """The URL, and the title in quotes behind its angle brackets; None if there is something else."""
    rest = rest.strip()
    if not rest:
        return url, ""
    is_title = len(rest) > 2 and rest[0] in "\"'" and rest[0] == rest[-1]  # noqa: PLR2004 - two quotes and something
    return (url, rest[1:-1]) if is_title else None


class Target(Struct, frozen=True):
    """Where a link leads; `end` is the position behind it."""

    url: str
    title: str
    attributes: Attributes
    end: int


def bracket(parser: InlineParser) -> None:
    if mention(parser):
        return
    if parser.element.flags & (LINK | IMAGE):
        parser.as_text(1)
    else:
        _open(parser, Link("a", 1, parser.position, parser.element.flags | LINK))


def image(parser: InlineParser) -> None:
    if parser.text.startswith("![^", parser.position):
        parser.as_text(1)
    else:
        _open(parser, Link("img", 2, parser.position, parser.element.flags | IMAGE))


def closing_bracket(parser: InlineParser) -> None:
    parser.as_solid_text(1)


def _open(parser: InlineParser, link: Link) -> None:
    start = parser.position
    close = parser.brackets.get((start, link.flags))
    is_known_to_fail = close is not None and (close < 0 or _target(parser, start + link.length, close) is None)
    if is_known_to_fail or parser.find("]", start) < 0:
        parser.as_text(link.length)
    else:
        parser.push(link, start + link.length)


class Link(OpenElement):
    """A link or an image whose text is being read; it counts the brackets in it."""

    may_fail = True
    closer = "]"

    def __init__(self, name: str, length: int, start: int, flags: int) -> None:
        super().__init__(name, start, flags)
        self.length = length
        self.brackets = [start]

    def closes(self, parser: InlineParser) -> bool:
        position = parser.position
        char = parser.text[position]
        if char == "[" or parser.text.startswith("![", position):
            self.brackets.append(position)
        if char != "]":
            return False
        opened = self.brackets.pop()
        if self.brackets:
            parser.brackets[opened, self.flags] = position
            return False
        parser.brackets[self.start, self.flags] = position
        target = _target(parser, self.start + self.length, position)
        if target is None:
            parser.drop(self)
            parser.as_text(self.length)
        elif self.name == "a":
            self._write_link(parser, target)
        else:
            self._write_image(parser, target, parser.text[self.start + self.length : position])
        return True

    def _write_link(self, parser: InlineParser, target: Target) -> None:
        title = {"title": target.title} if target.title else {}
        found = {"href": target.url, **title, **target.attributes}
        start_tag, end = parser.start_tag("a", found, target.end)
        parser.close(self, start_tag, end)

    def _write_image(self, parser: InlineParser, target: Target, source: str) -> None:
        title = {"title": target.title} if target.title else {}
        found = {"src": target.url, "alt": _ESCAPED.sub(r"\1", source), **title, **target.attributes}
        parser.drop(self)
        around = parser.element
        if isinstance(around, Link) and around.brackets:
            around.brackets.pop()  # an image inside a link's text takes its bracket along
        parser.add(*parser.start_tag("img", found, target.end, " /"))

    def end_of_text(self, parser: InlineParser) -> None:
        for opened in self.brackets:
            parser.brackets[opened, self.flags] = -1
        parser.drop(self)
        parser.as_text(self.length)


def _target(parser: InlineParser, start: int, close: int) -> Target | None:
    """What follows the closing bracket; None if this is no link."""
    text = parser.text
    name = _NAME.match(text, close + 1)
    if name is not None:
        return _defined(parser, text[start:close], name[1], close, name.end())
    if not text.startswith("(", close + 1):
        return _defined(parser, text[start:close], None, close, close + 1)
    end = parser.find(">", close + 3) if text.startswith("(<", close + 1) else -1
    if end < 0 or "\n" in text[close + 3 : end]:
        return _bare(parser, close)
    if text.startswith(")", end + 1):
        return Target(text[close + 3 : end], "", {}, end + 2)
    return _titled(parser, text[close + 3 : end], end + 1)


def _bare(parser: InlineParser, close: int) -> Target | None:
    """A URL without angle brackets around it."""
    text = parser.text
    if parser.targets is None:
        parser.targets = _ends_of_urls(text)
    end = parser.targets.get(close + 1, -1)
    if end < 0:
        return None
    url = text[close + 2 : end].strip()
    if text[end] == ")":
        return Target(url, "", {}, end + 1)
    return _titled(parser, url, end)


def _ends_of_urls(text: str) -> dict[int, int]:
    """For each opening parenthesis the place where a URL in it ends: its partner, or the space before a quote."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _END_OF_URL.finditer(text):
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


def _titled(parser: InlineParser, url: str, position: int) -> Target | None:
    start = _TITLE_START.match(parser.text, position)
    if start is None:
        return None
    end = parser.search(_TITLE_END[start[1]], start.end() + 1)
    if end is None:
        return None
    return Target(url, parser.text[start.end() : end.start()], {}, end.end())


def _defined(parser: InlineParser, source: str, name: str | None, close: int, end: int) -> Target | None:
    state = parser.state
    if not name and len(source) > LONGEST_NAME:
        return None
    found = state.links.get(link_name(name or _ESCAPED.sub(r"\1", source)))
    if found is None:
        if name and parser.text[close + 1] == "[":
            hint = f"add [{name}]: https://…"
            parser.warn("unknown-definition", f"there is no link definition for [{name}]", hint, close)
        return None
    return Target(found.url, found.title, dict(resolve(found.node, state.attribute_lists)), end)
