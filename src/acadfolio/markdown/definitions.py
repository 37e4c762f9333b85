"""Definitions that show nothing where they stand: links, abbreviations, footnotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes
from acadfolio.markdown.lines import BLANK_LINE, LAZY_END
from acadfolio.markdown.state import LinkDefinition
from acadfolio.markdown.tree import Node

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks

_LINK = re.compile(r" {0,3}\[([^\n\]]+)\]:[ \t]*(?:<([^>\n]*)>([^\n]*)|(\S[^\n]*))\n")
_TITLE_START = re.compile(r"[ \t]+([\"'])")
_TITLE_LINE = re.compile(r"[ \t]*([\"'])([^\n]+)\1[ \t]*\n")
_ABBREVIATION = re.compile(r" {0,3}\*\[([^\n]+?)\]:([^\n]*)\n")
_FOOTNOTE = re.compile(
    rf" {{0,3}}\[\^({attributes.NAME})\]:([^\n]*\n"
    # Further lines are indented, but for lazy ones right below an indented line: even definitions.
    rf"(?>(?:(?>(?:{BLANK_LINE})*)(?>(?:(?:\t| {{4}})[^\S\n]*+\S[^\n]*\n)+)"
    rf"(?>(?:(?!{LAZY_END})[^\n]*\n)*))*))"
)
_INDENT = re.compile(r"^(?:\t| {4})", re.MULTILINE)
_SPACE = re.compile(r"\s+")


def link_name(text: str) -> str:
    """Names are the same whatever their case and white space."""
    return _SPACE.sub(" ", text).lower()


def link(blocks: Blocks) -> bool:
    match = _LINK.match(blocks.text, blocks.position)
    if match is None:
        return False
    name, bracketed, rest, bare = match.groups()
    if bare is not None:
        found = _split(bare)
    else:
        title = _title(rest)
        found = None if rest.strip() and not title else (bracketed, title)
    if found is None:
        return False
    url, title = found
    end = match.end()
    if not title and (below := _TITLE_LINE.match(blocks.text, end)):
        title, end = below[2], below.end()
    state = blocks.state
    name = link_name(name)
    if name.startswith("^"):  # kramdown takes it for a link too, and shows nothing of it.
        hint = "label it with letters from a to z, digits and hyphens, such as `[^1]`, wherever it stands"
        state.remark(blocks.line(), f"[{match[1]}] is no label of a footnote: this note is not shown", hint)
    if name in state.links:
        state.remark(blocks.line(), f"link [{name}] is defined twice", "the later definition counts")
    node = blocks.add("eob", value="link")
    state.links[name] = LinkDefinition(url, title, node)
    state.longest_link_name = max(state.longest_link_name, len(name))
    blocks.position = end
    return True


def _split(line: str) -> tuple[str, str] | None:
    """The address and the title of a definition without angle brackets; nothing if a title has no end."""
    line = line.rstrip()
    start = _TITLE_START.search(line)
    if start is None:
        return line, ""
    if line[-1] != start[1] or start.end() >= len(line) - 1:
        return None
    return line[: start.start()], line[start.end() : -1]


def _title(rest: str) -> str:
    rest = rest.strip()
    quoted = len(rest) > 2 and rest[0] in "\"'" and rest[0] == rest[-1]  # noqa: PLR2004 - two quotes and something
    return rest[1:-1] if quoted else ""


def abbreviation(blocks: Blocks) -> bool:
    match = _ABBREVIATION.match(blocks.text, blocks.position)
    if match is None:
        return False
    node = blocks.add("eob", value="abbreviation")
    blocks.state.abbreviations[_SPACE.sub(" ", match[1].strip())] = (match[2].strip(), node)
    blocks.position = match.end()
    return True


def footnote(blocks: Blocks) -> bool:
    match = _FOOTNOTE.match(blocks.text, blocks.position)
    if match is None:
        return False
    name, state, line = match[1], blocks.state, blocks.line()
    if name in state.footnotes:
        state.remark(line, f"footnote [^{name}] is defined twice", "the later definition counts")
    node = Node("root")
    state.footnotes[name] = node
    blocks.read_children(node, _INDENT.sub("", match[2]), line)
    blocks.add("eob", value="footnote")
    blocks.position = match.end()
    return True
