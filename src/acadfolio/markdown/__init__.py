"""Convert Markdown in the kramdown dialect to HTML, with Python-Markdown and an extension of this project."""

from __future__ import annotations

from msgspec.structs import replace

from acadfolio.markdown.state import Document, Heading, MarkdownWarning, Options, Shortcode

__all__ = [
    "Document", "Heading", "MarkdownWarning", "Options", "Shortcode", "convert", "header_id", "inline", "to_html",
]  # fmt: skip

_DEFAULT = Options()


def to_html(text: str) -> str:
    """Convert a whole document as kramdown does."""
    return convert(text, Options(emoji=False)).html


def convert(text: str, options: Options = _DEFAULT) -> Document:
    """Convert a whole document: its HTML, its headings, its shortcodes, and warnings."""
    from acadfolio.markdown.extension import convert_text  # Only converting needs the parser.

    return convert_text(text, options)


def inline(text: str, options: Options = _DEFAULT) -> str:
    """Convert the inline Markdown of a text field: emphasis, links, code, quotes, maths.

    Adds no paragraph.
    """
    from acadfolio.markdown.document import convert_inline
    from acadfolio.markdown.state import State

    return convert_inline(text, State(replace(options, is_data=True)))


def header_id(text: str) -> str:
    """The id of a header with this text, if no other header on its page has the same text."""
    from acadfolio.markdown.headers import github_id

    return github_id(text)
