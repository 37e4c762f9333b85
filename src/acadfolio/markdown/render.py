"""The block tree as HTML, laid out as kramdown does; span-level text is read on the way, from top to bottom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.markdown import attributes, tags
from acadfolio.markdown.code import language_of
from acadfolio.markdown.escape import escape, plain
from acadfolio.markdown.figures import figure
from acadfolio.markdown.headers import Identifiers
from acadfolio.markdown.highlight import coloured
from acadfolio.markdown.model import Heading
from acadfolio.markdown.spans import Spans
from acadfolio.markdown.state import TOKEN

if TYPE_CHECKING:
    from acadfolio.markdown.state import State
    from acadfolio.markdown.tree import Attributes, Node

_DROPPED_FROM_IDS = re.compile(r"<!--.*?-->", re.DOTALL)


class Renderer:
    def __init__(self, state: State) -> None:
        self.state = state
        self.spans = Spans(state)
        self.headings: list[Heading] = []
        self.listed: list[Heading] = []  # those that a table of contents shows
        self.identifiers = Identifiers(state.settings.auto_id_prefix)
        self.html_depth = 0
        self.placed: set[str] = set()  # the lists that gave way to the contents, or to the footnotes

    def children(self, node: Node, indent: int) -> str:
        return "".join([WRITERS[child.kind](self, child, indent) for child in node.children])

    def attributes(self, node: Node) -> str:
        if not node.attributes and not node.references:
            return ""
        return attributes.written(attributes.resolve(node, self.state.attribute_lists))

    def inline(self, node: Node) -> str:
        return self.spans.convert(node.text, node.line)


def _nothing(_renderer: Renderer, _node: Node, _indent: int) -> str:
    return ""


def _blank(_renderer: Renderer, _node: Node, _indent: int) -> str:
    return "\n"


def _paragraph(renderer: Renderer, node: Node, indent: int) -> str:
    if node.transparent:
        return node.value + renderer.inline(node)
    html = renderer.inline(node)
    if node.text.endswith("}") and "standalone" in node.text:
        own = attributes.resolve(node, renderer.state.attribute_lists)
        if found := figure(node.text, html, own, " " * indent):
            return found
    return f"{' ' * indent}<p{renderer.attributes(node)}>{node.value}{html}</p>\n"


def _text(renderer: Renderer, node: Node, _indent: int) -> str:
    return renderer.inline(node)


def _header(renderer: Renderer, node: Node, indent: int) -> str:
    state = renderer.state
    html = renderer.inline(node)
    found = attributes.resolve(node, state.attribute_lists)
    text = plain(TOKEN.sub("", html))
    if "id" not in found and state.settings.auto_ids:
        text_for_id = _text_for_id(renderer, html)
        by_rule = renderer.identifiers.plain_rule if renderer.html_depth else renderer.identifiers.github_rule
        identifier = by_rule(text_for_id)
        found = {**found, "id": identifier}
    heading = Heading(node.level, found.get("id", ""), html, text)
    renderer.headings.append(heading)
    if "id" in found and node.level in state.settings.toc_levels and "no_toc" not in found.get("class", "").split():
        renderer.listed.append(heading)
    return f"{' ' * indent}<h{node.level}{attributes.written(found)}>{html}</h{node.level}>\n"


def _text_for_id(renderer: Renderer, html: str) -> str:
    """What counts in an id: maths as TeX, entities of raw elements as they are written, no footnotes, no comments."""
    tokens = renderer.state.tokens

    def tex(match: re.Match[str]) -> str:
        token = tokens[int(match[1])]
        return escape(token.value) if token.kind != "footnote" else ""

    for shown, source in renderer.spans.raw:
        html = html.replace(shown, source, 1)
    html = TOKEN.sub(tex, html)
    return plain(_DROPPED_FROM_IDS.sub("", html) if "<!--" in html else html)


def _quote(renderer: Renderer, node: Node, indent: int) -> str:
    return _indented("blockquote", renderer, node, indent)


def _indented(name: str, renderer: Renderer, node: Node, indent: int) -> str:
    space = " " * indent
    inner = renderer.children(node, indent + 2)
    return f"{space}<{name}{renderer.attributes(node)}>\n{inner}{space}</{name}>\n"


def _list(renderer: Renderer, node: Node, indent: int) -> str:
    for name in ("toc", "footnotes"):
        if name in node.references and name not in renderer.placed and node.kind != "dl":
            renderer.placed.add(name)
            node.references.remove(name)
            return renderer.state.token(name, " " * indent, node.line, node)
    return _indented(node.kind, renderer, node, indent)


def _item(renderer: Renderer, node: Node, indent: int) -> str:
    space = " " * indent
    inner = renderer.children(node, indent + 2)
    opening = f"{space}<{node.kind}{renderer.attributes(node)}>"
    if not node.children or (node.children[0].kind == "p" and node.children[0].transparent):
        return f"{opening}{inner}{space if inner.endswith(chr(10)) else ''}</{node.kind}>\n"
    return f"{opening}\n{inner}{space}</{node.kind}>\n"


def _term(renderer: Renderer, node: Node, indent: int) -> str:
    return f"{' ' * indent}<dt{renderer.attributes(node)}>{renderer.inline(node)}</dt>\n"


def _rule(renderer: Renderer, node: Node, indent: int) -> str:
    return f"{' ' * indent}<hr{renderer.attributes(node)} />\n"


def _code(renderer: Renderer, node: Node, indent: int) -> str:
    found = dict(attributes.resolve(node, renderer.state.attribute_lists))
    language = language_of(found) or node.value
    marked = found.pop("mark_lines", "")
    html: str | None
    if language or marked:
        html = coloured(node.text, language, marked)
        if html is None:
            return _bare_code(node, indent, found, language)
    else:
        html = escape(node.text)
    own = found.pop("class", "")
    found = {
        "class": " ".join(filter(None, (f"language-{language or 'plaintext'}", own, "highlighter-rouge"))),
        **found,
    }
    space = " " * indent
    return (
        f'{space}<div{attributes.written(found)}><div class="highlight">'
        f'<pre class="highlight"><code>{html}</code></pre></div>{space}</div>\n'
    )


def _bare_code(node: Node, indent: int, found: Attributes, language: str) -> str:
    """Code in a language that nobody colours, such as the diagrams that a script draws."""
    outer = attributes.written(found)
    inner = attributes.written({"class": f"language-{language}"})
    text = node.text if node.text.endswith("\n") else node.text + "\n"
    return f"{' ' * indent}<pre{outer}><code{inner}>{escape(text)}</code></pre>\n"


def _maths(renderer: Renderer, node: Node, indent: int) -> str:
    token = renderer.state.token("block-math", node.text, node.line, node)
    return f"{' ' * indent}{token}\n"


def _comment(_renderer: Renderer, node: Node, indent: int) -> str:
    return f"{' ' * indent}{node.text}\n"


def _raw(_renderer: Renderer, node: Node, _indent: int) -> str:
    return node.text


def _table(renderer: Renderer, node: Node, indent: int) -> str:
    assert node.rows is not None  # noqa: S101 - the table reader fills it
    rows = node.rows
    space = " " * (indent + 2)
    out = [f"{' ' * indent}<table{renderer.attributes(node)}>\n"]
    styles = [f' style="text-align: {side}"' if side else "" for side in rows.alignments]
    line = node.line
    for name, body in [("thead", rows.head), *(("tbody", body) for body in rows.bodies), ("tfoot", rows.foot)]:
        if not body:
            continue
        cell_name = "th" if name == "thead" else "td"
        out.append(f"{space}<{name}>\n")
        for row in body:
            out.append(f"{space}  <tr>\n")
            for cell, style in zip(row, styles, strict=True):
                html = renderer.spans.convert(cell, line) if cell else "\xa0"
                out.append(f"{space}    <{cell_name}{style}>{html}</{cell_name}>\n")
            out.append(f"{space}  </tr>\n")
            line += 1
        line += 1
        out.append(f"{space}</{name}>\n")
    out.append(f"{' ' * indent}</table>\n")
    return "".join(out)


def _html(renderer: Renderer, node: Node, indent: int) -> str:
    return f"{' ' * indent}{_element(renderer, node, indent)}\n"


def _element(renderer: Renderer, node: Node, indent: int) -> str:
    renderer.html_depth += 1
    renderer.spans.inside_html = True
    opening = f"<{node.value}{renderer.attributes(node)}"
    if node.model == "block":
        inner = renderer.children(node, indent + 2)
    elif node.model == "span":
        inner = renderer.inline(node)
    else:
        inner = "".join(
            [
                part if isinstance(part, str) else _element(renderer, part, indent + 2 * part.level)
                for part in node.parts
            ]
        )
    renderer.html_depth -= 1
    renderer.spans.inside_html = renderer.html_depth > 0
    if inner:
        if node.model == "block":
            return f"{opening}>\n{inner.removesuffix(chr(10))}\n{' ' * indent}</{node.value}>"
        return f"{opening}>{inner}</{node.value}>"
    if node.value in tags.VOID or (node.closed and node.model == "raw"):
        return f"{opening} />"
    return f"{opening}></{node.value}>"


WRITERS = {
    "blank": _blank,
    "code": _code,
    "comment": _comment,
    "dd": _item,
    "dl": _list,
    "dt": _term,
    "eob": _nothing,
    "header": _header,
    "html": _html,
    "li": _item,
    "math": _maths,
    "ol": _list,
    "p": _paragraph,
    "quote": _quote,
    "raw": _raw,
    "rule": _rule,
    "table": _table,
    "text": _text,
    "ul": _list,
}
