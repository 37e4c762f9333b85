"""What stands in braces on a line of its own: attribute lists, and `{::comment}`, `{::nomarkdown}`, `{::options}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes
from acadfolio.markdown.attributes import BLOCK_CONTENT, LINE_CONTENT, AttributeList
from acadfolio.markdown.tree import Node

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks
    from acadfolio.markdown.state import State

_DEFINITION = re.compile(rf" {{0,3}}\{{:({attributes.NAME}):({LINE_CONTENT}+)\}}[^\S\n]*\n")
_LIST = re.compile(rf" {{0,3}}\{{:(?![:/])({BLOCK_CONTENT})\}}[^\S\n]*\n")
_START = re.compile(rf" {{0,3}}\{{::(\w+)(?:\s({LINE_CONTENT}*?)|)(/)?\}}[^\S\n]*\n")
NAMES = frozenset(("comment", "nomarkdown", "options"))
_STOP = {name: re.compile(rf"^ {{0,3}}\{{:/(?:{name})?\}}[^\S\n]*\n", re.MULTILINE) for name in NAMES}
_KEPT = frozenset(("link", "abbreviation", "footnote"))


def block(blocks: Blocks) -> bool:
    return _definition(blocks) or _extension(blocks) or _list(blocks)


def _definition(blocks: Blocks) -> bool:
    match = _DEFINITION.match(blocks.text, blocks.position)
    if match is None:
        return False
    found = blocks.state.attribute_lists.setdefault(match[1], AttributeList())
    attributes.read(match[2], found)
    blocks.position = match.end()
    blocks.add("eob", value="names")
    return True


def _list(blocks: Blocks) -> bool:
    """A list of attributes belongs to the block above it, or else to the one below."""
    match = _LIST.match(blocks.text, blocks.position)
    if match is None:
        return False
    blocks.position = match.end()
    found = AttributeList()
    attributes.read(match[1], found)
    children = blocks.parent.children
    last = children[-1] if children else None
    if last is not None and last.kind != "blank" and (last.kind != "eob" or last.value in _KEPT):
        attributes.attach(last, found)
        if _LIST.match(blocks.text, blocks.position) is None:
            children.append(Node("eob", value="attributes"))
        return True
    if blocks.pending is None:
        blocks.pending = found
    else:
        attributes.merge(blocks.pending.attributes, found, {})
        blocks.pending.references.extend(found.references)
    return True


def _extension(blocks: Blocks) -> bool:
    match = _START.match(blocks.text, blocks.position)
    if match is None:
        return False
    name = match[1]
    if name not in NAMES:
        return False
    body = ""
    end = match.end()
    if not match[3]:
        stop = blocks.search(_STOP[name], match.end())
        if stop is None:
            blocks.state.remark(blocks.line(), f"{{::{name}}} has no end", "close it with {:/}")
            return False
        body, end = blocks.text[match.end() : stop.start()], stop.end()
    blocks.position = end
    _apply(blocks, name, match[2] or "", body)
    return True


def _apply(blocks: Blocks, name: str, arguments: str, body: str) -> None:
    if name == "options":
        set_options(blocks.state, arguments)
        blocks.parent.children.append(Node("eob", value="options"))
    elif name == "comment":
        if body:
            blocks.parent.children.append(Node("comment", comment(body)))
    elif for_html(arguments) and body:
        blocks.add("raw", body)


def comment(body: str) -> str:
    """A comment of the author's as one of HTML, which may not hold its own end."""
    return f"<!-- {body.strip().replace('--', '- -')} -->"


def for_html(arguments: str) -> bool:
    """Whether `{::nomarkdown type="…"}` is meant for HTML."""
    found = AttributeList()
    attributes.read(arguments, found)
    kinds = found.attributes.get("type", "html").split()
    return "html" in kinds


def set_options(state: State, arguments: str) -> None:
    found = AttributeList()
    attributes.read(arguments, found)
    settings = state.settings
    for name, value in found.attributes.items():
        if name in ("auto_ids", "parse_block_html", "parse_span_html"):
            setattr(settings, name, value.strip().lower() == "true")
        elif name == "auto_id_prefix":
            settings.auto_id_prefix = value
        elif name == "footnote_nr" and value.isdecimal():
            settings.footnote_number = int(value[:9])
        elif name == "toc_levels":
            settings.toc_levels = _levels(value)


def _levels(value: str) -> frozenset[int]:
    first, separator, last = value.partition("..")
    if separator and first.strip().isdecimal() and last.strip().isdecimal():
        return frozenset(level for level in range(1, 7) if int(first[:9]) <= level <= int(last[:9]))
    return frozenset(level for level in range(1, 7) if str(level) in value.replace(",", " ").split())
