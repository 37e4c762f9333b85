"""Links and images: `[text](url "title")`, `[text][name]`, `[name]`, `![alt](url)`, and the definitions of links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.markdown.attributes import resolve
from acadfolio.markdown.footnotes import footnote_reference
from acadfolio.markdown.inline_parser import IMAGE, LINK, InlineParser, OpenElement
from acadfolio.markdown.state import Attributes, LinkDefinition

if TYPE_CHECKING:
    from acadfolio.markdown.block_parser import BlockParser

_TITLE_END = {char: re.compile(rf"{char}\s*\)") for char in "\"'"}
_END_OF_URL = re.compile(r"[()]|\s(?=['\"])")
_ESCAPED = r"\\([\\.*_+`<>()\[\]{}#!:|\"'$=~\-])"
COMMENTS = ("#", "<>")
"""The URLs of definitions that are comments: `[//]: # (a comment)`."""
MAX_LABEL_LENGTH = 999
"""In characters; CommonMark's limit."""


def link_name(text: str) -> str:
    """A link's name in lower case with single spaces: names are compared without case and white space."""
    return " ".join(text.split()).lower()


def link_definition(parser: BlockParser) -> bool:
    """`[name]: url "title"`."""
    line = parser.whole_line()
    name, colon, target = line.strip().removeprefix("[").partition("]:")
    target = target.strip()
    if not name or not colon or "]" in name or not target:
        return False
    found = _url_and_title(target)
    if found is None:
        return False
    _define(parser, name, *found)
    parser.position += len(line)
    return True


def _define(parser: BlockParser, label: str, url: str, title: str) -> None:
    state, line, name = parser.state, parser.line_number(), link_name(label)
    if name.startswith("^"):  # kramdown treats it as a link definition too, and shows nothing.
        hint = "label it with letters from a to z, digits and hyphens, such as `[^1]`"
        state.warn(
            "markdown-footnote",
            line,
            f"[{label}] is not a valid footnote label: this note is not shown",
            hint,
        )
    if name in state.links and url.partition(" ")[0] not in COMMENTS:
        message, hint = (
            f"link [{name}] is defined twice",
            "delete one of them; the later one is used",
        )
        state.warn("markdown-duplicate-definition", line, message, hint)
    state.links[name] = LinkDefinition(url, title, parser.add("end_of_block", value="link"))


def _url_and_title(target: str) -> tuple[str, str] | None:
    """The URL, maybe in angle brackets, and the title of a definition; None if the title is not closed.

    As in kramdown, angle brackets before other words are part of the URL.
    """
    url, bracket, rest = target.removeprefix("<").partition(">")
    if target.startswith("<") and bracket:
        title = _unquoted(rest.strip())
        return (target, "") if rest.strip() and not title else (url, title)
    starts = [at for at in (target.find(' "'), target.find(" '")) if at >= 0]
    if not starts:
        return target, ""
    title = _unquoted(target[min(starts) + 1 :])
    return (target[: min(starts)].rstrip(), title) if title else None


def _unquoted(text: str) -> str:
    """The text without its quotes; empty if it has none."""
    is_quoted = len(text) > 2 and text[0] in "\"'" and text[0] == text[-1]  # noqa: PLR2004 - two quotes and something
    return text[1:-1] if is_quoted else ""


class Target(Struct, frozen=True):
    """The target of a link; `end` is the position after it."""

    url: str
    attributes: Attributes
    end: int


def bracket(parser: InlineParser) -> None:
    if footnote_reference(parser):
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


def _open(parser: InlineParser, link: Link) -> None:
    start = parser.position
    close = parser.closing_brackets.get((start, link.flags))
    is_known_to_fail = close is not None and (
        close < 0 or _target(parser, start + link.length, close) is None
    )
    if is_known_to_fail or parser.find("]", start) < 0:
        parser.as_text(link.length)
    else:
        parser.push(link, start + link.length)


