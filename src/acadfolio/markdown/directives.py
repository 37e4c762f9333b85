"""What stands in braces: attribute lists, and `{::comment}`, `{::nomarkdown}`, `{::options}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.attributes import BLOCK_CONTENT, LINE_CONTENT, NAME, attach, merge, read_attributes
from acadfolio.markdown.model import Shortcode
from acadfolio.markdown.state import AttributeList, Node

if TYPE_CHECKING:
    from acadfolio.markdown.block_parser import BlockParser
    from acadfolio.markdown.inline_parser import InlineParser
    from acadfolio.markdown.state import Scanner, State

_DEFINITION = re.compile(rf" {{0,3}}\{{:({NAME}):({LINE_CONTENT}+)\}}[^\S\n]*\n")
_LIST = re.compile(rf" {{0,3}}\{{:(?![:/])({BLOCK_CONTENT})\}}[^\S\n]*\n")
_LIST_IN_TEXT = re.compile(r"\{:(?![:/])((?:\\\}|[^}])+)\}")
_NAMES = ("comment", "nomarkdown", "options")
_START_IN_TEXT = re.compile(rf"\{{::({'|'.join(_NAMES)})(?:\s((?:\\\}}|[^}}])*?)|)(/)?\}}")
_START = re.compile(rf" {{0,3}}\{{::({'|'.join(_NAMES)})(?:\s({LINE_CONTENT}*?)|)(/)?\}}[^\S\n]*\n")
_END_IN_TEXT = {name: re.compile(rf"\{{:/(?:{name})?\}}") for name in _NAMES}
_END = {name: re.compile(rf"^ {{0,3}}\{{:/(?:{name})?\}}[^\S\n]*\n", re.MULTILINE) for name in _NAMES}
_CALL = re.compile(r"\{\{[ \t]*([A-Za-z_]\w*)(?=[ \t]*[(}])")
_TAKES_ATTRIBUTES = ("link", "abbreviation", "footnote")
_ABBREVIATION = re.compile(r" {0,3}\*\[([^\n]+?)\]:([^\n]*)\n")


def directive(parser: BlockParser) -> bool:
    return _definition(parser) or _block_extension(parser) or _list(parser)


def _definition(parser: BlockParser) -> bool:
    match = _DEFINITION.match(parser.text, parser.position)
    if match is None:
        return False
    read_attributes(match[2], into=parser.state.attribute_lists.setdefault(match[1], AttributeList()))
    parser.position = match.end()
    parser.add("eob", value="names")
    return True


def _list(parser: BlockParser) -> bool:
    """A list of attributes belongs to the block above it, or else to the one below."""
    match = _LIST.match(parser.text, parser.position)
    if match is None:
        return False
    parser.position = match.end()
    found = read_attributes(match[1])
    last = parser.last()
    if last is not None and last.kind != "blank" and (last.kind != "eob" or last.value in _TAKES_ATTRIBUTES):
        attach(last, found)
        if _LIST.match(parser.text, parser.position) is None:
            parser.parent.children.append(Node("eob", value="attributes"))
    elif parser.pending is None:
        parser.pending = found
    else:
        merge(parser.pending.attributes, found, {})
        parser.pending.references.extend(found.references)
    return True


def _block_extension(parser: BlockParser) -> bool:
    match = _START.match(parser.text, parser.position)
    if match is None:
        return False
    found = _body(parser, parser.state, match, _END[match[1]], parser.line())
    if found is None:
        return False
    body, parser.position = found
    name, arguments = match[1], match[2] or ""
    if name == "options":
        set_options(parser.state, arguments)
        parser.parent.children.append(Node("eob", value="options"))
    elif name == "comment" and body:
        parser.parent.children.append(Node("comment", _comment(body)))
    elif name == "nomarkdown" and body and _is_for_html(arguments):
        parser.add("raw", body)
    return True


def _body(
    scanner: Scanner, state: State, start: re.Match[str], end: re.Pattern[str], line: int
) -> tuple[str, int] | None:
    """What an extension encloses, and the position behind it; None if it has no end."""
    if start[3]:
        return "", start.end()
    stop = scanner.search(end, start.end())
    if stop is None:
        state.warn("unclosed-extension", line, f"{{::{start[1]}}} has no end", "close it with {:/}")
        return None
    return scanner.text[start.end() : stop.start()], stop.end()


def braces(parser: InlineParser) -> None:
    """An attribute list belongs to the element in front; behind text it is text."""
    text, start = parser.text, parser.position
    if text.startswith("{::", start) and _inline_extension(parser):
        return
    match = _LIST_IN_TEXT.match(text, start) if parser.element_end == start else None
    if match is not None and not text.startswith("{::", start):
        parser.position = match.end()
        return
    call = _CALL.match(text, start)
    if call is not None and not text.endswith("\\", 0, start):
        parser.state.misplaced.append(Shortcode(call[1], parser.line_of(start)))
    parser.as_text(1)


def _inline_extension(parser: InlineParser) -> bool:
    if parser.find("}", parser.position) < 0:
        return False
    match = _START_IN_TEXT.match(parser.text, parser.position)
    if match is None:
        return False
    line = parser.line_of(parser.position)
    found = _body(parser, parser.state, match, _END_IN_TEXT[match[1]], line)
    if found is None:
        return False
    body, end = found
    name, arguments = match[1], match[2] or ""
    html = ""
    if name == "options":
        set_options(parser.state, arguments)
    elif name == "comment":
        html = _comment(body) if body else ""
    elif _is_for_html(arguments):
        html = body
    parser.add(html, end)
    return True


def _comment(body: str) -> str:
    """A comment of the author's as one of HTML, which may not hold its own end."""
    return f"<!-- {body.strip().replace('--', '- -')} -->"


def _is_for_html(arguments: str) -> bool:
    """Whether `{::nomarkdown type="…"}` is meant for HTML."""
    return "html" in read_attributes(arguments).attributes.get("type", "html").split()


def set_options(state: State, arguments: str) -> None:
    settings = state.settings
    for name, value in read_attributes(arguments).attributes.items():
        if name in ("auto_ids", "parse_block_html", "parse_span_html"):
            setattr(settings, name, value.strip().lower() == "true")
        elif name == "auto_id_prefix":
            settings.auto_id_prefix = value
        elif name == "footnote_nr" and value.isdecimal():
            settings.footnote_number = int(value[:9])
        elif name == "toc_levels":
            settings.toc_levels = _levels(value)


def _levels(value: str) -> frozenset[int]:
    """Which levels `1,3` or `2..4` are."""
    first, separator, last = value.partition("..")
    if separator and first.strip().isdecimal() and last.strip().isdecimal():
        return frozenset(level for level in range(1, 7) if int(first[:9]) <= level <= int(last[:9]))
    return frozenset(level for level in range(1, 7) if str(level) in value.replace(",", " ").split())


def abbreviation_definition(parser: BlockParser) -> bool:
    """`*[HTML]: HyperText Markup Language`: marked wherever the word is used."""
    match = _ABBREVIATION.match(parser.text, parser.position)
    if match is None:
        return False
    name = re.sub(r"\s+", " ", match[1].strip())
    node = parser.add("eob", value="abbreviation")
    parser.state.abbreviations[name] = (match[2].strip(), node)
    parser.position = match.end()
    return True
