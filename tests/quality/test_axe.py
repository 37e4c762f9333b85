"""axe-core finds nothing: both looks, every page, light and dark, phone to desktop, closed and open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditing import WIDTHS, axe_finds, axe_page, expect_nothing, open_all, set_width

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from looks import Built

pytestmark = [pytest.mark.browser, pytest.mark.quality]

SCHEMES = ("light", "dark")
OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that look at colours: another skin changes nothing else."""
PHONE, DESKTOP = 390, 1280


def test_axe_finds_nothing_on_any_page(browser: Browser, axe: Path, look: Built) -> None:
    found: dict[str, list[str]] = {}
    with axe_page(browser, axe, reduced_motion="reduce") as page:
        for path in look.pages:
            page.goto(look.url(path))
            for width in WIDTHS if path in look.kinds else (DESKTOP,):
                set_width(page, width)
                # In between only the layout differs, and on other pages of a kind the text.
                is_one_of_both = path in look.kinds and width in {PHONE, DESKTOP}
                for scheme in SCHEMES if is_one_of_both else ("light",):
                    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                    found[f"{path} {width} {scheme}"] = axe_finds(page)
    expect_nothing(found)


def test_axe_finds_nothing_in_what_opens(browser: Browser, axe: Path, look: Built) -> None:
    found: dict[str, list[str]] = {}
    with axe_page(browser, axe, reduced_motion="reduce") as page:
        for path in look.kinds:
            page.goto(look.url(path))
            for width, scheme in ((PHONE, "light"), (DESKTOP, "dark")):
                set_width(page, width)
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                open_all(page)
                found[f"{path} {width} {scheme}"] = axe_finds(page)
                if page.locator(".masthead").count():
                    open_all(page, ".masthead")
                    found[f"{path} {width} {scheme} menu"] = axe_finds(page, within=".masthead")
    expect_nothing(found)


def test_axe_finds_nothing_in_the_search_and_in_a_large_picture(
    browser: Browser, axe: Path, look: Built
) -> None:
    found: dict[str, list[str]] = {}
    with axe_page(browser, axe, reduced_motion="reduce") as page:
        for width, scheme in ((PHONE, "light"), (DESKTOP, "dark")):
            set_width(page, width)
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(look.url("style-guide/index.html"))
            page.keyboard.press("/")
            page.get_by_role("searchbox", name="Search the site").fill("radium")
            page.locator(".search li mark").first.wait_for()
            found[f"search {width} {scheme}"] = axe_finds(page)
            page.get_by_role("button", name="Close").click()
            page.locator(".gallery a").first.click()
            page.locator(".enlarged").wait_for()
            found[f"picture {width} {scheme}"] = axe_finds(page)
    expect_nothing(found)


def test_every_skin_can_be_read(browser: Browser, axe: Path, look: Built) -> None:
    found: dict[str, list[str]] = {}
    with axe_page(browser, axe, reduced_motion="reduce") as page:
        for path in {"index.html", "style-guide/index.html"} & set(look.pages):
            page.goto(look.url(path))
            for skin in ("default", "air", "sunrise", "mint", "dirt", "contrast"):
                page.evaluate("(skin) => { document.documentElement.dataset.skin = skin }", skin)
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                    found[f"{path} {skin} {scheme}"] = axe_finds(page, OF_COLOURS)
    expect_nothing(found)
