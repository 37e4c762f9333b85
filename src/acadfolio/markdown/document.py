"""The steps of a conversion: normalise a text, parse its blocks, render them, replace the tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.markdown.attributes import write_attributes
from acadfolio.markdown.block_parser import (
    BlockParser,
    BlockRules,
    blank_line,
    block_quote,
    end_marker,
    shortcode,
    thematic_break,
)
from acadfolio.markdown.code import code_span, fenced_code, indented_code
from acadfolio.markdown.directives import abbreviation_definition, braces, directive
from acadfolio.markdown.emoji import make_emoji, protect, protect_escaped
from acadfolio.markdown.emphasis import asterisk, strike, underscore
from acadfolio.markdown.footnotes import Footnotes, footnote_definition
from acadfolio.markdown.headers import TableOfContents, hashed_header, underlined_header
from acadfolio.markdown.html import angle_bracket, html_block
from acadfolio.markdown.inline_parser import InlineParser, InlineRules
from acadfolio.markdown.links import bracket, image, link_definition
from acadfolio.markdown.lists import definition_list, ordered_list, unordered_list
from acadfolio.markdown.markup import escape, text_content
from acadfolio.markdown.maths import dollar, maths_block
from acadfolio.markdown.render import Renderer
from acadfolio.markdown.shortcodes import PLACEHOLDER_START, START, unmark
from acadfolio.markdown.state import (
    TOKEN,
    TOKEN_END,
    TOKEN_START,
    Document,
    Heading,
    MarkdownWarning,
    Node,
    Options,
    State,
    Token,
)
from acadfolio.markdown.tables import table
from acadfolio.markdown.typography import backslash, dash, entity, quote, space
from acadfolio.tex import TexError, equations, mathml

if TYPE_CHECKING:
    import re


# Block rules by the first character of a line, after up to three spaces, in kramdown's order. Rules
# for most lines come last.
_ANY_LINE = (underlined_header, table)
BLOCK_RULES: BlockRules = {
    "": _ANY_LINE,
    **dict.fromkeys("\n\x0b\x0c\x1c\x1d\x1e\x1f", (blank_line, *_ANY_LINE)),
    **dict.fromkeys(" \t", (blank_line, indented_code, *_ANY_LINE)),
    ">": (block_quote,),
    "#": (hashed_header, *_ANY_LINE),
    "*": (thematic_break, unordered_list, *_ANY_LINE, abbreviation_definition),
    "-": (thematic_break, unordered_list, *_ANY_LINE),
    "+": (unordered_list, *_ANY_LINE),
    "_": (thematic_break, *_ANY_LINE),
    "`": (fenced_code, *_ANY_LINE),
    "~": (fenced_code, *_ANY_LINE),
    ":": (definition_list, *_ANY_LINE),
    "<": (html_block, *_ANY_LINE),
    "$": (underlined_header, maths_block, table),
    "\\": (underlined_header, maths_block, table),
    "[": (*_ANY_LINE, footnote_definition, link_definition),
    "{": (*_ANY_LINE, directive),
    "^": (*_ANY_LINE, end_marker),
    START: (shortcode,),
    PLACEHOLDER_START: (shortcode, *_ANY_LINE),
    **dict.fromkeys("0123456789", (ordered_list, *_ANY_LINE)),
}
INLINE_RULES: InlineRules = {
    "*": asterisk,
    "_": underscore,
    "~": strike,
    "`": code_span,
    "$": dollar,
    "{": braces,
    "\\": backslash,
    "&": entity,
    '"': quote,
    "'": quote,
    "-": dash,
    ".": lambda parser: parser.add("…", parser.position + 3),
    ">": lambda parser: parser.add("»", parser.position + 2),
    " ": space,
    "[": bracket,
    "!": image,
    "]": lambda parser: parser.as_text_for_quotes(1),
    "<": angle_bracket,
}

FORMULA_KINDS = {"block-math", "display-math", "inline-math"}
"""The kinds of tokens that hold TeX."""
_FOOTNOTES_PLACE = TOKEN_START + "notes" + TOKEN_END
"""The place that the author chose for the footnotes."""

# For kramdown only ASCII white space is white space: a no-break space neither ends emphasis nor
# makes a line blank. Python has more white space, so other spaces are private-use characters while
# a text is parsed.
_SPACES = "\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_SUBSTITUTES = {
    space: chr(0x10FF00 + index) for index, space in enumerate(_SPACES)
}  # icon fonts do not use these


def convert_document(text: str, state: State) -> Document:
    """Convert a whole document.

    `state` must be new; it holds the tokens and warnings afterwards.
    """
    options = state.options
    root = Node("root")
    BlockParser(_normalise(text, options), root, state, BLOCK_RULES).parse()
    renderer = Renderer(state, InlineParser(state, INLINE_RULES))
    body = renderer.children(root, 0)
    tokens = TokenReplacer(state, renderer)
    html = tokens.with_footnotes(tokens.replace(body))
    headings = tuple(tokens.heading(heading) for heading in renderer.headings)
    warnings = sorted(state.warnings.values(), key=lambda warning: (warning.line, warning.message))
    return Document(
        _denormalise(html, options),
        headings,
        tuple(map(_with_restored_spaces, warnings)),
        tuple(state.shortcodes),
        tuple(dict.fromkeys(state.misplaced)),
    )


def blocks_of(text: str) -> list[tuple[Node, str]]:
    """The outermost blocks of a text, each with its source. The sources, joined, are the text."""
    options, root = Options(emoji=False), Node("root")
    parser = BlockParser(_normalise(text, options), root, State(options), BLOCK_RULES)
    blocks: list[tuple[Node, str]] = []
    while parser.position < parser.end:
        start, known = parser.position, len(root.children)
        parser.parse_next()
        source = restore_spaces(parser.text[start : parser.position])
        added = root.children[known:]
        if added or not blocks:
            blocks.append((added[0] if added else Node("blank"), source))
        else:  # It continues the block above, or belongs to one below.
            blocks[-1] = (blocks[-1][0], blocks[-1][1] + source)
    return blocks


def convert_inline(text: str, state: State) -> str:
    """Convert inline text only."""
    options = state.options
    inline = InlineParser(state, INLINE_RULES)
    html = inline.parse(_normalise(text, options).strip(), 1)
    return _denormalise(TokenReplacer(state, Renderer(state, inline)).replace(html), options)


def substitute_spaces(text: str) -> str:
    if not text.isascii():
        for space, substitute in _SUBSTITUTES.items():
            text = text.replace(space, substitute)
    return text


def restore_spaces(html: str) -> str:
    if not html.isascii():
        for space, substitute in _SUBSTITUTES.items():
            html = html.replace(substitute, space)
    return html


def _normalise(text: str, options: Options) -> str:
    """The text with Unix line ends, substituted spaces, and without the two characters that mark tokens."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace(TOKEN_START, "").replace(TOKEN_END, "")
    return substitute_spaces(protect_escaped(text) if options.emoji else text)


