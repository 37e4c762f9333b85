"""Render the block tree as HTML, with kramdown's indentation, and parse inline text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.markdown.attributes import resolve, write_attributes
from acadfolio.markdown.code import highlight_block, language_of
from acadfolio.markdown.elements import VOID
from acadfolio.markdown.headers import github_id, unique_id
from acadfolio.markdown.markup import escape, text_content
from acadfolio.markdown.shortcodes import unmark
from acadfolio.markdown.state import TOKEN, Attributes, Heading, Node, State

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from acadfolio.markdown.inline_parser import InlineParser


class Renderer:
    """Renders the nodes of one document, with a method for each kind."""

    def __init__(self, state: State, inline: InlineParser) -> None:
        self.state = state
        self.inline = inline
        self.headings: list[Heading] = []
        self.toc_headings: list[Heading] = []  # the headings for a table of contents
        self.ids: dict[str, int] = {}  # how often each was used
        self.replaced_lists: set[str] = (
            set()
        )  # `toc` and `footnotes`, once they have replaced a list
        self.writers = {
            "blank": lambda _node, _indent: "\n",
            "code": self.code,
            "comment": self.comment,
            "dd": self.item,
            "dl": self.list,
            "dt": self.term,
            "end_of_block": lambda _node, _indent: "",
            "header": self.header,
            "html": self.html,
            "li": self.item,
            "math": self.maths,
            "ol": self.list,
            "p": self.paragraph,
            "quote": self.quote,
            "raw": lambda node, _indent: node.text,
            "rule": self.rule,
            "shortcode": lambda node, _indent: f"{node.text}\n",
            "table": self.table,
            "ul": self.list,
        }

    def children(self, node: Node, indent: int) -> str:
        return "".join([self.writers[child.kind](child, indent) for child in node.children])

    def _attributes(self, node: Node) -> str:
        return write_attributes(resolve(node, self.state.attribute_lists))

    def text(self, node: Node, _indent: int = 0) -> str:
        return self.inline.parse(node.text, node.line)

    def paragraph(self, node: Node, indent: int) -> str:
        html = self.text(node)
        if node.is_tight:
            return node.value + html
        return f"{' ' * indent}<p{self._attributes(node)}>{node.value}{html}</p>\n"

    def header(self, node: Node, indent: int) -> str:
        html = self.text(node)
        found = resolve(node, self.state.attribute_lists)
        if "id" not in found:
            found = {**found, "id": unique_id(github_id(self._text_for_id(html)), self.ids)}
        heading = Heading(node.level, found["id"], html, text_content(TOKEN.sub("", html)))
        self.headings.append(heading)
        if node.level in self.state.toc_levels and "no_toc" not in found.get("class", "").split():
            self.toc_headings.append(heading)
        return f"{' ' * indent}<h{node.level}{write_attributes(found)}>{html}</h{node.level}>\n"

    def _text_for_id(self, html: str) -> str:
        """The text of which an id is made: formulas as TeX, no footnotes, no comments."""
        return text_content(TOKEN.sub(self._tex, html))

    def _tex(self, match: re.Match[str]) -> str:
        token = self.state.tokens[int(match[1])]
        return "" if token.kind == "footnote" else escape(token.value)

    def quote(self, node: Node, indent: int) -> str:
        return self._indented("blockquote", node, indent)

    def _indented(self, name: str, node: Node, indent: int) -> str:
        space = " " * indent
        inner = self.children(node, indent + 2)
        return f"{space}<{name}{self._attributes(node)}>\n{inner}{space}</{name}>\n"

    def list(self, node: Node, indent: int) -> str:
        for name in ("toc", "footnotes"):
            if name in node.references and name not in self.replaced_lists and node.kind != "dl":
                self.replaced_lists.add(name)
                node.references.remove(name)
                return self.state.token(name, " " * indent, node.line, node)
        return self._indented(node.kind, node, indent)

    def item(self, node: Node, indent: int) -> str:
        space = " " * indent
        inner = self.children(node, indent + 2)
        opening = f"{space}<{node.kind}{self._attributes(node)}>"
        if not node.children or node.children[0].is_tight:
            return f"{opening}{inner}{space if inner.endswith(chr(10)) else ''}</{node.kind}>\n"
        return f"{opening}\n{inner}{space}</{node.kind}>\n"

    def term(self, node: Node, indent: int) -> str:
        return f"{' ' * indent}<dt{self._attributes(node)}>{self.text(node)}</dt>\n"

    def rule(self, node: Node, indent: int) -> str:
        return f"{' ' * indent}<hr{self._attributes(node)} />\n"

    def code(self, node: Node, indent: int) -> str:
        found = dict(resolve(node, self.state.attribute_lists))
        language = language_of(found) or node.value
        source = unmark(node.text)
        highlight = self.state.options.highlight or highlight_block
        html = highlight(f"{language}\n{source}").html
        if html is None:
            return _bare_code(source, indent, found, language)
        names = (f"language-{language or 'plaintext'}", found.pop("class", ""), "highlighter-rouge")
        found = {"class": " ".join(filter(None, names)), **found}
        space = " " * indent
        return (
            f'{space}<div{write_attributes(found)}><div class="highlight">'
            f'<pre class="highlight"><code>{html}</code></pre></div>{space}</div>\n'
        )

    def maths(self, node: Node, indent: int) -> str:
        token = self.state.token("block-math", unmark(node.text), node.line, node)
        return f"{' ' * indent}{token}\n"

    def comment(self, node: Node, indent: int) -> str:
        return f"{' ' * indent}{node.text}\n"

    def table(self, node: Node, indent: int) -> str:
        assert node.rows is not None  # noqa: S101 - the table rule fills it
        table, space = node.rows, " " * indent
        parts = [
            ("thead", table.head),
            *(("tbody", body) for body in table.bodies),
            ("tfoot", table.foot),
        ]
        line = node.line
        inner = ""
        for name, rows in parts:
            if rows:
                inner += f"{space}  <{name}>\n"
                for row in rows:
                    inner += self._row(
                        row,
                        table.alignments,
                        "th" if name == "thead" else "td",
                        line,
                        f"{space}    ",
                    )
                    line += 1
                line += 1
                inner += f"{space}  </{name}>\n"
        return f"{space}<table{self._attributes(node)}>\n{inner}{space}</table>\n"

    def _row(
        self, row: Sequence[str], alignments: Sequence[str], name: str, line: int, space: str
    ) -> str:
        cells = ""
        for cell, side in zip(row, alignments, strict=True):
            style = f' style="text-align: {side}"' if side else ""
            html = self.inline.parse(cell, line) if cell else "\xa0"
            cells += f"{space}  <{name}{style}>{html}</{name}>\n"
        return f"{space}<tr>\n{cells}{space}</tr>\n"

    def html(self, node: Node, indent: int) -> str:
        return f"{' ' * indent}{self._element(node, indent)}\n"

    def _element(self, node: Node, indent: int) -> str:
        opening = f"<{node.value}{self._attributes(node)}"
        inner = self._content(node, indent)
        if inner and node.content_model == "block":
            return f"{opening}>\n{inner.removesuffix(chr(10))}\n{' ' * indent}</{node.value}>"
        if not inner and (node.value in VOID or (node.closed and node.content_model == "raw")):
            return f"{opening} />"
        return f"{opening}>{inner}</{node.value}>"

    def _content(self, node: Node, indent: int) -> str:
        if node.content_model == "block":
            return self.children(node, indent + 2)
        if node.content_model == "span":
            return self.text(node)
        return "".join(
            part if isinstance(part, str) else self._element(part, indent + 2 * part.level)
            for part in node.parts
        )


def _bare_code(source: str, indent: int, found: Attributes, language: str) -> str:
    """Code in a language without a lexer, such as diagrams that a script draws."""
    inner = write_attributes({"class": f"language-{language}"})
    text = source if source.endswith("\n") else source + "\n"
    return f"{' ' * indent}<pre{write_attributes(found)}><code{inner}>{escape(text)}</code></pre>\n"
