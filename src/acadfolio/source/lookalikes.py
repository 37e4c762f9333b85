"""A line comes in; what only looks like a sign of YAML's comes out, as the full-width colon of Chinese does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node

SPACES = "\u00a0\u2000-\u200a\u202f\u205f\u3000"
START = r"[ \t]*(?:- +)*"
STRANGE_INDENT = re.compile(rf"[ \t]*([{SPACES}])[ \t{SPACES}]*(?:- |[\w-]+[:：])")
STRANGE_DASH = re.compile(rf"[ \t]*([－—–])[ \t{SPACES}]+\S")
STRANGE_SPACE = re.compile(rf"{START}(?:-|[\w-]+:)([{SPACES}])")
STRANGE_COLON = re.compile(rf"{START}(?:\{{ *)?([A-Za-z][\w-]*)[ {SPACES}]*(：)[ {SPACES}]*(.*)")
COLON_OF_ANY_KEY = re.compile(rf"{START}([^\W\d][\w-]*)[ {SPACES}]*(：)[ {SPACES}]*(.*)")
BEFORE_KEY = re.compile(rf"([，、；])[ {SPACES}]*[\w-]+ *\Z")
OPENING = re.compile(rf"{START}(?:[\w-]+: +)?(｛)")
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
FULL_WIDTH = re.compile(r"[\uff01-\uff5e、【】]")
OF_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | str.maketrans("、【】\u3000", ",[] ")
"""The full-width forms of ASCII's signs, and what is written in their place in Chinese."""
NAMES = {"\u3000": "full-width space", "\u00a0": "no-break space"}
BRACKETS = {"｛": "{", "［": "[", "【": "[", "｝": "}", "］": "]", "】": "]"}
LONGEST = 50


class Lookalike(NamedTuple):
    """A sign at a column that counts from 0, and what to do about it."""

    column: int
    sentence: str
    hint: str


def lookalike_in(line: str, *, any_key: bool = False) -> Lookalike | None:
    """The first thing of a line that spoils it. Keys of the author's own are looked at only where `any_key`."""
    if line.isascii():
        return None
    if found := STRANGE_INDENT.match(line):
        return Lookalike(found.start(1), f"{_space(found[1])} stands here", "indent with plain spaces")
    if found := STRANGE_DASH.match(line):
        named = "the full-width hyphen" if found[1] == "－" else "a dash, not the hyphen"
        return Lookalike(found.start(1), f"`{found[1]}` is {named}", "start an entry with `- `")
    if found := STRANGE_SPACE.match(line):
        return Lookalike(found.start(1), f"{_space(found[1])} stands here", "write a plain space")
    if found := STRANGE_COLON.match(line) or (COLON_OF_ANY_KEY.match(line) if any_key else None):
        meant = f"{found[1]}: {found[3][:LONGEST]}".rstrip()
        return Lookalike(found.start(2), "`：` is the full-width colon", f"write `{meant}`")
    return None


def report_lookalike(source: Source, node: Node, problems: Problems) -> bool:
    """Report what is in a text without quotes that is not what it was to be: a key, or keys and values."""
    start, end = node.start_mark, node.end_mark
    row = source.text.split("\n")[start.line]
    written = row[start.column : end.column if end.line == start.line else None]
    found = lookalike_in(" " * start.column + written, any_key=True)
    if found is None:
        return False
    problems.error(source.at(start.line + 1, found.column + 1), found.sentence, found.hint)
    return True


def comma_before(line: str, column: int) -> Lookalike | None:
    """What stands in the place of a comma before the key that ends here."""
    found = BEFORE_KEY.search(line[:column])
    return found and Lookalike(found.start(), f"`{found[1]}` is no comma to YAML", "write `, `")


def bracket_opened(line: str) -> Lookalike | None:
    """What stands in the place of the brace with which a value begins; `【` begins titles."""
    found = OPENING.match(line)
    return found and _bracket(line, found.start(1))


def bracket_closed(line: str, column: int, closing: str) -> Lookalike | None:
    """What stands in the place of the bracket that closes one before it."""
    signs = "".join(sign for sign, meant in BRACKETS.items() if meant == closing)
    found = re.search(f"[{signs}]", line[column:])
    return found and _bracket(line, column + found.start())


def in_ascii(text: str) -> str:
    """The same with signs of ASCII in the place of full-width ones."""
    return text.translate(OF_ASCII)


def full_width_in(expression: str) -> str:
    """A hint at the first full-width sign outside quotes; empty where there is none."""
    bare = QUOTED.sub(lambda quoted: " " * len(quoted[0]), expression)
    found = FULL_WIDTH.search(bare)
    if found is None:
        return ""
    word = re.split(r"[\s(（,，]", expression[: found.start()])[-1]
    where = f" in `{word}{found[0]}`" if word else ""
    return f"`{found[0]}`{where} is full-width: write `{in_ascii(found[0])}`"


def _bracket(line: str, column: int) -> Lookalike:
    sign = line[column]
    return Lookalike(column, f"`{sign}` is no bracket to YAML", f"write `{BRACKETS[sign]}`")


def _space(sign: str) -> str:
    return f"a {NAMES.get(sign, 'space that is none to YAML')} (U+{ord(sign):04X})"
