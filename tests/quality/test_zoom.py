"""Small windows: 320 pixels wide, 400 % of zoom, wider spacing of the text: nothing scrolls sideways or is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditing import WIDTHS, clipped, expect_nothing, open_all, set_width, sideways

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from looks import Built

pytestmark = [pytest.mark.browser, pytest.mark.quality]

NARROWEST = 320
BETWEEN = (480, 600, 924, 1024, 1440, 1920)
"""Around the widths where the layout changes, and beyond."""
ZOOMED = {"width": 320, "height": 256}
"""A window of 1280 × 1024 at 400 %, which WCAG 1.4.10 asks for."""
FIXED = """() => {
  const placed = [...document.body.querySelectorAll("*")]
    .filter((element) => ["fixed", "sticky"].includes(getComputedStyle(element).position) && element.checkVisibility())
    .map((element) => [element, element.getBoundingClientRect().top]);
  scrollBy(0, -20);
  return placed
    .map(([element, top]) => [top, element.getBoundingClientRect()])
    .filter(([before, {top, bottom, width}]) => before === top && width > 200 && bottom > 0 && top < 40)
    .reduce((most, [, {bottom}]) => Math.max(most, bottom), 0);
}"""
"""How much of the window is taken by what stays in its place when the page is scrolled."""
# The spacing that WCAG 1.4.12 lets a reader choose.
SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
p { margin-block-end: 2em !important }"""


def test_no_page_scrolls_sideways_or_cuts_anything_off(browser: Browser, look: Built) -> None:
    found: dict[str, list[str]] = {}
    with browser.new_context() as context:
        page = context.new_page()
        for path in look.pages:
            page.goto(look.url(path))
            for width in (NARROWEST, *WIDTHS, *(BETWEEN if path in look.kinds else ())):
                set_width(page, width)
                found[f"{path} {width}"] = sideways(page) + clipped(page)
            open_all(page)
            for width in (NARROWEST, 1280):
                set_width(page, width)
                found[f"{path} {width} opened"] = sideways(page)
    expect_nothing(found)


def test_at_400_percent_the_text_has_the_window(browser: Browser, look: Built) -> None:
    found: dict[str, list[str]] = {}
    with browser.new_context(viewport=ZOOMED, device_scale_factor=4) as context:  # type: ignore[arg-type]
        page = context.new_page()
        for path in look.kinds:
            page.goto(look.url(path))
            found[path] = sideways(page) + clipped(page)
            page.evaluate("window.scrollTo(0, 2000)")
            taken = page.evaluate(FIXED)
            if taken > ZOOMED["height"] / 3:
                found[path].append(
                    f"what stays in place takes {taken} of {ZOOMED['height']} pixels"
                )
    expect_nothing(found)


def test_at_400_percent_every_link_of_the_menu_is_reached(browser: Browser, look: Built) -> None:
    with browser.new_context(viewport=ZOOMED, device_scale_factor=4) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(look.url("index.html"))
        page.locator(".greedy-nav__more > summary").click()
        links = page.locator(".greedy-nav__more li:not([hidden]) > a")
        assert links.count() > 2
        for link in links.all():
            link.scroll_into_view_if_needed()
            box = link.bounding_box()
            assert box is not None
            assert 0 <= box["y"] <= ZOOMED["height"] - box["height"], link.text_content()
            link.click(trial=True, timeout=2000)


def test_wider_spacing_of_the_text_breaks_nothing(browser: Browser, look: Built) -> None:
    found: dict[str, list[str]] = {}
    with browser.new_context() as context:
        page = context.new_page()
        for path in look.kinds:
            page.goto(look.url(path))
            page.add_style_tag(content=SPACED)
            for width in (NARROWEST, *WIDTHS):
                set_width(page, width)
                found[f"{path} {width}"] = sideways(page) + clipped(page)
    expect_nothing(found)
