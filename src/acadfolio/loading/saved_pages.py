"""Recognize web pages, messages of services and compressed files that were saved as a bibliography."""

from __future__ import annotations

import re

from acadfolio.html.pages import COMMENT, contains_page, has_html_element, is_xml

SIGNATURES = {
    b"\x1f\x8b": "a compressed file", b"PK\x03\x04": "a compressed file", b"BZh": "a compressed file",
    b"\xfd7zXZ": "a compressed file", b"(\xb5/\xfd": "a compressed file", b"%PDF": "a PDF",
}  # fmt: skip
"""The first bytes of other kinds of files."""
INSPECTED = 200_000
"""Bytes at the beginning of a file, where a page shows what it is."""
HTTP_HEADERS = r"\AHTTP/[\d.]+ \d{3}.*\n(?:.+\n)*\s*"
COMMENT_AT_START = re.compile(r"[%#].*(?:\n|\Z)|//.*(?:\n|\Z)|/\*(?s:.*?)\*/|\s+")
FIRST_ENTRY = re.compile(
    r"^[ \t]*(?:@[ \t]*[a-z]+[ \t]*[{(][^\s,{}():;=]*\s*,|TY  ?- ?[A-Z])",
    re.IGNORECASE | re.MULTILINE,
)
JSON = re.compile(r'[\[{]\s*(?:"|[\[{}\]])')


def content_of(data: bytes) -> str:
    """What a file is if it is no bibliography: “a web page”, “XML”, “JSON” …; empty for any other text."""
    for signature, name in SIGNATURES.items():
        if data.startswith(signature):
            return name
    text = _start_of(data)
    entry = FIRST_ENTRY.search(text)
    before_entry = text[: entry.start()] if entry else text
    if contains_page(before_entry):
        return "a web page"
    if entry:
        return ""
    if is_xml(text):
        return "a web page" if has_html_element(text) else "XML"
    return "JSON" if JSON.match(text) else ""


def _start_of(data: bytes) -> str:
    """The beginning of a text, without HTTP headers and comments before its content."""
    encoding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    text = data[:INSPECTED].decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub(HTTP_HEADERS, "", text.lstrip("\ufeff\0 \t\n"))
    position = 0
    while comment := COMMENT_AT_START.match(text, position) or COMMENT.match(text, position):
        position = comment.end()
    return text[position:]
