"""What goes into and comes out of the converter: options, documents, headings, remarks."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True):
    """How a text is read.

    math: `kramdown` knows `$$…$$` only; `dollar` also `$…$`, as the AcadHomepage theme does.
    emoji: whether words such as `:tada:` become emoji, as Jekyll's plugin jemoji makes them. kramdown makes none.
    """

    math: Literal["kramdown", "dollar"] = "kramdown"
    emoji: bool = True


class Heading(Struct, frozen=True):
    """A header of the document; `html` is its inline HTML, `text` the same as plain text."""

    level: int
    id: str
    html: str
    text: str


class Remark(Struct, frozen=True):
    """Something the author should look at; `line` counts from 1 in the given text."""

    line: int
    message: str
    hint: str = ""


class Document(Struct, frozen=True):
    """The HTML of a text, its headers in order, and what was odd about it."""

    html: str
    headings: tuple[Heading, ...] = ()
    warnings: tuple[Remark, ...] = ()
