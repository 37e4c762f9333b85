"""Replace emoji codes such as `:tada:` in HTML, as GitHub and Jekyll's jemoji do.

Code, formulas, scripts and comments are not changed, nor are codes with letters or digits around
their colons, such as times (`10:30:45`). A backslash before a code prevents its replacement.
"""

from __future__ import annotations

import re
from functools import cache, partial
from pathlib import Path

from acadfolio.html.tokens import rewrite_prose

_NAME = "[a-z0-9_+-]+:"
_CODE = re.compile(f":{_NAME}")
_ESCAPED = re.compile(rf"\\:(?={_NAME})")
_PROTECTION = "\ue004"  # a private character after the colon of a code that is not replaced
_CODES = rf"(?<![A-Za-z0-9_:/])(?::{_NAME})+(?![A-Za-z0-9_:/])"
_WITHOUT_EMOJI = frozenset({"code", "math", "pre", "script", "style", "svg", "textarea", "tt"})


def protect_escaped(text: str) -> str:
    """Protect the codes after backslashes in Markdown."""
    return _ESCAPED.sub(rf"\\:{_PROTECTION}", text.replace(_PROTECTION, ""))


def protect(text: str) -> str:
    """Protect all codes in a text."""
    return text.replace(":", f":{_PROTECTION}")


def make_emoji(html: str) -> str:
    """Replace the codes of HTML."""
    if _CODE.search(html):
        html = rewrite_prose(html, partial(re.sub, _CODES, _with_emoji), _WITHOUT_EMOJI)
    return html.replace(_PROTECTION, "")


def _with_emoji(codes: re.Match[str]) -> str:
    return _CODE.sub(lambda code: _emoji_by_code().get(code[0], code[0]), codes[0])


@cache
def _emoji_by_code() -> dict[str, str]:
    lines = Path(__file__).with_name("emoji.txt").read_text(encoding="utf-8").splitlines()
    return {f":{name}:": emoji for name, _, emoji in (line.partition(" ") for line in lines)}