class Link(OpenElement):
    """An open link or image. It counts the brackets in its text."""

    needs_end = True
    closer = "]"

    def __init__(self, name: str, length: int, start: int, flags: int) -> None:
        super().__init__(name, start, flags)
        self.length = length
        self.open_brackets = [start]

    def closes(self, parser: InlineParser) -> bool:
        position = parser.position
        char = parser.text[position]
        if char == "[" or parser.text.startswith("![", position):
            self.open_brackets.append(position)
        if char != "]":
            return False
        opened = self.open_brackets.pop()
        if self.open_brackets:
            parser.closing_brackets[opened, self.flags] = position
            return False
        parser.closing_brackets[self.start, self.flags] = position
        target = _target(parser, self.start + self.length, position)
        if target is None:
            parser.drop(self)
            parser.as_text(self.length)
        elif self.name == "a":
            start_tag, end = parser.start_tag(
                "a", {"href": target.url, **target.attributes}, target.end
            )
            parser.close(self, start_tag, end)
        else:
            self._write_image(parser, target, parser.text[self.start + self.length : position])
        return True

    def _write_image(self, parser: InlineParser, target: Target, source: str) -> None:
        found = {"src": target.url, "alt": re.sub(_ESCAPED, r"\1", source), **target.attributes}
        parser.drop(self)
        around = parser.element
        if isinstance(around, Link) and around.open_brackets:
            around.open_brackets.pop()  # the bracket of an image in the text of a link
        parser.add(*parser.start_tag("img", found, target.end, " /"))

    def end_of_text(self, parser: InlineParser) -> None:
        for opened in self.open_brackets:
            parser.closing_brackets[opened, self.flags] = -1
        parser.drop(self)
        parser.as_text(self.length)


def _target(parser: InlineParser, start: int, close: int) -> Target | None:
    """The target after the closing bracket; None if this is not a link."""
    text = parser.text
    bracket = parser.skip_space(close + 1)
    end = parser.find("]", bracket) if text.startswith("[", bracket) else -1
    if end >= 0:
        return _defined(parser, text[start:close], text[bracket + 1 : end], close, end + 1)
    if not text.startswith("(", close + 1):
        return _defined(parser, text[start:close], "", close, close + 1)
    end = parser.find(">", close + 3) if text.startswith("(<", close + 1) else -1
    if end < 0 or "\n" in text[close + 3 : end]:
        return _bare(parser, close)
    if text.startswith(")", end + 1):
        return Target(text[close + 3 : end], {}, end + 2)
    return _titled(parser, text[close + 3 : end], end + 1)


def _bare(parser: InlineParser, close: int) -> Target | None:
    """The target with a URL without angle brackets."""
    text = parser.text
    if parser.url_ends is None:
        parser.url_ends = _ends_of_urls(text)
    end = parser.url_ends.get(close + 1, -1)
    if end < 0:
        return None
    url = text[close + 2 : end].strip()
    if text[end] == ")":
        return Target(url, {}, end + 1)
    return _titled(parser, url, end)


def _ends_of_urls(text: str) -> dict[int, int]:
    """For each opening parenthesis, the end of a URL in it: the closing one, or the space before a quote."""
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
    start = parser.skip_space(position)
    if not parser.text.startswith(("'", '"'), start):
        return None
    end = parser.search(_TITLE_END[parser.text[start]], start + 2)
    if end is None:
        return None
    return Target(url, _title(parser.text[start + 1 : end.start()]), end.end())


def _defined(parser: InlineParser, source: str, name: str, close: int, end: int) -> Target | None:
    state = parser.state
    if not name and len(source) > MAX_LABEL_LENGTH:
        return None
    found = state.links.get(link_name(name or re.sub(_ESCAPED, r"\1", source)))
    if found is None:
        if (
            name and not name.startswith("@") and parser.text[close + 1] == "["
        ):  # `[@key]` is a citation.
            hint = f"add [{name}]: https://…"
            parser.warn(
                "markdown-unknown-definition",
                f"there is no link definition for [{name}]",
                hint,
                close,
            )
        return None
    return Target(found.url, _title(found.title) | resolve(found.node, state.attribute_lists), end)


def _title(title: str) -> Attributes:
    return {"title": title} if title else {}
