"""Bytes that are not UTF-8 come in, the encodings of Chinese, Japanese and Korean that they may be in come out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# What a file holds in each, in the order of the groups: characters that most texts are made of (kana, signs and those
# of the standard's first level), and others. Lone high bytes, which Latin letters are, come last.
ENCODINGS = {
    "GBK": re.compile(rb"([\xa1\xa3-\xa5\xb0-\xd7][\xa1-\xfe])|([\x81-\xfe][\x40-\x7e\x80-\xfe])|[\x80-\xff]"),
    "Big5": re.compile(rb"([\xa1-\xc6][\x40-\x7e\xa1-\xfe])|([\x81-\xfe][\x40-\x7e\xa1-\xfe])|[\x80-\xff]"),
    "Shift-JIS": re.compile(
        rb"(\x81[\x40-\x9a]|\x82[\x4f-\xf1]|\x83[\x40-\x96]|[\x88-\x97][\x40-\x7e\x80-\xfc])"
        rb"|([\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc])|[\x80-\xff]"
    ),
    "EUC-JP": re.compile(rb"([\xa1\xa3-\xa5\xb0-\xcf][\xa1-\xfe])|(\x8e[\xa1-\xdf]|[\xa1-\xfe]{2})|[\x80-\xff]"),
    "EUC-KR": re.compile(rb"([\xa1\xa3\xb0-\xc8][\xa1-\xfe])|([\x81-\xfe][\x41-\x5a\x61-\x7a\x81-\xfe])|[\x80-\xff]"),
}
MOST_OF_THEM = 0.6
FEWEST = 3
LONG_RUN = 4


def double_byte_encodings(data: bytes) -> tuple[str, ...]:
    """The likeliest ones. None for Latin letters, which stand alone among those of ASCII, or a few together."""
    shares = {name: _share(pattern, data) for name, pattern in ENCODINGS.items()}
    best = max(shares.values())
    return tuple(name for name, share in shares.items() if share == best >= MOST_OF_THEM)


def _share(characters: re.Pattern[bytes], data: bytes) -> float:
    """How many of the characters stand in words of this encoding; 0 where these are too few to tell."""
    seen: set[bytes] = set()
    within = count = 0
    for word in _words(characters, data):
        count += len(word)
        start, end = word[0].start(), word[-1].end()
        frequent = [match[1] for match in word if match[1]]
        # `ó` and `ł` of “żółty” may be half of a character each. Then what follows is small Latin letters.
        is_part = len(word) < LONG_RUN and (data[start - 1 : start].islower() or data[end : end + 1].islower())
        if len(word) > 1 and 2 * len(frequent) >= len(word) and not is_part:
            within += len(word)
            seen.update(frequent)
    return within / count if len(seen) >= FEWEST else 0


def _words(characters: re.Pattern[bytes], data: bytes) -> Iterator[list[re.Match[bytes]]]:
    """Characters that touch each other; a lone byte is a word of its own."""
    word: list[re.Match[bytes]] = []
    for match in characters.finditer(data):
        is_lone = len(match[0]) == 1
        if word and (is_lone or word[-1].end() != match.start()):
            yield word
            word = []
        if is_lone:
            yield [match]
        else:
            word.append(match)
    if word:
        yield word
