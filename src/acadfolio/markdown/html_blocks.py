"""HTML on block level: left raw, or read as blocks or as text where a `markdown` attribute says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes, tags
from acadfolio.markdown.escape import escape_text
from acadfolio.markdown.lines import DEEPEST
from acadfolio.markdown.tree import Node

if TYPE_CHECKING:
    from acadfolio.markdown.blocks import Blocks

_REST_OF_LINE = re.compile(r"[^\S\n]*\n")
_RAW_START = re.compile(rf"<(?:{tags.NAME}|[/?]|!--|!\[CDATA\[)")


def block(blocks: Blocks) -> bool:
    text, start = blocks.text, blocks.position
    if text.startswith(("<!--", "<?"), start):
        return _comment(blocks, start)
    start = text.index("<", start)
    match = tags.TAG.match(text, start)
    if match is None or match[1].lower() in tags.SPAN:
        return False
    parent_line = blocks.line()
    node, has_body = _start(blocks, match)
    node.line = parent_line
    blocks.parent.children.append(node)
    _read(blocks, node, raw_parent=False, has_body=has_body)
    return True


def _comment(blocks: Blocks, start: int) -> bool:
    end = _comment_end(blocks, start)
    if end < 0:
        return False
    node = Node("comment", blocks.text[start:end])
    blocks.parent.children.append(node)
    blocks.position = end
    _skip_rest_of_line(blocks)
    return True


def _comment_end(blocks: Blocks, start: int) -> int:
    close = "-->" if blocks.text.startswith("<!--", start) else "?>"
    found = blocks.find(close, start + (4 if close == "-->" else 2))
    return -1 if found < 0 else found + len(close)


def _skip_rest_of_line(blocks: Blocks) -> None:
    match = _REST_OF_LINE.match(blocks.text, blocks.position)
    if match is not None:
        blocks.position = match.end()


def _start(blocks: Blocks, match: re.Match[str]) -> tuple[Node, bool]:
    """The element of a start tag; its content model is the tag's own until somebody knows better."""
    name = match[1].lower() if match[1].lower() in tags.KNOWN else match[1]
    node = Node("html", value=name)
    node.attributes = tags.attributes_of(match[2])
    if blocks.pending is not None:
        attributes.attach(node, blocks.pending)
        blocks.pending = None
    node.closed = match[3] is not None
    blocks.position = match.end()
    return node, not (node.closed or name in tags.VOID)


def _read(blocks: Blocks, node: Node, *, raw_parent: bool, has_body: bool) -> None:
    """Read what the element holds, up to and with its end tag."""
    by_default = tags.content_model(node.value) if blocks.state.settings.parse_block_html and not raw_parent else "raw"
    node.model = tags.markdown_attribute(node.value, node.attributes) or by_default
    if node.value in tags.VERBATIM:
        node.model = "raw"
        if has_body:
            _verbatim(blocks, node)
        return
    if node.model == "block":
        if blocks.depth >= DEEPEST:
            node.model = "raw"
        else:
            _skip_rest_of_line(blocks)
    if not has_body:
        return
    if node.model == "block":
        _blocks(blocks, node)
    elif node.model == "span":
        _span(blocks, node)
    else:
        _raw(blocks, node)
    if not raw_parent:
        _skip_rest_of_line(blocks)


def _unclosed(blocks: Blocks, node: Node) -> None:
    line = node.line or blocks.line()
    blocks.state.remark(line, f"<{node.value}> is not closed", f"add </{node.value}> where it ends")


def _verbatim(blocks: Blocks, node: Node) -> None:
    close = re.compile(rf"</{node.value}\s*>", re.IGNORECASE)
    match = blocks.search(close, blocks.position)
    end = match.start() if match else blocks.end
    node.parts.append(blocks.text[blocks.position : end])
    blocks.position = match.end() if match else blocks.end
    if match is None:
        _unclosed(blocks, node)


def _blocks(blocks: Blocks, node: Node) -> None:
    outer = blocks.parent
    blocks.parent = node
    blocks.depth += 1
    found = blocks.run()
    blocks.depth -= 1
    blocks.parent = outer
    if not found:
        _unclosed(blocks, node)


def _span(blocks: Blocks, node: Node) -> None:
    match = blocks.search(re.compile(rf"</{re.escape(node.value)}\s*>", re.IGNORECASE), blocks.position)
    end = match.start() if match else blocks.end
    node.text = blocks.text[blocks.position : end]
    blocks.position = match.end() if match else blocks.end
    if match is None:
        _unclosed(blocks, node)


def _raw(blocks: Blocks, node: Node) -> None:
    """Raw content becomes finished HTML; only elements with a `markdown` attribute stay nodes inside it."""
    text = blocks.text
    open_names = [node.value]
    parts = node.parts
    while open_names:
        match = _RAW_START.search(text, blocks.position)
        if match is None:
            parts.append(escape_text(text[blocks.position :]))
            blocks.position = blocks.end
            _unclosed(blocks, node)
            parts.extend(f"</{name}>" for name in reversed(open_names[1:]))
            return
        if match.start() > blocks.position:
            parts.append(escape_text(text[blocks.position : match.start()]))
        blocks.position = match.start()
        _raw_item(blocks, parts, open_names)


def _raw_item(blocks: Blocks, parts: list[str | Node], open_names: list[str]) -> None:
    """One tag or comment inside raw content."""
    text, start = blocks.text, blocks.position
    if text.startswith(("<!", "<?"), start):
        if text.startswith("<![", start):
            close = blocks.find("]]>", start)
            end = -1 if close < 0 else close + 3
        else:
            end = _comment_end(blocks, start)
        blocks.position = end if end > 0 else start + 1
        parts.append(text[start:end] if end > 0 else "&lt;")
        return
    closing = tags.CLOSING_TAG.match(text, start)
    if closing is not None:
        blocks.position = closing.end()
        if closing[1].lower() == open_names[-1].lower():
            open_names.pop()
            if open_names:
                parts.append(f"</{closing[1].lower()}>")
        else:
            parts.append(escape_text(closing[0]))
        return
    match = tags.TAG.match(text, start)
    if match is None:
        blocks.position = start + 1
        parts.append("&lt;")
        return
    _raw_element(blocks, match, parts, open_names)


def _raw_element(blocks: Blocks, match: re.Match[str], parts: list[str | Node], open_names: list[str]) -> None:
    node, has_body = _start(blocks, match)
    if node.value in tags.VERBATIM or "markdown" in node.attributes:
        model = tags.markdown_attribute(node.value, dict(node.attributes)) or "raw"
        if node.value in tags.VERBATIM or (model != "raw" and blocks.depth < DEEPEST):
            node.line = blocks.line()
            node.level = len(open_names)
            _read(blocks, node, raw_parent=True, has_body=has_body)
            parts.append(node)
            return
        node.attributes.pop("markdown", None)
    written = attributes.written(node.attributes)
    if not has_body:
        parts.append(f"<{node.value}{written} />")
        return
    parts.append(f"<{node.value}{written}>")
    open_names.append(node.value)
