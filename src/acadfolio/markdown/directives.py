"""Rules for braces: attribute lists, and kramdown's extensions `{::comment}`, `{::nomarkdown}`, `{::options}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.attributes import (
    BLOCK_CONTENT,
    LIST_IN_TEXT,
    NAME,
    attach,
    merge,
    read_attributes,
)
from acadfolio.markdown.state import AttributeList, Node, Shortcode, State

if TYPE_CHECKING:
    from acadfolio.markdown.block_parser import BlockParser
    from acadfolio.markdown.inline_parser import InlineParser

_LIST = re.compile(rf" {{0,3}}\{{:(?![:/])(?:({NAME}):)?({BLOCK_CONTENT})\}}[^\S\n]*\n")
_NAMES = ("comment", "nomarkdown", "options")
_START = re.compile(rf"\{{::({'|'.join(_NAMES)})(?:\s((?:\\\}}|[^}}])*?)|)(/)?\}}")
_END_IN_TEXT = {name: re.compile(rf"\{{:/(?:{name})?\}}") for name in _NAMES}
_END = {
    name: re.compile(rf"^ {{0,3}}\{{:/(?:{name})?\}}[^\S\n]*\n", re.MULTILINE) for name in _NAMES
}
_CALL = re.compile(r"\{\{[ \t]*([A-Za-z_]\w*)(?=[ \t]*[(}])")
_TAKES_ATTRIBUTES = ("link", "abbreviation", "footnote")


def directive(parser: BlockParser) -> bool:
    match = _LIST.match(parser.text, parser.position)
    if match is None:
        return _block_extension(parser)
    parser.position = match.end()
    if match[1]:
        read_attributes(
            match[2], into=parser.state.attribute_lists.setdefault(match[1], AttributeList())
        )
        parser.add("end_of_block", value="names")
    else:
        _attach(parser, read_attributes(match[2]))
    return True


def _attach(parser: BlockParser, found: AttributeList) -> None:
    """Add an attribute list to the block above it, or else to the one below."""
    last = parser.last()
    if (
        last is not None
        and last.kind != "blank"
        and (last.kind != "end_of_block" or last.value in _TAKES_ATTRIBUTES)
    ):
        attach(last, found)
        if _LIST.match(parser.text, parser.position) is None:
            parser.parent.children.append(Node("end_of_block", value="attributes"))
    elif parser.pending is None:
        parser.pending = found
    else:
        merge(parser.pending.attributes, found, {})
        parser.pending.references.extend(found.references)


def _block_extension(parser: BlockParser) -> bool:
    match = _START.match(parser.text, parser.text_start)
    start = parser.blank_rest_end(match.end()) if match else -1
    if match is None or start < 0:
        return False
    found = _body(parser, match, start, _END[match[1]])
    if found is None:
        return False
    body, parser.position = found
    html = _html(parser.state, match, body)
    if match[1] == "options":
        parser.parent.children.append(Node("end_of_block", value="options"))
    elif html and match[1] == "comment":
        parser.parent.children.append(Node("comment", html))
    elif html:
        parser.add("raw", html)
    return True


def _html(state: State, match: re.Match[str], body: str) -> str:
    """The HTML of an extension; empty for options, which are set."""
    name, arguments = match[1], match[2] or ""
    if name == "options":
        if levels := read_attributes(arguments).attributes.get("toc_levels"):
            state.toc_levels = _levels(levels)
    elif name == "comment" and body:
        return f"<!-- {body.strip().replace('--', '- -')} -->"  # a comment in HTML must not contain `--`
    elif name == "nomarkdown":
        return body
    return ""


def _body(
    parser: BlockParser | InlineParser, match: re.Match[str], start: int, end: re.Pattern[str]
) -> tuple[str, int] | None:
    """The content of an extension, and the position after it; None if it is not closed."""
    if match[3]:
        return "", start
    stop = parser.search(end, start)
    if stop is None:
        line = parser.line_of(match.start())
        parser.state.warn(
            "markdown-unclosed", line, f"{{::{match[1]}}} has no end", "close it with {:/}"
        )
        return None
    return parser.text[start : stop.start()], stop.end()


def braces(parser: InlineParser) -> None:
    """An attribute list after an element belongs to it; after text it is text."""
    text, start = parser.text, parser.position
    if text.startswith("{::", start) and _inline_extension(parser):
        return
    may_be_list = parser.element_end == start and parser.find("}", start) > 0
    match = LIST_IN_TEXT.match(text, start) if may_be_list else None
    if match is not None and not text.startswith("{::", start):
        parser.position = match.end()
        return
    call = _CALL.match(text, start)
    if call is not None and not text.endswith("\\", 0, start):
        parser.state.misplaced.append(
            Shortcode(call[1], parser.line_of(start), parser.written_at(start))
        )
    parser.as_text(1)


def _inline_extension(parser: InlineParser) -> bool:
    if parser.find("}", parser.position) < 0:
        return False
    match = _START.match(parser.text, parser.position)
    if match is None:
        return False
    found = _body(parser, match, match.end(), _END_IN_TEXT[match[1]])
    if found is None:
        return False
    body, end = found
    parser.add(_html(parser.state, match, body), end)
    return True


def _levels(value: str) -> frozenset[int]:
    """The levels of `1,3` or `2..4`."""
    first, separator, last = value.partition("..")
    if separator and first.strip().isdecimal() and last.strip().isdecimal():
        return frozenset(level for level in range(1, 7) if int(first[:9]) <= level <= int(last[:9]))
    return frozenset(
        level for level in range(1, 7) if str(level) in value.replace(",", " ").split()
    )


def abbreviation_definition(parser: BlockParser) -> bool:
    """`*[HTML]: HyperText Markup Language`: a title for every occurrence of the word."""
    line = parser.whole_line()
    name, colon, title = line.strip().removeprefix("*[").partition("]:")
    if not name or not colon or not parser.text.startswith("*[", parser.text_start):
        return False
    node = parser.add("end_of_block", value="abbreviation")
    parser.state.abbreviations[" ".join(name.split())] = (title.strip(), node)
    parser.position += len(line)
    return True
