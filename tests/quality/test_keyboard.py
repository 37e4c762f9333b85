"""With the keyboard alone: everything is reached in order, seen where it is, and works."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import pytest

from auditing import expect_nothing, open_all, set_width
from browser import ground, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from looks import Built

pytestmark = [pytest.mark.browser, pytest.mark.quality]

PHONE, DESKTOP = 390, 1280
MOST = 600
"""More stops than any page of the demo has: who comes so far is in a trap."""

# What can be worked, in the document's order. Of a group of radio buttons one is a stop.
EXPECTED = """() => {
  const worked = "a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls],"
    + " video[controls], [tabindex], [contenteditable]";
  const stands = (element) => element.tabIndex >= 0 && !element.disabled && element.type !== "hidden"
    && !element.closest("[inert]") && element.checkVisibility({visibilityProperty: true});
  window.stops = [...document.querySelectorAll(worked)].filter(stands)
    .filter((element) => element.type !== "radio" || element.checked);
  window.quiet = new Map(window.stops.map((element) => [element, getComputedStyle(element).boxShadow]));
  return window.stops.map((element, at) => `${at} ${element.outerHTML.slice(0, 90)}`);
}"""

# Where the focus is: which of the expected, whether one sees that it is there, and what lies over
# it.
STOP = """() => {
  const element = document.activeElement;
  const name = element.outerHTML.slice(0, 90);
  if (element === document.body || element === document.documentElement) return null;
  const boxes = (one) => [...one.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height);
  const shown = boxes(element)[0]?.width > 2 ? element : element.labels?.[0] ?? element.parentElement;
  const style = getComputedStyle(shown);
  const ring = style.outlineStyle;
  const ringed = ring === "auto" || (ring !== "none" && parseFloat(style.outlineWidth) >= 2);
  const box = boxes(shown)[0] ?? {left: 0, right: 0, top: 0, bottom: 0};
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
  const hit = document.elementFromPoint(x, y);
  const seen = hit && (shown.contains(hit) || hit.contains(shown));
  return {
    at: window.stops.indexOf(element), name, ringed,
    scrolls: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
    over: seen ? "" : `${hit?.tagName}.${hit?.getAttribute("class")} at ${Math.round(x)},${Math.round(y)}`,
  };
}"""


class Stop(TypedDict):
    at: int
    name: str
    ringed: bool
    scrolls: bool
    over: str


def walk(page: Page, key: str = "Tab") -> list[Stop]:
    """Every stop of the focus, until it leaves the page.

    A player has several for its own buttons: they count once.
    """
    stops: list[Stop] = []
    for _ in range(MOST):
        page.keyboard.press(key)
        stop: Stop | None = page.evaluate(STOP)
        if stop and stop["over"]:
            settled(page)  # What just came into the window is laid out, and may have moved.
            stop = page.evaluate(STOP)
        if stop is None or (stops and stop["at"] == stops[0]["at"] != -1):
            return stops
        if not stops or stops[-1]["name"] != stop["name"] or stops[-1]["at"] != stop["at"]:
            stops.append(stop)
    pytest.fail(f"the focus does not leave {page.url}")


def wrong_with(stops: list[Stop], expected: list[str]) -> list[str]:
    reached = [stop["at"] for stop in stops if stop["at"] >= 0]
    return [
        *(f"not reached: {name}" for at, name in enumerate(expected) if at not in reached),
        *(
            f"reached by surprise: {stop['name']}"
            for stop in stops
            if stop["at"] < 0 and not stop["scrolls"]
        ),
        *(f"the focus is not to be seen: {stop['name']}" for stop in stops if not stop["ringed"]),
        *(
            f"the focus is hidden by {stop['over']}: {stop['name']}"
            for stop in stops
            if stop["over"]
        ),
        *([] if reached == sorted(reached) else [f"out of order: {reached}"]),
    ]


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_tab_reaches_everything_in_order_and_in_sight(
    browser: Browser, look: Built, width: int
) -> None:
    found: dict[str, list[str]] = {}
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        set_width(page, width)
        for path in look.kinds:
            page.goto(look.url(path))
            expected = page.evaluate(EXPECTED)
            found[path] = wrong_with(walk(page), expected)
    expect_nothing(found)


def test_going_back_nothing_hides_behind_the_masthead(browser: Browser, look: Built) -> None:
    """Going up the browser puts what has the focus at the top of the window, where the masthead is."""
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": DESKTOP, "height": 500}
    ) as context:
        page = context.new_page()
        page.goto(look.url("index.html"))
        open_all(page)
        expected = page.evaluate(EXPECTED)
        stops = walk(page, "Shift+Tab")
    stops.reverse()
    assert wrong_with(stops, expected) == []


def test_the_button_for_the_dark_works_with_enter_and_space(browser: Browser, look: Built) -> None:
    with browser.new_context(color_scheme="light") as context:
        page = context.new_page()
        page.goto(look.url("index.html"))
        page.locator(".theme-toggle").focus()
        light = ground(page)
        page.keyboard.press("Enter")
        assert ground(page) != light
        page.keyboard.press("Space")
        assert ground(page) == light


def test_the_menu_opens_is_walked_and_closes(browser: Browser, look: Built) -> None:
    with browser.new_context(viewport={"width": PHONE, "height": 700}) as context:
        page = context.new_page()
        page.goto(look.url("index.html"))
        button = page.locator(".greedy-nav__more > summary")
        button.focus()
        page.keyboard.press("Enter")
        links = page.locator(".greedy-nav__more a:visible")
        assert links.count() > 2
        for link in links.all():
            page.keyboard.press("Tab")
            assert link.evaluate("(link) => link === document.activeElement")
        page.keyboard.press("Escape")
        assert not links.first.is_visible()
        assert button.evaluate("(button) => button === document.activeElement")


def test_every_detail_opens_and_closes_with_the_keyboard(browser: Browser, look: Built) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        tried = 0
        for path in look.kinds:
            page.goto(look.url(path))
            for summary in page.locator("main summary:visible").all():
                tried += 1
                summary.focus()
                page.keyboard.press("Enter")
                opened = summary.evaluate("(summary) => summary.parentElement.open")
                page.keyboard.press("Space")
                assert opened != summary.evaluate("(summary) => summary.parentElement.open"), (
                    path,
                    summary,
                )
        assert tried > len(look.kinds)
