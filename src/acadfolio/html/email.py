"""Write e-mail addresses as character references, so that simple address harvesters do not find them.

Browsers, screen readers and what a reader copies are the same with it, with and without JavaScript.
"""

from __future__ import annotations

import re
from html import unescape

from acadfolio.html.tokens import Token, rewrite

ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+")
MAIL_LINK = re.compile(
    r"""(\shref\s*=\s*)(?:"(\s*mailto:[^"]*)"|'(\s*mailto:[^']*)'|(mailto:[^\s"'<>`]+))""", re.IGNORECASE
)


def shield(html: str) -> str:
    """HTML without an e-mail address that a search for one would find."""
    return rewrite(html, lambda token: shield_token(token, token.source), shield_text) if "@" in html else html


def shield_token(token: Token, source: str) -> str:
    """The same for the source of a tag, a comment, or raw content: scripts stay, but for the strings of JSON."""
    if token.kind == "comment" or "@" not in source:
        return source
    if token.kind == "raw" and token.name in {"script", "style"}:
        return ADDRESS.sub(_escape_for_json, source) if "ld+json" in token.opening else source
    if token.kind == "start":
        source = MAIL_LINK.sub(_encode_link, source)
    return shield_text(source)


def _escape_for_json(address: re.Match[str]) -> str:
    return address[0].replace("@", "\\u0040")


def shield_text(text: str) -> str:
    """The same for text without tags."""
    return ADDRESS.sub(lambda match: _encode(match[0]), text) if "@" in text else text


def _encode_link(match: re.Match[str]) -> str:
    return f'{match[1]}"{_encode(unescape(match[2] or match[3] or match[4]))}"'


def _encode(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)
