"""Code blocks, code spans, and their syntax highlighting with Pygments."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from acadfolio.markdown.attributes import write_attributes
from acadfolio.markdown.block_parser import INDENT, BlockParser
from acadfolio.markdown.markup import escape
from acadfolio.markdown.state import HighlightedCode

if TYPE_CHECKING:
    from pygments.lexer import Lexer

    from acadfolio.markdown.inline_parser import InlineParser
    from acadfolio.markdown.state import Attributes

_LAZY_LINE = r"\n( {0,3}\S+)"
_FENCE = re.compile(r" {0,3}((`{3,})|~{3,})[^\S\n]*([^\s?`~][^\s?]*)?(?:\?\S*)?[^\S\n]*\n")

_PLAIN = frozenset(("", "plaintext", "text"))


def indented_code(parser: BlockParser) -> bool:
    start, end = parser.position, parser.indented_end(parser.position)
    if start == end:
        return False
    # A lazy line belongs to the code line above it.
    text = re.sub(_LAZY_LINE, r" \1", parser.text[start:end])
    parser.add("code", re.sub(INDENT, "", text))
    parser.position = end
    return True


def fenced_code(parser: BlockParser) -> bool:
    match = _FENCE.match(parser.text, parser.position)
    if match is None:
        return False
    close = parser.search(_closing_fence(match[1]), match.end() - 1)
    if close is None:
        return False
    parser.add("code", parser.text[match.end() : close.start() + 1], match[3] or "")
    parser.position = close.end()
    return True


@cache
def _closing_fence(fence: str) -> re.Pattern[str]:
    return re.compile(rf"\n {{0,3}}{fence}{fence[0]}*+[^\S\n]*\n")


def language_of(attributes: Attributes) -> str:
    """Remove the class `language-x`, which an attribute list may set. Returns the language."""
    names = attributes.get("class", "").split()
    found = [name for name in names if name.startswith("language-")]
    if not found:
        return ""
    attributes["class"] = " ".join(name for name in names if name not in found)
    if not attributes["class"]:
        del attributes["class"]
    return found[-1].removeprefix("language-")


def code_span(parser: InlineParser) -> None:
    """`` `…` ``; a single backtick between spaces opens nothing."""
    ticks = parser.run()
    end = parser.code_end()
    if end < 0:
        parser.as_text(len(ticks))
        return
    content = parser.text[parser.position + len(ticks) : end - len(ticks)]
    if len(ticks) > 1:
        content = content.removeprefix(" ").removesuffix(" ")
    found: Attributes = {}
    end = parser.read_attribute_lists(found, end)
    parser.add(_span(content, found), end)


def _span(content: str, found: Attributes) -> str:
    language = language_of(found)
    html = highlight(content, language) if language else None
    own = found.pop("class", "")
    mark = "" if language and not html else "highlighter-rouge"
    names = " ".join(filter(None, (f"language-{language or 'plaintext'}", own, mark)))
    return f"<code{write_attributes({'class': names, **found})}>{html or escape(content)}</code>"


def highlight_block(block: str) -> HighlightedCode:
    """Highlight a block of code, which follows a line with the name of its language."""
    language, _, source = block.partition("\n")
    return HighlightedCode(highlight(source, language))


def highlight(source: str, language: str) -> str | None:
    """Highlight code as HTML; None for a language that Pygments does not know."""
    lexer = _lexer(language.lower())
    if lexer is None and language.lower() not in _PLAIN:
        return None
    if lexer is None:
        return escape(source)
    return "".join(_token(kind, text) for _, kind, text in lexer.get_tokens_unprocessed(source))


@cache
def _lexer(language: str) -> Lexer | None:
    """Pygments' lexer for a language; None for plain text, and if there is none."""
    if language in _PLAIN:
        return None
    from pygments.lexers import get_lexer_by_name  # Half of all sites have no code.
    from pygments.util import ClassNotFound

    with suppress(ClassNotFound):
        return get_lexer_by_name(language)
    return None


def _token(kind: Any, source: str) -> str:
    """A highlighted token. Each line has its own span, as Pygments writes it."""
    name = _class_name(kind)
    text = escape(source)
    if not name or not text.strip():
        return text
    lines = text.split("\n")
    return "\n".join(f'<span class="{name}">{line}</span>' if line else "" for line in lines)


@cache
def _class_name(kind: Any) -> str:
    """The CSS class of a kind of token; empty for text and white space."""
    from pygments.token import STANDARD_TYPES

    while kind not in STANDARD_TYPES:
        kind = kind.parent  # the nearest kind that has a short name
    name = STANDARD_TYPES[kind]
    return "" if name == "w" else name
