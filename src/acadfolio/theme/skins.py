"""The background of each skin, light and dark, for the browser's frame, which style sheets cannot colour."""

from __future__ import annotations

LOOKS = {"acad-homepage": ("#fff", "#16191d"), "academicpages": ("#fff", "#1e2126")}
"""The skin `default`, which differs between the themes."""
SKINS = {
    "air": ("#eee", "#252a34"),
    "sunrise": ("#e8d5b7", "#1a0f0a"),
    "mint": ("#f3f6f6", "#1a2421"),
    "dirt": ("#f5f1ea", "#231e18"),
    "contrast": ("#fff", "#000"),
}
"""As in static/assets/css/main/05-skins.css and 00-tokens.css; a test compares them."""


def backgrounds(look: str, skin: str) -> tuple[str, str]:
    """The light and the dark background of a skin in a look."""
    return SKINS.get(skin) or LOOKS[look]
