"""The words by which lists on pages are found and read."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from acadfolio.source.yaml import load_table


class Tables(Struct, frozen=True):
    """The lists of words in `tables.yml`."""

    headings: dict[str, str]
    keys: dict[str, tuple[str, str]]
    parts: dict[str, dict[str, str]]
    teachers: str
    always_dated: tuple[str, ...]
    now: str


TABLES = msgspec.convert(load_table(__file__), Tables)
SECTIONS = {word: section for section, words in TABLES.headings.items() for word in words.split()}
"""The sections by the words of their headings."""
