"""What goes into and comes out of the converter: options, documents, headings, remarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    """How a text is read.

    math: `kramdown` knows `$$…$$` only; `dollar` also `$…$`, as the AcadHomepage theme does.
    raw_html: False for text that comes from elsewhere: HTML is escaped, dangerous URLs and attributes are dropped.
    """

    math: Literal["kramdown", "dollar"] = "kramdown"
    raw_html: bool = True


@dataclass(frozen=True, slots=True)
class Heading:
    """A header of the document; `html` is its inline HTML, `text` the same as plain text."""

    level: int
    id: str
    html: str
    text: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something the author should look at; `line` counts from 1 in the given text."""

    line: int
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """The HTML of a text, its headers in order, and what was odd about it."""

    html: str
    headings: tuple[Heading, ...] = ()
    warnings: tuple[Remark, ...] = ()
