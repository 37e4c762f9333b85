"""The URLs of a style sheet: in `url(…)`, `@import` and `image-set(…)`, but not in comments and other strings."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STRING = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
TOKEN = re.compile(
    rf"""(?=[/\\u@i"'(){{}};-])  # No other character begins a token. To see that takes a third of the time.
    (?:/\*.*?(?:\*/|\Z)
    |\\.
    |(?<![\w-])url\(\s*+(?P<url>{STRING}|(?>(?:[^)"'(\\]++|\\.)*))\s*\)
    |(?P<import>@import\b)
    |(?P<set>(?<![\w])(?:-webkit-)?image-set\()
    |(?P<string>{STRING})
    |(?P<open>\()|(?P<close>\))|(?P<end>[;{{}}]))""",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)


class StyleUrl(Struct, frozen=True):
    """A URL, and where it stands with its quotes."""

    url: str
    start: int
    end: int


@lru_cache(maxsize=64)
def style_urls(styles: str) -> tuple[StyleUrl, ...]:
    """The URLs of a style sheet, in their order. Those of the theme are the same in each build of a preview."""
    return tuple(_found_urls(styles))


def _found_urls(styles: str) -> Iterator[StyleUrl]:
    functions: list[bool] = []  # Whether each open parenthesis is that of `image-set`.
    is_import = False
    for token in TOKEN.finditer(styles):
        kind = token.lastgroup
        if kind == "url" or (kind == "string" and (is_import or functions[-1:] == [True])):
            yield StyleUrl(_value_of(token[kind]), *token.span(kind))
        if kind in {"set", "open"}:
            functions.append(kind == "set")
        elif kind == "close" and functions:
            functions.pop()
        elif kind == "end":
            functions.clear()
        if kind == "import":
            is_import = True
        elif kind in {"url", "string", "end"}:
            is_import = False


def _value_of(written: str) -> str:
    """A URL without its quotes and escapes."""
    bare = written[1:-1] if written[:1] in {'"', "'"} else written
    return ESCAPE.sub(_unescaped, bare).strip()


def _unescaped(escape: re.Match[str]) -> str:
    if escape[1] is None:
        return escape[2].replace("\n", "")
    code = int(escape[1], 16)
    return chr(code) if 0 < code <= 0x10FFFF else "\ufffd"  # noqa: PLR2004 - the last code point


def rewrite_styles(styles: str, rewrite: Callable[[str], str]) -> str:
    """The style sheet with `rewrite` applied to each URL. What stays the same is not touched."""
    parts, position = [], 0
    for found in style_urls(styles):
        new = rewrite(found.url)
        if new != found.url:
            quoted = new.replace("\\", "%5C").replace('"', "%22")
            parts += [styles[position : found.start], f'"{quoted}"']
            position = found.end
    return "".join([*parts, styles[position:]])
