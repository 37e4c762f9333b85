"""A font with a square for each letter: what tests of fonts need, without a font of the computer."""

from __future__ import annotations

from struct import pack

EM = 1000
SQUARE = pack(">hhhhh", 1, 100, 0, 700, 600) + pack(">HH", 3, 0) + b"\x01" * 4 + pack(
    ">8h", 100, 600, 0, -600, 0, 0, 600, 0
)  # fmt: skip
"""A glyph of one contour with four points: flags, then the steps in x and in y."""


def tiny_font(family: str, letters: str, weight: int = 400) -> bytes:
    """A font in TrueType's format that has these letters."""
    glyphs = [b"", SQUARE]
    offsets = [0, 0, len(SQUARE)]
    tables = {
        b"OS/2": _os2(weight, letters),
        b"cmap": _cmap(letters),
        b"glyf": b"".join(glyphs),
        b"head": pack(
            ">LLLLHHqqhhhhHHhhh",
            0x10000, 0x10000, 0, 0x5F0F3CF5, 0, EM, 0, 0, 0, 0, EM, EM, int(weight > 500), 8, 2, 1, 0,
        ),
        b"hhea": pack(">LhhhHhhhhhhhhhhhH", 0x10000, 800, -200, 0, EM, 0, 0, EM, 1, 0, *[0] * 6, 2),
        b"hmtx": pack(">HhHh", EM, 0, EM, 100),
        b"loca": pack(">3L", *offsets),
        b"maxp": pack(">LH13H", 0x10000, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        b"name": _names(family, weight),
        b"post": pack(">LLhhLLLLL", 0x30000, 0, 0, 0, 0, 0, 0, 0, 0),
    }  # fmt: skip
    head = pack(">LHHHH", 0x10000, len(tables), 128, 3, len(tables) * 16 - 128)
    place = len(head) + 16 * len(tables)
    directory, body = b"", b""
    for tag, table in tables.items():
        directory += tag + pack(">LLL", 0, place + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    return head + directory + body


def _cmap(letters: str) -> bytes:
    """Each letter has the same glyph."""
    groups = b"".join(pack(">LLL", ord(one), ord(one), 1) for one in sorted(set(letters)))
    length = 16 + len(groups)
    return pack(">HHHHL", 0, 1, 3, 10, 12) + pack(
        ">HHLLL", 12, 0, length, 0, len(groups) // 12
    ) + groups  # fmt: skip


def _os2(weight: int, letters: str) -> bytes:
    first, last = min(map(ord, letters)), max(map(ord, letters))
    return pack(
        ">HhHHH11h10s4L4sHHHhhhHHLLhhHHH",
        4, EM, weight, 5, 0, *[0] * 11, b"\0" * 10, 0, 0, 0, 0, b"TEST", 0x20 if weight > 500 else 0x40,
        min(first, 0xFFFF), min(last, 0xFFFF), 800, -200, 0, 800, 200, 0, 0, 500, 600, 0, 32, 1,
    )  # fmt: skip


def _names(family: str, weight: int) -> bytes:
    style = "Bold" if weight > 500 else "Regular"
    texts = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family}-{style}".replace(" ", "")}
    records, strings = b"", b""
    for number, text in texts.items():
        coded = text.encode("utf-16-be")
        records += pack(">6H", 3, 1, 0x409, number, len(coded), len(strings))
        strings += coded
    return pack(">HHH", 0, len(texts), 6 + len(records)) + records + strings
