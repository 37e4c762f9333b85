"""A page in Chromium goes in, what is wrong with it comes out as short lines: by axe-core, and by measuring boxes."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypedDict

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, Page

WIDTHS = (390, 768, 1280)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# What moves is brought to its end first, so that colours are read as they stay, and scripts see the
# window's new size. (axe's `preload` asks for the styles again, which a browser refuses to a page
# from the disk.)
AXE_RUN = """async ([only, within]) => {
  for (const animation of document.getAnimations()) try { animation.finish() } catch { animation.cancel() }
  await new Promise((ready) => requestAnimationFrame(() => setTimeout(ready)));
  const {violations} = await axe.run(within, {runOnly: only, resultTypes: ["violations"], preload: false});
  return violations.flatMap(({id, nodes}) => nodes.map((node) => {
    const selector = node.target.join(" ");
    const facts = [...node.any, ...node.all, ...node.none].map((check) => check.data).find((data) => data);
    const detail = facts?.contrastRatio ? ` ${facts.contrastRatio} ${facts.fgColor} on ${facts.bgColor}` : "";
    const element = document.querySelector(selector);
    const own = !!element?.closest(".page__content");
    return {line: `${id}: ${selector}${detail}`, kind: `${id} ${element?.localName}`, own};
  }));
}"""

# Boxes that cut off what is in them. What is there for screen readers alone is cut off on purpose.
CLIPPED = """() => [...document.body.querySelectorAll("*")].filter((element) => {
  const style = getComputedStyle(element);
  const cut = (way, scroll, client) => ["hidden", "clip"].includes(way) && client > 1 && scroll > client + 1;
  return element.checkVisibility({visibilityProperty: true})
    && !element.closest("svg, .visually-hidden") && !["IMG", "VIDEO", "IFRAME"].includes(element.tagName)
    && (cut(style.overflowX, element.scrollWidth, element.clientWidth)
      || cut(style.overflowY, element.scrollHeight, element.clientHeight));
}).map((element) => `cut off: ${element.tagName.toLowerCase()}.${element.className}`)"""

# What reaches over the window's edge, when the page scrolls sideways: the narrowest boxes say where
# it comes from.
SIDEWAYS = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= window.innerWidth) return [];
  const wide = [...document.body.querySelectorAll("*")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width && (box.right > root.clientWidth + 1 || box.left < -1) && !element.closest("svg *");
  });
  const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
  return [`scrolls sideways: ${root.scrollWidth} in ${window.innerWidth}: ${wide.slice(-3).map(name).join(", ")}`];
}"""


@contextmanager
def axe_page(browser: Browser, axe: Path, **settings: Any) -> Iterator[Page]:
    """A page in which axe-core is there, whatever it opens."""
    with browser.new_context(**settings) as context:
        context.add_init_script(path=axe)
        yield context.new_page()


class Finding(TypedDict):
    """A broken rule with the element that breaks it; its kind is the rule and the element's name."""

    line: str
    kind: str
    own: bool
    """Whether the element is part of the page's content, and not of the frame around it."""


def axe_findings(page: Page, only: Sequence[str] = (), within: str = "html") -> list[Finding]:
    """What axe-core finds; `only` names the rules to run instead of all."""
    found: list[Finding] = page.evaluate(AXE_RUN, [list(only) or TAGS, within])
    return found


def axe_finds(page: Page, only: Sequence[str] = (), within: str = "html") -> list[str]:
    return [finding["line"] for finding in axe_findings(page, only, within)]


def clipped(page: Page) -> list[str]:
    found: list[str] = page.evaluate(CLIPPED)
    return found


def sideways(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SIDEWAYS)
    return found


def set_width(page: Page, width: int, height: int = 800) -> None:
    page.set_viewport_size({"width": width, "height": height})


def open_all(page: Page, within: str = ".page-grid") -> None:
    """Everything that opens is open: abstracts, BibTeX, contents; or the menus, which lie over the page."""
    page.evaluate(
        "(within) => { for (const one of document.querySelectorAll(`${within} details`)) one.open = true }",
        within,
    )


def expect_nothing(found: dict[str, list[str]]) -> None:
    """Fails with each finding once and all its places, the commonest first."""
    places: dict[str, list[str]] = {}
    for place, lines in found.items():
        for line in lines:
            places.setdefault(line, []).append(place)
    ordered = sorted(places.items(), key=lambda item: -len(item[1]))
    if ordered:
        reported = "\n".join(
            f"{line}\n    {len(at)} times: {', '.join(at[:6])}" for line, at in ordered
        )
        pytest.fail(f"{len(ordered)} findings:\n{reported}", pytrace=False)
