"""Only ASCII white space is white space to kramdown: a no-break space neither ends emphasis nor makes a line blank.

Python thinks otherwise, so that the other spaces go through the readers in disguise, as characters nobody uses.
"""

from __future__ import annotations

import re

_SPACES = "\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_FIRST = 0x10FF00  # private use, and further away than the fonts of icons
_PLAIN = re.compile(f"[{_SPACES}]")
_DISGUISED = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + len(_SPACES) - 1)}]")


def disguise(text: str) -> str:
    if text.isascii():
        return text
    return _PLAIN.sub(lambda match: chr(_FIRST + _SPACES.index(match[0])), text)


def reveal(html: str) -> str:
    if html.isascii():
        return html
    return _DISGUISED.sub(lambda match: _SPACES[ord(match[0]) - _FIRST], html)
