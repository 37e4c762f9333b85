"""The colours of each skin, for what no style sheet reaches: the browser's frame and the images of previews."""

from __future__ import annotations

from msgspec import Struct


class Colours(Struct, frozen=True):
    """As in static/assets/css/main/05-skins.css and 00-tokens.css; a test compares them."""

    ground: str
    ground_dark: str
    text: str
    link: str


LOOKS = {
    "acad-homepage": Colours("#fff", "#16191d", "#494e52", "#224b8d"),
    "academicpages": Colours("#fff", "#474747", "#494e52", "#39798c"),
}
"""Of the skin `default`, which each look has for itself."""
SKINS = {
    "air": Colours("#eee", "#252a34", "#222831", "#393e46"),
    "sunrise": Colours("#e8d5b7", "#1a0f0a", "#000", "#a32535"),
    "mint": Colours("#f3f6f6", "#1a2421", "#40514e", "#0d777b"),
    "dirt": Colours("#f3f3f3", "#231e18", "#343434", "#343434"),
    "contrast": Colours("#fff", "#000", "#000", "#00f"),
}


def colours_of(look: str, skin: str) -> Colours:
    """The colours of a skin in a look."""
    return SKINS.get(skin) or LOOKS[look]
