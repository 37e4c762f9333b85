"""Definitions that show nothing where they stand: links, abbreviations, footnotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes
from acadfolio.markdown.lines import BLANK_LINE, LAZY_END
from acadfolio.markdown.state import FootnoteDefinition, LinkDefinition
from acadfolio.markdown.tree import Node

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks

_LINK = re.compile(
    r""" {0,3}\[([^\n\]]+)\]:[ \t]*(?:<([^>\n]*)>|([^'"\s]\S*?(?:[ \t]+[^'"\s]\S*?)*?))
    (?:(?:[ \t]*\n|[ \t]+)[ \t]*(?:"([^\n]+?)"|'([^\n]+?)'))?[ \t]*\n""".replace("\n    ", "")
)
_ABBREVIATION = re.compile(r" {0,3}\*\[([^\n]+?)\]:([^\n]*)\n")
_FOOTNOTE = re.compile(
    rf" {{0,3}}\[\^({attributes.NAME})\]:([^\n]*\n"
    rf"(?:(?!{LAZY_END}| {{0,3}}\[\^{attributes.NAME}\]:| {{0,3}}\*\[[^\n]+?\]:| {{0,3}}\[[^\n\]]+\]:)[^\n]*\n)*+"
    rf"(?:(?:{BLANK_LINE})*+(?:(?:\t| {{4}})[^\S\n]*+\S[^\n]*\n)++"
    rf"(?:(?!{LAZY_END}| {{0,3}}\[\^?[^\n\]]+\]:)[^\n]*\n)*+)*+)"
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
    name, bracketed, bare, double, single = match.groups()
    state = blocks.state
    name = link_name(name)
    if name in state.links:
        state.remark(blocks.line(), f"link [{name}] is defined twice", "the later definition counts")
    node = Node("eob", value="link")
    if blocks.pending is not None:
        attributes.attach(node, blocks.pending)
        blocks.pending = None
    state.links[name] = LinkDefinition(bracketed if bare is None else bare, double or single, node)
    state.longest_link_name = max(state.longest_link_name, len(match[1]))
    blocks.parent.children.append(node)
    blocks.position = match.end()
    return True


def abbreviation(blocks: Blocks) -> bool:
    match = _ABBREVIATION.match(blocks.text, blocks.position)
    if match is None:
        return False
    node = Node("eob", value="abbreviation")
    blocks.state.abbreviations[_SPACE.sub(" ", match[1].strip())] = (match[2].strip(), node)
    blocks.parent.children.append(node)
    blocks.position = match.end()
    return True


def footnote(blocks: Blocks) -> bool:
    match = _FOOTNOTE.match(blocks.text, blocks.position)
    if match is None:
        return False
    name, state, line = match[1], blocks.state, blocks.line()
    if name in state.footnotes:
        first = state.footnotes[name].line
        state.remark(line, f"footnote [^{name}] is defined twice", f"line {first} defines it too; this one counts")
    node = Node("root")
    state.footnotes[name] = FootnoteDefinition(name, node, line)
    blocks.read_children(node, _INDENT.sub("", match[2].lstrip(" \t")), line)
    blocks.parent.children.append(Node("eob", value="footnote"))
    blocks.position = match.end()
    return True