def _with_restored_spaces(warning: MarkdownWarning) -> MarkdownWarning:
    return replace(
        warning, message=restore_spaces(warning.message), written=restore_spaces(warning.written)
    )


def _denormalise(html: str, options: Options) -> str:
    html = unmark(restore_spaces(html))
    return make_emoji(html) if options.emoji else html


class TokenReplacer:
    """Replaces tokens by HTML once a document is rendered: footnote numbers, formulas, the table of contents."""

    def __init__(self, state: State, renderer: Renderer) -> None:
        self.state = state
        self.renderer = renderer
        self.notes = Footnotes()
        self.equations = equations(
            [token.value for token in state.tokens if token.kind in FORMULA_KINDS]
        )

    def replace(self, html: str, *, has_footnotes: bool = True) -> str:
        """Replace the tokens. Without footnotes for headers that are repeated elsewhere."""
        return TOKEN.sub(self._with_footnotes if has_footnotes else self._without_footnotes, html)

    def _with_footnotes(self, match: re.Match[str]) -> str:
        token = self.state.tokens[int(match[1])]
        return (
            self.notes.reference(token.value) if token.kind == "footnote" else self._html_of(token)
        )

    def _without_footnotes(self, match: re.Match[str]) -> str:
        token = self.state.tokens[int(match[1])]
        return "" if token.kind == "footnote" else self._html_of(token)

    def heading(self, heading: Heading) -> Heading:
        """A header for other parts of the page.

        Its text has emoji, and its id does not, as with Jekyll.
        """
        html = restore_spaces(self.replace(heading.html, has_footnotes=False))
        with_emoji = _denormalise(html, self.state.options)
        text = restore_spaces(heading.text) if with_emoji == html else text_content(with_emoji)
        return Heading(heading.level, heading.id, with_emoji, text)

    def _html_of(self, token: Token) -> str:
        if token.kind == "footnotes":
            return _FOOTNOTES_PLACE
        if token.kind == "toc":
            assert token.node is not None  # noqa: S101 - the list that the contents replace
            contents = TableOfContents(token.node, self.state)
            return self.replace(
                contents.html(self.renderer.toc_headings, len(token.value)), has_footnotes=False
            )
        html = self._formula(token)
        if token.node is not None and token.node.attributes:
            html = f"<div{write_attributes(token.node.attributes)}>{html}</div>"
        return html

    def _formula(self, token: Token) -> str:
        is_block = token.kind == "block-math"
        if token.value in self.equations:
            return self.equations[token.value]
        try:
            return mathml(token.value, block=is_block, is_display=token.kind == "display-math")
        except TexError as error:
            short = " ".join(token.value.split())[:40]
            message = f"the formula `{short}` cannot be converted: {error}"
            self.state.warn(
                "formula",
                token.line,
                message,
                "correct its TeX, which is shown as text",
                token.written,
            )
            tex = escape(token.value)
            tex = protect(tex) if self.state.options.emoji else tex
            return rf"\[{tex}\]" if is_block else rf"\({tex}\)"

    def with_footnotes(self, html: str) -> str:
        """The document with its footnotes, at the place that the author chose or at the end."""
        bodies = (
            self.renderer.children(self.state.footnotes[name], 6) for name in self.notes.names
        )
        notes = self.notes.section(
            [self.replace(body) for body in bodies]
        )  # a note may refer to further notes
        if _FOOTNOTES_PLACE in html:
            return html.replace(_FOOTNOTES_PLACE, notes, 1)
        return html + notes
