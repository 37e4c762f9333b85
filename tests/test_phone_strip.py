"""The person above the text of a home page on a phone: little room, nothing hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from browser import overflow, resized
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from looks import Built

pytestmark = pytest.mark.browser

WIDTHS = (320, 360, 390, 414)
LINKS = "links:\n  github: emmy\n  orcid: 0000-0002-1825-0097\n  Society: https://dmv.example/\n"
PERSON = f"name: Emmy Noether\nlocation: Göttingen\nemployer: University\nemail: emmy@noether.example\n{LINKS}"
LONG_NAME = (
    "Maximiliana Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        yield context.new_page()


def opened(page: Page, folder: Path, profile: str, settings: str = "") -> None:
    """Open the home page of a site with this profile."""
    files = {
        "data/site.yml": f"title: Ada\n{settings}\n",
        "data/profile.yml": profile,
        "content/about.md": "Hello.\n",
    }
    build(make_site(folder / "site", files), folder / "out")
    page.goto((folder / "out/index.html").as_uri())


def test_the_text_of_the_demo_begins_in_the_upper_half_of_a_phone(page: Page, look: Built) -> None:
    page.goto(look.url("index.html"))
    first = page.locator(".page__content p").first.bounding_box()
    assert first is not None
    assert first["y"] <= 360


MIDDLES = """(boxes) => boxes.map((box) => box.getBoundingClientRect())
  .map(({top, bottom}) => Math.round((top + bottom) / 20))"""


def test_contacts_are_one_line_whose_last_link_is_reached_with_the_keyboard(
    page: Page, tmp_path: Path
) -> None:
    opened(page, tmp_path, PERSON)
    contacts = page.locator(".author__details li")
    for width in WIDTHS:
        resized(page, width)
        assert overflow(page) <= 0
        assert contacts.count() == 6
        assert len(set(contacts.evaluate_all(MIDDLES))) == 1, width
    page.locator(".author__details a").last.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    link = page.locator(".author__details a").last
    assert link.evaluate("link => link === document.activeElement")
    box = link.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 414


def test_contacts_without_a_link_are_not_a_line_that_only_a_finger_scrolls(
    page: Page, tmp_path: Path
) -> None:
    place = "location: The Institute of Mathematics at the Bunsenstraße\nemployer: The University of Göttingen\n"
    opened(page, tmp_path, f"name: Emmy Noether\n{place}")
    resized(page, 320)
    for text in page.locator(".author__details li").all():
        box = text.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 320


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", ["Ada", LONG_NAME], ids=["short", "long"])
def test_any_name_stands_beside_the_portrait(
    page: Page, tmp_path: Path, name: str, language: str
) -> None:
    opened(page, tmp_path, PERSON.replace("Emmy Noether", name), f"language: {language}")
    for width in WIDTHS:
        resized(page, width)
        assert overflow(page) <= 0, width
        portrait = page.locator(".author__avatar").bounding_box()
        beside = page.locator(".author__name").bounding_box()
        assert portrait is not None
        assert beside is not None
        assert (portrait["x"] < beside["x"]) == (language == "en")
        assert beside["y"] < portrait["y"] + portrait["height"] / 2 < beside["y"] + beside["height"]
