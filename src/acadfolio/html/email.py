"""Obfuscate e-mail addresses: write them as character references, which simple address harvesters do not decode.

Browsers, screen readers and the clipboard decode them, also without JavaScript.
"""

from __future__ import annotations

import re
from html import unescape

from acadfolio.html.tokens import Token, rewrite

ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+")
MAIL_LINK = re.compile(
    r"""(\shref\s*=\s*)(?:"(\s*mailto:[^"]*)"|'(\s*mailto:[^']*)'|(mailto:[^\s"'<>`]+))""",
    re.IGNORECASE,
)


def obfuscate(html: str) -> str:
    """Obfuscate all e-mail addresses of a page."""
    return rewrite(html, lambda token: obfuscate_token(token, token.source), obfuscate_text)


def obfuscate_token(token: Token, source: str) -> str:
    """Obfuscate addresses in a tag or in raw content.

    Scripts are not changed, except for JSON-LD.
    """
    if token.kind == "comment" or "@" not in source:
        return source
    if token.kind == "raw" and token.name in {"script", "style"}:
        return ADDRESS.sub(_escape_for_json, source) if "ld+json" in token.opening else source
    if token.kind == "start":
        source = MAIL_LINK.sub(_encode_link, source)
    return obfuscate_text(source)


def _escape_for_json(address: re.Match[str]) -> str:
    return address[0].replace("@", "\\u0040")


def obfuscate_text(text: str) -> str:
    """Obfuscate addresses in text without tags."""
    return ADDRESS.sub(lambda match: _encode(match[0]), text) if "@" in text else text


def _encode_link(match: re.Match[str]) -> str:
    return f'{match[1]}"{_encode(unescape(match[2] or match[3] or match[4]))}"'


def _encode(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)
