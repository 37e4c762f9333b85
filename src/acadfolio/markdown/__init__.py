"""Markdown in the kramdown dialect: text goes in, HTML comes out. docs/markdown.md shows what is understood.

Importing this package costs next to nothing; what a function needs is imported when it is called.
"""

from __future__ import annotations

from acadfolio.markdown.model import Document, Heading, Options, Remark
from acadfolio.markdown.plain import is_plain_field

__all__ = ["Document", "Heading", "Options", "Remark", "convert", "header_id", "inline", "to_html"]

_DEFAULT = Options()
_KRAMDOWNS = Options(emoji=False)


def to_html(text: str) -> str:
    """A whole document as kramdown has it, by Python-Markdown with this project's extension."""
    from acadfolio.markdown import extension

    return extension.to_html(text, _KRAMDOWNS)


def convert(text: str, options: Options = _DEFAULT) -> Document:
    """A whole document, by Python-Markdown with this project's extension: its HTML, its headers, and remarks."""
    from acadfolio.markdown import extension

    return extension.convert(text, options)


def inline(text: str, options: Options = _DEFAULT) -> str:
    """One text field of the data: emphasis, links, code, quotes, maths; no paragraph around it."""
    if is_plain_field(text):
        return text.strip(" ")
    from acadfolio.markdown import document

    return document.read_inline(text, options)


def header_id(text: str) -> str:
    """The id that a header of this text gets when nothing else on its page has it."""
    from acadfolio.markdown.headers import github_id

    return github_id(text)
