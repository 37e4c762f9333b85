"""What the converter takes and returns: options, documents, headings, shortcodes, warnings."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True):
    """How a text is read.

    math: `kramdown` knows `$$…$$` only; `dollar` also `$…$`, as the AcadHomepage theme does.
    emoji: whether words such as `:tada:` become emoji, as Jekyll's plugin jemoji makes them. kramdown makes none.
    extensions: further extensions of Python-Markdown, each with its options as JSON. They work on whole documents.
    """

    math: Literal["kramdown", "dollar"] = "kramdown"
    emoji: bool = True
    extensions: tuple[tuple[str, str], ...] = ()


class Heading(Struct, frozen=True):
    """A header of the document; `html` is its inline HTML, `text` the same as plain text."""

    level: int
    id: str
    html: str
    text: str


class Shortcode(Struct, frozen=True):
    """The expression between `{{` and `}}`, and its line in the author's text, counted from 1."""

    expression: str
    line: int


class MarkdownWarning(Struct, frozen=True):
    """Something the author should look at; `line` counts from 1 in the given text, `rule` names the kind of problem."""

    line: int
    rule: str
    message: str
    hint: str = ""


class Document(Struct, frozen=True):
    """The HTML of a text, its headings in order, and what the author should know.

    The HTML has `shortcodes.place(n)` where `shortcodes[n]` stood. `misplaced` are what looks like a shortcode in the
    midst of other text: its name, and its line.
    """

    html: str
    headings: tuple[Heading, ...] = ()
    warnings: tuple[MarkdownWarning, ...] = ()
    shortcodes: tuple[Shortcode, ...] = ()
    misplaced: tuple[Shortcode, ...] = ()
