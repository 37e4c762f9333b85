"""Convert a text with paragraphs and lists, such as an abstract, to LaTeX and to plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.bibliography.writers.inline import to_latex, to_text
from acadfolio.markdown.document import blocks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.markdown.state import Node

ENVIRONMENTS = {"ul": "itemize", "ol": "enumerate", "dl": "description"}
MAX_DEPTH = 6


def to_latex_blocks(markdown: str) -> str:
    """Convert to LaTeX with blank lines between paragraphs, and with environments for lists."""
    if "\n" not in markdown.strip():
        return to_latex(markdown)
    return "\n\n".join(filter(None, (_latex(node, source) for node, source in blocks_of(markdown))))


def _latex(node: Node, source: str, depth: int = 0) -> str:
    if node.kind in {"blank", "end_of_block", "rule", "comment"}:
        return ""
    if node.kind == "math":
        return rf"\[{node.text}\]"
    if node.kind in {"p", "header"}:
        return " ".join(to_latex(node.text).split())
    if node.kind not in ENVIRONMENTS or depth > MAX_DEPTH:
        return " ".join(to_latex(source).split())
    items = "\n".join(_latex_item(item, depth) for item in node.children)
    environment = ENVIRONMENTS[node.kind]
    return f"\\begin{{{environment}}}\n{items}\n\\end{{{environment}}}"


def _latex_item(item: Node, depth: int) -> str:
    parts = list(filter(None, (_latex(child, child.text, depth + 1) for child in item.children)))
    if item.kind == "dt":
        return rf"\item[{' '.join(to_latex(item.text).split())}]"
    separator = (
        "\n\n" if any(child.kind == "p" and not child.is_tight for child in item.children) else "\n"
    )
    content = separator.join(parts)
    return content if item.kind == "dd" else rf"\item {content}"


def to_text_blocks(markdown: str, separator: str = " ") -> str:
    """Convert to plain text with this separator between paragraphs and items of lists."""
    if "\n" not in markdown.strip():
        return to_text(markdown)
    texts: list[str] = []
    for node, source in blocks_of(markdown):
        _collect(node, source, texts.append)
    return separator.join(filter(None, texts))


def _collect(node: Node, source: str, add: Callable[[str], None]) -> None:
    """Add the text of each paragraph in a block."""
    if node.kind in {"blank", "end_of_block", "rule", "comment"}:
        return
    if node.kind == "math":
        add(f"${node.text}$")
    elif node.children:
        for child in node.children:
            _collect(child, child.text, add)
    else:
        add(to_text(node.text or source))
