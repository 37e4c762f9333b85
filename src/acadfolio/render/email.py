"""A finished page comes in, the same with its e-mail addresses written in character references goes out.

Browsers, screen readers and what a reader copies are the same with it, with and without JavaScript. Programs that look
for `name@host` in the text of a page do not find any.
"""

from __future__ import annotations

import html
import re

from acadfolio.render.addresses import TAG

AT = re.compile(r"[\w.+-]@[\w-]+\.\w")
"""A quick look whether there is any address at all: it begins at the sign, which few pages have."""
ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+")
MAIL_LINK = re.compile(
    r"""(\shref\s*=\s*)(?:"(\s*mailto:[^"]*)"|'(\s*mailto:[^']*)'|(mailto:[^\s"'<>`]+))""", re.IGNORECASE
)
PIECE = re.compile(f"{TAG.pattern}|{ADDRESS.pattern}", TAG.flags)


def shielded(page: str) -> str:
    """The page without an address that a search for one would find. Scripts and styles stay as they are."""
    if not AT.search(page):
        return page
    return PIECE.sub(_piece, page)


def _piece(match: re.Match[str]) -> str:
    if match["raw"]:
        is_text = match["raw"].lower() in {"textarea", "title"}
        return _tag(match["start"]) + (ADDRESS.sub(_address, match["content"]) if is_text else match["content"])
    if match["name"]:
        return _tag(match[0])
    return match[0] if match[0].startswith("<") else _address(match)


def _tag(tag: str) -> str:
    return ADDRESS.sub(_address, MAIL_LINK.sub(_mail_link, tag)) if "@" in tag else tag


def _mail_link(match: re.Match[str]) -> str:
    value = html.unescape(match[2] or match[3] or match[4])
    return f'{match[1]}"{_encoded(value)}"'


def _address(match: re.Match[str]) -> str:
    return _encoded(match[0])


def _encoded(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)
