"""The dialect as an extension of Python-Markdown, and the `markdown.Markdown` that converts every page.

Preprocessors and postprocessors of other extensions run as ever. Our parser stands where Python-Markdown has its block
parser, its inline patterns and its serializer.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from markdown.blockparser import BlockParser
from markdown.extensions import Extension
from msgspec.structs import replace

import markdown
from acadfolio.markdown.document import read
from acadfolio.markdown.model import Document, Options

if TYPE_CHECKING:
    from collections.abc import Sequence

_REPLACED_PREPROCESSORS = ("normalize_whitespace", "html_block")
_REPLACED_TREEPROCESSORS = ("inline", "prettify", "unescape")


class KramdownParser(BlockParser):
    """Reads the whole document at once and keeps the result for the serializer."""

    def __init__(self, md: markdown.Markdown, options: Options) -> None:
        super().__init__(md)
        self.options = options
        self.document = Document("")

    def parseDocument(self, lines: Sequence[str]) -> ET.ElementTree:  # type: ignore[type-arg,override,unused-ignore] # noqa: N802 - the name is Python-Markdown's
        self.document = read("\n".join(lines), self.options)
        return ET.ElementTree(ET.Element("div"))

    def serialize(self, _root: ET.Element) -> str:
        return f"<div>{self.document.html}</div>"


class KramdownExtension(Extension):
    """`markdown.Markdown(extensions=[KramdownExtension(options)])`."""

    def __init__(self, options: Options | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options = options or Options(emoji=False)

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 - the name is Python-Markdown's
        self.md = md
        md.parser = KramdownParser(md, self.options)
        md.registerExtension(self)  # so that `reset` is called
        for name in _REPLACED_PREPROCESSORS:
            md.preprocessors.deregister(name, strict=False)
        for name in _REPLACED_TREEPROCESSORS:
            md.treeprocessors.deregister(name, strict=False)

    def reset(self) -> None:
        # Not in extendMarkdown: the output format, which is set after it, brings its own serializer.
        parser = self.md.parser
        if isinstance(parser, KramdownParser):
            self.md.serializer = parser.serialize


@cache
def converter(options: Options) -> markdown.Markdown:
    return markdown.Markdown(extensions=[KramdownExtension(options)])


def convert_text(text: str, options: Options) -> Document:
    """Convert a whole document: its HTML has no blank lines around it, and one line end."""
    md = converter(options).reset()
    html = md.convert(text)
    if not text.strip() or not isinstance(md.parser, KramdownParser):
        return Document("")
    document = md.parser.document
    return replace(document, html=html + "\n" if html else "")
