"""Keys and layouts that pages written for the Jekyll themes have, and what they are here."""

from functools import cache

import msgspec
from msgspec import Struct

from acadfolio.source.yaml import load_table


class Keys(Struct, frozen=True):
    """The themes' keys of front matter, or of a mapping in it."""

    names: dict[str, str]
    """Our names by the themes' names."""
    without_effect: dict[str, str]
    """Reasons why keys have no effect."""


class ThemeKeys(Struct, frozen=True):
    """The tables of `theme_keys.yml`, whose comments describe them."""

    layouts: dict[str, str]
    front_matter: Keys
    header: Keys
    sidebar: Keys
    config: dict[str, str]


@cache
def theme_keys() -> ThemeKeys:
    return msgspec.convert(load_table(__file__), ThemeKeys)
