"""Recognize text that is a web page or XML, although it should be something else."""

from __future__ import annotations

import re

ELEMENTS = (
    "html|head|body|title|base|link|meta|script|noscript|style|iframe|frameset|table|form|main|header|nav|section"
    "|article|div|span|center|font|h[1-6]|p|br|hr|img|a"
)
AT_START = re.compile(rf"<(?:!doctype\b|(?:{ELEMENTS})[\s/>])", re.IGNORECASE)
START_OF_PAGE = re.compile(r"^[ \t]*<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE | re.MULTILINE)
XML = re.compile(r"<(?:\?xml\b|!\[CDATA|[a-z][\w.-]*(?::[\w.-]+)?(?:\s[^<>]*)?>)", re.IGNORECASE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def contains_page(text: str) -> bool:
    """Whether a text begins with an element of a web page, or has the start of one on a line of its own."""
    return bool(AT_START.match(text) or START_OF_PAGE.search(text))


def is_xml(text: str) -> bool:
    """Whether a text begins with a tag or an XML declaration."""
    return XML.match(text) is not None


def has_html_element(text: str) -> bool:
    """Whether a text has the element `html` anywhere."""
    return re.search(r"(?i)<(?:!doctype\s+)?html[\s>]", text) is not None
