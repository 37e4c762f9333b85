"""Colours: what CSS writes against known numbers, contrast, and the nearest colour that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acadfolio.model.colours import (
    BACKGROUNDS,
    LINKS,
    READABLE,
    Rgb,
    contrast,
    named_colours,
    readable,
    rgb,
    text_colour_on,
)
from acadfolio.model.publication import Venue
from acadfolio.model.values import Colour, Text
from cases import every_case
from sites import render_site

COLOURS = st.builds(lambda *parts: str(Rgb(*parts)), *[st.integers(0, 255)] * 3)
GROUND = st.sampled_from(
    [ground for grounds in BACKGROUNDS.values() for ground in (grounds.light, grounds.dark)]
)

ROOT = Path(__file__).resolve().parent.parent


@every_case(
    ("written", "meant"),
    [
        ("#fff", (255, 255, 255)),
        ("#1a2b3c", (26, 43, 60)),
        ("#1A2B3C80", (26, 43, 60)),
        ("#abcd", (170, 187, 204)),
        ("RebeccaPurple", (102, 51, 153)),
    ],
)
def test_a_colour_is_read_as_css_reads_it(written: str, meant: tuple[int, int, int]) -> None:
    assert rgb(written) == meant


@every_case("written", ["", "#", "#12", "#12345", "bluish", "currentcolor"])
def test_what_is_no_colour_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is not a colour"):
        rgb(written)


# The first three are WCAG's own; the others were computed by WebAIM's contrast checker.
@every_case(
    ("one", "other", "ratio"),
    [
        ("#000", "#fff", 21),
        ("#fff", "#fff", 1),
        ("#777", "#fff", 4.48),
        ("#52adc8", "#fff", 2.57),
        ("#0ea1c5", "#474747", 3.06),
    ],
)
def test_contrast_is_that_of_the_guidelines(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


@given(COLOURS)
def test_black_or_white_can_be_read_on_every_colour(ground: str) -> None:
    assert contrast(text_colour_on(ground), ground) > READABLE


@given(COLOURS, GROUND)
def test_the_nearest_readable_colour_can_be_read_and_stays_what_it_is_where_it_can(
    colour: str, grounds: tuple[str, str]
) -> None:
    found = readable(colour, grounds)
    assert all(contrast(found, ground) >= READABLE for ground in grounds)
    if all(contrast(colour, ground) >= READABLE for ground in grounds):
        assert found == colour


def test_css_has_148_named_colours() -> None:
    assert len(named_colours()) == 148


def test_a_badge_has_words_in_the_colour_that_is_read_on_it() -> None:
    name = Text.of("Nature")
    inks = [
        Venue(name=name, colour=Colour(colour)).text_colour
        for colour in ("#ffcc00", "#00369f", "gold")
    ]
    assert inks == ["#000", "#fff", "#000"]
    assert Venue(name=name).text_colour == ""


def test_a_site_with_an_accent_has_it_in_both_schemes(tmp_path: Path) -> None:
    pages, problems = render_site(
        tmp_path,
        {"data/site.yml": 'title: Ada\naccent: "#8b0000"\n', "content/index.md": "Hello.\n"},
    )
    lifted = readable("#8b0000", BACKGROUNDS["default"].dark)
    assert (
        f"--accent: #8b0000; --accent-dark: {lifted}; --on-badge: light-dark(#fff, #000)"
        in pages["index.html"]
    )
    assert problems == []


def test_printed_links_have_the_colours_of_the_skins() -> None:
    styles = (ROOT / "static/assets/css/main/05-skins.css").read_text(encoding="utf-8")
    blocks = re.findall(r'^  \[data-skin="(\w+)"\] \{(.*?)\}', styles, re.MULTILINE | re.DOTALL)
    found = {
        skin: str(rgb(colour[1]))
        for skin, block in blocks
        if (colour := re.search(r"--skin-link: light-dark\((#\w+),", block))
    }
    assert found == LINKS
