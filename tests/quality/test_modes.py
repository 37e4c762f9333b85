"""Other ways to read: less motion, forced colours, without scripts.

The same checks hold in each. For less motion, test_axe.py makes them.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from auditing import axe_finds, axe_page, clipped, expect_nothing, open_all, set_width, sideways
from looks import LOOKS, Built

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.quality]

SCRIPT = re.compile(r"<script\b(?![^>]*ld\+json).*?</script>", re.DOTALL)
MOVES = """() => [...document.querySelectorAll("*")].flatMap((element) => ["", "::before", "::after"].map((part) => {
  const style = getComputedStyle(element, part || null);
  const times = `${style.transitionDuration},${style.animationDuration}`.split(",");
  const moves = times.some((time) => parseFloat(time) > .01) || style.scrollBehavior === "smooth";
  return moves ? `${element.tagName}.${element.className}${part}` : "";
})).filter(Boolean)"""
HIDE_ICONS = (
    "(icon) => { for (const svg of icon.querySelectorAll('svg')) svg.style.visibility = 'hidden' }"
)


def audit(page: Page, site: Built, *excused: str) -> dict[str, list[str]]:
    """axe and the measures, narrow and wide, closed and open; `excused` names rules that the browser itself sees to."""
    found: dict[str, list[str]] = {}
    for path in site.kinds:
        page.goto(site.url(path))
        for width in (320, 1280):
            set_width(page, width)
            found[f"{path} {width}"] = sideways(page) + clipped(page)
        open_all(page)
        set_width(page, 390)
        found[f"{path} open"] = sideways(page) + axe_finds(page)
    return {
        place: [line for line in lines if not line.startswith(excused)]
        for place, lines in found.items()
    }


def test_the_checks_hold_in_forced_colours(browser: Browser, axe: Path, look: Built) -> None:
    with axe_page(browser, axe, forced_colors="active") as page:
        found = audit(page, look, "color-contrast")
    expect_nothing(found)


@pytest.fixture(scope="session", params=LOOKS)
def scriptless(
    request: pytest.FixtureRequest,
    looks: dict[str, Built],
    tmp_path_factory: pytest.TempPathFactory,
) -> Built:
    """The look as a visitor without JavaScript gets it, so that axe, which is JavaScript, can still be run."""
    folder = tmp_path_factory.mktemp("scriptless") / "output"
    shutil.copytree(looks[request.param].folder, folder)
    for file in folder.rglob("*.html"):
        text = SCRIPT.sub("", file.read_text(encoding="utf-8"))
        file.write_text(re.sub(r"</?noscript>", "", text), encoding="utf-8")
    return Built(request.param, folder)


def test_the_checks_hold_without_scripts(browser: Browser, axe: Path, scriptless: Built) -> None:
    with axe_page(browser, axe) as page:
        found = audit(page, scriptless, "scrollable-region-focusable")
    expect_nothing(found)


def test_without_scripts_what_scrolls_is_reached_all_the_same(
    browser: Browser, look: Built
) -> None:
    """axe does not know that browsers do this by themselves."""
    with browser.new_context(
        java_script_enabled=False, viewport={"width": 320, "height": 700}
    ) as context:
        page = context.new_page()
        page.goto(look.url("style-guide/index.html"))
        scrolling = page.locator("main :is(pre, table)").evaluate_all(
            "(boxes) => boxes.map((box, at) => box.scrollWidth > box.clientWidth + 1 ? at : -1).filter((at) => at >= 0)"
        )
        assert scrolling
        page.locator("main").focus()
        reached = set()
        for _ in range(400):
            page.keyboard.press("Tab")
            reached.add(
                page.evaluate(
                    "[...document.querySelectorAll('main :is(pre, table)')].indexOf(document.activeElement)"
                )
            )
        assert set(scrolling) <= reached


def test_without_scripts_nothing_offers_what_only_scripts_do(browser: Browser, look: Built) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        for path in look.kinds:
            page.goto(look.url(path))
            assert (
                page.locator("button:visible, input:enabled:visible").all_text_contents() == []
            ), path


def test_nothing_moves_for_who_wants_less_motion(browser: Browser, look: Built) -> None:
    found: dict[str, list[str]] = {}
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        for path in look.kinds:
            page.goto(look.url(path))
            found[path] = page.evaluate(MOVES)
    expect_nothing(found)


def test_forced_colours_leave_icons_visible(browser: Browser, look: Built) -> None:
    """A picture of the icon differs from one without it: what is drawn has not the colour of its ground."""
    for scheme in ("light", "dark"):
        with browser.new_context(forced_colors="active", color_scheme=scheme) as context:
            page = context.new_page()
            page.goto(look.url("index.html"))
            icons = page.locator(".theme-toggle, .author__urls a").all()
            assert len(icons) == 4
            for icon in icons:
                drawn = icon.screenshot()
                icon.evaluate(HIDE_ICONS)
                assert icon.screenshot() != drawn, icon
