"""The whole way of a text: blocks, spans, footnotes, tables of contents, maths; a `Document` comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.markdown.blocks import Blocks
from acadfolio.markdown.escape import escape
from acadfolio.markdown.footnotes import Footnotes
from acadfolio.markdown.model import Document, Heading, Options, Remark
from acadfolio.markdown.plain import may_have_emoji
from acadfolio.markdown.render import Renderer
from acadfolio.markdown.spans import Spans
from acadfolio.markdown.state import TOKEN, TOKEN_END, TOKEN_START, State, Token
from acadfolio.markdown.toc import contents
from acadfolio.markdown.tree import Node
from acadfolio.markdown.white_space import disguise, reveal
from acadfolio.tex import TexError, mathml

if TYPE_CHECKING:
    import re

# Where the footnotes go when the author names a place.
NOTES_HERE = TOKEN_START + "notes" + TOKEN_END


def clean(text: str) -> str:
    """One kind of line end, one kind of white space, and none of the two characters that mark tokens."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if TOKEN_START in text or TOKEN_END in text:
        text = text.replace(TOKEN_START, "").replace(TOKEN_END, "")
    return disguise(text.removeprefix("\ufeff"))


def read(text: str, options: Options) -> Document:
    return read_into(State(options), text)


def read_into(state: State, text: str) -> Document:
    """The same, for one who looks at what the document collected."""
    if state.options.emoji and may_have_emoji(text):
        from acadfolio.markdown import emoji

        return emoji.in_document(_read_into(state, emoji.written_out(text)))
    return _read_into(state, text)


def _read_into(state: State, text: str) -> Document:
    root = Node("root")
    Blocks(clean(text), root, state).run()
    renderer = Renderer(state)
    html = renderer.children(root, 0)
    finish = Finish(state, renderer)
    html = finish.tokens(html)
    notes = finish.footnotes()
    html = html.replace(NOTES_HERE, notes, 1) if NOTES_HERE in html else html + notes
    headings = tuple(
        Heading(heading.level, heading.id, reveal(finish.outside(heading.html)), reveal(heading.text))
        for heading in renderer.headings
    )
    remarks = [Remark(remark.line, reveal(remark.message), remark.hint) for remark in state.remarks.values()]
    remarks.sort(key=lambda remark: (remark.line, remark.message))
    return Document(reveal(html), headings, tuple(remarks))


def read_inline(text: str, options: Options) -> str:
    """Span-level text only; a line end is a space."""
    if options.emoji and may_have_emoji(text):
        from acadfolio.markdown import emoji

        return emoji.in_html(_read_inline(emoji.written_out(text), options))
    return _read_inline(text, options)


def _read_inline(text: str, options: Options) -> str:
    state = State(options)
    html = Spans(state).convert(clean(text).strip(), 1)
    return reveal(Finish(state, Renderer(state)).tokens(html) if TOKEN_START in html else html)


class Finish:
    """Puts into the page what was known last."""

    def __init__(self, state: State, renderer: Renderer) -> None:
        self.state = state
        self.renderer = renderer
        self.notes = Footnotes(state)

    def tokens(self, html: str) -> str:
        return TOKEN.sub(self._replace, html) if TOKEN_START in html else html

    def _replace(self, match: re.Match[str]) -> str:
        token = self.state.tokens[int(match[1])]
        if token.kind == "footnote":
            return self.notes.mark(token.value)
        return self._other(token)

    def outside(self, html: str) -> str:
        """The inline HTML of a header for use elsewhere: without footnotes."""

        def replace(match: re.Match[str]) -> str:
            token = self.state.tokens[int(match[1])]
            return "" if token.kind == "footnote" else self._other(token)

        return TOKEN.sub(replace, html) if TOKEN_START in html else html

    def _other(self, token: Token) -> str:
        if token.kind == "footnotes":
            return NOTES_HERE
        if token.kind == "toc":
            assert token.node is not None  # noqa: S101 - the list that asked for it
            toc = contents(token.node, self.renderer.listed, self.state, token.value)
            return self.outside(toc)
        return self._maths(token)

    def _maths(self, token: Token) -> str:
        block = token.kind == "block-math"
        try:
            html = mathml(token.value, block=block, is_roomy=token.kind == "roomy-math")
        except TexError as error:
            short = token.value if len(token.value) <= 40 else token.value[:39] + "…"  # noqa: PLR2004 - a line's worth
            self.state.remark(token.line, f"this formula stays TeX: {' '.join(short.split())}", str(error))
            html = rf"\[{escape(token.value)}\]" if block else rf"\({escape(token.value)}\)"
        if token.node is not None and token.node.attributes:
            from acadfolio.markdown import attributes

            html = f"<div{attributes.written(token.node.attributes)}>{html}</div>"
        return html

    def footnotes(self) -> str:
        items: list[str] = []
        for name in self.notes.names:  # grows while notes mention further notes
            html = self.tokens(self.renderer.children(self.state.footnotes[name], 6))
            items.append(self.notes.item(name, html))
        return self.notes.section(items)
