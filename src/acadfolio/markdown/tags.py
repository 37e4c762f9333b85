"""The grammar of HTML tags as kramdown reads it, and which elements hold blocks, spans or raw text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.markdown.tree import Attributes

NAME = r"[^\W\d][\w.\-·]*(?::[^\W\d][\w.\-·]*)?"
_VALUE = r"""(?>"[^"]*"|'[^']*'|\w+)"""
TAG = re.compile(rf"<(?>({NAME}))((?>\s+{NAME}(?>\s*=\s*{_VALUE})?)*+)\s*+(/)?>")
CLOSING_TAG = re.compile(rf"</({NAME})\s*>")
INSTRUCTION = re.compile(r"<\?.*?\?>", re.DOTALL)
_ATTRIBUTE = re.compile(rf"""\s+({NAME})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\w+)))?""")

SPAN = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "big",
        "bdo",
        "br",
        "button",
        "cite",
        "code",
        "del",
        "dfn",
        "em",
        "i",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "mark",
        "option",
        "q",
        "rb",
        "rbc",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "samp",
        "select",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "textarea",
        "tt",
        "u",
        "var",
    ]
)
BLOCK = frozenset(
    [
        "address",
        "article",
        "aside",
        "applet",
        "body",
        "blockquote",
        "caption",
        "col",
        "colgroup",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hgroup",
        "hr",
        "html",
        "iframe",
        "legend",
        "menu",
        "li",
        "main",
        "map",
        "nav",
        "ol",
        "optgroup",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tfoot",
        "tr",
        "ul",
    ]
)
VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "command",
        "embed",
        "hr",
        "img",
        "input",
        "keygen",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ],
)
# What HTML calls raw text; kramdown leaves it alone as well.
VERBATIM = frozenset(("script", "style"))
KNOWN = (
    SPAN
    | BLOCK
    | VOID
    | frozenset(
        [
            "center",
            "font",
            "details",
            "video",
            "audio",
            "canvas",
            "figure",
            "object",
            "script",
            "style",
            "math",
            "svg",
            "strike",
            "s",
            "title",
            "noscript",
        ]
    )
)

_BLOCK_CONTENT = frozenset(
    [
        "address",
        "applet",
        "article",
        "aside",
        "blockquote",
        "body",
        "dd",
        "details",
        "div",
        "dl",
        "fieldset",
        "figure",
        "figcaption",
        "footer",
        "form",
        "header",
        "hgroup",
        "iframe",
        "li",
        "main",
        "map",
        "menu",
        "nav",
        "noscript",
        "object",
        "section",
        "summary",
        "td",
    ]
)
_SPAN_CONTENT = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdo",
        "big",
        "button",
        "cite",
        "caption",
        "del",
        "dfn",
        "dt",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "i",
        "ins",
        "label",
        "legend",
        "optgroup",
        "p",
        "q",
        "rb",
        "rbc",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "select",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "th",
        "tt",
    ]
)
_MARKDOWN = {"0": "raw", "1": "default", "span": "span", "block": "block"}

# A line that starts with such a tag ends a paragraph.
_NOT_SPAN = rf"(?!(?:{'|'.join(sorted(SPAN | {'script'}))})\b)"
BLOCK_TAG_LINE = rf"<(?:{_NOT_SPAN}{NAME}|/{_NOT_SPAN}{NAME}\s*>)"


def content_model(name: str) -> str:
    """block, span or raw: how the content is read when Markdown is allowed in it."""
    if name in _BLOCK_CONTENT:
        return "block"
    return "span" if name in _SPAN_CONTENT else "raw"


def markdown_attribute(name: str, attributes: Attributes) -> str | None:
    """Take the `markdown` attribute out; the content model that it asks for, if it does."""
    wanted = _MARKDOWN.get(attributes.pop("markdown", ""))
    return content_model(name) if wanted == "default" else wanted


def attributes_of(text: str) -> Attributes:
    """The attributes in a start tag; names of HTML are lower case, a lone name has an empty value."""
    found: Attributes = {}
    for name, double, single, bare in _ATTRIBUTE.findall(text):
        found[name.lower()] = double or single or bare
    return found
