"""HTML as kramdown parses and writes it: the grammar of tags, the content of elements, escaping, plain text."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING

from acadfolio.html.elements import BOOLEAN_ATTRIBUTES, is_known
from acadfolio.html.text import without_markup
from acadfolio.markdown.elements import BLOCK, BLOCK_CONTENT, OTHER, SPAN, SPAN_CONTENT, VOID

if TYPE_CHECKING:
    from acadfolio.markdown.state import Attributes

_BARE_AMPERSAND = re.compile(r"&(?!(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z_:][\w:.-]*);)")
NAME = r"[^\W\d][\w.\-·]*(?::[^\W\d][\w.\-·]*)?"
_VALUE = r"""(?>"[^"]*"|'[^']*'|\w+)"""
TAG = re.compile(rf"<(?>({NAME}))((?>(?>\s+{NAME}(?>\s*=\s*{_VALUE})?)*))\s*+(/)?>")
CLOSING_TAG = re.compile(rf"</({NAME})\s*>")
_ATTRIBUTE = rf"""\s+({NAME})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\w+)))?"""
_SPECIAL_CHARACTER = (
    r"\\[(\[]?|[*`$]|(?<![^\W_])_|_(?![^\W_])|<(?=[\w/?!:<])|>(?=>)|&(?=#?\w+;)|\{(?=:)|~(?=~)|\[(?=\^)"
    r"|:(?=[a-z0-9_+-]+:)"
)
"""Characters that Markdown would read as markup."""
_SPECIAL_OR_BRACKET = rf"{_SPECIAL_CHARACTER}|[\[\]]"

VERBATIM = frozenset({"script", "style"})
"""Elements whose content HTML calls raw text."""
_KNOWN = SPAN | BLOCK | VOID | OTHER
_MARKDOWN = {"0": "raw", "1": "default", "span": "span", "block": "block"}

# A line that starts with such a tag ends a paragraph.
_NOT_SPAN = rf"(?!(?:{'|'.join(sorted(SPAN | {'script'}))})\b)"
BLOCK_TAG_LINE = rf" {{0,3}}<(?:{_NOT_SPAN}{NAME}|/{_NOT_SPAN}{NAME}\s*>)"


def element_name(written: str) -> str:
    """The name of an element, in lower case if it is one of HTML."""
    name = written.lower()
    return name if name in _KNOWN else written


def is_element(start_tag: re.Match[str], text: str) -> bool:
    """Whether what looks like a start tag in a text of the data is one.

    It is text if browsers do not know the element (`Vector<T>`), if words stand where an element
    has attributes (`a<b and c>d`), or if no end tag follows what is written like a type or stands
    behind a word (`List<A>`).
    """
    name = start_tag[1]
    if not is_known(name):
        return False
    for attribute, *values in re.findall(_ATTRIBUTE, start_tag[2]):
        if not any(values) and attribute.lower() not in BOOLEAN_ATTRIBUTES and "-" not in attribute:
            return f"{attribute}=" in start_tag[2].replace(" ", "")
    if name.lower() in VOID or start_tag[3]:
        return True
    before = text[start_tag.start() - 1 : start_tag.start()]
    is_doubtful = name != name.lower() or before.isalnum()
    return not is_doubtful or _last_end_tags(text).get(name.lower(), -1) >= start_tag.end()


@lru_cache(maxsize=4)  # Called for every tag in a text.
def _last_end_tags(text: str) -> dict[str, int]:
    """The position of the last end tag of each element in a text, by its name in lower case."""
    return {tag[1].lower(): tag.start() for tag in CLOSING_TAG.finditer(text)}


def content_model(name: str) -> str:
    """block, span or raw: how the content is parsed if it may be Markdown."""
    if name in BLOCK_CONTENT:
        return "block"
    return "span" if name in SPAN_CONTENT else "raw"


def markdown_attribute(name: str, attributes: Attributes) -> str | None:
    """Remove the `markdown` attribute. Returns its content model; None without the attribute."""
    wanted = _MARKDOWN.get(attributes.pop("markdown", ""))
    return content_model(name) if wanted == "default" else wanted


def attributes_of(text: str) -> Attributes:
    """The attributes of a start tag, with names in lower case; an attribute without a value is empty."""
    found: Attributes = {}
    for name, double, single, bare in re.findall(_ATTRIBUTE, text):
        found[name.lower()] = double or single or bare
    return found


def escape(text: str) -> str:
    """Escape `&<>`, for text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_text(text: str) -> str:
    """As `escape`, but entities are not escaped again."""
    return _BARE_AMPERSAND.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(value: str) -> str:
    """As `escape_text`, and also quotes."""
    return escape_text(value).replace('"', "&quot;")


def escape_markdown(text: str, *, has_links: bool = False) -> str:
    """Escape Markdown's special characters.

    Brackets are only escaped if the text has or may have links.
    """
    has_links = has_links or "](" in text or "][" in text
    pattern = _SPECIAL_OR_BRACKET if has_links else _SPECIAL_CHARACTER
    return re.sub(pattern, _escape_special, text)


def _escape_special(match: re.Match[str]) -> str:
    return "&amp;" if match[0] == "&" else "".join(f"\\{character}" for character in match[0])


def text_content(html: str) -> str:
    """The plain text of inline HTML."""
    return unescape(without_markup(html))
