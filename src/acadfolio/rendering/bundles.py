"""Join the parts of the theme's style sheet and scripts, without comments and needless spaces."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from acadfolio.routing import Bundle

CSS_TOKEN = re.compile(r"""/\*.*?\*/|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|url\([^)"']*\)""", re.DOTALL)
CSS_SPACE = re.compile(
    r"""(?<==)"(-?[A-Za-z_][\w-]*)"(?=\])|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|url\([^)"']*\))|\s*([{},;<>])\s*"""
    r"""|(?<=[\w-])(:)\s+|(?<![\w.])0(?=\.\d)|\s(/)\s(?!\*)|(?<=@media)\s(?=\()|(?<=[<>]=)\s|:(?=:(?:before|after)\b)"""
)
LAYER = re.compile(r"@layer ([\w-]+)\{")
BRACE = re.compile(r"""(?:@layer ([\w-]+))?\{|\}|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
SCRIPT_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/[ \t]*$|//[^\n]*)\n?", re.MULTILINE | re.DOTALL)
INDENTATION = re.compile(r"\s*\n\s*")


def joined(bundle: Bundle) -> bytes:
    """The bytes of a bundle. Raises SiteError when a part cannot be read."""
    return _joined(bundle.path, [_text(part.file) for part in bundle.parts]).encode()


def _joined(path: str, texts: list[str]) -> str:
    if path.endswith(".css"):
        return _in_layers([_lighter_styles(text) for text in texts])
    return "".join(map(_lighter_script, texts))


def _in_layers(parts: list[str]) -> str:
    """The parts one after another; where one ends in the layer with which the next begins, that goes on."""
    text = last = ""
    for part in parts:
        start = LAYER.match(part)
        goes_on = start and start[1] == last
        text = text.rstrip()[:-1] + part[start.end() :] if start and goes_on else text + part
        last = _last_layer(part) if part.strip() else last
    return text


def _last_layer(text: str) -> str:
    """The layer that ends where the text does; empty where none does."""
    depth, name, end = 0, "", 0
    for piece in BRACE.finditer(text):
        if piece[0] == "}":
            depth, end = depth - 1, piece.end()
        elif piece[0][0] not in "\"'":
            name = piece[1] or "" if depth == 0 else name
            depth += 1
    return name if depth == 0 and not text[end:].strip() else ""


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        what = error.strerror if isinstance(error, OSError) else "it is not in UTF-8"
        raise SiteError([Problem("unreadable-file", Location(file), f"this file cannot be read: {what}")]) from None


def _lighter_styles(text: str) -> str:
    """Strings and URLs stay as they are; comments, indentation and needless characters are removed: `0.5em` is `.5em`.

    `[lang="de"]` is `[lang=de]`, a word in place of a string.
    """
    without = CSS_TOKEN.sub(lambda match: "" if match[0].startswith("/*") else match[0], text)
    tight = CSS_SPACE.sub(lambda match: match[match.lastindex] if match.lastindex else "", without)
    return INDENTATION.sub("\n", tight.replace(";}", "}")).lstrip()


def _lighter_script(text: str) -> str:
    """Comments that have lines to themselves and indentation go; what stands in a line stays as it is."""
    return INDENTATION.sub("\n", SCRIPT_COMMENT.sub("", text)).lstrip()
