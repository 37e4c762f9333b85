"""Write e-mail addresses as character references, so that simple address harvesters do not find them.

Browsers, screen readers and what a reader copies are the same with it, with and without JavaScript.
"""

from __future__ import annotations

import re
from html import unescape

from acadfolio.html.tokens import Token, read

ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+")
MAIL_LINK = re.compile(
    r"""(\shref\s*=\s*)(?:"(\s*mailto:[^"]*)"|'(\s*mailto:[^']*)'|(mailto:[^\s"'<>`]+))""", re.IGNORECASE
)


def shield(html: str) -> str:
    """HTML without an e-mail address that a search for one would find."""
    return "".join(shield_token(token, token.source) for token in read(html)) if "@" in html else html


def shield_token(token: Token, source: str) -> str:
    """The same for the source of one token. Scripts and styles stay as they are, but for the strings of JSON."""
    if token.kind == "comment":
        return source
    if token.kind == "start":
        source = MAIL_LINK.sub(_encode_link, source)
    elif token.kind == "raw" and "ld+json" in token.opening:
        return ADDRESS.sub(lambda match: match[0].replace("@", "\\u0040"), source)
    elif token.kind == "raw" and token.name in {"script", "style"}:
        return source
    return ADDRESS.sub(lambda match: _encode(match[0]), source)


def _encode_link(match: re.Match[str]) -> str:
    return f'{match[1]}"{_encode(unescape(match[2] or match[3] or match[4]))}"'


def _encode(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)
