"""Pictures for dark mode: of a paper, a project and the portrait, by the system's setting and by the button."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from browser import press_until_remembered, served
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 30" width="50" height="30"><path d="M0 0h9v9z"/></svg>'
FILES = {
    "data/profile.yml": "name: Emmy Noether\navatar: images/day.svg\navatar_dark: images/night.svg\n",
    "data/publications.yml": (
        "- {title: A, year: 1921, image: images/day.svg, image_dark: images/night.svg, image_alt: A ring}\n"
    ),
    "data/projects.yml": "- {title: B, image: images/day.svg, image_dark: images/night.svg, image_alt: A chain}\n",
    "content/about.md": (
        '{{ publications(view="boxes") }}\n\n{{ projects() }}\n\n{{ projects(view="archive") }}\n\n'
        "![C](/images/day.svg){: .only-light}\n![C](/images/night.svg){: .only-dark}\n"
    ),
    "static/images/day.svg": SVG,
    "static/images/night.svg": SVG,
}
PLACES = 5


def shown(page: Page) -> list[str]:
    """The names of the pictures that can be seen."""
    pictures = page.locator("img:visible").all()
    return [(picture.get_attribute("src") or "").removeprefix("images/") for picture in pictures]


def test_both_pictures_have_the_same_alt_text(tmp_path: Path) -> None:
    outputs, problems = render_site(
        tmp_path, FILES | {"data/site.yml": "title: E\nprojects: {pages: true}\n"}
    )
    assert problems == []
    home = " ".join(outputs["index.html"].split())
    assert home.count('alt="A ring"') == 2
    assert home.count("only-light") == home.count("only-dark") == PLACES
    assert outputs["projects/b/index.html"].count('alt="A chain"') == 2


def test_a_picture_for_dark_mode_that_is_missing_is_reported(tmp_path: Path) -> None:
    files = {"data/projects.yml": "- {title: B, image_dark: images/nigth.svg}\n"}
    (problem,) = render_site(tmp_path, files)[1]
    assert problem.startswith("data/projects.yml:1:26: there is no image `images/nigth.svg`")


DIMMED = "image => getComputedStyle(image).filter !== 'none'"


@pytest.mark.browser
def test_pictures_without_one_for_dark_mode_are_darker_there(
    tmp_path: Path, browser: Browser
) -> None:
    page = {
        "content/about.md": "![A ring](/images/day.svg)\n\n![C](/images/night.svg){: .only-dark}\n"
    }
    build(make_site(tmp_path / "site", FILES | page), tmp_path / "out")
    with browser.new_context(color_scheme="dark") as context:
        shown = context.new_page()
        shown.goto((tmp_path / "out/index.html").as_uri())
        ring = shown.get_by_alt_text("A ring")
        assert ring.evaluate(DIMMED)
        assert not shown.get_by_alt_text("C", exact=True).evaluate(DIMMED)
        assert not shown.locator(".author__avatar img:visible").evaluate(DIMMED)
        ring.hover()
        assert not ring.evaluate(DIMMED)
        shown.emulate_media(color_scheme="light")
        shown.mouse.move(0, 0)
        assert not ring.evaluate(DIMMED)


@pytest.mark.browser
@pytest.mark.parametrize("has_scripts", [True, False])
def test_the_system_chooses_the_picture_without_scripts_too(
    has_scripts: bool, tmp_path: Path, browser: Browser
) -> None:
    build(make_site(tmp_path / "site", FILES), tmp_path / "output")
    page = browser.new_page(java_script_enabled=has_scripts)
    page.goto((tmp_path / "output/index.html").as_uri())
    for scheme, picture in (("light", "day.svg"), ("dark", "night.svg")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert shown(page) == [picture] * PLACES
    page.emulate_media(color_scheme="dark", media="print")
    assert shown(page) == ["day.svg"] * PLACES
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_button_chooses_the_picture_against_the_system(
    scheme: str, tmp_path: Path, browser: Browser
) -> None:
    build(make_site(tmp_path / "site", FILES), tmp_path / "output")
    page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
    expected = {"light": "night.svg", "dark": "day.svg"}
    with served(tmp_path / "output") as url:
        page.goto(f"{url}index.html")
        press_until_remembered(page, lambda: shown(page) == [expected[scheme]] * PLACES)
    page.close()
