"""A finished page comes in, the same with its e-mail addresses written in character references goes out.

Browsers, screen readers and what a reader copies are the same with it, with and without JavaScript. Programs that look
for `name@host` in the text of a page do not find any; those that read a page as a browser does are not kept out.
"""

from __future__ import annotations

import re

from acadfolio.entities import unescape
from acadfolio.rendering.addresses import TAG, TAG_FLAGS

AT = re.compile(r"[\w.+-]@[\w-]+\.\w")
ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+")
MAIL_LINK = re.compile(
    r"""(\shref\s*=\s*)(?:"(\s*mailto:[^"]*)"|'(\s*mailto:[^']*)'|(mailto:[^\s"'<>`]+))""", re.IGNORECASE
)
PIECE = re.compile(f"{TAG.pattern}|{ADDRESS.pattern}", TAG_FLAGS)


def shielded(page: str) -> str:
    """The page without an address that a search for one would find. Scripts and styles stay as they are."""
    return PIECE.sub(_piece, page) if _has_address(page) else page


def _has_address(page: str) -> bool:
    """A quick look: few pages have the sign at all, or only in what search engines are told."""
    position = page.find("@")
    while position >= 0:
        if position and AT.match(page, position - 1):
            return True
        position = page.find("@", position + 1)
    return False


def _piece(match: re.Match[str]) -> str:
    if match["raw"]:
        return _tag(match["start"]) + _raw(match["raw"].lower(), match["start"], match["content"])
    if match["name"]:
        return _tag(match[0])
    return match[0] if match[0].startswith("<") else _address(match)


def _raw(element: str, start: str, content: str) -> str:
    """Titles know character references, data in JSON has its own, and other scripts and styles are left alone."""
    if element in {"textarea", "title"}:
        return ADDRESS.sub(_address, content)
    if "ld+json" in start:
        return ADDRESS.sub(lambda match: match[0].replace("@", "\\u0040"), content)
    return content


def _tag(tag: str) -> str:
    return ADDRESS.sub(_address, MAIL_LINK.sub(_mail_link, tag)) if "@" in tag else tag


def _mail_link(match: re.Match[str]) -> str:
    value = unescape(match[2] or match[3] or match[4])
    return f'{match[1]}"{_encoded(value)}"'


def _address(match: re.Match[str]) -> str:
    return _encoded(match[0])


def _encoded(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)
