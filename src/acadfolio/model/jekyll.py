"""The tables of `jekyll.yml`: keys, layouts and folders of Jekyll and its themes, and what replaces them here."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct

from acadfolio.source.yaml import load_table


class Keys(Struct, frozen=True):
    """Jekyll's keys of front matter, or of a mapping in it."""

    names: dict[str, str]
    """Our names by Jekyll's names."""
    without_effect: dict[str, str]
    """Reasons why keys have no effect."""


class Tables(Struct, frozen=True):
    """All tables of `jekyll.yml`, whose comments describe them."""

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
    return msgspec.convert(load_table(__file__), Tables)
