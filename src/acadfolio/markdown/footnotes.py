"""Footnotes: references `[^1]`, definitions `[^1]: text`, and their list, in the order of the first references."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown.attributes import NAME
from acadfolio.markdown.block_parser import INDENT, BlockParser
from acadfolio.markdown.state import Node

if TYPE_CHECKING:
    from acadfolio.markdown.inline_parser import InlineParser

_REFERENCE = re.compile(rf"\[\^({NAME})\]")
_NO_BREAK_SPACE = "\xa0"


def footnote_definition(parser: BlockParser) -> bool:
    match = _REFERENCE.match(parser.text, parser.text_start)
    if match is None or not parser.text.startswith(":", match.end()):
        return False
    end = parser.indented_end(parser.line_end(match.end()))
    name, state, line = match[1], parser.state, parser.line_number()
    if name in state.footnotes:
        message = f"footnote [^{name}] is defined twice"
        state.warn(
            "markdown-duplicate-definition",
            line,
            message,
            "delete one of them; the later one is used",
        )
    node = Node("root")
    state.footnotes[name] = node
    parser.parse_children(node, re.sub(INDENT, "", parser.text[match.end() + 1 : end]), line)
    parser.add("end_of_block", value="footnote")
    parser.position = end
    return True


def footnote_reference(parser: InlineParser) -> bool:
    """`[^1]` in a text. Returns False if the position has no `[^`."""
    if not parser.text.startswith("[^", parser.position):
        return False
    match = _REFERENCE.match(parser.text, parser.position)
    if match is None:
        parser.as_text(1)
    elif match[1] not in parser.state.footnotes:
        hint = f"add [^{match[1]}]: and its text"
        parser.warn(
            "markdown-unknown-definition",
            f"there is no footnote [^{match[1]}]",
            hint,
            parser.position,
        )
        parser.as_text(match.end() - match.start())
    else:
        parser.add(parser.state.token("footnote", match[1], parser.line), match.end())
    return True


class Footnotes:
    """Numbers the references, and writes the list of footnotes."""

    def __init__(self) -> None:
        self.reference_counts: dict[str, int] = {}
        self.names: list[str] = []  # in the order of their numbers

    def reference(self, name: str) -> str:
        """The HTML of a reference: the footnote's number as a link."""
        if name not in self.reference_counts:
            self.names.append(name)
        count = self.reference_counts.get(name, 0)
        self.reference_counts[name] = count + 1
        number = self.names.index(name) + 1
        return (
            f'<sup id="{_reference_id(name, count)}" role="doc-noteref">'
            f'<a href="#fn:{name}" class="footnote" rel="footnote">{number}</a></sup>'
        )

    def section(self, notes: list[str]) -> str:
        """The list of all footnotes. `notes` is their HTML, in the order of `names`."""
        if not notes:
            return ""
        items = "".join(
            f'    <li id="fn:{name}" role="doc-endnote">\n{self._with_links_back(name, html)}    </li>\n'
            for name, html in zip(self.names, notes, strict=True)
        )
        return f'<div class="footnotes" role="doc-endnotes">\n  <ol>\n{items}  </ol>\n</div>\n'

    def _with_links_back(self, name: str, html: str) -> str:
        links = _NO_BREAK_SPACE.join(
            _link_back(name, count) for count in range(self.reference_counts[name])
        )
        text = html.rstrip().removesuffix("</p>")
        if text == html.rstrip():
            return f"{html}      <p>{links}</p>\n"
        return f"{text}{_NO_BREAK_SPACE}{links}{html[len(text) :]}"


def _reference_id(name: str, count: int) -> str:
    return f"fnref:{name}:{count}" if count else f"fnref:{name}"


def _link_back(name: str, count: int) -> str:
    number = f"<sup>{count + 1}</sup>" if count else ""
    href = f"#{_reference_id(name, count)}"
    return f'<a href="{href}" class="reversefootnote" role="doc-backlink">&#8617;{number}</a>'
