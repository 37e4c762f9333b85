"""What Jekyll and its themes have that has another name here, or is not there: the tables of `jekyll.yml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from acadfolio.source.yaml import texts_of

FILE = Path(__file__).with_suffix(".yml")


class Keys(Struct, frozen=True):
    """Keys of a front matter, or of a mapping in one."""

    names: dict[str, str]
    """Our names, by Jekyll's."""
    without_effect: dict[str, str]
    """The reasons, by the keys."""


class Tables(Struct, frozen=True):
    """All of `jekyll.yml`, which says what each table is."""

    layouts: dict[str, str]
    front_matter: Keys
    header: Keys
    sidebar: Keys
    config: dict[str, str]
    collections: dict[str, str]
    belongs: dict[str, str]
    kinds: dict[str, str]


@cache
def jekyll() -> Tables:
    return msgspec.convert(texts_of(FILE.read_text(encoding="utf-8")), Tables)
